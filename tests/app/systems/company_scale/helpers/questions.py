"""A board on which a test puts any question, such as those of assaults, guns and support weapons."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from rules.company_scale.records.answers import Targets
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeUpdate, decide
from tests.app.systems.company_scale.helpers.board_mouse import Player
from tests.app.systems.company_scale.helpers.skirmish import Skirmish

TARGETS = ["15.42", "16.41", "17.40"]


class Questions(Skirmish):
    """A skirmish whose question is set by the test; answers are only recorded."""

    def __init__(self) -> None:
        super().__init__()
        self.question: Decision | None = None
        self.reasons = [Reason("This is not one of the options.", "5.2")]

    @property
    def decision(self) -> Decision | None:
        return self.question

    def submit(self, seq: int, command: Command) -> Any:
        self.submitted.append(command)
        return FakeUpdate(seq, [], self.question)

    def explain(self, command: Command) -> list[Reason]:
        return self.reasons

    def _ask_targets(self, unit: str) -> Targets:
        return Targets(tuple(TARGETS), (), ("14.40",)) if unit == "f_117" else Targets()

    def _ask_reachable(self, units: list[str]) -> dict[str, Any]:
        return {"begin": [], "hexes": {}, "watched": [], "second": False, "why": []}


class Asked(Player):
    """A player with a mouse who is asked the questions of a test."""

    session: Questions

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__(qtbot, session=Questions())

    @property
    def question(self) -> Decision | None:
        """Return the present question."""
        return self.session.question

    def ask(self, seat: str, kind: str, *commands: Command, **subject: Any) -> None:
        """Put a question to a side."""
        self.session.question = decide(seat, kind, "?", *commands, **subject)
        self.board.refresh()

    def explain(self, *reasons: Reason) -> None:
        """Set the reasons of every refusal."""
        self.session.reasons = list(reasons)


def gun_activation() -> tuple[Command, ...]:
    """Return what an activation lists for a gun: one target of the many it has."""
    return (cmd("indirect_fire", unit="f_117", hex="17.40"), cmd("pass_unit", unit="f_117"), cmd("end_activation"))
