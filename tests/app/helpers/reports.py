"""The report of a game as a player saves it, without its pictures where only words are looked through."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.printing import report
from app.text.parts import Markup
from app.window.main_window import MainWindow


def body(window: MainWindow, path: Path) -> str:
    """Save the report of the game to a path and return the body of the page; no map is drawn for it."""
    window.remembering.choose = lambda offered: str(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "_picture", lambda *_: Markup())
        window.remembering.save_report()
    return path.read_text(encoding="utf-8").partition("<body>")[2]
