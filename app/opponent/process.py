"""Processes of the program's own beside the window, written to and heard in lines of JSON or otherwise."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer

PATIENCE: Final = 2500
"""Milliseconds that a process is given to end."""


def program(*options: str) -> list[str]:
    """Return the command that starts this program with options that need no window."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "app", *options]
    console = Path(sys.executable).with_name("chitpull-console.exe")  # on Windows the other one has no streams
    return [str(console if console.is_file() else sys.executable), *options]


class OwnProcess(QObject):
    """One process, started at once. `failed` gets half a sentence when it is gone; whoever hears it closes the process.

    A subclass reads what it answers.
    """

    def __init__(self, command: Sequence[str], failed: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._failed = failed
        self.process = process = QProcess(self)
        self._is_open = True
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        environment = QProcessEnvironment.systemEnvironment()
        paths = [str(Path(__file__).resolve().parents[2]), environment.value("PYTHONPATH")]
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self.read)
        process.errorOccurred.connect(lambda _: QTimer.singleShot(0, self, self._lost))  # perhaps before this is done
        process.finished.connect(lambda code, _: failed(f"its process ended with {code}"))
        process.start(command[0], list(command[1:]))

    def _lost(self) -> None:
        if self._is_open:
            self._failed(self.process.errorString().rstrip("."))

    def read(self) -> None:
        """Hear what has come."""
        raise NotImplementedError

    def close(self) -> None:
        """End the process; nothing of it is heard any more."""
        self._is_open = False
        self.process.blockSignals(True)
        self.process.kill()
        self.process.waitForFinished(PATIENCE)
        self.deleteLater()


class LineProcess(OwnProcess):
    """A process of lines. `heard` gets each line it answers.

    A line that `heard` cannot take (ValueError, KeyError, TypeError, AttributeError) is a failure too.
    """

    def __init__(
        self, command: Sequence[str], heard: Callable[[Any], None], failed: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(command, failed, parent)
        self._heard = heard

    def say(self, told: Mapping[str, Any]) -> None:
        """Write a line."""
        self.process.write(json.dumps(told, ensure_ascii=True, default=dict).encode("ascii") + b"\n")

    def read(self) -> None:
        """Hear the lines that have come."""
        while self._is_open and self.process.canReadLine():
            raw = bytes(self.process.readLine().data())
            try:
                self._heard(json.loads(raw))
            except (ValueError, KeyError, TypeError, AttributeError):
                self._failed("its process sent an answer that makes no sense")
