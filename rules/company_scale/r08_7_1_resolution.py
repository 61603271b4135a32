"""Resolving an indirect fire: target unit, die, results, barrage, hexes set on fire (8.7.1, 8.7.2)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.battle_map import Terrain
from rules.company_scale.ground import ground_of
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r08_3_modifiers import HEX, Shot
from rules.company_scale.r08_4_resolution import ALWAYS_HITS, ALWAYS_MISSES, ask_target, carry_out_part, result_of
from rules.company_scale.r08_7_2_barrages import place_barrage
from rules.company_scale.r08_7_4_modifiers import barrage_of, indirect_value, is_harmless, parts_view, size_of
from rules.company_scale.r08_8_fires import ignite
from rules.company_scale.r13_leaders import hit_leaders
from rules.company_scale.r14_1_named_heroes import ask_gregg, turn_die
from rules.company_scale.r14_heroes import after_use
from rules.company_scale.r30_riders import meet_riders
from rules.company_scale.state import Battle
from rules.engine.frames import Procedure
from rules.hexes.ids import hex_name

BUILT_UP: Final = (Terrain.VILLAGE, Terrain.TOWN, Terrain.CITY)  # 8.7.2


def row_of(game: Battle) -> tuple[str, ...]:
    """Return the row of the combat results table for indirect fire; its hex half only (3.3, 8.1)."""
    return game.scenario.charts.combat_hex["indirect"]


def _target(game: Battle) -> None:
    """Have the target unit named: it is lost or checks for rout; its defense does not count (RULINGS 52)."""
    fire = barrage_of(game.frame)
    game.update(chosen="")
    if is_harmless(game, fire):
        return
    ask_target(game, Shot(fire.unit, fire.hex, HEX, ""), game.state.stack(fire.hex))


def _roll(game: Battle) -> None:
    game.update(target=game.frame["chosen"])
    frame = game.frame
    fire = barrage_of(frame)
    value, parts = indirect_value(game, fire)
    harmless = is_harmless(game, fire)
    game.update(value=value, harmless=harmless, size=size_of(game, fire))
    game.emit(
        "IndirectFireDeclared", unit=fire.unit, hex=hex_name(fire.hex), value=value, support=list(fire.support),
        concentrate=fire.concentrate, target=frame["target"], harmless=harmless, barrage=size_of(game, fire),
        modifiers=parts_view(parts),
    )  # fmt: skip
    game.roll("indirect_fire", unit=fire.unit, hex=hex_name(fire.hex), value=value)


def _look(game: Battle) -> None:
    frame = game.frame
    die = frame["result"]
    entry = "" if frame["harmless"] else result_of(row_of(game), frame["value"], die)
    game.update(die=die, parts=tuple(entry.split()))
    game.emit("IndirectFired", unit=frame["unit"], hex=hex_name(frame["hex"]), die=die, value=frame["value"],
              result=entry, harmless=frame["harmless"])  # fmt: skip
    if not frame["harmless"]:
        hit_leaders(game, frame["hex"], die)  # 13.3


def _barrage(game: Battle) -> None:
    frame = game.frame
    if frame["die"] != ALWAYS_MISSES:  # 8.7.2; RULINGS 50: after the results
        place_barrage(game, frame["hex"], frame["size"])


def _fire(game: Battle) -> None:
    here = game.frame["hex"]
    if game.frame["die"] == ALWAYS_HITS and ground_of(game).hexes[here].terrain in BUILT_UP:
        ignite(game, here)
    after_use(game, game.frame["hero"])
    tidy(game, game.frame["origin"])


INDIRECT_RESOLUTION: Final = Procedure(
    "indirect_resolution",
    {
        "30.0": meet_riders,
        "8.3.1.target": _target,
        "8.7.1.roll": _roll,
        "14.1": ask_gregg,
        "14.1.turn": turn_die,
        "8.7.1.look": _look,
        "8.5.part": carry_out_part,
        "8.7.2.barrage": _barrage,
        "8.7.2.fire": _fire,
    },
)
