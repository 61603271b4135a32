"""The process that lays out ground for a window: maps come in frames of standard input, layers go out the same way."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread
from typing import IO

from PySide6.QtGui import QGuiApplication

from app.systems.company_scale.board.ground.kept_layers import written
from app.systems.company_scale.board.ground.scenery import LAYERS, MADE_AGAIN, Scenery
from app.systems.company_scale.workshop.ground_frames import (
    DONE,
    FAILED,
    LEAVE,
    NAMES,
    PICTURE,
    WHOLE,
    Frame,
    HeldNames,
    HeldPictures,
    frames_in,
    heard,
)
from app.theme.faces import load
from rules.engine.memory import give_way

UNSEEN: Mapping[str, tuple[str, str]] = {
    "linux": ("QT_QPA_PLATFORM", "offscreen"),
    "darwin": ("QT_MAC_DISABLE_FOREGROUND_APPLICATION_TRANSFORM", "1"),  # no second icon in the Dock
}
"""By platform, what Qt is told so that nobody sees the process."""
CHUNK = 1 << 16
SENT = tuple(name for name in LAYERS if name not in MADE_AGAIN)
"""The layers that the window needs."""
FOR_NAMES = ("obstacles",)
"""Those of them that it needs for names only, which a part is shown without."""


class _Requests:
    """What is asked for, read in a thread of its own, so that it is known at once what is not wanted any more."""

    def __init__(self, lines: IO[bytes]) -> None:
        self._lines, self.left = lines, set[int]()
        self.waiting: SimpleQueue[Frame | None] = SimpleQueue()
        self.is_over = False
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        buffer = bytearray()
        while chunk := self._lines.read1(CHUNK):  # type: ignore[attr-defined]
            buffer += chunk
            for frame in frames_in(buffer):
                if frame.name == LEAVE:
                    self.left.add(frame.work)
                else:
                    self.waiting.put(frame)
        self.is_over = True
        self.waiting.put(None)

    def wants(self, work: int) -> bool:
        """Tell whether a work is still wanted."""
        return not self.is_over and work not in self.left


def work(requests: IO[bytes], answers: IO[bytes]) -> int:
    """Lay out what is asked for until the requests end; return the exit status."""
    os.environ.update([UNSEEN[sys.platform]] if sys.platform in UNSEEN else [])
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    load()
    asked = _Requests(requests)

    def say(frame: Frame) -> None:
        answers.write(frame.packed())
        answers.flush()

    gives_way = False
    try:
        while (frame := asked.waiting.get()) is not None:
            if frame.name == WHOLE and not gives_way:  # nobody waits for it; for a part somebody does
                give_way()
                gives_way = True
            if asked.wants(frame.work):
                _answer(frame, asked.wants, say)
            asked.left.discard(frame.work)
    except BrokenPipeError:
        pass  # the window is gone
    del app
    return 0


def _answer(frame: Frame, wants: Callable[[int], bool], say: Callable[[Frame], None]) -> None:
    try:
        made = _laid_out(frame, lambda: wants(frame.work))
    except Exception as error:  # whatever it is, the window lays it out itself
        say(Frame(frame.work, FAILED, f"{type(error).__name__}: {error}".encode()))
        return
    for name, body in made.items():
        if wants(frame.work):
            say(Frame(frame.work, name, body))


def _laid_out(frame: Frame, wanted: Callable[[], bool]) -> dict[str, bytes]:
    """Return everything that is made of a map, nothing if it is not wanted any more."""
    whole = frame.name == WHOLE
    (ground, palette, sheet, shown), pictures, names = heard(frame.body), HeldPictures(), HeldNames()
    scenery = Scenery(ground, kept_names=names, whole=sheet, shown=shown)
    layers = [name for name in SENT if whole or name not in FOR_NAMES]
    for name in layers:
        getattr(scenery, name)
        if not wanted():
            return {}
    scenery.woods.plant()
    scenery.farmland.cut()
    scenery.relief.pictures = pictures
    scenery.relief.image(palette)
    scenery.relief.shade(palette, scenery.woods.path)
    if not wanted():
        return {}
    if whole:
        scenery.labels.prepare()
    made = {name: written(getattr(scenery, name), scenery.survey) for name in layers}
    return {
        **made,
        PICTURE: written(pictures.held, scenery.survey),
        NAMES: written(names.held, scenery.survey),
        DONE: b"",
    }
