"""Fire results: suppressed, pinned, rout checks and routs (8.5, 8.5.1, 8.5.3, 10.1)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.counters import LeaderCounter, MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy, face, headquarters, is_deployed, leader_now, leaders_in, may_aid
from rules.company_scale.prompts import ask_unit
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.r08_3_modifiers import HEX, Modifier
from rules.company_scale.r08_5_4_status import MAX_TROOP_QUALITY, current_troop_quality
from rules.company_scale.r14_heroes import MURPHY, after_use, needs_word, offer
from rules.company_scale.state import ELIMINATED, PINNED, ROUTED, SUPPRESSED, Battle
from rules.company_scale.tracing import can_trace
from rules.engine.frames import Procedure
from rules.hexes.grid import hex_name

STARS: Final = {"R": 0, "R*": 1, "R**": 2}  # 8.5: points taken off the die
ALWAYS_PASSES: Final = 0  # 8.5.1
ALWAYS_FAILS: Final = 9  # 8.5.1


def pin(game: Battle, hex_id: int) -> None:
    """Pin a hex: a pinned one becomes suppressed, a suppressed one stays so (8.5.3, 10.1)."""
    status = game.state.status(hex_id)
    if hex_id not in game.state.stacks or status.stress == SUPPRESSED:
        return
    _stress(game, hex_id, SUPPRESSED if status.stress == PINNED else PINNED)


def suppress(game: Battle, hex_id: int) -> None:
    """Suppress a hex: if it is suppressed or pinned already, all its units are eliminated (8.5.3, 10.2.1)."""
    if hex_id not in game.state.stacks:
        return
    stress = game.state.status(hex_id).stress
    spared = game.scenario.rules.get("suppressed_while_pinned") == "replaced"  # RULINGS 11
    if stress != SUPPRESSED and (stress != PINNED or spared):
        _stress(game, hex_id, SUPPRESSED)
        return
    for unit in game.state.stack(hex_id):
        remove_unit(game, unit, ELIMINATED)
    tidy(game, hex_id)


def _stress(game: Battle, hex_id: int, kind: str) -> None:
    game.state.mark(hex_id, stress=kind)
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind=kind, value=None)


def rout_total(game: Battle, unit: str, hero: str = "") -> tuple[int, int, list[Modifier]]:
    """Return what is added to the die, the number not to exceed, and the parts of both (8.5.1)."""
    here = game.state.units[unit].hex
    printed = counter(game, unit)
    parts = [
        Modifier("die", f"Terrain of {hex_name(here)}", terrain_defense(ground_of(game), here), "6.2"),
        Modifier("die", f"Defense of {printed.name}", face(game, unit).defense, "8.5.1"),
    ]
    fort = game.state.status(here).fortification
    if fort:
        parts.append(Modifier("die", f"In a {fort}", game.scenario.charts.fortification[fort].defense, "8.5.1"))
    parts.append(Modifier("quality", "Troop quality with status markers", current_troop_quality(game, unit), "8.5.1"))
    parts += leaders_quality(game, unit, here, hero)
    added = sum(p.value for p in parts if p.letter == "die")
    return added, sum(p.value for p in parts if p.letter == "quality"), parts


def checked_quality(game: Battle, unit: str, hero: str = "") -> int:
    """Return a unit's troop quality in a check other than for rout: markers and leaders, no terrain (11.1, 13.2)."""
    here = game.state.units[unit].hex
    helped = sum(part.value for part in leaders_quality(game, unit, here, hero))
    return min(MAX_TROOP_QUALITY, current_troop_quality(game, unit) + helped)


def leaders_quality(game: Battle, unit: str, here: int, hero: str = "") -> list[Modifier]:
    """Return what the best leader adds, and the hero declared or one who always helps (8.5.1, 14.0)."""
    parts = []
    able = [x for x in leaders_in(game, here) if may_aid(game, x, unit) and not needs_word(x)]
    for is_hero in (False, True):
        best = max((x for x in able if x.hero is is_hero), key=lambda x: x.troop_quality, default=None)
        if best is not None and not (is_hero and hero):
            parts.append(Modifier("quality", best.name, best.troop_quality, "8.5.1"))
    if hero:
        man = leader_now(game, hero)
        parts.append(Modifier("quality", man.name, hero_quality(game, man, unit), "14.0"))
    return parts


def hero_quality(game: Battle, hero: LeaderCounter, unit: str) -> int:
    """Return what a hero adds in a check; Murphy raises the unit's own quality, to 8 at most (14.1, 19.2)."""
    if hero.type == MURPHY:
        return min(hero.troop_quality, MAX_TROOP_QUALITY - current_troop_quality(game, unit))
    return hero.troop_quality


def passes_rout_check(game: Battle, unit: str, die: int, easier: int, hero: str = "") -> bool:
    """Tell whether a die passes a rout check made `easier` by stars (8.5.1)."""
    if die in (ALWAYS_PASSES, ALWAYS_FAILS):
        return die == ALWAYS_PASSES
    return die <= highest_pass(game, unit, easier, hero)


def highest_pass(game: Battle, unit: str, easier: int, hero: str = "") -> int:
    """Return the highest die that passes a rout check; a 0 always does, a 9 never (8.5.1)."""
    added, limit, _ = rout_total(game, unit, hero)
    if game.scenario.rules.get("stars") == "harder":  # RULINGS 2
        easier = -easier
    return limit - added + easier


def _who(game: Battle) -> str | None:
    """Find the unit that checks: the hard target aimed at, a unit in column, else the target unit (8.5.1)."""
    frame = game.frame
    here = frame["hex"]
    stack = game.state.stack(here)
    if not stack:
        return "8.5.1.tidy"
    if frame["aim"] != HEX:
        game.update(chosen=frame["aim"])
        return None if frame["aim"] in stack else "8.5.1.tidy"
    pool = tuple(u for u in stack if not frame["movers"] or u in frame["movers"])
    column = tuple(u for u in pool if not is_deployed(game, u))
    if column:
        ask_unit(game, "rout_unit", frame["firer"], column, hex_name=hex_name(here), rule="8.5.1")
        return None
    if not pool:
        return "8.5.1.tidy"
    if frame["target"] in pool:
        game.update(chosen=frame["target"])
    else:  # RULINGS 32
        ask_unit(game, "rout_unit", enemy(frame["firer"]), pool, hex_name=hex_name(here), rule="8.5.1")
    return None


def _hero(game: Battle) -> None:
    unit = game.frame["chosen"]
    game.update(unit=unit)
    offer(game, unit)  # 14.0


def _roll(game: Battle) -> None:
    unit = game.frame["unit"]
    game.roll("rout_check", unit=unit, hex=hex_name(game.frame["hex"]), result=game.frame["result_kind"])


def _judge(game: Battle) -> None:
    frame = game.frame
    unit, here, die = frame["unit"], frame["hex"], frame["result"]
    passed = passes_rout_check(game, unit, die, frame["easier"], frame["hero"])
    game.emit("RoutChecked", unit=unit, hex=hex_name(here), die=die, passed=passed, result=frame["result_kind"])
    if passed:
        return
    if not is_deployed(game, unit):  # 8.5.1: only units in column rout
        rout(game, unit)
    pin(game, here)


def rout(game: Battle, unit: str) -> None:
    """Rout a unit: to the routed box if a free path leads to any headquarters of its division, else eliminated."""
    printed = counter(game, unit)
    here = game.state.units[unit].hex
    ends = {game.state.units[hq.id].hex for hq in headquarters(game, printed.division) if hq.id != unit}
    move = printed.move_class if printed.column is not None and printed.column.move is not None else MoveClass.LEG
    has_path = can_trace(game, printed.side, here, ends, hostile_zone(game, printed.side), move)
    remove_unit(game, unit, ROUTED if has_path else ELIMINATED)


def _tidy(game: Battle) -> None:
    after_use(game, game.frame.get("hero", ""))
    tidy(game, game.frame["hex"])


ROUT_CHECK: Final = Procedure(
    "rout_check", {"8.5.1.unit": _who, "14.0": _hero, "8.5.1.roll": _roll, "8.5.1.result": _judge, "8.5.1.tidy": _tidy}
)
