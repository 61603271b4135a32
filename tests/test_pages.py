"""The pages about the program are true of it: what they name is there, and what is there they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "packaging/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
TOPS: Final = ("app", "assets", "docs", "packaging", "rules", "scenarios", "tests")
"""Folders of the repository: a path that begins with one is meant from its root."""


def named(text: str) -> Iterator[str]:
    """Yield each link, and each path and module named as code; blocks of Python are left out."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    yield from re.findall(r"\]\(([^)#:]+)[)#]", text)
    code = [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^ {4}.+", text, re.MULTILINE)]
    for word in re.findall(r"[\w./…<>*-]+", " ".join(code)):
        if word.endswith(".py") or ("/" in word and word.partition("/")[0] in TOPS):
            yield word


@cache
def modules() -> frozenset[str]:
    """Return every module by its path from the root."""
    tops = [folder for top in TOPS for folder in (ROOT / top).rglob("*.py")]
    return frozenset(path.relative_to(ROOT).as_posix() for path in (*tops, *ROOT.glob("*.py")))


def is_there(word: str, page: Path) -> bool:
    """Return whether what a page names exists: from the root, beside the page, or as the end of a module's path.

    `<id>` and the like stand for any name, and "…" at the end for all in a folder.
    """
    pattern = re.sub(r"<\w+>", "*", word).rstrip("…").rstrip("/")
    if any(next(folder.glob(pattern), None) is not None for folder in (ROOT, page.parent)):
        return True
    ends = re.compile(r"(?:.*/)?" + re.escape(pattern).replace(r"\*", "[^/]*"))
    return pattern.endswith(".py") and any(ends.fullmatch(path) for path in modules())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    assert sorted(word for word in {*named(page.read_text(encoding="utf-8"))} if not is_there(word, page)) == []


def test_a_file_that_is_gone_is_found() -> None:
    text = "In `bounds.py` and `rules/<system>/gear.py`:\n\n    python packaging/gone.py\n\n[more](docs/none.md)"
    missing = [word for word in named(text) if not is_there(word, ROOT / "README.md")]
    assert sorted(missing) == ["bounds.py", "docs/none.md", "packaging/gone.py"]


def test_the_table_of_packages_has_every_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = {name for cell in re.findall(r"^\| (.+?) \|", text, re.MULTILINE) for name in re.findall(r"`(.+?)`", cell)}
    rules = {f"rules/{path.parent.name}" for path in (ROOT / "rules").glob("*/__init__.py")}
    app = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")} - {"systems"}
    assert (rules | app | {"app/systems/…"}) - listed == set()


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 111
