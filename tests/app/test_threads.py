"""The program paints in one thread: Qt's own would hand out row by row what is small."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import os, sys
from app.cli import main, paint_alone
paint_alone() if sys.argv[1:] else None
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
app = QGuiApplication([])
image = QImage(900, 900, QImage.Format.Format_RGB32)
painter = QPainter(image)
painter.setRenderHint(QPainter.RenderHint.Antialiasing)
painter.setBrush(QColor(200, 0, 0, 120))
painter.drawEllipse(0, 0, 900, 900)
painter.end()
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there threads are listed in a folder")
def test_a_translucent_shape_starts_no_thread() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("QT_NO_GUI_THREADPOOL", None)

    def threads(*arguments: str) -> int:
        command = [sys.executable, "-c", CODE, *arguments]
        told = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
        return int(told.stdout)

    assert threads("alone") == 1 < threads()
