"""Which version this is: the stamp of a packaged program, else what the checkout or the installed wheel says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

STAMP = "version.txt"
RELEASES = "https://github.com/chitpull/chitpull/releases"
"""The page with all packages; what packages say of their own address is made from it."""


def version() -> str:
    """Return the version, such as "0.2.0", with the day and commit of a packaged program behind it."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen and (Path(frozen) / STAMP).is_file():
        return (Path(frozen) / STAMP).read_text(encoding="utf-8").strip()
    return number()


def number() -> str:
    """Return the bare number of the checkout or the installed wheel; "unknown" where neither is there."""
    project = Path(__file__).resolve().parents[1] / "pyproject.toml"
    if project.is_file():
        match = re.search(r'^version = "([^"]+)"', project.read_text(encoding="utf-8"), re.MULTILINE)
        if match:
            return match[1]
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("chitpull")
    except PackageNotFoundError:
        return "unknown"
