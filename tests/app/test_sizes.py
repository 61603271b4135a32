"""Sizes follow the text: painted widgets, plates over the board, dialogs; nothing is larger than its screen."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QRegion
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

import app
from app import theme
from app.actions import ACTIONS
from app.board.painted import Bubble
from app.dialogs import messages
from app.dialogs.help import keys_page
from app.motion.items import ResultItem
from app.panels.drawn import Drawn
from app.panels.reader import OddsBars
from app.play.players import NewGame
from app.systems.command_cards.panels.battle import Chances, RolledDice
from app.systems.company_scale.panels.assault import DifferenceChart
from app.systems.company_scale.panels.divisions import RecordTrack, TokenLegend
from app.systems.company_scale.panels.fire import DieStrip
from app.systems.company_scale.panels.turns import TurnTrack, VictoryTrack
from app.systems.striking_anvil.panels import tracks
from app.systems.striking_anvil.panels.combat import FaceTable
from app.systems.striking_anvil.panels.orders import Pips
from app.text.event_rows import Result
from app.theme import faces
from app.window.main_window import MainWindow
from rules.company_scale.records.answers import DieResult, DifferenceOdds, ResultOdds
from rules.company_scale.records.view import TurnView
from rules.striking_anvil.r05_battle import Outcome
from rules.striking_anvil.view import ImpulseView
from tests.app.helpers.widgets import top_level_widgets

ROOT = Path(app.__file__).parent
FIRST_LIGHT = NewGame("company_scale", "first-light", 5)
IN_UNITS_OF_THEIR_OWN = {  # what is painted there is enlarged as a whole
    "dialogs/ending.py": "a histogram of a fixed shape, shown larger beside larger text",
    "panels/drawn.py": "units that grow with the text",
    "systems/command_cards/board/ground.py": "the map",
    "systems/company_scale/board/counters/symbols.py": "counters",
    "systems/company_scale/panels/chits.py": "chits",
    "systems/company_scale/panels/display_art.py": "counters",
}


@pytest.fixture
def large(qapp: QApplication) -> Iterator[Callable[[int], None]]:
    """Return a setter of the size of body text in pixels."""
    yield lambda pixels: theme.apply(qapp, "light", pixels) and None
    theme.apply(qapp, "light")


def test_no_text_of_the_window_has_a_fixed_size() -> None:
    fixed = []
    for file in sorted(ROOT.rglob("*.py")):
        names = {"setPixelSize", "setPointSize", "setPointSizeF"}
        calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        for call in calls:
            if isinstance(call.func, ast.Attribute) and call.func.attr in names and call.args:
                inner = {type(node) for node in ast.walk(call.args[0])}
                name = file.relative_to(ROOT).as_posix()
                if not inner & {ast.Call, ast.Attribute} and name not in IN_UNITS_OF_THEIR_OWN:
                    fixed.append(f"{name}:{call.lineno}")
    assert fixed == []


def record_track() -> RecordTrack:
    track = RecordTrack()
    track.show_values({"dispatch": 3, "commands": 3, "fatigue": 11, "troop_quality": 14}, 16)
    return track


def die_strip() -> DieStrip:
    strip = DieStrip()
    strip.show_table([DieResult(n, "D R*" if n > 4 else "") for n in range(10)])
    return strip


def odds_bars() -> OddsBars:
    bars = OddsBars()
    bars.show_results([ResultOdds("eliminated", (3, 10)), ResultOdds("", (7, 10))])
    return bars


def differences() -> DifferenceChart:
    chart = DifferenceChart()
    chart.show_differences([DifferenceOdds(n, (1, 7)) for n in range(-3, 4)])
    return chart


def turn_track() -> TurnTrack:
    track = TurnTrack()
    track.show_turn(TurnView(2, 8, "0900", "1944-08-22", night=False))
    return track


def victory_track() -> VictoryTrack:
    track = VictoryTrack()
    track.show_points({"german": 4, "allied": 9}, 15)
    return track


def chances() -> Chances:
    rows = Chances()
    rows.show_rows([("2 hits", 1, 3), ("eliminated", 1, 9)])
    return rows


def dice() -> RolledDice:
    rolled = RolledDice()
    rolled.show_dice([("infantry", "hit"), ("flag", "retreat")])
    return rolled


def turns() -> tracks.TurnTrack:
    track = tracks.TurnTrack()
    track.show_turns(["15-16 Aug", "17-18 Aug", "19-20 Aug"], 2)
    return track


def impulse() -> tracks.ImpulseStrip:
    strip = tracks.ImpulseStrip()
    strip.show_impulse(ImpulseView("allied", 1, {"allied": 7, "german": 4}), on=True)
    return strip


def fort() -> tracks.FortTrack:
    track = tracks.FortTrack()
    track.show_fort("Toulon", 2, [0, -1, -2, -3])
    return track


def score() -> tracks.ScoreTrack:
    track = tracks.ScoreTrack()
    track.show_score(12, [-20, -5, 5, 20], "draw")
    return track


def face_table() -> FaceTable:
    table = FaceTable()
    table.show_faces([Outcome(n, 3, 5, 1, 2, natural=True) for n in range(1, 7)], 4)
    return table


def pips() -> Pips:
    made = Pips()
    made.show_pips(3, 4)
    return made


PAINTED: tuple[Callable[[], Drawn], ...] = (
    record_track, TokenLegend, die_strip, odds_bars, differences, turn_track, victory_track, chances, dice, turns,
    impulse, fort, score, face_table, pips,
)  # fmt: skip


@pytest.mark.parametrize("make", PAINTED)
def test_what_is_painted_grows_with_the_text(
    qtbot: QtBot, large: Callable[[int], None], make: Callable[[], Drawn]
) -> None:
    widget = make()
    qtbot.addWidget(widget)
    usual = widget.sizeHint()
    small = picture(widget, QSize(300, usual.height()), 1.5)
    large(21)
    assert widget.sizeHint().height() == pytest.approx(usual.height() * 1.5, abs=1)
    grown = picture(widget, small.size(), 1.0)
    assert difference(small, grown) < 0.01


def picture(widget: QWidget, size: QSize, ratio: float) -> QImage:
    """Return a widget as it is painted at a size, in device pixels."""
    widget.resize(size)
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    widget.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    image.setDevicePixelRatio(1.0)
    return image


def difference(one: QImage, other: QImage) -> float:
    """Return the mean difference of two pictures, from 0 to 1, apart from a line at the edges."""
    assert one.size() == other.size()
    gone = [
        abs(QColor(one.pixel(x, y)).lightnessF() - QColor(other.pixel(x, y)).lightnessF())
        for x in range(2, one.width() - 2, 2)
        for y in range(2, one.height() - 2)
    ]
    return sum(gone) / len(gone)


def test_plates_over_the_board_grow_with_the_text(large: Callable[[int], None]) -> None:
    heights = []
    for pixels in (14, 21):
        large(pixels)
        bubble, plate = Bubble(), ResultItem(QPointF(), lambda *_: None)
        bubble.say(QPointF(), "Not next to an enemy. (8.2)")
        plate.add(Result(QPointF(), "eliminated"))
        heights.append((bubble.boundingRect().height(), plate.boundingRect().height()))
    assert heights[1][0] > heights[0][0] + 5 and heights[1][1] > heights[0][1] + 8


@pytest.mark.parametrize(("dpi", "body"), [(72, 14), (96, 17), (144, 22)])
def test_the_text_follows_a_font_of_13_points_of_the_system(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, large: Callable[[int], None], dpi: int, body: int
) -> None:
    def system_font() -> QFont:
        font = QFont()
        font.setPixelSize(round(13 * dpi / 72))
        return font

    monkeypatch.setattr(faces, "_system_font", system_font)
    large(0)
    assert faces.size("body") == body == qapp.font().pixelSize()
    assert faces.size("prompt") > faces.size("heading") > body > faces.size("caption") >= 12


def test_the_preference_changes_all_sizes_at_once(window: MainWindow, large: Callable[[int], None]) -> None:
    assert window.new_game(FIRST_LIGHT)
    drawn = [widget for widget in window.findChildren(Drawn) if widget.sizeHint().height() > 1]
    before = {widget: widget.sizeHint().height() for widget in drawn}
    assert len(before) > 5
    window.settings.set("text_size", 20)
    window.look.set_theme("light")
    for widget, high in before.items():
        assert widget.sizeHint().height() >= round(high * 20 / 14) - 1, widget
        assert widget.font().pixelSize() >= 17, widget


SMALL = QSize(895, 424)
"""1366x768 at 150 %, less task bar, title bar and frame."""
OPENING = (
    "new", "preferences", "change_keys", "help", "keys", "markers", "about", "learn", "reference", "notes_of_game",
    "dice", "army", "print", "players",
)  # fmt: skip


def opened(window: MainWindow, name: str, monkeypatch: pytest.MonkeyPatch) -> QDialog:
    """Return the dialog that an action of the menu opens."""
    shown: list[QDialog] = []
    monkeypatch.setattr(QDialog, "exec", lambda dialog: shown.append(dialog) or dialog.show() or 0)
    window.actions_[name].trigger()
    shown = shown or [widget for widget in top_level_widgets() if isinstance(widget, QDialog)]
    assert len(shown) == 1 and shown[0].isVisible(), shown
    return shown[0]


@pytest.mark.parametrize("name", OPENING)
def test_every_dialog_fits_a_small_screen(window: MainWindow, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert window.new_game(FIRST_LIGHT)
    monkeypatch.setattr(messages, "room", lambda widget: SMALL)
    dialog = opened(window, name, monkeypatch)
    assert dialog.width() <= SMALL.width() and dialog.height() <= SMALL.height(), dialog.size()
    dialog.close()


def test_the_longest_key_stays_whole_beside_large_text(large: Callable[[int], None]) -> None:
    for pixels in (14, 22):
        large(pixels)
        wide = re.search(r"width='(\d+)'><b>Ctrl\+Backspace", keys_page(ACTIONS, ()))
        needed = QFontMetrics(faces.sans("body", bold=True)).horizontalAdvance("Ctrl+Backspace")
        assert wide and int(wide.group(1)) >= needed
