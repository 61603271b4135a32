"""What cards do beside ordering: strikes, stragglers, sandbags (CMD-card-03, CMD-order-08)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.command_cards.charts import Card
from rules.command_cards.dice import STAR, roll_dice
from rules.command_cards.obstacles import place_sandbags
from rules.command_cards.state import Table, Unit
from rules.engine.frames import Procedure

_SYMBOL: Final = {"infantry": "infantry", "armor": "armor", "artillery": "grenade"}


def take_effect(game: Table, card: Card) -> None:
    """Let a card just played strike or bring figures back, before its unit is ordered."""
    frame, seat = game.frame, game.state.seat
    if card.strike is not None:
        game.push("strike", seat=seat, targets=frame["targets"], dice=card.strike.dice)
    elif card.restore and frame["restored"]:
        game.push("restoring", unit=frame["restored"], dice=card.restore)


def _next_target(game: Table) -> str | None:
    targets = [name for name in game.frame["targets"] if name in game.state.units]
    if not targets:
        return "end"
    game.update(targets=tuple(targets[1:]), target=targets[0])
    game.emit("UnitStruck", unit=targets[0], hex=game.state.units[targets[0]].hex, dice=game.frame["dice"])
    roll_dice(game, game.frame["dice"], "strike", "", targets[0])
    return None


def _struck(game: Table) -> str:
    frame = game.frame
    game.push("result", target=frame["target"], seat=frame["seat"], rolled=frame["rolled"], stars=True)
    return "target"


STRIKE: Final = Procedure("strike", {"target": _next_target, "struck": _struck})
"""Dice against each of `targets`, without terrain or line of sight."""


def figures_back(rolled: Sequence[str], unit: Unit) -> int:
    """Return how many figures dice bring back to a unit: stars and its own symbol, up to its full number."""
    symbols = sum(face in (STAR, _SYMBOL[unit.cls]) for face in rolled)
    return min(symbols, unit.type.figures - unit.figures)


def _throw(game: Table) -> None:
    roll_dice(game, game.frame["dice"], "restore", game.frame["unit"], "")


def _bring_back(game: Table) -> None:
    name = game.frame["unit"]
    unit = game.state.units[name]
    back = figures_back(game.frame["rolled"], unit)
    game.state.units[name] = replace(unit, figures=unit.figures + back)
    game.emit("FiguresRestored", unit=name, hex=unit.hex, back=back, left=unit.figures + back)


RESTORING: Final = Procedure("restoring", {"roll": _throw, "restore": _bring_back})
"""Figures that come back to `unit`."""


def entrench(game: Table, units: Sequence[str]) -> None:
    """Put sandbags on the hexes of ordered units, which do nothing else."""
    for name in units:
        place_sandbags(game, game.state.units[name].hex)
        game.state.orders[name] = replace(game.state.orders[name], acted="dug in")
