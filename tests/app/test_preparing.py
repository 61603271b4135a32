"""What is prepared: a first start takes it, and does without it when anything behind it has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app import preparing
from app.picture import draw
from app.play.players import NewGame
from app.play.scenarios import shipped_scenarios
from app.run import new_session
from app.systems.company_scale.board import laying
from app.systems.company_scale.board.ground import ground, legend, scenery
from app.systems.company_scale.board.ground.scenery import Scenery
from rules.engine import bounded, cache
from rules.engine.folders import cache_dir
from rules.engine.seat import Seat
from rules.files import documents, schema_check

RGB = QImage.Format.Format_RGB32
SMALL = QSize(500, 400)


@pytest.fixture
def is_prepared() -> bool:
    return False


def forget() -> None:
    """Forget what a process remembers, as if it had just started."""
    documents._read.cache_clear()
    documents.made_by.cache_clear()
    legend.samples.cache_clear()
    cache._content.cache_clear()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Path]:
    """Prepare First Light alone."""
    folder = tmp_path_factory.mktemp("program") / "prepared"
    ours = [info for info in shipped_scenarios() if info.id == "first-light"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preparing, "shipped_scenarios", lambda: ours)
        forget()
        preparing.prepare(folder)
        yield folder
    forget()


@pytest.fixture(autouse=True)
def _first_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepared: Path) -> None:
    forget()
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CHITPULL_PREPARED", str(prepared))


def first_light() -> Seat:
    return Seat(new_session(NewGame("company_scale", "first-light", seed=1)))


def drawn(size: QSize) -> QImage:
    image = draw(first_light(), size)
    assert image is not None
    return image


def made() -> set[str]:
    """Return the kinds of things that this start had to compute."""
    return {path.name for path in cache_dir().iterdir()} & {*preparing.KINDS}


def test_a_first_start_checks_and_paints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laying, "paint_sheet", lambda *_: pytest.fail("painted"))
    monkeypatch.setattr(schema_check, "_validator", lambda *_: pytest.fail("checked"))
    assert drawn(preparing.SIZE).size() == preparing.SIZE
    assert not made()


def test_what_one_platform_prepared_serves_a_start_on_another(tmp_path: Path) -> None:
    here = QApplication.platformName()
    platform = "minimal:enable_fonts" if here == "offscreen" else "offscreen"
    arguments = ("--scenario", "first-light", "--picture", str(tmp_path / "first.png"))
    code = f"""import sys
from app.cli import main
code = main({arguments!r})
from PySide6.QtGui import QGuiApplication
print(QGuiApplication.platformName())
sys.exit(code)"""
    surroundings = {**os.environ, "QT_QPA_PLATFORM": platform}
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == platform.partition(":")[0] != here
    assert not made()
    assert drawn(preparing.SIZE).convertToFormat(RGB) == QImage(str(tmp_path / "first.png")).convertToFormat(RGB)


def test_at_another_size_it_paints_and_lays_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as forbidden:
        for name in ("Relief", "Water", "Roads", "Settlements", "Woods", "Vineyards", "Hexsides", "Grid"):
            forbidden.setattr(scenery, name, lambda *_: pytest.fail("laid out"))
        forbidden.setattr(Scenery, "_obstacles", lambda *_: pytest.fail("laid out"))
        found = drawn(SMALL)
    assert made() == {"pictures"}
    forget()
    monkeypatch.setenv("CHITPULL_PREPARED", str(cache_dir() / "nothing"))
    monkeypatch.setenv("CHITPULL_HOME", str(cache_dir() / "another home"))
    assert drawn(SMALL) == found


def test_a_package_has_the_maps_of_two_a_checkout_those_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_out() -> set[str]:
        return {info.id for info in shipped_scenarios() if preparing.is_laid_out(info)}

    assert {"the-feint", "last-attack", *preparing.DRAWN} < laid_out()
    monkeypatch.setattr(preparing, "PACKED", True)
    assert laid_out() == set(preparing.DRAWN)


def test_the_window_finds_its_map_too() -> None:
    on_the_table = laying.ground_of(first_light().scenario)
    assert on_the_table is not None and on_the_table.scenery._from_cache


def test_changed_modules_want_everything_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "areas.py").write_text("changed")
    monkeypatch.setattr(ground, "CODE", (*ground.CODE, tmp_path))
    drawn(preparing.SIZE)
    assert made() == {"names", "pictures", "reliefs"}  # layers are kept by who has the time


def test_changed_rules_want_new_checks_and_a_new_map(monkeypatch: pytest.MonkeyPatch) -> None:
    before = documents.made_by()
    monkeypatch.setattr(documents, "made_by", lambda: before + b" changed")
    drawn(preparing.SIZE)
    assert {"documents", "pictures"} <= made()


def test_what_is_prepared_is_bounded_and_nothing_else(prepared: Path) -> None:
    assert {path.name for path in prepared.iterdir()} <= {*preparing.KINDS}
    assert sum(path.stat().st_size for path in prepared.rglob("*")) < 8_000_000
    assert list(prepared.parent.iterdir()) == [prepared]


def test_preparing_leaves_the_surroundings_alone(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "shipped_scenarios", lambda: pytest.fail("no luck"))
    before = dict(os.environ)
    with pytest.raises(pytest.fail.Exception):
        preparing.prepare(prepared.parent / "again")
    assert dict(os.environ) == before and list(prepared.parent.iterdir()) == [prepared]


def test_a_scanner_that_looks_into_what_was_just_prepared_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = os.replace, list[Path]()

    def held_twice(new: Path, old: Path) -> None:
        tries.append(new)
        if len(tries) <= 2:
            error = PermissionError(13, "in use")
            error.winerror = 5  # type: ignore[attr-defined,unused-ignore]
            raise error
        real(new, old)

    monkeypatch.setattr(preparing, "_compute", lambda: (cache_dir() / "documents").mkdir())
    monkeypatch.setattr(bounded, "PAUSE", 0.0)
    monkeypatch.setattr(bounded.os, "replace", held_twice)
    preparing.prepare(tmp_path / "prepared")
    assert len(tries) == 3 and (tmp_path / "prepared" / "documents").is_dir()


def test_a_packaged_program_knows_what_was_prepared_by_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    fonts = tmp_path / "fonts"
    fonts.mkdir()

    def seen() -> bytes:
        cache._content.cache_clear()
        return cache.fingerprint(fonts)

    (tmp_path / cache.MODULES).write_text("these modules")
    (fonts / "a.ttf").write_bytes(b"letters")
    first = seen()
    os.utime(fonts / "a.ttf", (1, 1))  # unpacked on another day
    (fonts / "table.pyd").write_bytes(b"signed")  # known by the modules, whatever is done to it afterwards
    assert seen() == first
    (fonts / "a.ttf").write_bytes(b"Letters")
    assert seen() != first
    (fonts / "a.ttf").write_bytes(b"letters")
    (tmp_path / cache.MODULES).write_text("those modules")
    assert seen() != first
