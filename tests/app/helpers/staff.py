"""A process that thinks like the real one, but with a fault: `staff.py FAULT FILE`; the file counts its starts."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.engine.command import cmd
from rules.opponent import working
from rules.opponent.planner import PlanningProgress, Thought
from rules.systems import register_shipped

FAULT, FILE = sys.argv[1], Path(sys.argv[2])
LONG = 30.0


def starts() -> int:
    """Return the number of this start, counted from 1."""
    with FILE.open("a+") as file:
        file.write("x")
    return FILE.stat().st_size


class Faulty(working.Worker):
    """Thinks long, dies, answers nonsense, orders what is not allowed, or hears nothing."""

    start = starts()

    def _tell(self, told: Mapping[str, Any]) -> None:
        super()._tell(told)
        if "thought" in told:
            FILE.with_suffix(".told").touch()

    def _think(self, number: int, told: Mapping[str, Any]) -> Thought:
        if FAULT == "keep":
            with FILE.with_suffix(".states").open("a") as file:
                file.write(f"{dict(told)}\n")
        if FAULT == "long":
            self._tell({"n": number, **PlanningProgress("storm the hill", 3, 0.25)._asdict()})
            end = time.monotonic() + LONG
            while self._inbox.empty() and time.monotonic() < end:
                time.sleep(0.01)
        if FAULT == "deaf" and self.start == 1:
            time.sleep(LONG)
        if FAULT == "always deaf":
            time.sleep(LONG)
        if FAULT == "dies" or (FAULT == "dies once" and self.start == 1):
            os._exit(3)
        if FAULT == "nonsense":
            self._out.write(b"{\n")
            self._out.flush()
        thought = super()._think(number, told)
        if FAULT == "illegal" or (FAULT == "illegal once" and starts() < 3):
            return replace(thought, command=cmd("storm_heaven"))
        return thought


if __name__ == "__main__":
    register_shipped()
    working.Worker = Faulty  # type: ignore[misc]
    sys.exit(working.work(sys.stdin.buffer, sys.stdout.buffer))
