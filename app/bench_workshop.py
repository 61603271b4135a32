"""Measure the workshop: `python -m app.bench_workshop [PART ...]`, all parts if none is named, each in a process.

Each figure stands beside what is wanted of it on a quiet core. The clock tells what a player waits; what the processor
was busy with (of the window, and of the process that lays out ground) counts where others use the machine as well.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import quantiles
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.bench_local import begin
from app.bench_pieces import Took
from app.dialogs.start import StartPage
from app.online.bench import head, tell
from app.opponent.self_play import SelfPlay
from app.play.scenarios import offered_scenarios
from rules.engine.folders import HOME_VARIABLE, scenarios_dir
from rules.workshop import MANIFEST, library, module_file
from rules.workshop.balance import LEVEL
from rules.workshop.module import offer_of

SYSTEM: Final = "company_scale"
LARGE, SMALL = "montelimar-campaign", "first-light"
PATIENCE: Final = 120.0
"""Seconds after which nothing more is awaited."""
GAMES, LIBRARY, FILES = 40, 200, 500
DRAFTS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {**dict.fromkeys(("entering", "drops", "strokes", "pixels", "undo"), (LARGE, SMALL)), "memory": (LARGE,)}
)
"""The parts that a system measures with its drafts, each with the scenarios it is measured with."""
BOARD: Final = f"app.systems.{SYSTEM}.workshop.bench"
Parts = Mapping[str, Callable[[Path, str], None]]


def p95(times: Sequence[float]) -> float:
    """Return what 95 of a hundred do not exceed."""
    return quantiles(times, n=20, method="inclusive")[-1]


def milliseconds(times: Sequence[float]) -> str:
    """Return median, 95th percentile and largest."""
    if len(times) == 1:
        return f"{times[0] * 1e3:.0f} ms"
    return f"{sorted(times)[len(times) // 2] * 1e3:.0f}, p95 {p95(times) * 1e3:.0f}, most {max(times) * 1e3:.0f} ms"


def row(what: str, times: Sequence[Took], wanted: str) -> None:
    """Print a row about what was done many times."""
    clock, processor = (milliseconds([getattr(each, kind) for each in times]) for kind in ("clock", "processor"))
    tell(what, clock, wanted, processor)


def until(done: Callable[[], bool]) -> float:
    """Let the window work until something is so; return the longest it took of the processor at a time."""
    longest, end, beat = 0.0, time.monotonic() + PATIENCE, QTimer()
    beat.start(50)
    while not done():
        start = time.thread_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        longest = max(longest, time.thread_time() - start)
        if time.monotonic() > end:
            raise SystemExit("app.systems.company_scale.workshop.bench: what is awaited does not come.")
    return longest


def of_process(number: int) -> float:
    """Return the processor time of another process, 0 where that is not known."""
    try:
        return sum(int(path.read_text().split()[0]) for path in Path(f"/proc/{number}/task").glob("*/schedstat")) / 1e9
    except (OSError, ValueError):
        return 0.0


def resident(number: int | str = "self") -> float:
    """Return the memory of a process in MB, 0 where that is not known."""
    try:
        lines = Path(f"/proc/{number}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
    except (OSError, StopIteration, ValueError):
        return 0.0


def start_page(home: Path, scenario: str) -> None:
    """Measure the start page without and with a library of scenarios, half own, half installed."""
    took = []
    for count in (0, LIBRARY):
        for number in range(count):
            source = scenarios_dir() / SYSTEM / f"{scenario}.yaml"
            made = library.begin(f"Morning {number}", "Anna", SYSTEM, source, dict)
            if number % 2:
                library.add(module_file.of_folder(made.folder), made.id)
                library.remove(made)
        times = []
        for _ in range(8):
            began = time.process_time()
            page = StartPage(offered_scenarios())
            page.resize(1600, 1000)
            page.grab()
            times.append(time.process_time() - began)
            page.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        took.append(min(times))
    more = (took[1] - took[0]) * 1e3
    tell(f"start page with {LIBRARY} scenarios more", "", "50 ms", f"{took[0] * 1e3:.0f} and {more:.0f} ms")


def installing(home: Path, scenario: str) -> None:
    """Measure a module of many files: its page read and checked, and the files installed."""
    text = (scenarios_dir() / SYSTEM / f"{scenario}.yaml").read_bytes()
    line = f"id: {scenario}".encode()
    files = {f"{SYSTEM}/s{number}.yaml": text.replace(line, b"id: s%d" % number) for number in range(FILES - 1)}
    first = library.begin("Large", "Anna", SYSTEM, scenarios_dir() / SYSTEM / f"{scenario}.yaml", dict)
    files[MANIFEST] = (first.folder / MANIFEST).read_bytes()
    path = home / "large.chitpull-module"
    module_file.write(path, files)
    start = Took.now()
    offer = offer_of(path, [SYSTEM])
    row(f"a module of {FILES} files read and checked", [Took.since(start)], "")
    start = Took.now()
    offer.install()
    row(f"a module of {FILES} files installed", [Took.since(start)], "1 s")


def balance(home: Path, scenario: str) -> None:
    """Measure games of the computer against itself, in as many processes as the program uses."""
    player, played = SelfPlay(SYSTEM, scenario, LEVEL), list[object]()
    player.jobs = min(2, os.cpu_count() or 1)
    player.played.connect(played.append)
    player.failed.connect(lambda why: print(why))
    start = time.perf_counter()
    player.play(list(range(1, GAMES + 1)))
    numbers = [process.process.processId() for process in player._busy]
    until(lambda: len(played) == GAMES)
    busy = sum(map(of_process, numbers)) / len(numbers)
    clock = time.perf_counter() - start
    tell(f"{GAMES} games of {scenario} on {len(numbers)} cores", f"{clock:.1f} s", "20 s", f"{busy:.1f} s a core")
    player.close()


PARTS: Final = {"start_page": start_page, "installing": installing, "balance": balance}


def main(parts: Parts) -> int:
    """Measure one part here if a scenario is named, else several in processes of their own; return the exit status."""
    names = [*DRAFTS, *PARTS]
    options = argparse.ArgumentParser(description="Measure the workshop.")
    options.add_argument("parts", nargs="*", metavar="PART", help=f"what is measured: {', '.join(names)}")
    options.add_argument("--scenario", help="the scenario it is measured with")
    given = options.parse_args()
    if strange := sorted(set(given.parts) - set(names)):
        options.error(f"there is no part {strange[0]}")
    if given.scenario and len(given.parts) == 1 and given.parts[0] in parts:
        measure(parts[given.parts[0]], given.scenario)
        return 0
    head("The workshop")
    for part in given.parts or names:
        module = BOARD if part in DRAFTS else "app.bench_workshop"
        for scenario in [given.scenario] if given.scenario else DRAFTS.get(part, (SMALL,)):
            subprocess.run([sys.executable, "-m", module, part, "--scenario", scenario], check=False)
    return 0


def measure(part: Callable[[Path, str], None], scenario: str) -> None:
    """Measure a part in a home of its own."""
    with tempfile.TemporaryDirectory() as name:
        os.environ[HOME_VARIABLE] = name
        application = begin()
        part(Path(name), scenario)
        del application


if __name__ == "__main__":
    sys.exit(main(PARTS))
