"""Motion in the window: shows what each order led to, takes the press that skips it, stops when the table changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.motion.animator import Animator, Moving
from app.motion.draw import DrawCover, Traces
from app.motion.motions import is_by_hand, length, until_rest
from app.opponent import opponent
from app.opponent.opponent import Opponent
from app.play.controller import GameController
from app.play.passing import PassForMe
from app.sides import PLAIN
from app.system import WindowServices
from app.text.event_rows import ChitDraw, Flight, Glide, Motion, Result, Shot
from app.window.event_filter import MODIFIERS, PRESSES
from app.window.table_host import TableHost

STANDS = 9000
"""How long results stand on the board if nothing is pressed, in milliseconds."""


class WindowMotion(QObject):
    """Show events of the game on the table. `shown` carries the motions of what has just changed, which may be none.

    The state is already new when anything moves, but the table `holds` what it tells until chits and dice lie still:
    then comes `rested()`. A press of any key or button while something moves goes to the last frame and does nothing
    else, `skipped` carries the key; what stands there is taken away by the next press, which does what it does.
    """

    shown = Signal(list)
    rested = Signal()
    skipped = Signal(QKeyEvent)

    def __init__(
        self, game: GameController, services: WindowServices, host: TableHost, opponent: Opponent, passing: PassForMe
    ) -> None:
        super().__init__(services.window)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.opponent, self.passing = opponent, passing
        host.leaving.connect(self.clear)
        self.cover = DrawCover(self.window)
        self.animator = Animator(self.cover.show_part, self)
        self.traces = Traces()
        self._left: list[tuple[list[Motion], str]] = []
        self._events: list[dict[str, Any]] = []
        self._others = self.holds = False
        self._seat = ""
        self.animator.rested.connect(self.release)
        self.animator.ended.connect(self._stand)
        self._standing = QTimer(self)
        self._standing.setSingleShot(True)
        self._standing.setInterval(STANDS)
        self._standing.timeout.connect(self._take_away)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show_changes)
        self.window.installEventFilter(self)

    @property
    def length(self) -> float:
        """Return the length of motions the player prefers; 0 for none."""
        return length(self.services.settings)

    def clear(self) -> None:
        """Stop, and take everything off the board."""
        self._soon.stop()
        self._events, self._others = [], False
        self.animator.clear()
        self.release()
        self.traces.clear()
        self._left = []

    def release(self) -> None:
        """Let the table tell what it holds."""
        if self.holds:
            self.holds = False
            self.rested.emit()

    @property
    def is_busy(self) -> bool:
        """Tell whether something moves or is about to."""
        return self.animator.is_running or self._soon.isActive()

    def begin(self, events: list[dict[str, Any]]) -> None:
        """Collect what a drag or several passes lead to, so that it is shown as one."""
        self._events += events
        giving = self.opponent.giving
        if giving is not None:
            self._others = True
            self._seat = giving.seat
        elif not self.passing.gives:
            self.traces.clear()  # they stand until a player gives an order
        self.holds = self.holds or self._is_awaited()
        self._soon.start()

    def _is_awaited(self) -> bool:
        """Tell whether a die or chit has yet to come to rest before the table tells what came of it."""
        board, length = self._board(), self.length * self._speed
        return board is not None and length > 0 and until_rest(self._motions(board, self._events, self._others)) > 0

    @property
    def _speed(self) -> float:
        """Return the length of what has just happened against the players' own."""
        return opponent.pace(self.services.settings).speed if self._others else 1.0

    @staticmethod
    def _motions(board: Moving, events: Sequence[dict[str, Any]], whole: bool) -> list[Motion]:
        return [motion for motion in board.motions(events) if whole or not is_by_hand(motion)]

    def _show_changes(self) -> None:
        """Show what the players' own orders led to, but not what they have done by hand; of the computer's, all."""
        events, whole, speed, board = self._events, self._others, self._speed, self._board()
        self._events, self._others = [], False
        motions = self.show(events, whole=whole, speed=speed, staged=self.holds)
        if whole and board is not None:
            self._left.append((board.motions(events), self._seat))
        if not self.animator.is_running:
            self.release()
            self._leave_arrows()
        self.shown.emit(motions)

    def show(
        self, events: Sequence[dict[str, Any]], *, whole: bool = True, speed: float = 1.0, staged: bool = False
    ) -> list[Motion]:
        """Show events, the `whole` of them or what nobody at the table has seen; return their motions."""
        board = self._board()
        if board is None:
            return []
        motions = self._motions(board, events, whole)
        if not motions:
            self.animator.clear()
            return []
        if whole and speed > 0:
            self._reveal(motions, board)
        self._prepare(motions, board)
        die = self.host.presentation.draw_die
        self.animator.show(motions, board, die, self.length * speed, staged=staged)
        return motions

    def _board(self) -> Moving | None:
        mat = self.host.table
        return mat.moving if mat is not None and self.host.pages.currentWidget() is mat.middle else None

    def _reveal(self, motions: Sequence[Motion], board: Moving) -> None:
        for motion in reversed(motions):
            for place in _places(motion):
                point = board.point(place)
                if point is not None:
                    board.reveal(point)

    def _prepare(self, motions: Sequence[Motion], board: Moving) -> None:
        """Tell the cover where prompt, board and Cup are, and whose colour the prompt takes."""
        drawn = next((motion for motion in reversed(motions) if isinstance(motion, ChitDraw)), None)
        if drawn is None:
            return
        bar, pages = _place_of(self.host.bar, self.window), _place_of(self.host.pages, self.window)
        cup = QPointF(pages.left() + 0.15 * pages.width(), pages.bottom() + 40)
        colour = QColor((self.game.side(drawn.seat).livery if drawn.seat else PLAIN).bar)
        self.cover.begin(bar, pages, cup, colour, board.paint_chit, board.shape)

    def _leave_arrows(self) -> None:
        """Leave arrows for what the computer has ordered."""
        left, board = self._left, self._board()
        self._left = []
        for motions, seat in left if board is not None else ():
            assert board is not None
            if not board.has_arrows:
                self.traces.add(motions, board, self.game.side(seat).livery.bar)

    def _stand(self) -> None:
        """Let what stands there be read for a while."""
        self._leave_arrows()
        if self.animator.results:
            self._standing.start()

    def _take_away(self) -> None:
        """Take what has been read off the board."""
        if not self.is_busy:
            self.animator.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take results off the board when another window lies over this one."""
        if event.type() == QEvent.Type.WindowDeactivate:
            self._take_away()
        return False

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take the press that skips, and let the next one clear the board."""
        kind = event.type()
        if kind not in PRESSES and kind != QEvent.Type.ShortcutOverride:
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window:
            return False
        if isinstance(event, QKeyEvent) and event.key() in MODIFIERS:
            return False
        free = self.game.looks_back or self.game.is_watched  # nothing can be decided by mistake
        if kind == QEvent.Type.ShortcutOverride:  # the press itself comes after it; no shortcut may take it
            skips = self.animator.is_running and not free
            event.setAccepted(skips)
            return skips
        if self.animator.is_running:
            self.animator.finish()
            if isinstance(event, QKeyEvent) and not free:
                self.skipped.emit(event)
            return not free
        if self.animator.results:
            self.animator.clear()
        return False


def _places(motion: Motion) -> Sequence[str]:
    match motion:
        case Glide(_, path):
            return (path[0], path[-1])
        case Shot(start, to):
            return (start, to)
        case Flight(start):
            return (start,)
        case Result(at):
            return (at,)
    return ()


def _place_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
