"""What the computer thought, what it would do in a player's place, and where that page lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from app.board.view import BoardView
from app.dialogs.messages import FRAME
from app.opponent.opponent import Opponent
from app.panels.log import ordered
from app.play.controller import GameController
from app.play.passing import PassForMe
from app.play.seat import LittleHelp, SeatLike
from app.play.thoughts import Thoughts
from app.text.entries import leaves
from app.text.parts import join
from app.text.thoughts import fears_page, tells_why, thought_page
from app.window.hot_seat import HotSeat
from app.window.lessons import WindowLessons
from app.window.services import Services
from app.window.table_host import TableHost
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.history import Entry
from rules.engine.options import Decision
from rules.engine.record import writer_of
from rules.engine.session import Session

if TYPE_CHECKING:
    from app.dialogs.notes import ThoughtDialog
    from rules.opponent.planner import Thought

# --- Where a page lies that is read beside the game ----------------------------------------------------------------

GAP = 6


def show_beside(page: QWidget, middle: QWidget | None, pages: QWidget) -> None:
    """Show a page over `pages`, and what is marked on the board; it stays where it lies unless it hides a mark."""
    board = middle if isinstance(middle, BoardView) else None
    marks = _marks(board) if board is not None else []
    room = QRect(pages.mapToGlobal(QPoint()), pages.size())
    if not page.isVisible() or hidden(page.frameGeometry(), marks):
        page.move(free_corner(room, page.size() + FRAME, marks, _pieces(board) if board is not None else []))
    page.show()
    page.raise_()


def free_corner(room: QRect, size: QSize, marks: Sequence[QRect], pieces: Sequence[QPoint] = ()) -> QPoint:
    """Return where to put a page of a size: in the corner where it hides the fewest marks, and the fewest pieces."""
    left, top = room.left() + GAP, room.top() + GAP
    right, bottom = room.right() - size.width() - GAP, room.bottom() - size.height() - GAP
    corners = [QPoint(right, bottom), QPoint(left, bottom), QPoint(right, top), QPoint(left, top)]

    def costs(corner: QPoint) -> tuple[int, int]:
        page = QRect(corner, size)
        return hidden(page, marks), sum(map(page.contains, pieces))

    return min(corners, key=costs)


def hidden(page: QRect, marks: Sequence[QRect]) -> int:
    """Return how many marks a page hides, wholly or in part."""
    return sum(page.intersects(mark) for mark in marks)


def _marks(view: BoardView) -> list[QRect]:
    """Return the marks on a board in view, on the screen; where none is, the first one is brought into view."""
    shown = _in_view(view)
    if view.pointed and not shown:
        view.reveal(view.pointed[0].pos())
        shown = _in_view(view)
    return [QRect(view.viewport().mapToGlobal(box.topLeft()), box.size()) for box in shown]


def _in_view(view: BoardView) -> list[QRect]:
    boxes = (view.mapFromScene(mark.sceneBoundingRect()).boundingRect() for mark in view.pointed)
    return [box for box in boxes if box.intersects(view.viewport().rect())]


def _pieces(view: BoardView) -> list[QPoint]:
    """Return where counters stand, on the screen."""
    dots = view.contents.dots() if view.contents is not None else ()
    return [view.viewport().mapToGlobal(view.mapFromScene(dot.at)) for dot in dots]


# --- What the computer thought, and what it would do in a player's place -------------------------------------------

CLOSED = "You can read the computer's reasons once the game is over. They would show its hand."
NOTHING = "The computer has not given an order yet that it can explain."
WAIT = "Working out a suggestion…"
NOT_HERE = "The players agreed to ask no computer for suggestions in this game."
NOT_NOW = "You can only ask for a suggestion when it's your decision."
SILENT = "No suggestion ({why})."
SAID = 8000
FIRST, LAST = -3, 1_000_000
"""Places before and after all events of an order."""


class Thinking:
    """Keep the thoughts of the game on the table, show them, and ask for a hint."""

    def __init__(
        self,
        game: GameController,
        services: Services,
        host: TableHost,
        opponent: Opponent,
        passing: PassForMe,
        hot_seat: HotSeat,
        lessons: WindowLessons,
        place: Callable[[int], str],
    ) -> None:
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.opponent, self.passing, self.hot_seat, self.lessons = opponent, passing, hot_seat, lessons
        self.log, self._place = services.log, place
        self.thoughts = Thoughts()
        self.help = LittleHelp(services.settings)
        self.page: ThoughtDialog | None = None
        self.hint_page: ThoughtDialog | None = None
        self._shown = -1
        self._asked: Decision | None = None
        self._hint: Thought | None = None
        opponent.played.connect(self._keep)
        opponent.hinted.connect(self._hinted)
        opponent.hint_failed.connect(lambda why: self.services.status(SILENT.replace("{why}", why), SAID))
        self.log.why_asked.connect(self.show)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"why": self.why, "hint": self.hint}

    def copy(self, target: Path) -> None:
        """Copy the thoughts beside a copy of the game, where they may be read; raise OSError or RecordError."""
        if self.are_open:
            self.thoughts.copy(target)

    def begin(self, session: Session) -> None:
        """Take up the thoughts of a game that has been put on the table."""
        self._hint = None
        writer = writer_of(session)
        self.thoughts = Thoughts(*((Path(writer.path), writer.seal) if writer is not None else ()))
        if session.is_over:
            self.thoughts.unseal()
        self.passing.asides = self.asides
        if self.thoughts.problem:
            self.services.status(self.thoughts.problem, SAID)

    # --- thoughts ------------------------------------------------------------------------------------------------

    @property
    def are_open(self) -> bool:
        """Tell whether thoughts may be read: where hands are hidden, only after the game."""
        game = self.game
        return bool(game.over) or not game.hides

    @property
    def has_any(self) -> bool:
        """Tell whether the computer has thought in this game."""
        return bool(self.thoughts.by_seq)

    @property
    def _log(self) -> list[Entry]:
        return self.game.session.log if self.game.session is not None else []

    def _keep(self, thought: Thought, events: list[dict[str, Any]]) -> None:
        before = self.thoughts.problem
        self.thoughts.keep(thought)
        if self.thoughts.problem != before:
            self.services.status(self.thoughts.problem, SAID)

    def gone_back(self) -> None:
        self._hint = None
        session = self.game.session
        if session is not None:
            self.thoughts.cut(session.seq)
        self.close_hint()

    def open_all(self) -> None:
        """Let every order of the computer be asked about once the game is over."""
        self.thoughts.unseal()
        if self.game.hides and self.game.players.any:
            self.log.show_all(self.passing.history())

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
        thought = self.opponent.giving
        if thought is None or not self.are_open or not tells_why(thought):
            return events
        return [ordered(thought.seq), *events, ordered(None)]

    def why(self) -> None:
        """Show the thought behind the order looked at, or behind the last one."""
        seat = self.game.seat
        at = seat.seq if seat is not None else 0
        places = [seq for seq in self.thoughts.places(self._log) if seq < at] if self.are_open else []
        if not places:
            self.services.status(NOTHING if self.are_open else CLOSED, SAID)
            return
        self.show(places[-1])

    def show(self, seq: int) -> None:
        """Show the thought behind an entry."""
        if not self.are_open:
            self.services.status(CLOSED, SAID)
            return
        thought, places = self.thoughts.at(seq, self._log), self.thoughts.places(self._log)
        if thought is None:
            return
        if self.page is None:
            from app.dialogs.notes import ThoughtDialog

            self.page = ThoughtDialog("Why?", self.window)
            self.page.stepped.connect(self._step)
        self._shown = seq
        title = f"{self.game.side(thought.seat).name} player (computer)"
        page = thought_page(thought, title, self._place(seq), self._describe)
        self.page.write(page, earlier=seq > places[0], later=seq < places[-1])
        show_beside(self.page, self.host.middle, self.host.pages)

    def _step(self, way: int) -> None:
        places = self.thoughts.places(self._log)
        at = places.index(self._shown) + way if self._shown in places else -1
        if 0 <= at < len(places):
            self.show(places[at])

    def _describe(self, command: Command, decision: Decision | None = None) -> str:
        game = self.game
        try:
            return game.words.describe(command, game.names, decision)
        except LookupError:  # a command of a damaged file that lacks a field
            return command.verb

    # --- the hint ------------------------------------------------------------------------------------------------

    @property
    def may_hint(self) -> bool:
        """Tell whether somebody at the table decides something that the computer of this system could decide too."""
        game = self.game
        return self._helps and game.decision is not None and game.session is not None and not self.hot_seat.awaits

    @property
    def _helps(self) -> bool:
        """Tell whether the computer may help those who play; at a host that is agreed when the game is made."""
        return self.game.host is None or self.game.host.hints

    def warning(self, seat: SeatLike, decision: Decision, command: Command) -> str | None:
        """Return a sentence about an order that is likely to be a mistake, None where the computer may not help."""
        return self.help.warning(seat, decision, command) if self._helps else None

    def hint(self) -> None:
        """Ask what the computer would do in the place of the player who decides."""
        decision = self.game.decision
        evaluator = self.game.session.system.evaluator if self.game.session is not None else None
        if decision is None or evaluator is None or not self._helps:
            self.services.status(NOT_NOW if self._helps else NOT_HERE, SAID)
            return
        self._asked = decision
        manner = next(iter(self.game.players.computers.values()), Manner())
        self.services.status(WAIT, SAID)
        self.opponent.ask_hint(decision.seat, manner, anew=not self._is_followed(decision.seat))

    def _is_followed(self, seat: str) -> bool:
        """Tell whether the last hint was this seat's, and it has given no other order since."""
        hint = self._hint
        own = [entry.answer for entry in self._log[hint.seq :] if entry.seat == seat] if hint is not None else []
        return hint is not None and hint.seat == seat and own in ([], [hint.command])

    def _hinted(self, thought: Thought) -> None:
        """Show what the computer would do; nothing is ordered."""
        decision = self._asked
        if self.game.decision is None or decision is None:
            return
        self._hint = thought
        self.services.status("", 0)
        if self.hint_page is None:
            from app.dialogs.notes import ThoughtDialog

            self.hint_page = ThoughtDialog("Suggestion", self.window, steps=False)
            self.hint_page.finished.connect(lambda _: self._unmark())
        name = self.game.side(thought.seat).name
        describe = partial(self._describe, decision=decision)
        fears = self.help.fears(self.game.seat, thought.seat) if self.game.seat is not None else ()
        page = thought_page(thought, f"Suggestion for the {name} player", "", describe)
        self.hint_page.write(join("", (page, fears_page(fears))))
        if self.host.table is not None:
            self.host.table.mark(self._things(thought, decision.subject, fears))
        show_beside(self.hint_page, self.host.middle, self.host.pages)

    def _things(self, thought: Thought, subject: Mapping[str, Any], fears: Sequence[str]) -> list[str]:
        """Return the places and pieces that an order names, and the places in its reason and in what is feared."""
        mat = self.host.table
        if mat is None:
            return []
        known = {entry.thing for entry in (*leaves(mat.army()), *mat.places())}
        words = [word.strip("().,;:") for text in (thought.text, *fears) for word in text.split()]
        named = [*_texts(dict(thought.command.args)), *_texts(subject), *words]
        things = (f"{kind}:{name}" for name in named for kind in ("unit", "hex", "area"))
        return [thing for thing in dict.fromkeys(things) if thing in known]

    def _unmark(self) -> None:
        if self.host.table is not None:
            self.host.table.mark([])
            self.lessons.show()

    def close_hint(self) -> None:
        """The question has been answered; what it was about is no longer asked."""
        self.services.take_off(WAIT)
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
