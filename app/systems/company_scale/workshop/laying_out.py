"""Maps laid out aside, in processes of their own, so that nobody waits for them."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count

from PySide6.QtCore import QCoreApplication, QObject, QRectF, QTimer

from app.opponent.worker import OwnProcess
from app.portable import own_command
from app.systems.company_scale.board.ground.kept_layers import read
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.survey import sheet_of
from app.systems.company_scale.workshop.ground_frames import (
    DONE,
    FAILED,
    LEAVE,
    NAMES,
    PART,
    PICTURE,
    WHOLE,
    Frame,
    HeldNames,
    HeldPictures,
    SentLayers,
    frames_in,
    told,
)
from rules.company_scale.battle_map import BattleMap

LOG = logging.getLogger("chitpull.workshop")
SYSTEM = "company_scale"
TRIES = 2
"""How often a map is given to a process before it is laid out here, when it is painted."""
PATIENCE = {False: 20_000, True: 120_000}
"""Milliseconds without an answer after which a process hangs, at parts and at whole sheets (True)."""
Then = Callable[[Scenery], None]
_NUMBERS = count(1)


class LayOut:
    """A map to be laid out: the whole sheet with its names, or a part of a `sheet` without, right where it is shown."""

    def __init__(
        self, ground: BattleMap, palette: Palette, then: Then, sheet: QRectF | None, shown: QRectF | None
    ) -> None:
        self.number, self.then, self.whole = next(_NUMBERS), then, sheet is None
        self.is_wanted, self.tries = True, 0
        self.found: dict[str, bytes] = {}
        self._ground, self._palette, self._sheet = ground, palette, sheet or sheet_of(ground)
        self._shown = shown or sheet_of(ground)

    def request(self) -> bytes:
        """Return what the process is told."""
        self.found, self.tries = {}, self.tries + 1
        return Frame(
            self.number, WHOLE if self.whole else PART, told(self._ground, self._palette, self._sheet, self._shown)
        ).packed()

    def leave(self) -> None:
        """Want it no more."""
        if self.is_wanted:
            self.is_wanted = False
            _desk(self.whole).leave(self)

    def hand_over(self) -> None:
        """Give what has come to whom it is for; a whole sheet is taken a layer at a time, so that nothing stops."""
        steps = self._steps()
        if not self.whole:
            for _ in steps:
                pass
        else:
            self._go_on(steps)

    def _go_on(self, steps: Iterator[None]) -> None:
        if self.is_wanted and next(steps, self) is None:
            QTimer.singleShot(0, _desk(self.whole), lambda: self._go_on(steps))

    def _steps(self) -> Iterator[None]:
        try:
            pictures, names = (read(self.found.pop(name), None) for name in (PICTURE, NAMES))
            layers = list(self.found)
            kept = SentLayers(self.found, HeldPictures(pictures))
            scenery = Scenery(
                self._ground, kept=kept, kept_names=HeldNames(names), whole=self._sheet, shown=self._shown
            )
            for name in layers:
                yield
                getattr(scenery, name)
        except (pickle.UnpicklingError, KeyError, ValueError, TypeError) as error:
            LOG.warning("What a process has laid out cannot be read: %s.", error)
            self.lay_out_here()
            return
        self.found, self.is_wanted = {}, False
        self.then(scenery)

    def lay_out_here(self) -> None:
        """Hand over a map that is laid out when it is painted: no process can do it."""
        if self.is_wanted:
            self.then(Scenery(self._ground, whole=self._sheet, shown=self._shown))


class _Desk(QObject):
    """One process and what it lays out, one after the other; it is started when it is needed, and again if it dies."""

    def __init__(self, patience: int) -> None:
        """Take the milliseconds after which a process that does not answer is given up."""
        super().__init__()
        self.silence = QTimer(self)
        self.silence.setSingleShot(True)
        self.silence.setInterval(patience)
        self.silence.timeout.connect(lambda: self._fail("it does not answer"))
        self.command = own_command("--aside", SYSTEM)
        self.holders: set[object] = set()
        self.at_work: dict[int, LayOut] = {}
        self.process: OwnProcess | None = None
        if (app := QCoreApplication.instance()) is not None:
            app.aboutToQuit.connect(self._end)

    def add(self, work: LayOut) -> None:
        self.at_work[work.number] = work
        self.start()
        if self.process is not None:
            self.process.process.write(work.request())
        if not self.silence.isActive():
            self.silence.start()

    def start(self) -> None:
        if self.process is None:
            self.process = _GroundProcess(self.command, self._hear, self._fail, self)

    def leave(self, work: LayOut) -> None:
        if self.at_work.pop(work.number, None) is not None and self.process is not None:
            self.process.process.write(Frame(work.number, LEAVE).packed())
        if not self.at_work:
            self.silence.stop()
        self.rest()

    def rest(self) -> None:
        """End the process if it has nothing to do and nobody wants it to stand by."""
        if not self.holders and not self.at_work:
            self._end()

    def _end(self) -> None:
        self.silence.stop()
        process, self.process = self.process, None
        if process is not None:
            process.close()

    def _hear(self, frame: Frame) -> None:
        if self.at_work:
            self.silence.start()
        work = self.at_work.get(frame.work)
        if work is None:
            return
        if frame.name == FAILED:
            LOG.error("A part of the ground could not be laid out: %s", frame.body.decode("utf-8", "replace"))
        elif frame.name != DONE:
            work.found[frame.name] = frame.body
            return
        del self.at_work[frame.work]
        if not self.at_work:
            self.silence.stop()
        (work.lay_out_here if frame.name == FAILED else work.hand_over)()
        QTimer.singleShot(0, self, self.rest)

    def _fail(self, why: str) -> None:
        """Go on with another process; what two of them could not do is done here."""
        LOG.warning("The process that lays out ground is gone: %s.", why)
        self._end()
        waiting, self.at_work = list(self.at_work.values()), {}
        for work in waiting:
            if work.tries < TRIES:
                self.add(work)
            else:
                work.lay_out_here()


class _GroundProcess(OwnProcess):
    """A process of frames. `heard` gets each frame it answers."""

    def __init__(
        self, command: list[str], heard: Callable[[Frame], None], failed: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(command, failed, parent)
        self._heard, self._buffer = heard, bytearray()

    def read(self) -> None:
        """Hear the frames that have come."""
        self._buffer += self.process.readAllStandardOutput().data()
        for frame in frames_in(self._buffer):
            self._heard(frame)


@cache
def _desk(whole: bool) -> _Desk:
    """Return the desk of whole sheets or of parts: a part need not wait for a whole."""
    return _Desk(PATIENCE[whole])


def lay_out(
    ground: BattleMap, palette: Palette, then: Then, part_of: QRectF | None = None, shown: QRectF | None = None
) -> LayOut:
    """Begin to lay a map out, or a part of one with this sheet; `then` gets it later if it is still wanted.

    Of a part only what is `shown` need be right.
    """
    work = LayOut(ground, palette, then, part_of, shown)
    _desk(work.whole).add(work)
    return work


def hold(holder: object) -> None:
    """Keep the processes for as long as a holder draws; that for parts is started, as somebody will wait for it."""
    for whole in (False, True):
        _desk(whole).holders.add(holder)
    _desk(False).start()


def release(holder: object) -> None:
    """End the processes once they have nothing to do, unless others hold them."""
    for whole in (False, True):
        _desk(whole).holders.discard(holder)
        _desk(whole).rest()
