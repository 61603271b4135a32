"""The game on the table: one session, what it shows now, and the single way for widgets to change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from app.sides import CHANCE, Side
from app.systems import presentation_of
from app.systems.plain import Plain
from app.systems.presentation import Presentation
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.history import NATURE
from rules.engine.options import Decision
from rules.engine.record import RecordError


class SessionLike(Protocol):
    """What the table needs of a session; see rules.engine.session."""

    events: list[tuple[int, dict[str, Any]]]
    log: list[Any]
    scenario: Any
    system: Any

    @property
    def decision(self) -> Decision | None: ...
    @property
    def request(self) -> Any: ...
    @property
    def result(self) -> dict[str, Any] | None: ...
    @property
    def seq(self) -> int: ...
    @property
    def can_undo(self) -> bool: ...
    def submit(self, seat: str, seq: int, command: Command) -> Any: ...
    def nature(self, outcome: Any) -> Any: ...
    def explain(self, seat: str, command: Command) -> list[Reason]: ...
    def undo(self) -> int: ...
    def take_back(self, seq: int) -> int: ...
    def view(self, seat: str | None = None) -> dict[str, Any]: ...
    def query(self, name: str, **args: Any) -> Any: ...


class GameController(QObject):
    """Hold the session of the game that lies on the table; both sides play at this computer.

    `changed(events)`: a command went through. `replaced()`: another game or an earlier position, show everything anew.
    `refused(reasons)`: nothing changed. `game_over(over)`: the game has just ended.
    """

    changed = Signal(list)
    replaced = Signal()
    refused = Signal(list)
    game_over = Signal(dict)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: SessionLike | None = None
        self._view: dict[str, Any] = {}
        self._over: dict[str, Any] | None = None
        self.presentation: Presentation = Plain("")
        self.sides: Mapping[str, Side] = {}
        self.names = Names()

    @property
    def words(self) -> Words:
        """Return how the game's system reads."""
        return self.presentation.words

    def side(self, seat: str) -> Side:
        """Return a side of the game by its seat, or chance."""
        return CHANCE if seat == NATURE else self.sides.get(seat) or Side.of_seat(seat)

    @property
    def session(self) -> SessionLike | None:
        """Return the session, or None before the first game."""
        return self._session

    @property
    def view(self) -> dict[str, Any]:
        """Return what lies on the table as plain data ({} before the first game)."""
        return self._view

    @property
    def decision(self) -> Decision | None:
        """Return who has to decide what, or None (no game, game over, or a die is waited for)."""
        return self._session.decision if self._session else None

    @property
    def request(self) -> Any:
        """Return the die or draw a person has to give, or None."""
        return self._session.request if self._session else None

    @property
    def offered(self) -> dict[str, list[Command]]:
        """Return the legal commands grouped by verb."""
        decision = self.decision
        return decision.options.by_verb() if decision else {}

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command can be undone freely."""
        return bool(self._session and self._session.can_undo)

    @property
    def can_take_back(self) -> bool:
        """Tell whether there is anything to take back by agreement."""
        return self._last_command() is not None

    @property
    def over(self) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        return self._over

    def take_up(self, session: SessionLike) -> None:
        """Learn how the games of a session's system look, before one is put on the table."""
        if self.presentation.id != session.system.id:
            self.presentation = presentation_of(session.system.id)

    def play(self, session: SessionLike) -> None:
        """Put another game on the table."""
        self.take_up(session)
        self._session = session
        self.sides = self.presentation.sides(session.scenario)
        self.names = self.words.names()
        self.names.study(session.scenario)
        self._look()
        self.replaced.emit()

    def submit(self, command: Command) -> bool:
        """Give a command for whoever decides now; return whether it went through."""
        decision = self.decision
        if self._session is None or decision is None:
            self.refused.emit([Reason("Nobody has to decide anything now.")])
            return False
        return self._do(lambda session: session.submit(decision.seat, session.seq, command))

    def nature(self, outcome: dict[str, Any]) -> bool:
        """Give a die or a draw that a person rolled or drew."""
        return self._do(lambda session: session.nature(outcome))

    def explain(self, command: Command) -> list[Reason]:
        """Return why a command would be refused now; empty if it would be accepted."""
        decision = self.decision
        if self._session is None or decision is None:
            return [Reason("Nobody has to decide anything now.")]
        try:
            return self._session.explain(decision.seat, command)
        except MalformedCommand as error:
            return [Reason(str(error))]

    def query(self, name: str, **args: Any) -> Any:
        """Ask about the position; None if there is no answer."""
        if self._session is None:
            return None
        try:
            return self._session.query(name, **args)
        except (MalformedCommand, IllegalCommand):
            return None

    def undo(self) -> bool:
        """Undo the last command, at most back to the last die, draw or decision of the other side."""
        return self._back(lambda session: session.undo())

    def take_back(self) -> bool:
        """Take the last command back with the dice that followed it, as both sides agreed."""
        seq = self._last_command()
        if seq is None:
            self.refused.emit([Reason("There is nothing to take back yet.")])
            return False
        return self._back(lambda session: session.take_back(seq))

    def history(self) -> Iterable[dict[str, Any]]:
        """Return every event of the present line, oldest first."""
        return [event for _, event in self._session.events] if self._session else []

    def _last_command(self) -> int | None:
        log = self._session.log if self._session else []
        return next((seq for seq in range(len(log) - 1, -1, -1) if log[seq].seat != NATURE), None)

    def _do(self, act: Any) -> bool:
        if self._session is None:
            return False
        try:
            update = act(self._session)
        except IllegalCommand as error:
            self.refused.emit(error.reasons or [Reason(str(error))])
            return False
        except (MalformedCommand, NotYourDecision, RecordError) as error:
            self.refused.emit([Reason(str(error))])
            return False
        was_over = self.over is not None
        self._look()
        self.changed.emit(update.events)
        if self.over is not None and not was_over:
            self.game_over.emit(self.over)
        return True

    def _back(self, act: Any) -> bool:
        if self._session is None:
            return False
        try:
            act(self._session)
        except IllegalCommand as error:
            self.refused.emit(error.reasons)
            return False
        except (MalformedCommand, RecordError) as error:
            self.refused.emit([Reason(str(error))])
            return False
        self._look()
        self.replaced.emit()
        return True

    def _look(self) -> None:
        self._view = self._session.view() if self._session else {}
        self._over = self._session.result if self._session else None
        self.names.learn(self._view)
