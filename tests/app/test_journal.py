"""Failures that stop nothing are written into the journal, and Help, About says where it is."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import crash
from app.dialogs.help import PageDialog
from app.dialogs.scenario_cards import preview
from app.window.main_window import MainWindow
from rules.company_scale.loading.scenarios import list_scenarios
from rules.engine import cache
from rules.engine.folders import cache_dir


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield crash.begin_journal(tmp_path)
    logger = logging.getLogger(crash.ROOT_LOGGER)
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True


def test_a_damaged_cache_is_noted_and_made_again(path: Path) -> None:
    cache.keep("pictures", "a", b"body")
    place = cache_dir() / "pictures" / "a"
    place.write_bytes(place.read_bytes()[:-1] + b"?")
    assert cache.recall("pictures", "a") is None
    assert "chitpull.cache: pictures/a is damaged; it is made again." in path.read_text(encoding="utf-8")


def test_what_cannot_be_kept_is_noted(path: Path) -> None:
    (cache_dir() / "tables").write_bytes(b"a file where a folder should be")
    cache.keep("tables", "a", b"body")
    assert "tables/a cannot be kept:" in path.read_text(encoding="utf-8")


def test_a_scenario_that_cannot_be_drawn_or_listed_is_noted(path: Path, tmp_path: Path) -> None:
    assert preview("company_scale", "no-such-battle") is None
    (tmp_path / "broken.yaml").write_text("format: [", encoding="utf-8")
    assert list_scenarios(tmp_path) == []
    said = path.read_text(encoding="utf-8")
    assert "No picture of no-such-battle:" in said and "broken.yaml is not listed:" in said


def test_a_full_disk_does_not_disturb_anybody(tmp_path: Path) -> None:
    (tmp_path / crash.JOURNAL).mkdir()
    crash.begin_journal(tmp_path)
    logging.getLogger("chitpull.test").info("Nobody reads this.")
    crash.begin_journal(tmp_path / "elsewhere")


def test_about_tells_where_the_files_are(window: MainWindow, tmp_path: Path) -> None:
    window.actions_["about"].trigger()
    [dialog] = window.services.open_pages
    assert isinstance(dialog, PageDialog)
    said = dialog.text.toPlainText()
    assert "Where are my files?" in said
    for place in (window.files.folder, window.settings.path, tmp_path / crash.JOURNAL, tmp_path / "errors.txt"):
        assert str(place) in said
    assert any("my games folder" in button.text() for button in dialog.buttons.buttons())


def test_about_names_the_licences_and_shows_them_where_the_package_has_them(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def about() -> PageDialog:
        window.actions_["about"].trigger()
        dialog = window.services.open_pages[-1]
        assert isinstance(dialog, PageDialog)
        return dialog

    dialog = about()
    said = dialog.text.toPlainText()
    assert "Qt and PySide6 under the GNU Lesser General Public License, version 3" in said and "GEOS" in said
    assert not any("licences" in button.text() for button in dialog.buttons.buttons())
    (tmp_path / "licences").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert any(button.text() == "Show licenses" for button in about().buttons.buttons())
