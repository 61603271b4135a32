"""Whole turns for tests: a quiet war in which nobody can buy anything, and players who sit it out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.company_scale.scenario import DivisionStart
from rules.engine.command import Command, Plain
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, game_from_start, ge, us

OPEN = board(
    """
    ............
    ............
    ............
    ............
    """,
    first="10.30",
)
QUIET_CUP: tuple[Plain, ...] = ("wind", "event", 5, "command:german", "command:allied")
EMPTY = DivisionStart(0, 0, 0, 2)  # troop quality 2: no chits (4.0); no commands: nobody acts
ALL_EMPTY = dict.fromkeys(("pz11", "d198", "d36", "butler"), EMPTY)
TWO: Mapping[str, Piece] = {"a": us("10.30"), "x": ge("21.33")}
SIT_OUT = {"preparation": "done", "purchase": "pass", "activation": "end_activation", "assault_markers": "done"}


def quiet_turn(*dispatch: int) -> tuple[Plain, ...]:
    """Return nature's outcomes of a turn without headquarters: a dispatch die for each division, then the draws."""
    return (*dispatch, *QUIET_CUP)


def quiet_game(*outcomes: Plain, pieces: Mapping[str, Piece] = TWO, **facts: Any) -> TableTop:
    """Play a scenario of two companies far apart in which nobody can buy or act, as far as it goes by itself."""
    return game_from_start(OPEN, pieces, *outcomes, **{"divisions": ALL_EMPTY, "turns": 1, **facts})


def sit_out(table: TableTop, *outcomes: Plain, until: str = "") -> list[dict[str, Any]]:
    """Answer every decision by doing nothing until the game is over or a decision of kind `until` is asked."""
    events: list[dict[str, Any]] = []
    table.dice(*outcomes)
    while table.session.decision is not None and table.session.decision.kind != until:
        events += table.do(SIT_OUT[table.decision.kind])
    return events


def story(table: TableTop) -> list[dict[str, Any]]:
    """Return every event since the start of the game, in order."""
    return [event for _, event in table.session.events]


def told(table: TableTop, *kinds: str) -> list[dict[str, Any]]:
    """Return the events of these kinds since the start of the game, in order."""
    return [event for event in story(table) if event["event"] in kinds]


def start_of(**changes: int) -> DivisionStart:
    """Return starting values of a division: 5 dispatch points, no commands, rested, troop quality 5."""
    return DivisionStart(**{"dispatch": 5, "commands": 0, "fatigue": 0, "troop_quality": 5, **changes})


ARMIES: dict[str, Piece] = {
    "a": us("10.30"), "b": us("10.31", formation="r142"),
    "x": ge("21.30"), "y": ge("21.31", formation="pg111"), "z": ge("21.32", formation="gr305"),
}  # fmt: skip
BUTLER = {**ARMIES, "c": us("10.32", formation="cav117")}
WARRING = ("butler", "d36", "pz11", "d198")


def war(*outcomes: Any, pieces: dict[str, Piece] = ARMIES, **starts: DivisionStart) -> TableTop:
    """Start at 0900; divisions not named have no points and troop quality 2: they buy nothing."""
    return game_from_start(OPEN, pieces, *outcomes, divisions={**dict.fromkeys(WARRING, EMPTY), **starts}, turns=1)


def chits(commands: list[Command]) -> set[str]:
    """Return which chits the commands buy."""
    return {str(command.get("chit")) for command in commands}


def to_action_phase(table: TableTop) -> None:
    """End the purchases of both sides; every division gains one dispatch point."""
    table.dice(*(9 for _ in table.state.divisions))
    while table.asked[1] == "preparation":
        table.do("done")


def at_purchase(pieces: dict[str, Piece] = ARMIES, **starts: DivisionStart) -> TableTop:
    """Come to the first question before a draw, having bought nothing for the Cup; each division gained one point."""
    table = war(pieces=pieces, **starts)
    to_action_phase(table)
    return table
