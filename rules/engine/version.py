"""Which version this is: the stamp of a packaged program, the tag of a checkout, or what the installed wheel says."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

STAMP: Final = "version.txt"
NAME: Final = "chitpull"
UNKNOWN: Final = "unknown"
CHECKOUT: Final = Path(__file__).resolve().parents[2]
TAG: Final = re.compile(r"v(\d+(?:\.\d+){1,3})")
HEADING: Final = re.compile(r"^## (\d+(?:\.\d+){1,3})\b", re.MULTILINE)


def version() -> str:
    """Return the version, such as "0.2.0", with the commit and day of a packaged program behind it."""
    return _stamp() or number()


@cache
def number() -> str:
    """Return the bare number, such as "0.2.0"; "unknown" where neither stamp, checkout nor wheel is there."""
    if stamp := _stamp():
        return stamp.split()[0]
    if (found := number_of(CHECKOUT)) != UNKNOWN:
        return found
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(NAME)
    except PackageNotFoundError:
        return UNKNOWN


def number_of(checkout: Path) -> str:
    """Return the number of the tag on the present commit, or of the newest heading of CHANGELOG.md: what comes next."""
    tag = tag_of(checkout)
    if tag is not None and (found := TAG.fullmatch(tag)):
        return found[1]
    try:
        heading = HEADING.search((checkout / "CHANGELOG.md").read_text(encoding="utf-8"))
    except OSError:
        heading = None
    return heading[1] if heading else UNKNOWN


def tag_of(checkout: Path) -> str | None:
    """Return the tag of a version on the present commit of a checkout, None if there is none or no git."""
    if not (checkout / ".git").exists():  # sources unpacked inside somebody else's repository
        return None
    import subprocess  # a packaged program never comes here

    asked = ["git", "-C", str(checkout), "describe", "--tags", "--exact-match", "--match", "v[0-9]*"]
    try:
        done = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return None
    return done.stdout.strip() or None


def _stamp() -> str | None:
    """Return what was written into a packaged program when it was built, None elsewhere."""
    frozen = getattr(sys, "_MEIPASS", None)
    file = Path(frozen) / STAMP if frozen else None
    return file.read_text(encoding="utf-8").strip() if file and file.is_file() else None
