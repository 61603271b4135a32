"""To which division the script attaches a formation (26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.judgement.offers import Answers
from rules.company_scale.pieces import headquarters
from rules.company_scale.r05_command import DIVISION, command_range
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance

FAR: Final = 99  # hexes: no headquarters on the map


def _attachment(game: Battle, decision: Decision) -> Command:
    """Choose the division whose headquarters reaches the formation best, of equals the one with most to spend."""
    subject: Any = decision.subject
    hexes = list(_places(game, subject["about"]))

    def merit(division: str) -> tuple[int, int]:
        status = game.state.divisions[division]
        return -_beyond(game, division, hexes), status.dispatch + status.commands

    return cmd("choose", division=max(subject["divisions"], key=merit))


def _places(game: Battle, formation: str) -> Iterator[int]:
    """Yield the hexes where a formation's units are or arrive."""
    arriving = {unit: due.hex for due in game.scenario.reinforcements for unit in due.units}
    for unit in game.scenario.roster.formations.get(formation, ()):
        record = game.state.units[unit]
        here = record.hex if record.place == MAP else arriving.get(unit, 0)
        if here:
            yield here


def _beyond(game: Battle, division: str, hexes: list[int]) -> int:
    """Return how many hexes the nearest unit is beyond the command of a division's headquarters, 0 within it."""
    gaps = [
        max(0, distance(game.state.units[hq.id].hex, here) - command_range(game, hq))
        for hq in headquarters(game, division) if hq.hq == DIVISION for here in hexes
    ]  # fmt: skip
    return min(gaps, default=FAR)


ANSWERS: Final[Answers] = {"attachment": _attachment}
