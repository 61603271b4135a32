"""Resolving a fire: target unit, die, table, results, broken weapons (8.3.1, 8.4, 8.5)."""

from __future__ import annotations

from typing import Any, Final

from rules.company_scale.choosing import ask_unit, ask_weapon
from rules.company_scale.pieces import enemy, weapons_in
from rules.company_scale.r06_1_stacking import remove_unit, send_weapon_off, tidy
from rules.company_scale.r08_3_modifiers import (
    HEX,
    SHOT_FIELDS,
    Shot,
    defender_chooses,
    fire_value,
    shot_of,
    targets_in,
)  # fmt: skip
from rules.company_scale.r08_5_results import STARS, suppress
from rules.company_scale.r08_6_1_sustained_fire import after_opportunity_fire
from rules.company_scale.r08_8_fires import light
from rules.company_scale.r13_leaders import hit_leaders
from rules.company_scale.r14_heroes import after_use, offer, used_heroes
from rules.company_scale.state import ELIMINATED, MAP, OUT, Battle
from rules.engine.frames import Procedure
from rules.hexes.ids import hex_name

ALWAYS_HITS: Final = 0  # 8.2
ALWAYS_MISSES: Final = 9  # 8.2


def table_row(game: Battle, shot: Shot) -> tuple[str, ...]:
    """Return the combat results row for a shot: left half for a hex, right for a hard target (3.3)."""
    charts = game.scenario.charts
    half = charts.combat_hex if shot.aim == HEX else charts.combat_hard
    return half[shot.type]


def result_of(row: tuple[str, ...], value: int, die: int) -> str:
    """Return a row's entry for a die, '' for a miss (8.2, 8.4)."""
    if die == ALWAYS_MISSES or (die > value and die != ALWAYS_HITS):
        return ""
    return row[die]


def name_target(game: Battle, shot: Shot) -> bool:
    """Have the target unit of a shot named as `chosen`; tell whether there is one (8.3.1)."""
    units = targets_in(game, shot)
    if not units or (shot.aim != HEX and shot.aim not in units):
        return False
    if shot.aim != HEX:
        game.update(chosen=shot.aim)
    else:
        ask_target(game, shot, units)
    return True


def ask_target(game: Battle, shot: Shot, units: tuple[str, ...]) -> None:
    """Ask the defender for the target unit if any unit in the hex is deployed, the firing side otherwise (8.3.1)."""
    chooser = enemy(game.frame["seat"]) if defender_chooses(game, shot) else game.frame["seat"]
    ask_unit(game, "target_unit", chooser, units, hex_name=hex_name(shot.hex), rule="8.3.1")


def _target(game: Battle) -> str | None:
    shot = shot_of(game.frame)
    return None if name_target(game, shot) else "8.4.after"


def _defence(game: Battle) -> None:
    game.update(target=game.frame["chosen"], chosen="")
    shot = shot_of(game.frame)
    weapons = tuple(w.id for w in weapons_in(game, shot.hex)) if shot.aim == HEX else ()  # 8.3.1: none for one target
    if not weapons:
        return
    if defender_chooses(game, shot):  # RULINGS 10: one must be chosen
        seat, choices = enemy(game.frame["seat"]), weapons
    elif any(game.scenario.weapons[w].defense > 0 for w in weapons):
        seat, choices = game.frame["seat"], ("", *weapons)
    else:
        return
    ask_weapon(game, "defence_weapon", seat, choices, hex_name=hex_name(shot.hex), rule="8.3.1")


def _resolved(game: Battle) -> Shot:
    return shot_of(game.frame, target=game.frame["target"], defence_weapon=game.frame["weapon_in_hex"],
                   defence_hero=game.frame["hero"])  # fmt: skip


def _hero(game: Battle) -> None:
    game.update(weapon_in_hex=game.frame["chosen"])
    offer(game, game.frame["target"], defense=True)  # 14.2


def _roll(game: Battle) -> None:
    shot = _resolved(game)
    value, parts = fire_value(game, shot)
    game.update(value=value)
    game.emit(
        "FireDeclared", unit=shot.unit, hex=hex_name(shot.hex), aim=shot.aim, type=shot.type, value=value,
        support=list(shot.support), weapon=shot.weapon, leaders=list(shot.leaders), concentrate=shot.concentrate,
        opportunity_fire=shot.is_opportunity_fire, target=shot.target,
        modifiers=[{"text": p.text, "value": p.value, "rule": p.rule} for p in parts],
    )  # fmt: skip
    game.roll("fire", unit=shot.unit, hex=hex_name(shot.hex), value=value)


def _look(game: Battle) -> None:
    shot = _resolved(game)
    die, value = game.frame["result"], game.frame["value"]
    entry = result_of(table_row(game, shot), value, die)
    game.update(die=die, parts=tuple(entry.split()))
    game.emit("Fired", unit=shot.unit, hex=hex_name(shot.hex), aim=shot.aim, die=die, value=value, result=entry)
    hit_leaders(game, shot.hex, die)  # 13.3


def carry_out_part(game: Battle) -> str | None:
    """Carry out the next part of a result, in printed order (8.5)."""
    frame = game.frame
    parts = frame["parts"]
    if not parts:
        return None
    game.update(parts=parts[1:])
    part, here = parts[0], frame["hex"]
    if part.startswith("DG"):
        game.push("gain_dg", hex=here, points=int(part[2:]))
    elif part == "S":
        suppress(game, here)
    elif part == "E":
        _eliminate(game, frame["target"], here)
    else:
        game.push("rout_check", hex=here, easier=STARS[part], result_kind=part, aim=frame["aim"],
                  target=frame["target"], movers=frame["movers"], firer=frame["seat"])  # fmt: skip
    return "8.5.part"


def _eliminate(game: Battle, target: str, here: int) -> None:
    record = game.state.units[target]
    if record.place == MAP and record.hex == here:  # an earlier part may have removed it
        remove_unit(game, target, ELIMINATED)
        tidy(game, here)


def _flames(game: Battle) -> None:
    light(game, shot_of(game.frame), game.frame["die"])


def _after(game: Battle) -> None:
    frame = game.frame
    die = frame.get("die", -1)
    weapon = frame["weapon"]
    if die >= 0 and frame["movers"]:
        after_opportunity_fire(game, frame)
    if weapon and die >= 0 and game.state.weapons[weapon].place == MAP:
        if game.scenario.weapons[weapon].one_use:  # 12.3
            game.state.put(weapon, 0, OUT)
            game.emit("WeaponRemoved", weapon=weapon, hex=hex_name(frame["origin"]), place=OUT)
        elif die == ALWAYS_MISSES:  # 8.4
            send_weapon_off(game, weapon)
    if die >= 0:
        for hero in (*used_heroes(game, frame["leaders"]), frame["hero"]):
            after_use(game, hero)
    tidy(game, frame["origin"])


RESOLUTION: Final = Procedure(
    "fire_resolution",
    {
        "8.3.1.target": _target,
        "8.3.1.weapon": _defence,
        "14.2": _hero,
        "8.4.roll": _roll,
        "8.4.look": _look,
        "8.5.part": carry_out_part,
        "8.8": _flames,
        "8.4.after": _after,
    },
)


def resolution_data(game: Battle, shot: Shot, seat: str) -> dict[str, Any]:
    """Return the locals a composed shot takes into its resolution."""
    data: dict[str, Any] = {name: getattr(shot, name) for name in SHOT_FIELDS}
    return {**data, "seat": seat, "origin": game.state.units[shot.unit].hex}
