"""Make Qt impossible to import in every Python started with this folder on PYTHONPATH."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

NAMES = frozenset({"PySide6", "shiboken6", "PyQt6", "PySide2", "PyQt5"})


class NoQt:
    """Refuse Qt the way a machine without it does."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """Raise ModuleNotFoundError for Qt; leave everything else to the usual finders."""
        if name.partition(".")[0] in NAMES:
            raise ModuleNotFoundError(f"No module named '{name}': this run has no Qt", name=name)


sys.meta_path.insert(0, NoQt())  # type: ignore[arg-type]
