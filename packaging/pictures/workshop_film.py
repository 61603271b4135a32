"""Take the films of the workshop: `python packaging/pictures/workshop_film.py [FOLDER]`.

A stranger makes a scenario by mouse alone, shares, installs, plays and removes it: the scripts of
tests/app/workshop/test_film.py, here with their pictures, at two sizes of the screen, in light and dark. Without a
folder those that docs/workshop-film.md shows are written to docs/pictures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QPoint, QPointF, QSize, Qt  # noqa: E402
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QMainWindow, QWidget  # noqa: E402

from app import theme  # noqa: E402
from app.application import Application  # noqa: E402
from rules.systems import systems  # noqa: E402
from tests.app.film import command_cards, company_scale  # noqa: E402
from tests.app.film.stage import film  # noqa: E402
from tests.app.helpers.widgets import top_level_widgets  # noqa: E402

DOCS = ROOT / "docs" / "pictures"
LOOKS = (("light", 1600, 1000), ("dark", 1280, 720), ("light", 1280, 720), ("dark", 1600, 1000))
"""Every look at every size; docs show the first two."""
IN_DOCS = {
    "light": (
        "new map", "road", "ground", "drag from the tray", "victory hex", "check", "record a lesson", "word the steps",
        "one-sided", "even", "print", "module", "installed", "the game goes on",
    ),
    "dark": ("ground", "check", "word the steps", "even", "installed"),
    "light battle": ("road", "drag from the tray", "arrival", "check", "even", "played"),
    "dark battle": (),
}  # fmt: skip
STORIES = {"": company_scale.THE_MILL, "battle": command_cards.THE_BRIDGE}
"""Each story, by the word in the names of its pictures."""
SMALL = QSize(960, 600)
SETTLED = 2500
"""Milliseconds after which ground and lists have followed the last gesture."""
ARROW = ((0, 0), (0, 19), (4.5, 15), (7.5, 22), (10.5, 20.7), (7.6, 14), (13.5, 13.5))


class Camera:
    """Pictures windows with what lies over them and with the pointer, each under its number and name."""

    def __init__(self, folder: Path, look: str, story: str, size: QSize, *, in_docs: bool) -> None:
        self._folder, self._look, self._story, self._size, self._in_docs = folder, look, story, size, in_docs
        self._number = 0

    def __call__(self, name: str, window: QWidget, pointer: QPoint) -> None:
        """Take a picture."""
        self._number += 1
        if self._in_docs and name not in IN_DOCS[f"{self._look} {self._story}".strip()]:
            return
        QTest.qWait(SETTLED)
        image = window.grab().toImage()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for each in top_level_widgets():
            if each.isVisible() and not isinstance(each, QMainWindow):
                at = window.mapFromGlobal(each.mapToGlobal(QPoint(0, 0)))
                painter.drawPixmap(at, each.grab())
                painter.setPen(QPen(QColor("#806a40"), 1))
                painter.drawRect(at.x() - 1, at.y() - 1, each.width() + 1, each.height() + 1)
        painter.translate(QPointF(pointer))
        painter.setPen(QPen(QColor("white"), 1.4))
        painter.setBrush(QColor("black"))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in ARROW]))
        painter.end()
        self._save(f"{self._story} {name}".strip().replace(" ", "-"), image)

    def _save(self, name: str, image: QImage) -> None:
        if self._in_docs:
            kept, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            small = image.scaled(SMALL, kept, smooth)
            small.save(str(self._folder / f"workshop-{name}-{self._look}.jpg"), quality=74)
        else:
            size = f"{self._size.width()}x{self._size.height()}"
            image.save(str(self._folder / f"{self._number:02}-{name}-{size}-{self._look}.jpg"), quality=84)
        print(name, self._look, flush=True)


def take(folder: Path, look: str, wide: int, high: int, *, in_docs: bool) -> None:
    """Take the films in one look on a screen of a size."""
    app = Application.instance() or Application(sys.argv)
    assert isinstance(app, Application)
    systems()
    theme.apply(app, look)
    for word, story in STORIES.items():
        if in_docs and not IN_DOCS[f"{look} {word}".strip()]:
            continue
        with tempfile.TemporaryDirectory() as homes:
            film(Path(homes), story, Camera(folder, look, word, QSize(wide, high), in_docs=in_docs), (wide, high))


def main(arguments: list[str]) -> None:
    """Take the films in all looks, each on a screen of its own in a process of its own."""
    if len(arguments) > 1:
        folder, look, wide, high = arguments
        take(Path(folder), look, int(wide), int(high), in_docs=Path(folder) == DOCS)
        return
    folder = Path(arguments[0]).absolute() if arguments else DOCS
    folder.mkdir(parents=True, exist_ok=True)
    for look, wide, high in LOOKS if arguments else LOOKS[:2]:
        with tempfile.TemporaryDirectory() as home:
            screen = Path(home) / "screen.json"
            shape = {"name": "film", "x": 0, "y": 0, "width": wide, "height": high}
            told = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
            screen.write_text(json.dumps({"screens": [shape | told]}), encoding="utf-8")
            there = {"QT_QPA_PLATFORM": f"offscreen:configfile={screen}", "CHITPULL_HOME": home}
            command = [sys.executable, __file__, str(folder), look, str(wide), str(high)]
            subprocess.run(command, env={**os.environ, **there}, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
