"""Victory: the points track, victory hexes, withdrawal, eliminations, and who has won (27.1 to 27.4)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from rules.company_scale.pieces import counter, day_of, enemy, hour_number, side_of
from rules.company_scale.records.view import ScoreLine
from rules.company_scale.scenario import SIDES, Scenario, VictoryHex
from rules.company_scale.state import Battle
from rules.engine.frames import Conclusion
from rules.hexes.grid import hex_name

NOBODY: Final = "nobody"
TRACK: Final = 29  # 27.1
ELIMINATED: Final = "eliminated"
EXITED: Final = "exited"
EVACUATED: Final = "evacuated"
DENIED: Final = "denied"
ROAD: Final = "road"
HEXES: Final = "hexes"
_TEXTS: Final = {
    ELIMINATED: "enemy units eliminated",
    EXITED: "units withdrawn from the map",
    EVACUATED: "evacuation markers withdrawn",
    DENIED: "evacuation markers stopped",
    ROAD: "Evacuation Road found open",
    HEXES: "victory hexes held at scoring",
}


def score(game: Battle, side: str, points: int, what: str) -> None:
    """Add points to a side's total; beyond 29 they come off the other side's, and 29 to 0 wins (27.1)."""
    if points > 0:
        _add(game, side, points, what)
        _end_if_automatic(game, side)


def _add(game: Battle, side: str, points: int, what: str) -> None:
    state, other = game.state, enemy(side)
    key = f"{side}:{what}"
    state.scored = {**state.scored, key: state.scored.get(key, 0) + points}
    total = state.points.get(side, 0) + points
    if game.scenario.victory.track and total > TRACK:
        state.points[other] = max(0, state.points.get(other, 0) - (total - TRACK))
        total = TRACK
    state.points[side] = total
    game.emit("VictoryPoints", side=side, points=points, what=what, value=total)


def _end_if_automatic(game: Battle, side: str) -> None:
    if is_automatic(game, side) and not game.state.winner:  # 27.1: at once
        game.state.winner = side
        game.conclude("automatic_victory")


def is_automatic(game: Battle, side: str) -> bool:
    """Tell whether a side has 29 points against none (27.1)."""
    points = game.state.points
    return game.scenario.victory.track and points.get(side, 0) >= TRACK and not points.get(enemy(side), 0)


def _end_at_once(game: Battle) -> None:
    game.state.phase = "end"
    game.emit("GameOver", winner=game.state.winner, points=points(game), automatic=True)
    game.state.frames.clear()


AUTOMATIC_VICTORY: Final = Conclusion("automatic_victory", {"27.1": _end_at_once})


def count_loss(game: Battle, side: str) -> None:
    """Count a side's unit as eliminated; the enemy scores what the scenario gives for it (27.4)."""
    game.state.losses[side] = game.state.losses.get(side, 0) + 1
    score(game, enemy(side), game.scenario.victory.eliminated.get(enemy(side), 0), ELIMINATED)


def date_of(scenario: Scenario, turn: int) -> str:
    """Return the date of a turn, as 1944-08-22; a night belongs to the day before it."""
    return (date.fromisoformat(scenario.date) + timedelta(days=day_of(scenario, turn))).isoformat()


def hex_points(victory_hex: VictoryHex, on: str) -> Mapping[str, int]:
    """Return what a victory hex is worth to each side on a date (27.2)."""
    worth = victory_hex.points
    for since, later in victory_hex.later:
        if on >= since:
            worth = later
    return worth


def controller(game: Battle, hex_id: int) -> str:
    """Return the side with a unit in a victory hex, or ''; an evacuation marker holds none (27.2; RULINGS 130)."""
    return next((side_of(game, unit) for unit in game.state.stack(hex_id) if not counter(game, unit).marker), "")


def takes_goal(game: Battle, seat: str, here: int) -> bool:
    """Tell whether a side that comes into a hex takes a victory hex that counts now."""
    if not any(goal.hex == here for goal in game.scenario.victory.hexes) or controller(game, here) == seat:
        return False
    today = date_of(game.scenario, game.state.turn)
    return any(sum(hex_points(goal, today).values()) for goal in game.scenario.victory.hexes if goal.hex == here)


def update_control(game: Battle) -> None:
    """Report the victory hexes that changed hands: a side holds one only with a unit in it (27.2)."""
    for goal in game.scenario.victory.hexes:
        side = controller(game, goal.hex)
        if game.state.control.get(goal.hex, "") != side:
            game.state.control[goal.hex] = side
            game.emit("VictoryHexTaken", hex=hex_name(goal.hex), name=goal.name, side=side)


def check_hexes(game: Battle) -> None:
    """Score the victory hexes, all at once, at the end of a day on which the scenario counts them (27.2)."""
    state, scenario = game.state, game.scenario
    today = date_of(scenario, state.turn)
    if hour_number(scenario, state.turn) != len(scenario.hours) - 1 or today not in scenario.victory.checks:
        return
    for line in hex_lines(game):
        _add(game, line.side, line.points, HEXES)
    for side in SIDES:
        _end_if_automatic(game, side)


def hex_lines(game: Battle) -> list[ScoreLine]:
    """Return what each victory hex is now worth to the side with a unit in it (27.2)."""
    lines = []
    today = date_of(game.scenario, game.state.turn)
    for goal in game.scenario.victory.hexes:
        side = controller(game, goal.hex)
        worth = hex_points(goal, today).get(side, 0) if side else 0
        if worth:
            lines.append(ScoreLine(side, worth, f"{goal.name} ({hex_name(goal.hex)}) held"))
    return lines


def score_lines(game: Battle) -> tuple[ScoreLine, ...]:
    """Return the victory points of both sides, line by line: scored so far, then the hexes held."""
    lines: list[ScoreLine] = []
    for side in SIDES:
        for what, text in _TEXTS.items():
            gained = game.state.scored.get(f"{side}:{what}", 0)
            if gained:
                lines.append(ScoreLine(side, gained, _counted(game, side, what, text)))
    lines += _held(game)
    for side, final in points(game).items():
        rest = final - sum([line.points for line in lines if line.side == side])
        if rest:
            lines.append(ScoreLine(side, rest, f"beyond {TRACK} points (27.1)"))
    return tuple(lines)


def _counted(game: Battle, side: str, what: str, text: str) -> str:
    if what != ELIMINATED:
        return text
    lost = game.state.losses.get(enemy(side), 0)
    return f"{lost} {text}" if lost != 1 else f"1 {text.replace('units', 'unit')}"


def _held(game: Battle) -> list[ScoreLine]:
    """Return the lines of the victory hexes; an automatic victory comes before they are counted (27.1)."""
    winner = game.state.winner
    return [] if winner in SIDES and is_automatic(game, winner) else hex_lines(game)


def points(game: Battle) -> dict[str, int]:
    """Return each side's victory points: those on the track, and the hexes as held now (27.1, 27.2)."""
    totals = {side: game.state.points.get(side, 0) for side in SIDES}
    for line in _held(game):
        totals = with_points(totals, line.side, line.points, track=game.scenario.victory.track)
    return totals


def with_points(totals: Mapping[str, int], side: str, gained: int, *, track: bool) -> dict[str, int]:
    """Return the totals after a gain, kept on the track (27.1)."""
    total, other = totals[side] + gained, totals[enemy(side)]
    if track and total > TRACK:
        total, other = TRACK, max(0, other - (total - TRACK))
    return {side: total, enemy(side): other}


def decide_winner(game: Battle) -> None:
    """Name the winner: the German side if its lead reaches the scenario's margin, else the Allied side (27.4).

    If the scenario sets no margin, equal points are a German victory. A scenario without victory conditions, such
    as an example, is won by nobody.
    """
    final, victory = points(game), game.scenario.victory
    german = final["german"] - final["allied"] >= victory.german_margin
    game.state.winner = NOBODY if not victory.is_contested else "german" if german else "allied"
    game.emit("GameOver", winner=game.state.winner if victory.is_contested else "", points=final)
