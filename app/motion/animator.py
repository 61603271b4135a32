"""The animator: shows motions one after the other on one clock, and leaves their last frame standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from app.motion.items import DrawDie, FlightItem, ResultItem, ShotItem, spread
from app.motion.motions import until_rest
from app.text.event_rows import ChitDraw, Flight, Glide, Motion, Result, Shot
from app.text.words import Event

STEP, LEAST, MOST = 150, 240, 1100
"""How long a glide takes for each step, at least and at most, in milliseconds."""
SHOT, DICE, WORDS, DRAWN, REST, FLOWN, FADED = 260, 560, 160, 1400, 260, 620, 300
LONGEST = 5200
"""The longest that motions of one order take; more of them go faster."""
IN_OUT = QEasingCurve(QEasingCurve.Type.InOutCubic)


class Moving(Protocol):
    """What an animator needs of a board: where places and pieces lie, and leave to put pieces elsewhere for a while."""

    @property
    def scene(self) -> QGraphicsScene:
        """The scene in which motions are drawn."""
        ...

    @property
    def visible(self) -> QRectF:
        """The visible part of the scene."""
        ...

    @property
    def rise(self) -> float:
        """How far what lies in a place reaches up from its middle, in scene units."""
        ...

    @property
    def has_arrows(self) -> bool:
        """Whether the board itself shows the last order by arrows."""
        ...

    @property
    def shape(self) -> float:
        """The width of a chit or card against its height."""
        ...

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        ...

    def point(self, place: str) -> QPointF | None:
        """Return the middle of a place in the scene."""
        ...

    def home(self, thing: str) -> QPointF | None:
        """Return where a piece lies in the present position; None if it lies nowhere."""
        ...

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a piece elsewhere, over the others."""
        ...

    def begin(self) -> None:
        """Hide what has yet to be shown."""
        ...

    def settle(self) -> None:
        """Draw every piece where it lies, and end whatever the board moves by itself."""
        ...

    def reveal(self, at: QPointF) -> None:
        """Bring a point into view."""
        ...

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a chit."""
        ...

    def paint_thing(self, painter: QPainter, thing: Any) -> None:
        """Draw a thing in flight; the painter's origin is its middle, in units of the scene."""
        ...


class Cue(NamedTuple):
    """Something shown from 0 to 1 between two times, in milliseconds."""

    begin: float
    length: float
    show: Callable[[float], None]


class Animator(QObject):
    """Show motions on a board. `ended()` when the last frame stands, whether reached or skipped to.

    Those shown `staged` begin on the board as it was before; `rested()` when the last die or chit lies still, for the
    window to show what came of it; the others follow on the new board.

    `cover` shows the draw of a chit; it takes a Draw and the part of its time, None when it is over.
    """

    ended = Signal()
    rested = Signal()

    def __init__(self, cover: Callable[[ChitDraw | None, float], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cover = cover
        self._board: Moving | None = None
        self._cues: list[Cue] = []
        self._items: list[QGraphicsItem] = []
        self._plates: dict[str, ResultItem] = {}
        self._later: Sequence[Motion] | None = None
        self._draw_die: DrawDie = _no_die
        self._length = 0.0
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self._end)

    @property
    def is_running(self) -> bool:
        """Tell whether something moves."""
        return self._later is not None or self._clock.state() is not QVariantAnimation.State.Stopped

    @property
    def results(self) -> list[ResultItem]:
        """Return the plates that stand on the board."""
        return [item for item in self._items if isinstance(item, ResultItem)]

    def show(
        self, motions: Sequence[Motion], board: Moving, draw_die: DrawDie, length: float, *, staged: bool = False
    ) -> None:
        """Show motions in place of those shown so far; at length 0 their last frame at once."""
        self.clear()
        self._draw_die, self._length, self._plates = draw_die, length, {}
        at = until_rest(motions) if staged else 0
        if at:
            self._later = motions[at:]
            self._run(motions[:at], board, stale=True)
        else:
            board.settle()
            self._run(motions, board)

    def _run(self, motions: Sequence[Motion], board: Moving, *, stale: bool = False) -> None:
        """Show motions from the first frame; `stale` says that the board shows the position before them."""
        self._board = board
        total = self._plan(motions, board, stale)
        if self._length <= 0:
            self._end()
            return
        self._clock.setEndValue(total)
        self._clock.setDuration(max(1, round(min(total, LONGEST) * self._length)))
        board.begin()
        self._tick(0.0)
        self._clock.start()

    def finish(self) -> None:
        """Go to the last frame."""
        while self.is_running:
            self._clock.stop()
            self._end()

    def clear(self) -> None:
        """Go to the last frame and take it off the board."""
        self.finish()
        for item in self._items:
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self._items, self._cues, self._plates = [], [], {}

    def _tick(self, now: float) -> None:
        for cue in self._cues:
            cue.show(min(1.0, max(0.0, (float(now) - cue.begin) / cue.length)))

    def _end(self) -> None:
        for cue in self._cues:
            cue.show(1.0)
        self._cues = []
        self._cover(None, 1.0)
        board, later = self._board, self._later
        self._board = self._later = None
        if later is not None:
            self.rested.emit()  # the board shows the new position now
        if board is not None:
            board.settle()  # the position may have changed meanwhile
        if later and board is not None:
            self._run(later, board)
        else:
            self.ended.emit()

    # --- planning ------------------------------------------------------------------------------------------------

    def _plan(self, motions: Sequence[Motion], board: Moving, stale: bool) -> float:
        """Make the cues; return when the last one ends."""
        at = 0.0
        for glides, group in groupby(motions, lambda motion: isinstance(motion, Glide)):
            if glides:
                moved = [self._glide(motion, board, at, stale) for motion in group if isinstance(motion, Glide)]
                at += max(moved, default=0)
                continue
            for motion in group:
                if isinstance(motion, Shot):
                    at += self._shot(motion, board, at)
                elif isinstance(motion, Result):
                    at += self._result(motion, board, at)
                elif isinstance(motion, Flight):
                    at += self._flight(motion, board, at)
                elif isinstance(motion, ChitDraw):
                    self._cues.append(Cue(at, DRAWN, partial(self._cover, motion)))
                    at += DRAWN
        views = board.scene.views()
        spread(list(self._plates.values()), views[0].transform().m11() if views else 1.0)
        return at

    def _glide(self, motion: Glide, board: Moving, at: float, stale: bool) -> float:
        """Plan the way of a piece, which lies at its end by now, or on a stale board still at its beginning."""
        home, last = board.home(motion.thing), board.point(motion.path[0 if stale else -1])
        points = [point for place in motion.path if (point := board.point(place)) is not None]
        if home is None or last is None or len(points) < 2:
            return 0
        points = [point + home - last for point in points]
        length = min(MOST, max(LEAST, STEP * (len(points) - 1)))
        thing = motion.thing
        self._cues.append(Cue(at, length, lambda part: board.put(thing, along(points, IN_OUT.valueForProgress(part)))))
        return length

    def _shot(self, motion: Shot, board: Moving, at: float) -> float:
        start, to = board.point(motion.start), board.point(motion.to)
        if start is None or to is None or start == to:
            return 0
        item = ShotItem(start, to)
        self._add(item, board)
        self._cues.append(Cue(at, SHOT, item.show_part))
        return SHOT

    def _flight(self, motion: Flight, board: Moving, at: float) -> float:
        start, to = board.point(motion.start), board.point(motion.to)
        if start is None or to is None:
            return 0
        item = FlightItem(start, to, lambda painter: board.paint_thing(painter, motion.thing), fades=motion.fades)
        self._add(item, board)
        length = FADED if motion.fades else FLOWN
        self._cues.append(Cue(at, length, item.show_part))
        return length

    def _result(self, motion: Result, board: Moving, at: float) -> float:
        middle = board.point(motion.at)
        if middle is None:
            return 0
        plate = self._plates.get(motion.at)
        if plate is None:
            below = (middle.y() - board.visible.top()) < 0.2 * board.visible.height()
            edge = QPointF(0, board.rise if below else -board.rise)
            self._plates[motion.at] = plate = ResultItem(middle + edge, self._draw_die, below=below)
            self._add(plate, board)
        line = plate.add(motion)
        length = DICE if motion.faces else WORDS
        self._cues.append(Cue(at, length, lambda part: plate.show_part(line, part)))
        return length + REST

    def _add(self, item: QGraphicsItem, board: Moving) -> None:
        self._items.append(item)
        board.scene.addItem(item)


def _no_die(painter: QPainter, box: QRectF, face: object) -> None:
    """Draw nothing."""


def along(points: Sequence[QPointF], done: float) -> QPointF:
    """Return the point a fraction `done` along a path whose legs take equally long."""
    if done >= 1.0:
        return points[-1]
    legs = len(points) - 1
    leg = min(int(done * legs), legs - 1)
    return points[leg] + (points[leg + 1] - points[leg]) * (done * legs - leg)
