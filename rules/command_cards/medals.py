"""Medals, objectives and victory (CMD-hit-03, -06, -07)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rules.command_cards.pieces import occupants, own_units
from rules.command_cards.scenario import Objective, other
from rules.command_cards.state import Medal, Table
from rules.engine.frames import Conclusion

MEDALS: Final = "medals"
NOBODY_LEFT: Final = "nobody left"
LIMIT: Final = "limit"
SOURCES: Final = {"unit": "enemy units destroyed", "exit": "units that left the board"}
"""What medals are for, in words; those of an objective are for its place."""


def award(game: Table, seat: str, medal: Medal) -> None:
    """Put a medal on a side's stand; the game ends at once when it has enough (CMD-hit-07)."""
    if game.state.winner:
        return
    won = game.state.medals[seat] = (*game.state.medals[seat], medal)
    game.emit("MedalWon", seat=seat, source=medal.source, name=medal.name, medals=len(won))
    if len(won) >= game.scenario.sides[seat].medals:
        win(game, seat, MEDALS)


def win(game: Table, seat: str, why: str) -> None:
    """End the game: whatever waits is dropped."""
    game.state.winner, game.state.ending = seat, why
    game.emit("GameOver", winner=seat, why=why)
    game.conclude("over")


def score_lines(seat: str, won: Sequence[Medal]) -> list[dict[str, Any]]:
    """Return what a side has its medals for: side, medals as `points`, and in words."""
    count = Counter(SOURCES.get(medal.source) or f"{medal.name} held" for medal in won)
    return [{"side": seat, "points": number, "text": words} for words, number in count.items()]


def anybody_left(game: Table, seat: str) -> None:
    """End the game if a side has no unit left on the board."""
    if not game.state.winner and not own_units(game, seat):
        win(game, other(seat), NOBODY_LEFT)


def is_met(game: Table, objective: Objective) -> bool:
    """Tell whether a side stands on an objective, on all of its hexes where all are needed."""
    at, units = occupants(game), game.state.units
    held = [place in at and units[at[place]].seat == objective.seat for place in objective.hexes]
    return all(held) if objective.need_all else any(held)


def is_held(game: Table, place: int) -> bool:
    """Tell whether the medals of an objective lie on a stand."""
    seat = game.scenario.objectives[place].seat
    return any(medal.source == "objective" and medal.place == place for medal in game.state.medals[seat])


def count_objectives(game: Table) -> None:
    """Award the objectives of the side whose turn ends, one medal after another."""
    for place, objective in enumerate(game.scenario.objectives):
        if objective.seat == game.state.seat and not is_held(game, place) and is_met(game, objective):
            for _ in range(objective.medals):
                award(game, objective.seat, Medal("objective", objective.name, place))


def hand_back(game: Table) -> None:
    """Take back at once the medals of objectives that do not stay and are no longer held."""
    if game.state.winner:
        return
    for place, objective in enumerate(game.scenario.objectives):
        if not objective.keep and is_held(game, place) and not is_met(game, objective):
            seat = objective.seat
            game.state.medals[seat] = tuple(
                medal for medal in game.state.medals[seat] if (medal.source, medal.place) != ("objective", place)
            )
            game.emit("MedalReturned", seat=seat, name=objective.name, medals=len(game.state.medals[seat]))


OVER: Final = Conclusion("over", {"over": lambda game: None})
"""Stands at the bottom when the game has ended: nothing after the last medal happens."""
