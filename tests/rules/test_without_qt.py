"""The rules run on a machine without Qt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NO_QT = ROOT / "tests" / "no_qt"
IMPORT_ALL = """
import importlib, pkgutil, sys
import rules
for module in pkgutil.walk_packages(rules.__path__, "rules."):
    importlib.import_module(module.name)
found = sorted(name for name in sys.modules if name.partition(".")[0] in ("PySide6", "shiboken6", "app"))
sys.exit(f"imported: {found}" if found else 0)
"""


def run_without_qt(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(NO_QT), str(ROOT)])}
    return subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True)


def test_every_rules_module_imports_where_qt_cannot_be_imported() -> None:
    answer = run_without_qt(IMPORT_ALL)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("name", ["PySide6", "PySide6.QtCore", "shiboken6"])
def test_blocker_refuses_qt(name: str) -> None:
    answer = run_without_qt(f"import {name}")
    assert "ModuleNotFoundError" in answer.stderr


@pytest.mark.skipif(str(NO_QT) not in os.environ.get("PYTHONPATH", ""), reason="only in the run without Qt")
def test_this_run_has_no_qt() -> None:
    with pytest.raises(ModuleNotFoundError):
        __import__("PySide6")
