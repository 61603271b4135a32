"""The process that thinks: told in lines of JSON what a seat may know and nothing more."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.portable import own_command
from rules.engine.evaluator import Manner
from rules.engine.events import as_record
from rules.engine.frozen import frozen

# --- Processes of the program's own beside the window, written to and heard in lines of JSON or otherwise ----------

PATIENCE: Final = 2500
"""Milliseconds that a process is given to end."""


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


# --- The process that thinks: started when it is first asked, told what a seat may know and nothing else -----------

SCENARIO = "it has another version of this scenario"


@frozen
class WorkerReply:
    """What the process answers to question `n`: that it is ready, how far it is, what it thinks, or why it failed.

    `ready` is the hash of the scenario, `thought` the thought as plain data (rules/opponent/working.py).
    """

    n: int = 0
    ready: str | None = None
    best: str = ""
    plans: int = 0
    share: float = 0.0
    thought: Any = None
    failed: str | None = None


class GameSource(NamedTuple):
    """The game that is thought about: system, what its scenario is loaded from, and the scenario's hash."""

    system: str
    source: Any
    hash: str


class Worker(QObject):
    """Ask the process and pass on what it answers, each with the number of its question.

    `failed` carries a number, 0 for whatever is asked, and half a sentence; the process is gone then.
    """

    progressed = Signal(int, object)
    thought = Signal(int, object)
    failed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.command: Sequence[str] = own_command("--think")
        self._process: LineProcess | None = None
        self._begun: GameSource | None = None
        self._number = 0
        self._unanswered: set[int] = set()
        self._stopped: set[int] = set()
        self._ready = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._lose_patience)

    @property
    def is_running(self) -> bool:
        """Tell whether there is a process."""
        return self._process is not None

    def begin(self, table: GameSource) -> None:
        """Turn to a game, or to another line of play of the same one: nothing planned before counts."""
        self._start()
        self._begun = table
        self._say({"begin": {"system": table.system, "scenario": table.source}})

    def think(self, seat: str, seq: int, manner: Manner, state: Mapping[str, Any], *, anew: bool = False) -> int:
        """Ask what a seat should do in a position as it knows it; return the number of the question.

        `anew` tells that others have decided for the seat since its last question: nothing planned then counts.
        """
        self._number += 1
        self._unanswered.add(self._number)
        asked = {"n": self._number, "seq": seq, "seat": seat, "level": manner.level, "temper": manner.temper}
        self._say({"think": {**asked, "anew": anew, "state": state}})
        return self._number

    def stop(self, number: int) -> None:
        """Have the best so far at once; a process that does not heed it is ended."""
        if number in self._unanswered:
            self._stopped.add(number)
            self._say({"stop": number})

    def _written(self) -> None:
        """Begin to wait for an answer: before this nothing was sent, however long the window had no time for it."""
        if self._stopped and self._ready and not self._patience.isActive():  # while it starts it hears nothing
            self._patience.start()

    def _lose_patience(self) -> None:
        """End a process that did not heed a stop, unless it did so while this one had no time to hear it."""
        while self._stopped and self._process is not None and self._process.process.waitForReadyRead(0):
            self._process.read()
        if self._stopped:
            self._fail("it did not stop when asked")

    def close(self) -> None:
        """End the process."""
        self._patience.stop()
        process, self._process, self._begun = self._process, None, None
        self._unanswered.clear()
        self._stopped.clear()
        self._ready = False
        if process is not None:
            process.close()

    def _start(self) -> None:
        if self._process is not None:
            return
        process = self._process = LineProcess(
            self.command, lambda told: self._hear(as_record(WorkerReply, told)), self._fail, self
        )
        process.process.bytesWritten.connect(lambda _: self._written())

    def _say(self, told: Mapping[str, Any]) -> None:
        if self._process is not None:
            self._process.say(told)

    def _hear(self, told: WorkerReply | None) -> None:
        if told is None:
            raise ValueError("no reply")
        if told.ready is not None:
            if self._begun is not None and told.ready != self._begun.hash:
                self._fail(SCENARIO)
                return
            self._ready = True
            if self._stopped:
                self._patience.start()
            return
        number = told.n
        if told.failed is not None:
            self._fail(told.failed, number)
        elif told.thought is not None:
            from rules.opponent.planner import Thought

            answer = Thought.of(told.thought)
            self._unanswered.discard(number)
            self._stopped.discard(number)
            if not self._stopped:
                self._patience.stop()
            self.thought.emit(number, answer)
        else:
            from rules.opponent.planner import PlanningProgress

            self.progressed.emit(number, PlanningProgress(told.best, told.plans, told.share))

    def _fail(self, why: str, number: int = 0) -> None:
        if self._process is not None:
            self.close()
            self.failed.emit(number, why)
