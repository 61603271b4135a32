"""Paradrops: one roll for all units of a drop, before any activation (8)."""

from __future__ import annotations

from typing import Final

from rules.engine.frames import Procedure
from rules.striking_anvil.r01_1_map import check_control, is_friendly
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_units import disorganize, units_of
from rules.striking_anvil.r_victory import end_at_once
from rules.striking_anvil.scenario import ALLIED, GERMAN, AirDrop
from rules.striking_anvil.state import Anvil

GOOD_UP_TO: Final = 4


def drops_of(game: Anvil) -> list[AirDrop]:
    """Return the drops of this turn (8)."""
    return [drop for drop in game.scenario.drops if drop.turn == game.state.turn]


def drop_modifier(game: Anvil, area: str) -> int:
    """Return what is added to the roll: 1 for an enemy area, 1 for enemy units; control is that before the drop (8)."""
    return int(not is_friendly(game, ALLIED, area)) + bool(units_of(game, area, GERMAN))


def _roll(game: Anvil) -> str | None:
    drops = drops_of(game)
    if game.frame["number"] >= len(drops):
        return "check"
    game.roll("paradrop", area=drops[game.frame["number"]].area)
    return None


def _land(game: Anvil) -> str | None:
    drop = drops_of(game)[game.frame["number"]]
    modified = game.frame["result"] + drop_modifier(game, drop.area)
    good = modified <= GOOD_UP_TO
    for unit in drop.units:
        game.state.place(unit, drop.area)
    game.emit("Dropped", units=drop.units, area=drop.area, modified=modified, good=good)
    if not good:
        disorganize(game, drop.units)
    game.update(number=game.frame["number"] + 1)
    return "roll"


def _check(game: Anvil) -> str | None:
    for drop in drops_of(game):
        abandon(game, drop.area)
    if drops_of(game):
        check_control(game)  # 8: once all drops are made
        end_at_once(game)
    return None


DROPS: Final = Procedure("drops", {"roll": _roll, "land": _land, "check": _check})
