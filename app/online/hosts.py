"""Hosts to play at: one in a process of its own on this computer, and games made at one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from app.online import certificate
from app.online.links import PORT, is_own
from app.online.reaching import make, why_not
from app.portable import own_command
from rules.engine.protocol import Refused

SAYS: Final = b"Games are hosted at "
ENDS_IN: Final = 3000
"""Milliseconds in which a host ends that is told to; after that it is killed, and loses nothing either."""


class OwnHost(QObject):
    """The host on this computer, started when it is first needed and ended with the window.

    With port 0 the system chooses one; `port` tells which once it is ready.
    `ready(url)`: it takes connections. `failed(sentence)`: it does not run.
    """

    ready = Signal(str)
    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None, *, port: int = PORT, bind: str = "0.0.0.0") -> None:
        super().__init__(parent)
        self._folder, self.port, self._bind = folder, port, bind
        self._process: QProcess | None = None
        self._is_ready = False

    @property
    def url(self) -> str:
        """Return its address on this computer."""
        return self.at("127.0.0.1")

    def at(self, address: str) -> str:
        """Return its URL at one of this computer's addresses, with the pin of its certificate if it is encrypted."""
        if is_own(self._bind):
            return f"ws://{address}:{self.port}"
        try:
            return f"wss://{certificate.pin_of(certificate.own(self._folder))}@{address}:{self.port}"
        except OSError:  # the host itself says so once it is started
            return f"wss://{address}:{self.port}"

    def start(self) -> None:
        """Start it, or tell at once that it is ready."""
        if self._is_ready:
            self.ready.emit(self.url)
        elif self._process is None:
            process = self._process = QProcess(self)
            environment = QProcessEnvironment.systemEnvironment()
            paths = [str(Path(__file__).resolve().parents[2]), environment.value("PYTHONPATH")]
            environment.insert("PYTHONPATH", os.pathsep.join(filter(None, paths)))
            process.setProcessEnvironment(environment)
            process.readyReadStandardOutput.connect(self._read)
            process.errorOccurred.connect(lambda _: self._fail())
            process.finished.connect(lambda *_: self._fail())
            options = ["--host", "--dir", str(self._folder), "--port", str(self.port), "--bind", self._bind]
            options.append("--own-scenarios")
            program, *arguments = own_command(*options)
            process.start(program, arguments)

    def end(self) -> None:
        """End it; its games lie on disk."""
        process, self._process, self._is_ready = self._process, None, False
        if process is not None:
            process.blockSignals(True)
            process.terminate()
            if not process.waitForFinished(ENDS_IN):
                process.kill()
                process.waitForFinished(ENDS_IN)
            process.deleteLater()

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            said = bytes(self._process.readLine().data())
            if said.startswith(SAYS):
                self.port = int(said.rpartition(b":")[2])
                self._is_ready = True
                self.ready.emit(self.url)

    def _fail(self) -> None:
        if self._process is None:
            return
        why = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        words = (why.splitlines() or [self._process.errorString()])[-1].removeprefix("chitpull: ")
        self._process.deleteLater()
        self._process, self._is_ready = None, False
        self.failed.emit(words)


class Making(QObject):
    """Makes a game at a host while the window lives on.

    `made(links)`: the invitations by seat, and the token of watchers under "". `failed(sentence)`.
    """

    made = Signal(object)
    failed = Signal(str)

    def begin(
        self,
        url: str,
        system: str,
        scenario: str,
        pace: Mapping[str, int] | None,
        *,
        hints: bool,
        recall: bool,
        **more: str,
    ) -> None:
        """Ask a host for a game; the rest as in `link.make`."""
        ask = partial(make, url, system, scenario, pace, hints=hints, recall=recall, **more)
        Thread(target=self._make, args=(ask,), daemon=True).start()

    def _make(self, ask: Callable[[], Mapping[str, str]]) -> None:
        try:
            links = ask()
        except Refused as error:
            self.failed.emit(str(error))
        except OSError as error:
            self.failed.emit(f"There is no way to the host: {why_not(error)}.")
        else:
            self.made.emit(dict(links))
