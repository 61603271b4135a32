"""Measure the workshop: strokes and what is taken back, each until board, forces and fields are renewed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from app.play.players import NewGame
from app.systems.base import presentation_of
from app.workshop import DRAFTED
from app.workshop.editor import DraftEditor
from app.workshop.window import WorkshopWindow
from rules.lessons.lesson import Lesson
from rules.systems import places_of

STROKES = 60


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def record_lesson(self, window: WorkshopWindow) -> None: ...
    def try_lesson(self, window: WorkshopWindow, lesson: Lesson) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


def strokes(choice: NewGame, home: Path) -> tuple[list[float], list[float]]:
    """Return the processor time of counters taken off the map of a scenario's draft, and of each stroke taken back.

    Both are empty where the system has no board for drafts or the scenario is no file.
    """
    file = next((place for place in places_of(choice.system, choice.scenario) if place.is_file()), None)
    if choice.system not in DRAFTED or file is None:
        return [], []
    name = f"{choice.system}/{file.name}"
    (home / choice.system).mkdir(parents=True)
    shutil.copy(file, home / name)
    editor = DraftEditor(home, name, lambda *_: None)
    table = presentation_of(choice.system).create_draft(editor)
    assert table is not None, "only drafts of systems with a board for them are measured"
    window = WorkshopWindow(editor, table, Nothing())
    window.ask_save = lambda: "forget"
    try:
        placed = (piece.id for piece in table.pieces() if piece.where)
        done = [_timed(partial(table.take_off, piece)) for piece in islice(placed, STROKES)]
        return done, [_timed(editor.undo) for _ in done]
    finally:
        window.close()


def _timed(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start
