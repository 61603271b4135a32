"""For the table's tests: windows off screen, and a fresh home for each test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before the first import of Qt's windows


@pytest.fixture(autouse=True)
def _fresh_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CHITPULL_HOME", str(home))
    return home
