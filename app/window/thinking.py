"""What the computer thought, and what it would do in a player's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.dialogs.thought import ThoughtDialog
from app.panels.log import ordered
from app.play.thoughts import Thoughts
from app.text.entries import leaves
from app.text.thoughts import tells_why, thought_page
from app.window.beside import show_beside
from rules.engine.command import Command
from rules.engine.history import Entry
from rules.engine.judgement import Manner
from rules.engine.options import Decision
from rules.engine.record import writer_of
from rules.engine.session import Session
from rules.opponent.thought import Thought

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

CLOSED = "What the computer thought may be read when the game is over: it would give its hand away."
NOTHING = "The computer has given no order yet that could be explained."
WAIT = "The staff considers what it would do …"
NOT_NOW = "The staff is asked while you decide something, and this is not such a moment."
SILENT = "The staff has no answer ({why})."
SAID = 8000
FIRST, LAST = -3, 1_000_000
"""Places before and after all events of an order."""


class Thinking:
    """Keep the thoughts of the game on the table, show them, and ask for a hint."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.thoughts = Thoughts()
        self.page: ThoughtDialog | None = None
        self.hint_page: ThoughtDialog | None = None
        self._shown = -1
        self._asked: Decision | None = None
        self._hint: Thought | None = None
        opponent = window.players.opponent
        opponent.played.connect(self._keep)
        opponent.hinted.connect(self._hinted)
        opponent.hint_failed.connect(lambda why: window.services.status(SILENT.replace("{why}", why), SAID))
        window.game.changed.connect(lambda _: self._close_hint())
        window.game.replaced.connect(self._gone_back)
        window.log.why_asked.connect(self.show)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"why": self.why, "hint": self.hint}

    def begin(self, session: Session) -> None:
        """Take up the thoughts of a game that has been put on the table."""
        self._hint = None
        writer = writer_of(session)
        self.thoughts = Thoughts(*((Path(writer.path), writer.seal) if writer is not None else ()))
        if session.is_over:
            self.thoughts.unseal()
        self.window.passing.asides = self.asides
        if self.thoughts.problem:
            self.window.services.status(self.thoughts.problem, SAID)

    # --- thoughts ------------------------------------------------------------------------------------------------

    @property
    def are_open(self) -> bool:
        """Tell whether thoughts may be read: where hands are hidden, only after the game."""
        game = self.window.game
        return bool(game.over) or not game.hides

    @property
    def has_any(self) -> bool:
        """Tell whether the computer has thought in this game."""
        return self.thoughts.has_any

    @property
    def _log(self) -> list[Entry]:
        return self.window.session.log if self.window.session is not None else []

    def _keep(self, thought: Thought, events: list[dict[str, Any]]) -> None:
        before = self.thoughts.problem
        self.thoughts.keep(thought)
        if self.thoughts.problem != before:
            self.window.services.status(self.thoughts.problem, SAID)

    def _gone_back(self) -> None:
        self._hint = None
        session = self.window.session
        if session is not None:
            self.thoughts.cut(session.seq)
        self._close_hint()

    def open_all(self) -> None:
        """Let every order of the computer be asked about once the game is over."""
        self.thoughts.unseal()
        if self.window.game.hides and self.window.players.players.any:
            self.window.log.show_all(self.window.passing.history())

    def asides(self) -> list[tuple[int, int, dict[str, Any]]]:
        """Return what stands in the log before and after the events of each order that has reasons, to ask for them."""
        if not self.are_open:
            return []
        log = self._log
        asked = (seq for seq in self.thoughts.places(log) if (at := self.thoughts.at(seq, log)) and tells_why(at))
        ends = [(seq, self.thoughts.told_after(seq, log)) for seq in asked]
        return [row for seq, end in ends for row in ((end, FIRST, ordered(seq)), (end, LAST, ordered(None)))]

    def around(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return events that have just happened, with what asks for the reasons of an order of the computer."""
        thought = self.window.players.opponent.giving
        if thought is None or not self.are_open or not tells_why(thought):
            return events
        return [ordered(thought.seq), *events, ordered(None)]

    def why(self) -> None:
        """Show the thought behind the order looked at, or behind the last one."""
        seat = self.window.game.seat
        at = seat.seq if seat is not None else 0
        places = [seq for seq in self.thoughts.places(self._log) if seq < at] if self.are_open else []
        if not places:
            self.window.services.status(NOTHING if self.are_open else CLOSED, SAID)
            return
        self.show(places[-1])

    def show(self, seq: int) -> None:
        """Show the thought behind an entry."""
        if not self.are_open:
            self.window.services.status(CLOSED, SAID)
            return
        thought, places = self.thoughts.at(seq, self._log), self.thoughts.places(self._log)
        if thought is None:
            return
        if self.page is None:
            self.page = ThoughtDialog("Why?", self.window)
            self.page.stepped.connect(self._step)
        self._shown = seq
        title = f"The {self.window.game.side(thought.seat).name} staff"
        page = thought_page(thought, title, self.window.remembering.place(seq), self._describe)
        self.page.write(page, earlier=seq > places[0], later=seq < places[-1])
        show_beside(self.page, self.window)

    def _step(self, way: int) -> None:
        places = self.thoughts.places(self._log)
        at = places.index(self._shown) + way if self._shown in places else -1
        if 0 <= at < len(places):
            self.show(places[at])

    def _describe(self, command: Command, decision: Decision | None = None) -> str:
        game = self.window.game
        try:
            return game.words.describe(command, game.names, decision)
        except LookupError:  # a command of a damaged file that lacks a field
            return command.verb

    # --- the hint ------------------------------------------------------------------------------------------------

    @property
    def may_hint(self) -> bool:
        """Tell whether somebody at the table decides something that the computer of this system could decide too."""
        game = self.window.game
        return game.decision is not None and self.window.session is not None and not self.window.hands.awaits

    def hint(self) -> None:
        """Ask what the computer would do in the place of the player who decides."""
        window, decision = self.window, self.window.game.decision
        judgement = window.session.system.judgement if window.session is not None else None
        if decision is None or judgement is None:
            window.services.status(NOT_NOW, SAID)
            return
        self._asked = decision
        manner = next(iter(window.players.players.computers.values()), Manner())
        window.services.status(WAIT, SAID)
        window.players.opponent.ask_hint(decision.seat, manner, anew=not self._is_followed(decision.seat))

    def _is_followed(self, seat: str) -> bool:
        """Tell whether the last hint was this seat's, and it has given no other order since."""
        hint = self._hint
        own = [entry.answer for entry in self._log[hint.seq :] if entry.seat == seat] if hint is not None else []
        return hint is not None and hint.seat == seat and own in ([], [hint.command])

    def _hinted(self, thought: Thought) -> None:
        """Show what the computer would do; nothing is ordered."""
        window, decision = self.window, self._asked
        if window.game.decision is None or decision is None:
            return
        self._hint = thought
        window.services.status("", 0)
        if self.hint_page is None:
            self.hint_page = ThoughtDialog("What the staff would do", window, steps=False)
            self.hint_page.finished.connect(lambda _: self._unmark())
        name = window.game.side(thought.seat).name
        describe = partial(self._describe, decision=decision)
        self.hint_page.write(thought_page(thought, f"The {name} staff would", "", describe))
        if window.playmat is not None:
            window.playmat.mark(self._things(thought, decision.subject))
        show_beside(self.hint_page, window)

    def _things(self, thought: Thought, subject: Mapping[str, Any]) -> list[str]:
        """Return the places and pieces that an order names, and the places in its reason, such as where a move goes."""
        mat = self.window.playmat
        if mat is None:
            return []
        known = {entry.thing for entry in (*leaves(mat.army()), *mat.places())}
        words = [word.strip("().,;:") for word in thought.text.split()]
        named = [*_texts(dict(thought.command.args)), *_texts(subject), *words]
        things = (f"{kind}:{name}" for name in named for kind in ("unit", "hex", "area"))
        return [thing for thing in dict.fromkeys(things) if thing in known]

    def _unmark(self) -> None:
        if self.window.playmat is not None:
            self.window.playmat.mark([])
            self.window.lessons.show()

    def _close_hint(self) -> None:
        """The question has been answered; what it was about is no longer asked."""
        if self.window.notice.message == WAIT:
            self.window.services.status("", 0)
        self._asked = None
        if self.hint_page is not None and self.hint_page.isVisible():
            self.hint_page.reject()


def _texts(value: Any) -> list[str]:
    """Return every text in plain data."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for part in value.values() for text in _texts(part)]
    return [text for part in value for text in _texts(part)] if isinstance(value, list | tuple) else []
