"""Measure the workshop: `python -m app.bench_workshop [PART ...] [--scenario ID]`, all parts if none is named.

Parts are measured in processes of their own.

Each figure stands beside what is wanted of it on a quiet core. The clock tells what a player waits; what the processor
was busy with (of the window, and of the process that lays out ground) counts where others use the machine as well.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import theme
from app.bench_local import begin
from app.bench_pieces import Took
from app.board.hexes import center
from app.dialogs.start import StartPage
from app.online.bench import head, tell
from app.opponent.self_play import SelfPlay
from app.play.files import GameFiles
from app.play.players import NewGame
from app.play.scenarios import offered_scenarios
from app.settings import Settings
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.workshop import laying_out, live_ground
from app.systems.company_scale.workshop.ground_mode import GroundMode
from app.systems.company_scale.workshop.ground_tools import TOOLS, Kind, Stroke, covered
from app.systems.company_scale.workshop.live_ground import LiveGround
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.window.main_window import MainWindow
from app.workshop.window import WorkshopWindow
from rules.engine.folders import HOME_VARIABLE, scenarios_dir
from rules.engine.house_rules import ScenarioRow
from rules.workshop import MANIFEST, library, module_file
from rules.workshop.balance import LEVEL
from rules.workshop.module import offer_of

SYSTEM: Final = "company_scale"
LARGE, SMALL = "montelimar-campaign", "first-light"
PATIENCE: Final = 120.0
"""Seconds after which nothing more is awaited."""
STROKES, TURNS, DROPS, GAMES = 60, 3, 40, 40
LIBRARY, FILES = 200, 500
NEVER: Final = 3_600_000
"""Milliseconds until the whole sheet is laid out, where it is not to be meanwhile."""
BRUSHES: Final = [tool for tool in TOOLS if tool.kind in (Kind.TERRAIN, Kind.LEVEL) and tool.what not in "#~"]


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
            raise SystemExit("app.bench_workshop: what is awaited does not come.")
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


class Desk:
    """A window with its workshop, and a draft of a scenario in it."""

    def __init__(self, home: Path, scenario: str) -> None:
        settings = Settings(home / "preferences.json")
        self.main = MainWindow(settings, GameFiles(settings, home / "games"))
        self.main.resize(1600, 1000)
        self.main.show()
        self.scenario = scenario
        source = scenarios_dir() / SYSTEM / f"{scenario}.yaml"
        module = library.begin("Morning", "Anna", SYSTEM, source, dict)
        self.row = ScenarioRow(str(module.folder / SYSTEM / "morning.yaml"), "Morning", system=SYSTEM, origin="own")

    def play(self) -> None:
        """Put a new game of the scenario on the table, and draw it."""
        self.main.new_game(NewGame(SYSTEM, self.scenario, seed=1))
        until(lambda: self.main.is_settled)
        QApplication.processEvents()

    def open(self) -> None:
        """Open the draft, and draw it."""
        window = self.main.workshop.edit(self.row)
        assert window is not None
        self.window: WorkshopWindow = window
        self.window.ask_save = lambda: "forget"
        assert isinstance(window.table, CompanyScaleDraft)
        self.table = window.table
        until(self.is_settled)
        QApplication.processEvents()

    def is_settled(self) -> bool:
        """Tell whether the map is drawn."""
        return self.ground.is_settled()

    @property
    def ground(self) -> LiveGround:
        """The ground of the draft."""
        assert self.table.board.ground is not None
        return self.table.board.ground

    @property
    def brush(self) -> GroundMode:
        """The brush of the draft."""
        return self.table.ground

    def take_brush(self) -> None:
        """Turn to the page of the brush, and wait until a part has been laid out."""
        self.window.pages.setCurrentIndex(1)
        QTest.qWait(4000)
        until(self.is_settled)

    def strokes(self, count: int, seed: int = 1, *, sizes: Sequence[int] = (1, 7, 19), apart: int = 0) -> list[Stroke]:
        """Return strokes of the brush that change the map; by chance, in order."""
        chance, found = random.Random(seed), list[Stroke]()
        data, hexes = self.brush.data, sorted(self.brush.hexes)
        assert data is not None
        taken: list[int] = []
        for number in itertools.count():
            if len(found) == count or number > 50 * count:
                return found
            at, tool = chance.choice(hexes), chance.choice(BRUSHES)
            stroke = Stroke(tool, hexes=tuple(covered(data, tool, at, chance.choice(sizes))))
            far = all(max(abs(at // 100 - other // 100), abs(at % 100 - other % 100)) >= apart for other in taken)
            if far and stroke.on(data) != data:
                found.append(stroke)
                taken.append(at)
        return found

    def draw(self, stroke: Stroke) -> None:
        """Draw a stroke and wait until the ground shows it."""
        self.brush.draw(stroke)
        until(lambda: not self.brush.wash_item.strokes)

    def close(self) -> None:
        """Close it all."""
        self.window.close()
        self.main.close()


# --- the parts -----------------------------------------------------------------------------------------------------


def entering(home: Path, scenario: str) -> None:
    """Measure how long the workshop takes to open beside a start of the scenario, both in a window that is there."""
    desk, starts, opens = Desk(home, scenario), list[float](), list[float]()
    for _ in range(TURNS + 1):
        for times, act in ((starts, desk.play), (opens, desk.open)):
            began = time.process_time()
            act()
            times.append(time.process_time() - began)
        desk.window.close()
    shares = f"{min(opens[1:]) / min(starts[1:]):.2f} starts"
    first = f"first {opens[0] / starts[0]:.2f}; {min(opens[1:]) * 1e3:.0f} : {min(starts[1:]) * 1e3:.0f} ms"
    tell(f"{scenario}: the workshop opened", shares, "1.2 starts", first)
    desk.main.close()


def drops(home: Path, scenario: str) -> None:
    """Measure counters moved, from the drop to the frame that shows it."""
    desk, took = Desk(home, scenario), list[Took]()
    desk.open()
    board = desk.table.board
    board.view.set_zoom(1.0)
    until(desk.is_settled)
    chance, placed = random.Random(1), [piece.id for piece in desk.table.pieces() if piece.id in board.position.where]
    for piece in chance.sample(placed, min(DROPS, len(placed))):
        at = chance.choice(sorted(desk.brush.hexes))
        board.view.reveal(center(board.position.where[piece]))
        until(desk.is_settled)
        board.lift(center(board.position.where[piece]), Qt.KeyboardModifier.NoModifier)
        board.carry(center(at))
        QApplication.processEvents()
        start = Took.now()
        board.receive(piece, center(at))
        board.view.viewport().repaint()
        took.append(Took.since(start))
        until(desk.is_settled)
    row(f"{scenario}: a counter dropped to drawn", took, "p95 16 ms")
    desk.close()


class Watch:
    """What one stroke takes, from when it is drawn: the window, the check, the true ground."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._number = desk, 0
        desk.window.editor.checked.connect(self._check)
        process = laying_out._desk(False).process
        if process is not None:
            self._number = process.process.processId()
        self.wash, self.work, self.check, self.ground = (list[Took]() for _ in range(4))
        self.longest = 0.0

    def draw(self, stroke: Stroke) -> None:
        """Draw a stroke and wait until all is shown."""
        brush, view = self._desk.brush, self._desk.table.board.view
        self._start = Took.now()
        brush.wash(stroke)
        view.viewport().repaint()
        self.wash.append(Took.since(self._start))
        self._start, there = Took.now(), of_process(self._number)
        thread = time.thread_time()  # the check beside it does not count
        brush.draw(stroke)
        self.work.append(Took.since(self._start))
        self.longest = max(self.longest, until(lambda: not brush.wash_item.strokes))
        view.viewport().repaint()
        busy = time.thread_time() - thread + of_process(self._number) - there
        self.ground.append(Took(Took.since(self._start).clock, busy))
        self.longest = max(self.longest, until(lambda: len(self.check) == len(self.wash)))

    def _check(self) -> None:
        if len(self.check) < len(self.wash):
            self.check.append(Took.since(self._start))


def strokes(home: Path, scenario: str) -> None:
    """Measure strokes up to 19 hexes, one by one: wash, what the window does, check, true ground."""
    live_ground.QUIET = NEVER
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    desk.table.board.view.set_zoom(1.0)
    desk.draw(desk.strokes(1, seed=99)[0])  # copies the map
    watch = Watch(desk)
    for stroke in desk.strokes(STROKES):
        desk.table.board.view.centerOn(center(stroke.hexes[0]))
        until(desk.is_settled)
        QTest.qWait(50)
        watch.draw(stroke)
    rows = (
        ("wash of a stroke, in its frame", watch.wash, "16 ms"),
        ("a stroke carried out in the window", watch.work, "50 ms"),
        ("check shown after a stroke", watch.check, "p95 150 ms"),
        ("true ground of a stroke up to 19 hexes", watch.ground, "p95 300 ms"),
    )
    for what, times, wanted in rows:
        row(f"{scenario}: {what}", times, wanted)
    tell(f"{scenario}: longest work of the window at a time", "", "50 ms", f"{watch.longest * 1e3:.0f} ms")
    desk.close()


def undo(home: Path, scenario: str) -> None:
    """Measure a hundred strokes taken back, each of them shown, and a save of what they made."""
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    for stroke in desk.strokes(100):
        desk.draw(stroke)
    editor, took = desk.window.editor, list[Took]()
    start = Took.now()
    editor.save(lambda _: True)
    took.append(Took.since(start))
    tell(f"{scenario}: saved", f"{took[-1].clock * 1e3:.0f} ms", "0.5 s", f"{took[-1].processor * 1e3:.0f} ms")
    start = Took.now()
    for _ in range(100):
        editor.undo()
        QApplication.processEvents()
    took.append(Took.since(start))
    tell(f"{scenario}: 100 strokes taken back", f"{took[-1].clock:.2f} s", "1 s", f"{took[-1].processor:.2f} s")
    desk.close()


def pixels(home: Path, scenario: str) -> None:
    """Compare the pixels of what single strokes show with those of the whole sheet laid out anew."""
    live_ground.QUIET = NEVER
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    for stroke in desk.strokes(24, seed=5, apart=9):
        desk.draw(stroke)
    ground, whole = desk.ground, Ground(desk.ground.map, theme.current())
    found = [differing(patch.region, ground, whole) for patch in ground.patches]
    for n, what in enumerate(("by more than 4 of 255", "so that it is seen (by more than 16)")):
        shares = [each[n] for each in found]
        told = f"{sum(shares) / len(shares):.2%}"
        tell(f"{scenario}: pixels that differ {what}, of {len(found)}", told, "1 %", f"most {max(shares):.2%}")
    desk.close()


def differing(region: QPainterPath, one: Ground, other: Ground) -> tuple[float, float]:
    """Return the shares of the pixels of a region that differ between two grounds by more than 4 and 16 of 255."""
    import numpy as np

    box = region.boundingRect()
    size = box.size().toSize()

    def seen(draw: Callable[[QPainter], object]) -> Any:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.translate(-box.topLeft())
        draw(painter)
        painter.end()
        return np.frombuffer(image.constBits(), np.uint8).reshape(size.height(), size.width(), 4)[..., :3].astype(int)

    inside = seen(lambda painter: painter.fillPath(region, QColor("white")))[..., 0] > 0
    a, b = (seen(partial(ground._draw_terrain, rect=box, lod=1.0)) for ground in (one, other))
    gaps = np.abs(a - b).max(axis=2)[inside]
    return float((gaps > 4).mean()), float((gaps > 16).mean())


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
    files = {f"{SYSTEM}/s{number}.yaml": text for number in range(FILES - 1)}
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


def memory(home: Path, scenario: str) -> None:
    """Measure what the workshop takes of the memory above a game of the scenario."""
    desk = Desk(home, scenario)
    desk.play()
    QTest.qWait(2000)
    before = resident()
    desk.open()
    opened = resident() - before
    desk.take_brush()
    for stroke in desk.strokes(30):
        desk.draw(stroke)
    until(desk.ground.is_up_to_date)
    drawn = resident() - before
    aside = [process for whole in (False, True) if (process := laying_out._desk(whole).process) is not None]
    beside = " and ".join(f"{resident(each.process.processId()):.0f}" for each in aside)
    tell(f"{scenario}: memory above play ({before:.0f} MB), after 30 strokes", f"{opened:.0f}, {drawn:.0f} MB", "60 MB")
    tell(f"{scenario}: processes that lay out ground", f"{beside} MB", "")
    desk.close()


PARTS: Final[Mapping[str, tuple[Callable[[Path, str], None], Sequence[str]]]] = {
    "entering": (entering, (LARGE, SMALL)),
    "drops": (drops, (LARGE, SMALL)),
    "strokes": (strokes, (LARGE, SMALL)),
    "pixels": (pixels, (LARGE, SMALL)),
    "undo": (undo, (LARGE, SMALL)),
    "start_page": (start_page, (SMALL,)),
    "installing": (installing, (SMALL,)),
    "balance": (balance, (SMALL,)),
    "memory": (memory, (LARGE,)),
}


def main() -> int:
    """Measure one part here, or several in processes of their own."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", help=f"what is measured: {', '.join(PARTS)}")
    options.add_argument("--scenario", help="the scenario it is measured with")
    given = options.parse_args()
    if unknown := set(given.parts) - PARTS.keys():
        options.error(f"there is no part {', '.join(sorted(unknown))}")
    if len(given.parts) == 1 and given.scenario:
        measure(given.parts[0], given.scenario)
        return 0
    head("The workshop")
    for part in given.parts or PARTS:
        for scenario in [given.scenario] if given.scenario else PARTS[part][1]:
            subprocess.run([sys.executable, "-m", "app.bench_workshop", part, "--scenario", scenario], check=False)
    return 0


def measure(part: str, scenario: str) -> None:
    """Measure a part in a home of its own."""
    with tempfile.TemporaryDirectory() as name:
        os.environ[HOME_VARIABLE] = name
        application = begin()
        PARTS[part][0](Path(name), scenario)
        for whole in (False, True):
            laying_out._desk(whole)._end()
        del application


if __name__ == "__main__":
    sys.exit(main())
