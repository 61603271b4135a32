"""Victory: the score, its levels, the sudden end; what the rulebook leaves open (VIC)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from rules.engine.frozen import frozen, none_as
from rules.striking_anvil.r01_1_map import area_name, fort_level, is_area, is_friendly
from rules.striking_anvil.r01_3_units import is_combat
from rules.striking_anvil.r07_landings import are_due
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil

LEVELS: Final = ("allied_decisive", "allied_marginal", "draw", "german_marginal", "german_decisive")
TOLD: Final = {
    "allied_decisive": "Allied decisive victory",
    "allied_marginal": "Allied marginal victory",
    "draw": "Draw",
    "german_marginal": "German marginal victory",
    "german_decisive": "German decisive victory",
}


@frozen
class ScoreLine:
    """What counts, and its victory points; those of the Germans are negative."""

    what: str
    points: int


@frozen
class GameResult:
    """How a game ended: who has won if anybody, at which level, by how much; `sudden` if it ended at once (VIC-03)."""

    winner: str | None = field(metadata=none_as(""))
    level: str
    points: int
    leads: Mapping[str, int]
    sudden: bool
    text: str
    lines: tuple[ScoreLine, ...]


def score_lines(game: Anvil) -> list[ScoreLine]:
    """Return what counts now, line by line, points of the Germans as negative (VIC-01); fractions are dropped last."""
    chart, points = game.scenario.charts.victory, game.state.points
    lines: list[ScoreLine] = []
    for area, worth in chart.areas.items():
        if is_friendly(game, ALLIED, area):
            lines.append(ScoreLine(area_name(game, area), worth))
    for area in game.scenario.charts.fortifications:
        if fort_level(game, area):
            lines.append(ScoreLine(f"Fortress of {area_name(game, area)}", -chart.fortress))
    lost, sunk = points.get(GERMAN, 0), points.get(ALLIED, 0)
    lines.append(ScoreLine(f"German strength eliminated: {lost}", lost // chart.eliminated_german))
    lines.append(ScoreLine(f"Allied strength eliminated: {sunk}", -(sunk // chart.eliminated_allied)))
    for box, rate in chart.exited.items():
        left = points.get(box, 0)
        name = game.scenario.map.boxes[box].name if box in game.scenario.map.boxes else box
        lines.append(ScoreLine(f"German strength escaped to {name}: {left}", -(left // rate)))
    return lines


def score(game: Anvil) -> int:
    """Return Allied less German victory points (VIC-01)."""
    return sum(line.points for line in score_lines(game))


def level_of(game: Anvil, points: int) -> str:
    """Return the level of victory of a score (VIC-02)."""
    shift = game.scenario.victory_shift
    for name, least in game.scenario.charts.victory.levels:
        if points >= least + shift:
            return name
    return LEVELS[-1]


def is_sudden(game: Anvil) -> bool:
    """Tell whether both fortresses are Allied and no German combat unit is on the map or still due (VIC-03)."""
    if not all(is_friendly(game, ALLIED, area) for area in game.scenario.charts.fortifications):
        return False
    counters = game.scenario.counters
    for unit, piece in game.state.units.items():
        if counters[unit].side == GERMAN and is_combat(game, unit) and is_area(game, piece.at):
            return False
    return not are_due(game, GERMAN)


def end_at_once(game: Anvil) -> bool:
    """End the game if the Allies have won suddenly; tell whether they have (VIC-03)."""
    if not is_sudden(game):
        return False
    game.state.ended = True
    game.emit("SuddenVictory", side=ALLIED)
    game.conclude("conclusion")
    return True


def outcome(game: Anvil) -> GameResult:
    """Return the result of a finished game."""
    points = score(game)
    level = LEVELS[0] if game.state.ended else level_of(game, points)
    winner = ALLIED if level.startswith(ALLIED) else GERMAN if level.startswith(GERMAN) else None
    told = TOLD[level] + (" at once" if game.state.ended else f", {points} points")
    leads = {ALLIED: points, GERMAN: -points}
    return GameResult(winner, level, points, leads, game.state.ended, told, tuple(score_lines(game)))
