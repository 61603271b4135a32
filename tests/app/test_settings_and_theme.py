"""Preferences and colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QListWidget, QMenu, QMessageBox, QStatusBar
from pytestqt.qtbot import QtBot

from app import theme
from app.panels.widgets import Label
from app.play.files import GameFiles
from app.settings import RECENT_LENGTH, TEXT_SIZES, Settings
from app.systems.company_scale.sides import SIDES
from app.theme import faces
from app.window.main_window import MainWindow
from rules.engine import bounded

CLASSES = ("QWidget", "QAbstractItemView", "QMenu", "QMenuBar", "QMessageBox", "QStatusBar", "QTipLabel", "QToolButton")
"""Those for which Windows, macOS or KDE have fonts of their own."""


def test_preferences_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "preferences.json"
    Settings(path).set("theme", "dark")
    assert Settings(path).theme == "dark"


def test_a_broken_file_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text("{not json")
    settings = Settings(path)
    assert settings.theme == "system"
    assert "could not be read" in settings.problem
    assert (tmp_path / "preferences.broken.json").read_text() == "{not json"


def test_a_file_nested_deep_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text('{"keys": ' + "[" * 100_000 + "]" * 100_000 + "}")
    settings = Settings(path)
    assert settings.theme == "system" and "nested more than 64 deep" in settings.problem
    assert (tmp_path / "preferences.broken.json").is_file() and not path.exists()


@pytest.mark.parametrize("name", ["x" * 5_000, "x" * 300, "a\0b"])
def test_a_path_that_cannot_be_one_is_left_out_and_the_rest_stands(
    name: str, tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    path, game = tmp_path / "preferences.json", tmp_path / "a.chitpull"
    game.touch()
    bad = str(tmp_path / name)
    kept = {"theme": "dark", "on_table": bad, "saved_in": bad, "recent": [bad, str(game), bad]}
    path.write_text(json.dumps(kept))
    settings = Settings(path)
    assert settings.theme == "dark" and settings.recent == [str(game)]
    assert ("an impossible file path" in settings.problem) is (
        len(name) != 300
    )  # only its file system knows of that one
    files = GameFiles(settings, tmp_path / "games")
    assert files.interrupted() is None
    window = MainWindow(settings, files)  # the start goes on
    qtbot.addWidget(window)
    assert window.saving.to_open_from == files.folder


def test_a_value_of_another_type_counts_as_missing(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text('{"theme": 3, "recent": "x"}')
    settings = Settings(path)
    assert settings.theme == "system"
    assert settings.recent == [] and settings.text_size == 0


def test_a_size_of_text_that_is_not_offered_counts_as_missing(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "p.json")
    settings.set("text_size", 400)
    assert settings.text_size == 0
    settings.set("text_size", 18)
    assert settings.text_size == 18


def test_recent_games_are_newest_first_without_those_that_are_gone(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "p.json")
    games = [tmp_path / f"{n}.chitpull" for n in range(RECENT_LENGTH + 2)]
    for game in games:
        game.touch()
        settings.remember_game(game)
    settings.remember_game(games[5])
    assert settings.recent[0] == str(games[5])
    assert len(settings.recent) == RECENT_LENGTH
    games[5].unlink()
    assert str(games[5]) not in settings.recent


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    one, two = sorted((luminance(QColor(first)), luminance(QColor(second))), reverse=True)
    return (one + 0.05) / (two + 0.05)


def luminance(colour: QColor) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_words_can_be_read_on_every_ground(look: theme.Theme) -> None:
    for ground in (look.base, look.raised, look.window):
        for ink in (look.text, look.muted, look.bad, look.link):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
        for side in SIDES.values():
            assert contrast(side.by_lamplight if look.is_dark else side.by_day, ground) >= 4.5, side.name
    assert contrast(look.accent_text, look.accent) >= 4.5
    assert contrast(look.text, look.accent_soft) >= 4.5


def test_the_choice_of_colours_is_applied(qapp: QApplication) -> None:
    assert theme.apply(qapp, "dark") is theme.DARK
    assert theme.current().name == "dark"
    assert theme.apply(qapp, "light") is theme.LIGHT


def test_the_window_is_set_in_the_house_type(qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    assert QFontInfo(qapp.font()).family() == faces.SANS[0]
    assert QFontInfo(faces.serif("title")).family() == faces.SERIF[0]
    label = Label("Turn 1")
    label.setProperty("role", "heading")
    label.ensurePolished()
    assert QFontInfo(label.font()).family() == faces.SERIF[0]
    assert not re.search(r"\d(pt|em)\b", qapp.styleSheet())


@pytest.mark.parametrize("pixels", [size for size in TEXT_SIZES if size])
def test_every_size_follows_the_text(qapp: QApplication, pixels: int) -> None:
    theme.apply(qapp, "light", pixels)
    assert qapp.font().pixelSize() == pixels
    for step, usual in faces.SCALE.items():
        assert faces.sans(step).pixelSize() == pytest.approx(usual * pixels / faces.BODY, abs=0.51)
    label = Label("Turn 1")
    label.setProperty("role", "title")
    label.ensurePolished()
    assert label.font().pixelSize() == faces.size("prompt")
    theme.apply(qapp, "light")


@pytest.fixture
def fonts_of_a_desktop(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the desktop have fonts of its own, which Qt takes for these classes whenever a style is put in."""
    desktop, set_sheet = QFont("DejaVu Serif"), QApplication.setStyleSheet
    desktop.setPixelSize(11)

    def as_qt_does(app: QApplication, sheet: str) -> None:
        set_sheet(app, sheet)
        for name in CLASSES:
            QApplication.setFont(desktop, name)

    monkeypatch.setattr(QApplication, "setStyleSheet", as_qt_does)
    qapp.setProperty(theme.APPLIED, None)


@pytest.mark.usefixtures("fonts_of_a_desktop")
@pytest.mark.parametrize(("chosen", "pixels"), [(0, faces.BODY), (18, 18)])
def test_every_class_is_in_the_house_type_whatever_the_desktop_has(
    qapp: QApplication, qtbot: QtBot, chosen: int, pixels: int
) -> None:
    theme.apply(qapp, "light", chosen)
    found = {name: QFontInfo(QApplication.font(name)) for name in CLASSES}
    assert {name: (font.family(), font.pixelSize()) for name, font in found.items()} == dict.fromkeys(
        CLASSES, (faces.SANS[0], pixels)
    )
    for widget in (QListWidget(), QMenu(), QMessageBox(), QStatusBar()):
        qtbot.addWidget(widget)
        widget.ensurePolished()
        assert QFontInfo(widget.font()).pixelSize() == pixels, widget
    theme.apply(qapp, "light")


def test_text_is_at_least_as_large_as_the_system_s(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    large = QFont()
    large.setPixelSize(17)
    monkeypatch.setattr(faces, "_system_font", lambda: large)
    theme.apply(qapp, "light")
    assert faces.size("body") == 17
    large.setPixelSize(9)
    theme.apply(qapp, "light")
    assert faces.size("body") == faces.BODY


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_pointer_does_not_hide_which_row_is_marked(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    rows = QListWidget()
    rows.addItems(["first", "second"])
    rows.setCurrentRow(0)
    qtbot.addWidget(rows)
    with qtbot.waitExposed(rows):
        rows.show()
    box = rows.visualItemRect(rows.item(0))
    spot = QPoint(box.right() - 12, box.center().y())
    qtbot.mouseMove(rows.viewport(), spot)
    assert rows.viewport().grab().toImage().pixelColor(spot) == QColor(theme.LIGHT.accent_soft)


def hold(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    """Let another program hold files, as on Windows: `function` of os or Path is refused."""

    def refused(*_: object, **__: object) -> None:
        error = PermissionError(13, "in use")
        error.winerror = 32  # type: ignore[attr-defined,unused-ignore]
        raise error

    monkeypatch.setattr(bounded, "PAUSE", 0.0)
    monkeypatch.setattr(*((bounded.os, function) if function == "replace" else (Path, function)), refused)


def test_preferences_another_program_holds_keep_the_mark_of_the_game_in_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "preferences.json"
    Settings(path).set("on_table", "mine.chitpull")
    with monkeypatch.context() as held:
        hold(held, "read_bytes")
        settings = Settings(path)
        settings.set("theme", "dark")
        assert "another program has the file open" in settings.problem
    assert Settings(path).get("on_table") == "mine.chitpull" and not (tmp_path / "preferences.broken.json").exists()
    settings.set("theme", "light")
    assert Settings(path).get("on_table") == "mine.chitpull" and Settings(path).theme == "light"


def test_what_could_not_be_written_is_written_with_the_next_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "preferences.json"
    settings = Settings(path)
    settings.set("theme", "dark")
    with monkeypatch.context() as held:
        hold(held, "replace")
        settings.set("on_table", "mine.chitpull")
        assert "another program has the file open" in settings.problem
    assert Settings(path).get("on_table", "") == ""
    settings.set("theme", "dark")
    assert Settings(path).get("on_table") == "mine.chitpull"


def test_title_bar_and_native_dialogs_follow_the_theme(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    class Hints:
        asked = Qt.ColorScheme.Unknown

        def setColorScheme(self, scheme: Qt.ColorScheme) -> None:
            self.asked = scheme

        def colorScheme(self) -> Qt.ColorScheme:
            return Qt.ColorScheme.Dark if self.asked is Qt.ColorScheme.Unknown else self.asked  # a dark desktop

    hints = Hints()
    with monkeypatch.context() as patched:
        patched.setattr(type(qapp), "styleHints", lambda _: hints, raising=False)
        assert theme.apply(qapp, "light").name == "light" and hints.asked is Qt.ColorScheme.Light
        assert theme.apply(qapp, "dark").name == "dark" and hints.asked is Qt.ColorScheme.Dark
        theme.apply(qapp, "light")
        assert theme.apply(qapp, "system").name == "dark" and hints.asked is Qt.ColorScheme.Unknown
    theme.apply(qapp, "light")


def test_the_house_type_is_named_first_everywhere(qapp: QApplication) -> None:
    from app.systems.company_scale.board.counters.symbols import board_font
    from app.systems.company_scale.board.ground.grid import SANS as GRID

    assert QFontInfo(board_font()).family() == faces.SANS[0] == GRID[0]
    assert QFontInfo(faces.serif("title")).family() == faces.SERIF[0]


@pytest.mark.parametrize("dpi", [72, 96, 144])
def test_the_prompt_is_larger_than_its_hint_on_every_screen(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, dpi: int
) -> None:
    system = QFont()
    system.setPixelSize(round(13 * dpi / 72))  # a font of 13 points
    with monkeypatch.context() as patched:
        patched.setattr(faces, "_system_font", lambda: system)
        theme.apply(qapp, "light")
        sizes = [faces.size(step) for step in ("caption", "note", "body", "heading", "prompt")]
        assert sizes == sorted(sizes) and sizes[4] > 1.4 * sizes[2] and sizes[2] >= faces.BODY
    theme.apply(qapp, "light")
