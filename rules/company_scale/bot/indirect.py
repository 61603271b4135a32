"""What the script does with guns: indirect fire at spotted stacks, helpers added while they pay (8.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.company_scale.bot.fire import KEPT, KeptLosses, average_worth, markers_of, target_basis
from rules.company_scale.bot.memory import ScriptMemory
from rules.company_scale.bot.reasons import Answers
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter
from rules.company_scale.r05_command import under_direct_command
from rules.company_scale.r08_3_modifiers import HEX, Shot
from rules.company_scale.r08_7_1_spotting import (
    SIZES,
    Barrage,
    indirect_of,
    indirect_power,
    indirect_reasons,
    indirect_value,
    is_harmless,
    is_spotted,
    size_of,
)
from rules.company_scale.r08_7_indirect_fire import candidates_of, gun_action_reasons, row_of
from rules.company_scale.r08_direct_fire import is_american
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.memory import evict_oldest
from rules.engine.options import Decision
from rules.hexes.grid import hex_id


def is_gun(game: Battle, unit: str) -> bool:
    """Tell whether a unit fires indirectly when it is deployed."""
    return indirect_of(counter(game, unit).deployed) is not None


def fire_worth(game: Battle, fire: Barrage, kept: KeptLosses, weights: Weights) -> float:
    """Return what an indirect fire does to the enemy on average: results, and any larger barrage.

    `kept` has what was judged before, of guns of the same strength in a hex as this and of this target.
    """
    gun = counter(game, fire.unit)
    strength = gun.indirect and gun.indirect.value, len(fire.support), fire.concentrate
    # the division tells the side, and whether Rolin spares it the night; nothing else about the unit counts (8.7.4)
    own = *strength, gun.division, *markers_of(game, game.state.units[fire.unit].hex)
    basis = kept.conditions.number(game), *own, *target_basis(game, fire.hex)
    worth = kept.shells.get(basis)
    if worth is None:
        evict_oldest(kept.shells, KEPT)
        worth = kept.shells[basis] = _fire_worth(game, fire, kept, weights)
    return worth


def _fire_worth(game: Battle, fire: Barrage, kept: KeptLosses, weights: Weights) -> float:
    if is_harmless(game, fire):
        return 0.0
    value, _ = indirect_value(game, fire)
    losses = kept.of(game, Shot(fire.unit, fire.hex, HEX, ""), weights)
    return average_worth(game, row_of(game), value, losses) + _barrage_worth(game, fire, weights)


def _barrage_worth(game: Battle, fire: Barrage, weights: Weights) -> float:
    size, there = size_of(game, fire), game.state.barrages.get(fire.hex)
    if there is not None and SIZES.index(there) >= SIZES.index(size):
        return 0.0
    worth = {
        "smoke": 0.0,
        "light": weights.barrage_light,
        "medium": weights.barrage_medium,
        "heavy": weights.barrage_heavy,
    }
    return worth[size] - (worth[there] if there is not None else 0)


def best_target(
    game: Battle, unit: str, seen: dict[tuple[str, int], bool], kept: KeptLosses, weights: Weights
) -> tuple[float, str]:
    """Return the worth of a unit's best indirect fire now, with its hex; 0.0 if there is none.

    `seen` keeps what each division sees until someone fires, `kept` what was judged of targets.
    """
    if indirect_power(game, unit) is None or next(gun_action_reasons(game, unit), None) is not None:
        return 0.0, ""
    names = [command.text("hex") for command in candidates_of(game, unit)]
    names.sort(key=lambda name: (-len(game.state.stack(hex_id(name))), name))
    best, chosen, looked = 0.0, "", 0
    for name in names:
        sight = counter(game, unit).division, hex_id(name)
        if sight not in seen:
            seen[sight] = is_spotted(game, unit, sight[1])
        if not seen[sight] or next(indirect_reasons(game, unit, hex_id(name)), None) is not None:
            continue
        worth = fire_worth(game, Barrage(unit, hex_id(name)), kept, weights)
        if worth > best:
            best, chosen = worth, name
        looked += 1
        if looked >= weights.gun_targets:
            break
    return best, chosen


def _indirect_fire(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Add helpers and, for Americans, concentrated fire while they pay; then fire."""
    frame = game.state.frames[-1]
    fire = Barrage(frame["unit"], frame["hex"], frame["support"], frame["concentrate"])
    kept, weights = mind.losses, mind.weights
    worth = fire_worth(game, fire, kept, weights)
    for command in _more(game, decision, fire):
        more = Barrage(
            fire.unit, fire.hex, fire.support + ((command.text("unit"),) if command.verb == "support" else ()),
            fire.concentrate or command.verb == "concentrate",
        )  # fmt: skip
        tied = weights.tied if command.verb == "concentrate" else 0
        if fire_worth(game, more, kept, weights) > worth + weights.gun_helper + tied:
            return command
    return cmd("confirm")


def _more(game: Battle, decision: Decision, fire: Barrage) -> Iterator[Command]:
    offered = decision.options.by_verb()
    if not under_direct_command(game):
        yield from (c for c in offered.get("support", ()) if c.text("unit") not in fire.support)
    if is_american(game, fire.unit) and not fire.concentrate:
        yield from offered.get("concentrate", ())


def answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"indirect_fire": partial(_indirect_fire, mind)}
