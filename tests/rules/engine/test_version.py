"""The version: the stamp of a package, the tag of a checkout, else the newest heading of the notes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.engine import version

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="tags are asked of git")
NOTES = "# What is new\n\n## Unreleased\n\n## 0.4.0, in spring\n\n- This.\n\n## 0.3.0\n"


def git(folder: Path, *words: str) -> None:
    """Let git do something as nobody in particular."""
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", "-c", "tag.gpgSign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with notes and one commit."""
    (tmp_path / "CHANGELOG.md").write_text(NOTES, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--no-gpg-sign", "--message", "First")
    return tmp_path


@needs_git
@pytest.mark.parametrize("annotated", [False, True])
def test_a_tag_decides(checkout: Path, annotated: bool) -> None:
    git(checkout, "tag", *(["--annotate", "--message", "Out"] if annotated else []), "v1.2.3")
    assert version.number_of(checkout) == "1.2.3"


@needs_git
def test_what_is_not_tagged_is_the_version_being_written(checkout: Path) -> None:
    assert version.number_of(checkout) == "0.4.0"
    git(checkout, "tag", "v0.3.0")
    git(checkout, "commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message", "Second")
    assert version.number_of(checkout) == "0.4.0"


@needs_git
@pytest.mark.parametrize("tag", ["nightly", "v2", "v1.0.0-rc1", "v1.0.0;x"])
def test_a_tag_that_is_no_version_does_not_count(checkout: Path, tag: str) -> None:
    git(checkout, "tag", tag)
    assert version.number_of(checkout) == "0.4.0"


@needs_git
def test_sources_inside_another_repository_do_not_take_its_tag(checkout: Path) -> None:
    git(checkout, "tag", "v9.9.9")
    inside = checkout / "chitpull"
    inside.mkdir()
    assert version.number_of(inside) == version.UNKNOWN
    (inside / "CHANGELOG.md").write_text(NOTES, encoding="utf-8")
    assert version.number_of(inside) == "0.4.0"


def test_without_git_the_notes_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "CHANGELOG.md").write_text(NOTES, encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert version.number_of(tmp_path) == "0.4.0"


def test_a_package_says_what_it_was_built_as(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / version.STAMP).write_text("7.8.9 (1a2b3c4d, 2026-11-25)\n", encoding="utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert version.version() == "7.8.9 (1a2b3c4d, 2026-11-25)" and version.number.__wrapped__() == "7.8.9"


def test_this_checkout_has_a_number() -> None:
    assert version.TAG.fullmatch(f"v{version.number()}") and version.version() == version.number()
