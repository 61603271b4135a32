"""`python -m rules fuzz`: hostile input in a process of its own, watched for time and memory; findings are kept."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from queue import Empty, Queue
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, process_time
from typing import Any, Final

from rules.engine.memory import peak_memory
from rules.fuzzing.targets import TARGETS, Target
from rules.systems import systems

# --- `python -m rules fuzz`: hostile input in a process of its own, watched for time and memory --------------------

SECONDS: Final = 20.0
MEGABYTES: Final = 600
PATIENCE: Final = 60.0
"""Seconds without an answer, by the clock, after which the process is ended; the others are of its own time."""
READY: Final = 300.0
"""Seconds in which the process must have made the games it begins from."""


def run(args: argparse.Namespace) -> int:
    """Try hostile input for some minutes and tell how it went; return 1 if there are findings."""
    if args.begin >= 0:
        return work(args.kind, args.seed, args.begin)
    watch = Watch(args.kind, args.seed, args.findings)
    end, number = monotonic() + 60 * args.minutes, 0
    try:
        while number < args.trials and monotonic() < end:
            number = watch.trials(number, args.trials, end)
    finally:
        watch.stop()
    print(watch.summary())
    return int(bool(watch.findings))


class Watch:
    """One process at a time that tries input; it is ended when a trial takes too long or too much memory."""

    def __init__(self, kind: str, seed: int, folder: Path) -> None:
        self.kind, self.seed, self.folder = kind, seed, folder.absolute()
        self.ends: Counter[str] = Counter()
        self.findings: list[str] = []
        self.slowest, self.largest = 0.0, 0
        self._process: subprocess.Popen[bytes] | None = None

    def trials(self, begin: int, most: int, end: float) -> int:
        """Try from a number on until the time is over or the process must be ended; return the next number."""
        number, lines = begin, self._start(begin)
        while number < most and monotonic() < end:
            told = self._next(lines, READY if number == begin else PATIENCE)
            if told is None:
                self._keep(number, f"no answer in {PATIENCE:.0f} s, or the process ended")
                break
            self._count(number, told)
            number += 1
            if told["mb"] > MEGABYTES:
                break
        else:
            return number
        self.stop()
        return max(number, begin + 1)

    def _start(self, begin: int) -> Queue[bytes]:
        command = [sys.executable, "-m", "rules", "fuzz", self.kind, "--seed", str(self.seed), "--begin", str(begin)]
        self.stop()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        lines: Queue[bytes] = Queue()
        self._pump = Thread(target=_pump, args=(self._process, lines), daemon=True)
        self._pump.start()
        return lines

    def _next(self, lines: Queue[bytes], seconds: float) -> dict[str, Any] | None:
        try:
            raw = lines.get(timeout=seconds)
        except Empty:
            return None
        told: dict[str, Any] = json.loads(raw) if raw else {}
        return told or None

    def _count(self, number: int, told: dict[str, Any]) -> None:
        self.slowest, self.largest = max(self.slowest, told["seconds"]), max(self.largest, told["mb"])
        self.ends[told["end"]] += 1
        if told["fault"]:
            self._keep(number, told["fault"])
        elif told["seconds"] > SECONDS:
            self._keep(number, f"{told['seconds']:.1f} s")
        elif told["mb"] > MEGABYTES:
            self._keep(number, f"{told['mb']} MB")

    def _keep(self, number: int, why: str) -> None:
        self.ends["finding"] += 1
        self.findings.append(f"{number}: {why}")
        print(f"{self.kind} --seed {self.seed}, trial {number}: {why}", flush=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder, chdir(folder):
            target = begin_target(self.kind, self.seed, Path(folder))
            data = target.make(trial_rng(self.seed, number))
            (self.folder / f"{self.kind}-{self.seed}-{number}{target.suffix}").write_bytes(shrunk(target, data, why))

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._pump.join()
            self._process = None

    def summary(self) -> str:
        """Return one line about all trials."""
        trials = sum(count for end, count in self.ends.items() if end != "finding")
        ends = ", ".join(f"{count} {end}" for end, count in sorted(self.ends.items()))
        return (
            f"{self.kind}, seed {self.seed}: {trials} trials ({ends}); the slowest {self.slowest:.2f} s, "
            f"the most memory {self.largest} MB, {len(self.findings)} findings."
        )


def _pump(process: subprocess.Popen[bytes], lines: Queue[bytes]) -> None:
    assert process.stdout is not None
    with process.stdout:
        for raw in process.stdout:
            lines.put(raw)
    lines.put(b"")


def trial_rng(seed: int, number: int) -> Random:
    """Return the generator of one trial."""
    return Random(f"{seed}/{number}")


def begin_target(kind: str, seed: int, folder: Path) -> Target:
    """Return a target with the real games it begins from, the same for the same seed."""
    systems()
    return TARGETS[kind](Random(seed), folder)


def work(kind: str, seed: int, begin: int) -> int:
    """Try input after input, a line of JSON on standard output for each, until this process is ended."""
    with TemporaryDirectory() as folder, chdir(folder):  # for what is saved under a name that is no path
        target = begin_target(kind, seed, Path(folder))
        for told in _tried(target, seed, begin):
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
    return 0


def _tried(target: Target, seed: int, begin: int) -> Iterator[dict[str, Any]]:
    number = begin
    while True:
        data = target.make(trial_rng(seed, number))
        start, end, fault = process_time(), "fault", ""  # other programs may be busy too
        try:
            end = target.attempt(data)
        except Exception as error:
            fault = fault_of(error)
        yield {
            "end": end,
            "fault": fault,
            "seconds": round(process_time() - start, 3),
            "mb": (peak_memory() or 0) // 1_000_000,
        }
        number += 1


def fault_of(error: Exception) -> str:
    """Return an error and where it arose as one line."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}{where}"


# --- Making a finding small: lines are left out as long as the same fault remains ----------------------------------


def shrunk(target: Target, data: bytes, fault: str) -> bytes:
    """Return an input with as few lines as still lead to a fault of the same kind, as far as a short time allows."""
    kind = fault.partition(":")[0]
    if not kind.isidentifier() or not fails(target, data, kind):
        return data
    lines, end, size = data.split(b"\n"), monotonic() + SECONDS, len(data.split(b"\n")) // 2
    while size and monotonic() < end:
        place = 0
        while place < len(lines) and monotonic() < end:
            fewer = lines[:place] + lines[place + size :]
            if fewer and fails(target, b"\n".join(fewer), kind):
                lines = fewer
            else:
                place += size
        size //= 2
    return b"\n".join(lines)


def fails(target: Target, data: bytes, kind: str) -> bool:
    """Tell whether an input leads to an error of a kind."""
    try:
        target.attempt(data)
    except Exception as error:
        return type(error).__name__ == kind
    return False
