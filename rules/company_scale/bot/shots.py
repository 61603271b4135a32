"""How the script composes a direct fire: in its activations, at moving units, in defense (8.2, 8.6, 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rules.company_scale.bot.fire import (
    KEPT,
    KeptLosses,
    average_worth,
    best_shot,
    firer_basis,
    markers_of,
    target_basis,
)
from rules.company_scale.bot.memory import ScriptMemory
from rules.company_scale.bot.reasons import fired, kept
from rules.company_scale.bot.value import Answer, Answers, key_of
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, is_deployed
from rules.company_scale.r05_command import commands_of, under_direct_command
from rules.company_scale.r06_1_stacking import can_sustain
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r07_line_of_sight import direct_fire
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
from rules.engine.frames import Frame
from rules.engine.memory import evict_oldest
from rules.engine.options import Decision
from rules.hexes.grid import hex_id


class Shots:
    """Answers of the greedy player where direct fire is offered or composed."""

    def __init__(self, mind: ScriptMemory) -> None:
        self.mind = mind

    def answers(self) -> Mapping[str, Answer]:
        """Return what is answered to decisions, by their kind."""
        return {"fire": self._fire, "opportunity_fire": self._opportunity_fire, "defensive_fire": self._defensive_fire}

    def _fire(self, game: Battle, decision: Decision) -> Command:
        """Compose the fire judged best, then confirm."""
        frame = game.state.frames[-1]
        shot = self.mind.intent
        if not isinstance(shot, Shot) or (shot.unit, shot.hex, shot.movers) != _what(frame):
            shot = self.best(game, *_what(frame))[1]
            self.mind.intent = shot
        for command in _missing(frame, shot):
            if command in decision.options:
                return command
        self.mind.intent = None
        if cmd("confirm") in decision.options:
            return cmd("confirm")
        self.mind.done.add((*_what(frame), key_of(game, shot.unit)))
        return cmd("cancel")

    def best(self, game: Battle, unit: str, target: int, movers: tuple[str, ...]) -> tuple[float, Shot]:
        """Return the best fire of a unit at a hex with its worth; worked out once until someone fires."""
        if movers:
            return best_shot(
                game, unit, target, self.mind.weights, tuple(_supporters(game, unit)), price=0.0, movers=movers
            )
        helpers, price = _helpers(game, unit, self.mind.weights)
        memo = (unit, game.state.units[unit].hex, is_deployed(game, unit), target, helpers, price)
        if memo not in self.mind.shots:
            self.mind.shots[memo] = self._judged(game, unit, target, helpers, price)
        return self.mind.shots[memo]

    def _judged(
        self, game: Battle, unit: str, target: int, helpers: tuple[str, ...], price: float
    ) -> tuple[float, Shot]:
        """Return the best fire as judged before, if nothing has changed that it follows from."""
        losses, fires = self.mind.losses, self.mind.losses.fires
        place = *firer_basis(game, unit), *target_basis(game, target)
        basis = losses.conditions.number(game), helpers, price, *place
        if basis not in fires:
            evict_oldest(fires, KEPT)
            fires[basis] = best_shot(game, unit, target, self.mind.weights, helpers, price=price, kept=losses)
        return fires[basis]

    def _opportunity_fire(self, game: Battle, decision: Decision) -> Command:
        """Fire if that is worth more than keeping the fire for later."""
        movers, worth = game.state.frames[-1]["units"], self.mind.weights.kept_fire

        def kept(unit: str) -> float:
            return worth / 2 if can_sustain(game, game.state.units[unit].hex) else worth

        return self._best_fire(game, decision, lambda _: movers, kept)

    def _defensive_fire(self, game: Battle, decision: Decision) -> Command:
        """Fire where it does most; in an assault there is nothing to save the fire for."""
        attackers = game.state.frames[-1]["attackers"]
        return self._best_fire(game, decision, lambda target: live_units(game, attackers, target), lambda _: 0.0)

    def _best_fire(
        self, game: Battle, decision: Decision, movers: Callable[[int], tuple[str, ...]], least: Callable[[str], float]
    ) -> Command:
        """Return the offered fire worth most above the minimum a unit fires for, or hold.

        `movers` are those fired at in a hex.
        """
        best, chosen, most = 0.0, cmd("hold"), 0.0
        price = 0.0
        for command in decision.options.of("fire"):
            unit, target = command.text("unit"), hex_id(command.text("hex"))
            what = (unit, target, movers(target))
            if (*what, key_of(game, unit)) in self.mind.done:
                continue
            gross, shot = self.best(game, *what)
            worth, most, price = gross - least(unit), max(most, gross), max(price, least(unit))
            if worth > best:
                best, chosen = worth, command
                self.mind.why = fired(game, shot, gross, least(unit))
        if chosen.verb == "hold":
            self.mind.why = kept(most, price)
        return chosen


def _supporters(game: Battle, unit: str) -> Iterator[str]:
    """Yield the other deployed units of a unit's hex whose range is as long as its own (8.3.4)."""
    own = direct_fire(game, unit)
    for other in game.state.stack(game.state.units[unit].hex):
        fire = direct_fire(game, other)
        if other != unit and is_deployed(game, other) and fire and own and fire.range >= own.range:
            yield other


def _helpers(game: Battle, unit: str, weights: Weights) -> tuple[tuple[str, ...], float]:
    """Return the units that could add their fire in an activation, and what each costs (8.2, 8.3.4)."""
    activities, direct = game.state.activity, under_direct_command(game)
    activity = activities.get(unit)
    used = activity.used if activity else 0

    def is_free(other: str) -> bool:
        its = activities.get(other)
        return its is None if direct else its is not None and its.used == used

    helpers = tuple(other for other in _supporters(game, unit) if is_free(other))
    paid = direct or used == 1
    return helpers[: commands_of(game, unit) - 1] if paid else helpers, weights.command if paid else weights.helper


def _what(frame: Frame) -> tuple[str, int, tuple[str, ...]]:
    return frame["unit"], frame["hex"], frame["movers"]


def _missing(frame: Frame, shot: Shot) -> Iterator[Command]:
    """Yield the commands still missing from a composition for the shot wanted."""
    if shot.weapon and frame["weapon"] != shot.weapon:
        yield cmd("use_weapon", weapon=shot.weapon)
    if frame["aim"] != shot.aim:
        yield cmd("aim", target=shot.aim)
    if frame["type"] != shot.type:
        yield cmd("fire_type", type=shot.type)
    yield from (cmd("support", unit=unit) for unit in shot.support if unit not in frame["support"])
    if shot.concentrate and not frame["concentrate"]:
        yield cmd("concentrate")


# --- What the script does with guns: indirect fire at spotted stacks, helpers added while they pay (8.7) -----------


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
            fire.unit,
            fire.hex,
            fire.support + ((command.text("unit"),) if command.verb == "support" else ()),
            fire.concentrate or command.verb == "concentrate",
        )
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


def indirect_fire_answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"indirect_fire": partial(_indirect_fire, mind)}
