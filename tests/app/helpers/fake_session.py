"""A scripted session without rules, for tests of widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from rules.company_scale.records.view import View
from rules.company_scale.series import printed_hours, printed_series
from rules.engine.command import Command, IllegalCommand, NotYourDecision, Reason
from rules.engine.frozen import to_plain
from rules.engine.options import Decision

Step = Callable[["FakeSession", Command], list[dict[str, Any]]]


class FakeOptions:
    """A plain list of commands with the interface of Options."""

    def __init__(self, commands: list[Command]) -> None:
        self.commands = commands

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def __len__(self) -> int:
        return len(self.commands)

    def __contains__(self, command: object) -> bool:
        return command in self.commands

    def by_verb(self) -> dict[str, list[Command]]:
        grouped: dict[str, list[Command]] = {}
        for command in self.commands:
            grouped.setdefault(command.verb, []).append(command)
        return grouped

    def verbs(self) -> tuple[str, ...]:
        return tuple(self.by_verb())


class FakeUpdate(NamedTuple):
    """What the fake returns for a command."""

    seq: int
    events: list[dict[str, Any]]
    decision: Decision | None


class FakeEntry(NamedTuple):
    """One accepted answer."""

    seat: str
    answer: Any


def decide(seat: str, kind: str, prompt: str, *commands: Command, rule: str = "", **subject: Any) -> Decision:
    """Make a decision with a plain list of options."""
    return Decision(seat, kind, prompt, rule, FakeOptions(list(commands)), subject)  # type: ignore[arg-type]


class FakeSystem(NamedTuple):
    """The system whose games the fakes imitate."""

    id: str = "company_scale"
    hides: bool = False


class FakeCharts(NamedTuple):
    """Charts of the printed game, as far as a table asks for them."""

    hours: Any = printed_hours()
    series: Any = printed_series()


class FakeScenario(NamedTuple):
    """A scenario without a map."""

    id: str = "fake"
    title: str = "A Fake Fight"
    map: Any = None
    charts: Any = FakeCharts()


class FakeSession:
    """A seat at an open table: accepts what its decision offers, and runs the step scripted for the verb."""

    name = None
    system = FakeSystem()
    scenario: Any = FakeScenario()

    def __init__(self, view: View, decision: Decision | None, script: dict[str, Step] | None = None) -> None:
        self._view = view
        self.now: Decision | None = decision
        self.script = script or {}
        self.request: Any = None
        self.entries: list[FakeEntry] = []
        self.told: list[tuple[int, dict[str, Any]]] = []
        self.submitted: list[Command] = []
        self.refusals: dict[str, list[Reason]] = {}
        self.answers: dict[str, Any] = {}
        self.queries: list[tuple[str, dict[str, Any]]] = []
        self.undone = 0

    @property
    def decision(self) -> Decision | None:
        return self.now

    @property
    def is_over(self) -> bool:
        return self.now is None and self.request is None

    @property
    def result(self) -> dict[str, Any] | None:
        over: dict[str, Any] | None = to_plain(self._view.over) if self.is_over else None
        return over

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def can_undo(self) -> bool:
        return bool(self.entries)

    @property
    def asked(self) -> str | None:
        return self.now.seat if self.now else "nature" if self.request else None

    def log(self) -> list[FakeEntry]:
        return self.entries

    def events_at(self) -> list[tuple[int, dict[str, Any]]]:
        return self.told

    def submit(self, seq: int, command: Command) -> FakeUpdate:
        if self.decision is None or seq != self.seq:
            raise NotYourDecision("Another seat decides now.")
        seat = self.decision.seat
        if command not in self.decision.options:
            raise IllegalCommand(self.explain(command))
        self.submitted.append(command)
        step = self.script.get(command.verb)
        events = step(self, command) if step else []
        self.entries.append(FakeEntry(seat, command))
        self.told += [(self.seq, event) for event in events]
        return FakeUpdate(self.seq, events, self.now)

    def nature(self, outcome: Any) -> FakeUpdate:
        self.entries.append(FakeEntry("nature", outcome))
        self.request = None
        return FakeUpdate(self.seq, [], self.now)

    def explain(self, command: Command) -> list[Reason]:
        return self.refusals.get(command.verb, [Reason("This is not one of the options.", "5.2")])

    def undo(self) -> int:
        self.undone += 1
        self.entries.pop()
        self.told = [event for event in self.told if event[0] <= self.seq]
        return self.seq

    def take_back(self, seq: int) -> int:
        del self.entries[seq:]
        self.told = [event for event in self.told if event[0] <= seq]
        return self.seq

    def think(self) -> Any:
        raise NotImplementedError

    def view(self) -> View:
        return self._view

    def change(self, **parts: Any) -> None:
        """Change parts of the view."""
        self._view = replace(self._view, **parts)

    def query(self, name: str, **args: Any) -> Any:
        self.queries.append((name, args))
        answer = self.answers.get(name)
        return answer(**args) if callable(answer) else answer
