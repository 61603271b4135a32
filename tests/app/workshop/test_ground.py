"""Ground by brush: terrain, hexsides, roads, names and the size of the map by mouse and keys, a stroke at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QSplitter
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.board.hexes import SIDE, STEP_Y, center, hexside_midpoint
from app.portable import own_command
from app.systems.base import presentation_of
from app.systems.company_scale.board.ground.scenery import Scenery
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.workshop import laying_out, live_ground
from app.systems.company_scale.workshop.ground_frames import DONE, Frame, frames_in, heard, told
from app.systems.company_scale.workshop.ground_hand import GroundHand
from app.systems.company_scale.workshop.ground_mode import GroundMode
from app.systems.company_scale.workshop.ground_tools import FILL, TOOLS, Kind, Stroke, Tool
from app.systems.company_scale.workshop.live_ground import LiveGround, changed_hexes
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.theme import faces
from app.workshop.editor import DraftEditor
from app.workshop.window import WorkshopWindow
from rules.company_scale.loading.drafting import Drafting
from rules.company_scale.loading.gestures import emptied
from rules.company_scale.loading.ground_lines import kinds_at, roads_at
from rules.company_scale.loading.ground_rows import bounds, levels
from rules.company_scale.loading.map_checks import letters
from rules.engine.folders import scenarios_dir
from rules.hexes.grid import Side, hex_id, hexside, side_ends
from rules.workshop import library
from rules.workshop.draft import Draft

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEYS, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
NAME, MAP = "company_scale/morning.yaml", "company_scale/maps/morning.yaml"
Change = Callable[[Any], Any]


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class Desk:
    """A draft whose ground is drawn, and hands for it."""

    def __init__(self, change: Change = dict, scenario: str = "first-light") -> None:
        source = scenarios_dir() / "company_scale" / f"{scenario}.yaml"
        self.module = library.begin("Morning", "Anna", "company_scale", source, change)
        self.editor = DraftEditor(self.module.folder, NAME, lambda title, words: pytest.fail(f"{title}: {words}"))
        table = presentation_of("company_scale").create_draft(self.editor)
        assert isinstance(table, CompanyScaleDraft)
        self.table, self.window = table, WorkshopWindow(self.editor, table, Nothing())
        self.said: list[str] = []
        table.refused.connect(self.said.append)
        self.window.ask_save = lambda: "forget"
        self.window.resize(1600, 1000)
        self.window.show()
        QTest.qWaitForWindowExposed(self.window)
        self.window.pages.setCurrentIndex(1)

    @property
    def brush(self) -> GroundMode:
        return self.table.ground

    @property
    def map(self) -> Any:
        assert self.brush.data is not None
        return self.brush.data

    @property
    def ground(self) -> LiveGround:
        assert self.table.board.ground is not None
        return self.table.board.ground

    def take(self, words: str, size: int = 1) -> None:
        """Press the buttons of a tool and a size."""
        panel = self.brush.panel
        button = next(each for tool, each in panel.buttons.items() if tool.words == words)
        QTest.mouseClick(button, LEFT)
        if panel.sizes[size].isEnabled():
            QTest.mouseClick(panel.sizes[size], LEFT)

    def spot(self, at: str) -> QPoint:
        hexes = [hex_id(each) for each in at.split("/")]
        return self.table.board.view.mapFromScene(hexside_midpoint(*hexes) if len(hexes) > 1 else center(hexes[0]))

    def hover(self, at: str) -> None:
        """Move the pointer over a place; the cursor, which QTest moves, tells nothing where it stands there already."""
        port, spot = self.table.board.view.viewport(), self.spot(at)
        none = Qt.MouseButton.NoButton
        there = QPointF(spot), QPointF(port.mapToGlobal(spot))
        QApplication.sendEvent(port, QMouseEvent(QEvent.Type.MouseMove, *there, none, none, NO_KEYS))

    def press(self, *places: str, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Drag over places without letting go."""
        port = self.table.board.view.viewport()
        QTest.mousePress(port, LEFT, keys, self.spot(places[0]))
        for one, other in pairwise(places):
            a, b = self.spot(one), self.spot(other)
            QTest.mouseMove(port, a + (b - a) * 0.5)
            QTest.mouseMove(port, b)

    def drag(self, *places: str, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self.press(*places, keys=keys)
        QTest.mouseRelease(self.table.board.view.viewport(), LEFT, keys, self.spot(places[-1]))

    def click(self, at: str, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        QTest.mouseClick(self.table.board.view.viewport(), button, keys, self.spot(at))

    def type(self, *keys: Any) -> None:
        for key in keys:
            (QTest.keyClicks if isinstance(key, str) else QTest.keyClick)(self.table.board.view, key)

    def letter(self, at: str) -> str:
        return letters(self.map)[hex_id(at)]

    def side(self, text: str) -> tuple[int, int]:
        a, b = text.split("/")
        return hexside(hex_id(a), hex_id(b))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, bare_ground: None) -> None:
    """Leave the ground unpainted, and no whole sheet laid out after a stroke."""
    monkeypatch.setattr(live_ground, "QUIET", 60_000)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk()
    yield made
    if isValid(made.window):
        made.window.close()


@pytest.fixture
def bare(qtbot: QtBot) -> Iterator[Desk]:
    """Return a draft with nobody on its map."""
    made = Desk(emptied)
    yield made
    if isValid(made.window):
        made.window.close()


def tool(words: str, kind: Kind) -> Tool:
    return next(each for each in TOOLS if each.words == words and each.kind is kind)


@pytest.mark.parametrize(("wide", "high", "columns"), [(356, 1000, 2), (356, 720, 2), (220, 720, 1)])
def test_no_tool_is_cut_however_narrow_its_page_is(
    desk: Desk, qtbot: QtBot, wide: int, high: int, columns: int
) -> None:
    buttons, area = desk.brush.panel.buttons.values(), desk.window.pages.currentWidget()
    assert isinstance(area, QScrollArea)
    desk.window.resize(1280, high)
    splitter = desk.window.findChild(QSplitter)
    splitter.setSizes([faces.scaled(wide), 1280, faces.scaled(400)])
    qtbot.waitUntil(lambda: area.verticalScrollBar().isVisible() == (high < 1000))
    qtbot.waitUntil(lambda: len({each.x() for each in buttons}) == columns)
    for button in buttons:
        assert button.width() >= button.sizeHint().width()
        assert button.geometry().right() < area.viewport().width()


def test_a_drag_is_one_stroke_on_a_map_of_the_module(desk: Desk) -> None:
    desk.take("Woods", 7)
    desk.press("15.47", "20.48")
    assert len(desk.brush.wash_item.strokes) == 1  # in the frame of the pointer
    assert desk.brush.wash_item.strokes[0].hexes[0] == hex_id("14.47")
    assert not desk.editor.undo_words
    QTest.mouseRelease(desk.table.board.view.viewport(), LEFT, NO_KEYS, desk.spot("20.48"))
    assert [desk.letter(at) for at in ("15.47", "17.47", "20.48", "20.49", "13.49")] == ["w", "w", "w", "w", "."]
    assert desk.editor.undo_words.startswith("woods in ")
    assert desk.editor.data["map"] == "morning"
    assert desk.editor.draft.documents[MAP]["title"] == "Savasse and Hill 300"
    desk.editor.undo()
    assert desk.editor.data["map"] == "savasse" and desk.letter("15.47") == "."
    desk.editor.redo()
    assert desk.letter("15.47") == "w"
    assert desk.editor.save(lambda _: False)
    assert {NAME, MAP} <= Draft(desk.module.folder).documents.keys()
    desk.editor.check()
    assert desk.editor.faults == []


def test_sizes_and_fill_by_keys_and_the_cursor(desk: Desk) -> None:
    desk.click("20.48")  # clear ground stays clear, and the cursor has a place to start from
    desk.brush.hand.at = hex_id("20.48")
    desk.type("3", "]", Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert desk.brush.tool.words == "Vineyard" and desk.brush.size == 7
    assert [desk.letter(at) for at in ("20.47", "20.46", "20.48", "20.49")] == ["v", "v", "v", "."]
    desk.type(Qt.Key.Key_Delete)
    assert desk.letter("20.46") == "."
    desk.type("]", "]", "4", Qt.Key.Key_Return)
    assert desk.brush.size == FILL and desk.letter("25.49") == "m"
    assert desk.letter("13.51") == "C"
    desk.type("[")
    assert desk.brush.size == 19


def test_alt_and_the_eraser_take_away_and_the_right_button_picks(desk: Desk) -> None:
    desk.take("Town")
    desk.click("20.48")
    assert desk.letter("20.48") == "T"
    desk.click("18.38", RIGHT)
    assert desk.brush.tool == tool("Woods", Kind.TERRAIN)
    assert desk.brush.panel.buttons[desk.brush.tool].isChecked()
    desk.click("20.48", keys=ALT)
    assert desk.letter("20.48") == "."
    QTest.mouseClick(desk.brush.panel.erase, LEFT)
    desk.click("18.38")
    assert desk.letter("18.38") == "."
    QTest.mouseClick(desk.brush.panel.erase, LEFT)
    desk.click("19.42/19.43", RIGHT)
    assert desk.brush.tool == tool("Steep slope", Kind.HEXSIDE)


def test_many_strokes_are_taken_back_without_reading_the_files_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.take("Woods")
    desk.click("20.48")  # copies the map
    for column in range(11, 32):
        for row in range(36, 41):
            desk.brush.draw(Stroke(tool("Marsh", Kind.TERRAIN), hexes=(column * 100 + row,)))
    assert desk.editor.draft.depth[0] > 90
    monkeypatch.setattr(Drafting, "laid", lambda *_: pytest.fail("all of it was read"))
    while desk.editor.draft.depth[0] > 1:
        desk.editor.undo()
    assert desk.letter("20.48") == "w" and desk.table.laid is not None
    assert desk.table.laid.scenario.map.hexes[1136].terrain.value != "marsh"


def test_levels_rise_and_their_slopes_follow(desk: Desk) -> None:
    desk.take("Higher", 7)
    desk.click("26.48")
    at = hex_id("26.48")
    assert (levels(desk.map)[at], levels(desk.map)[hex_id("26.50")]) == (2, 1)
    assert kinds_at(desk.map, desk.side("26.49/26.50")) in (["slope"], ["steep_slope"])
    desk.click("26.48", RIGHT)
    assert desk.brush.tool == tool("Level 2", Kind.LEVEL)
    desk.click("26.48", keys=ALT)
    assert kinds_at(desk.map, desk.side("26.49/26.50")) == []


def test_hexsides_are_drawn_along_and_singly(desk: Desk) -> None:
    desk.take("Stream")
    desk.click("15.48/15.49")
    assert kinds_at(desk.map, desk.side("15.48/15.49")) == ["stream"]
    desk.click("15.48/15.49", keys=ALT)
    assert kinds_at(desk.map, desk.side("15.48/15.49")) == []
    before = desk.map["hexsides"]["stream"]
    desk.drag("14.49/15.48", "15.48/15.49", "15.49/16.49", "16.49/16.50")
    drawn = [side for side in desk.map["hexsides"]["stream"] if side not in before]
    assert drawn == ["14.49/15.48", "15.48/15.49", "15.49/16.49", "16.49/16.50"]
    assert desk.editor.undo_words == "stream along 4 hexsides"
    desk.take("Slope")
    desk.click("15.48/15.49")
    assert "of level 1" in desk.said[-1]


WAY = ("14.49/15.48", "15.48/15.49", "15.49/16.49", "16.49/16.50")


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize(("inward", "drawn"), [(-0.35, WAY), (0, WAY), (0.2, WAY), (0.4, WAY[1:-1])])
def test_a_stroke_begins_and_ends_with_the_hexside_it_is_led_from_and_to(
    desk: Desk, inward: float, drawn: Sequence[str], *, back: bool
) -> None:
    """`inward` says where the first and last hexside is pressed on: how far from its middle, in parts of a hexside."""
    view = desk.table.board.view
    view.set_zoom(1.0)
    view.centerOn(hexside_midpoint(*desk.side(WAY[1])))
    spots = [QPointF(hexside_midpoint(*desk.side(each))) for each in WAY]
    first, last = (ahead(desk.side(one), desk.side(other)) for one, other in (WAY[:2], WAY[:-3:-1]))
    spots[0] += first * inward
    spots[-1] += last * inward
    spots = spots[::-1] if back else spots
    desk.take("Stream")
    before, port = desk.map["hexsides"]["stream"], view.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, view.mapFromScene(spots[0]))
    for spot in spots:
        QTest.mouseMove(port, view.mapFromScene(spot))
    QTest.mouseRelease(port, LEFT, NO_KEYS, view.mapFromScene(spots[-1]))
    new = [side for side in desk.map["hexsides"]["stream"] if side not in before]
    assert sorted(new) == sorted(drawn)


def ahead(side: Side, to: Side) -> QPointF:
    """Return a hexside as a vector toward one that shares a corner with it."""
    (shared,) = {*side_ends(*side)} & {*side_ends(*to)}
    (other,) = {*side_ends(*side)} - {shared}
    return QPointF((shared[0] - other[0]) * SIDE / 2, (shared[1] - other[1]) * STEP_Y / 2)


def test_a_short_drag_on_a_hexside_draws_it(desk: Desk) -> None:
    desk.take("Stream")
    spot, port = desk.spot("15.48/15.49"), desk.table.board.view.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, spot - QPoint(1, 0))
    for right in range(1, 6):
        QTest.mouseMove(port, spot + QPoint(right, 0))
    QTest.mouseRelease(port, LEFT, NO_KEYS, spot + QPoint(5, 0))
    assert kinds_at(desk.map, desk.side("15.48/15.49")) == ["stream"]


def test_what_the_tool_would_draw_is_not_marked_while_it_draws(desk: Desk) -> None:
    port, wash = desk.table.board.view.viewport(), desk.brush.wash_item
    desk.take("Stream")
    desk.hover("14.49/15.48")
    assert wash.ahead == ((), desk.side("14.49/15.48"))
    desk.press("14.49/15.48", "15.48/15.49", "15.49/16.49", "16.49/16.50")
    assert wash.strokes and wash.ahead == ((), None)
    QTest.mouseRelease(port, LEFT, NO_KEYS, desk.spot("16.49/16.50"))
    assert wash.ahead == ((), None)
    desk.hover("15.46/15.47")
    assert wash.ahead == ((), desk.side("15.46/15.47"))
    desk.click("15.46/15.47")
    assert wash.ahead == ((), None)


def test_roads_run_from_hex_to_hex_and_bridge_rivers(desk: Desk) -> None:
    desk.take("River")
    desk.drag("20.48/21.47", "20.48/21.48")
    desk.click("20.48/21.48")
    desk.take("Trail")
    desk.drag("18.49", "19.48", "20.48", "21.48", "22.49")
    assert roads_at(desk.map, desk.side("20.48/21.48")) == ["trail"]
    assert {"hexside": "20.48/21.48"} in desk.map["bridges"]
    assert desk.editor.undo_words == "trail from 18.49 to 22.49"
    desk.drag("20.48", "21.48", keys=ALT)
    assert {"hexside": "20.48/21.48"} not in desk.map.get("bridges", ())
    desk.click("19.48", keys=ALT)
    assert roads_at(desk.map, desk.side("18.49/19.48")) == []
    desk.click("19.48")
    assert desk.said[-1] == "Drag from hex to hex to draw a road."


def test_roads_and_hexsides_by_keys(desk: Desk) -> None:
    desk.brush.hand.at = hex_id("20.48")
    desk.type("D", Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert all("trail" in roads_at(desk.map, desk.side(side)) for side in ("20.48/20.49", "20.49/20.50"))
    desk.type("T", Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert kinds_at(desk.map, desk.side("20.49/20.50")) == ["ridge"]
    desk.type(Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Delete)
    assert kinds_at(desk.map, desk.side("20.49/20.50")) == []


def test_what_a_scenario_may_refer_to_follows_every_stroke_and_undo(desk: Desk) -> None:
    def is_followed() -> bool:
        anew = Drafting(desk.module.folder, NAME).laid(desk.editor.draft.documents)
        assert desk.table.laid is not None
        now = desk.table.laid.known
        return (now.ground, now.roads, now.rails) == (anew.known.ground, anew.known.roads, anew.known.rails)

    desk.take("Trail")
    desk.drag("18.49", "19.48", "20.48")
    desk.take("Woods", 7)
    desk.drag("15.47", "16.48")
    assert is_followed() and desk.table.laid is not None
    assert {hex_id("18.49"), hex_id("20.48")} <= desk.table.laid.known.roads
    desk.take("Railroad")
    desk.drag("14.47", "15.47", "16.48")
    assert is_followed()
    for _ in range(3):
        desk.editor.undo()
        assert is_followed()
    desk.editor.redo()
    assert is_followed()


def test_names_and_entries(desk: Desk) -> None:
    panel = desk.brush.panel
    QTest.keyClicks(panel.text, "The mill")
    panel.kind.setCurrentIndex(3)
    panel.kind.activated.emit(3)
    desk.click("22.48")
    assert {"text": "The mill", "kind": "hamlet", "hex": "22.48"} in desk.map["names"]
    assert desk.editor.undo_words == "The mill in 22.48"
    desk.click("22.48", keys=ALT)
    assert "The mill" not in str(desk.map["names"])
    desk.type("U")
    desk.click("22.51")
    assert desk.map["entries"] == [{"hex": "22.51", "text": "The mill"}]
    panel.text.clear()
    desk.click("23.51")
    assert desk.said[-1] == "Write the name first, beside the tools."


def test_the_map_grows_shrinks_and_begins_anew(bare: Desk) -> None:
    actions = {action.text(): action for action in bare.brush.panel.map_size.menu().actions()}
    actions["Add a column in the west"].trigger()
    assert bounds(bare.map) == (9, 31, 34, 51)
    assert bare.editor.undo_words == "one more column in the west"
    actions["Remove a row in the south"].trigger()
    assert bounds(bare.map) == (9, 31, 34, 50)
    assert bare.table.board.ground is not None and bare.ground.map.rows == (34, 50)
    sizes = actions["New map"].menu().actions()
    sizes[0].trigger()
    assert bounds(bare.map) == (1, 12, 1, 10)
    bare.take("Woods", 7)
    bare.drag("04.04", "08.06")
    assert bare.letter("06.05") == "w"
    actions["Add a column in the west"].trigger()
    assert (bounds(bare.map), bare.letter("08.05")) == ((2, 14, 1, 10), "w")
    bare.editor.undo()
    assert bare.letter("06.05") == "w"


def test_what_stands_on_the_map_keeps_its_ground(desk: Desk) -> None:
    desk.brush.begin(12, 10)
    assert desk.said[-1].endswith("a unit is set up there. Move that first.")
    assert bounds(desk.map) == (10, 31, 34, 51)


def test_the_ground_shows_the_stroke_and_then_the_wash_goes(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.take("Woods", 7)
    desk.click("20.48")
    ground = desk.ground
    assert desk.brush.wash_item.strokes and not ground.is_up_to_date()
    qtbot.waitUntil(lambda: bool(ground.patches), timeout=60_000)
    [patch] = ground.patches
    assert patch.region.contains(center(hex_id("20.48"))) and not patch.region.contains(center(hex_id("20.38")))
    assert patch.scenery.map.columns[0] > 10
    qtbot.waitUntil(lambda: not desk.brush.wash_item.strokes, timeout=20_000)
    taken, redraw, halos = list[bool](), ground._redraw, ground.labels.halos

    def redrawn(boxes: Sequence[QRectF], number: int) -> None:
        taken.append(bool(ground.scenery.labels._shown) and ground.scenery.labels.halos is halos)
        redraw(boxes, number)

    monkeypatch.setattr(ground, "_redraw", redrawn)
    ground._quiet.start(0)
    qtbot.waitUntil(ground.is_up_to_date, timeout=120_000)
    assert ground.patches == [] and ground.scenery.map is ground.map
    assert taken == [True], "the names have been written before"


def test_marks_of_earlier_strokes_are_neither_kept_nor_shown_again(desk: Desk, qtbot: QtBot) -> None:
    ground, wash = desk.ground, desk.brush.wash_item
    marks, area = ground._marks, ground.sheet_rect()
    assert ground.labels and ground._marks_state(area, 1.0) is not None
    marks._remember(next(iter(marks._tiles)))
    assert marks._past
    desk.take("Woods", 1)
    desk.click("16.44")
    assert not marks._past
    qtbot.waitUntil(lambda: not wash.strokes and ground.is_settled(), timeout=60_000)
    assert ground.patches and not marks._past and ground._marks_state(area, 1.0) is None
    ground._quiet.start(0)
    qtbot.waitUntil(ground.is_up_to_date, timeout=120_000)
    assert ground.labels and ground._marks_state(area, 1.0) is not None


def test_a_part_that_lies_within_a_newer_one_is_neither_laid_out_nor_kept(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ground, wash = list[laying_out.LayOut](), desk.ground, desk.brush.wash_item

    def lay_out(*given: Any) -> laying_out.LayOut:
        asked.append(laying_out.lay_out(*given))
        return asked[-1]

    monkeypatch.setattr(live_ground, "lay_out", lay_out)
    for words, size, at in (("Woods", 1, "16.44"), ("Marsh", 7, "16.44"), ("Woods", 1, "20.48")):
        desk.take(words, size)
        desk.click(at)
    assert [part.is_wanted for part in asked] == [False, True, True]
    qtbot.waitUntil(lambda: not wash.strokes, timeout=60_000)
    assert len(ground.patches) == 2
    corners = tuple(map(hex_id, ("12.40", "21.50")))
    desk.brush.draw(Stroke(tool("Woods", Kind.TERRAIN), hexes=corners))
    qtbot.waitUntil(lambda: not wash.strokes, timeout=60_000)
    assert len(ground.patches) == 3, "the others lie between its hexes, not in them"


def test_a_sheet_that_was_laid_out_is_not_taken_once_the_map_has_changed(desk: Desk) -> None:
    ground = desk.ground
    before, number = ground.scenery, ground.number
    ground._show_whole(number, Scenery(ground.map))
    ground.number += 1
    ground._take_whole()
    assert ground.scenery is before


def test_a_wash_stays_until_the_ground_shows_its_own_stroke(desk: Desk, qtbot: QtBot) -> None:
    wash, ground = desk.brush.wash_item, desk.ground
    desk.take("Woods", 7)
    desk.click("20.48")
    first = ground.number
    desk.click("14.40")
    second = ground.number
    desk.press("24.38", "24.40")
    assert first < second and len(wash.strokes) == 3
    later, held = wash.strokes[1:]
    ground.signals.settled.emit(first)
    assert wash.strokes == [later, held]
    ground.signals.settled.emit(second)
    assert wash.strokes == [held], "what is still being drawn stays"


def test_a_large_change_is_not_shown_by_a_small_one_after_it(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_ground, "MOST", 8)
    settled: list[int] = []
    ground, wash = desk.ground, desk.brush.wash_item
    desk.take("Woods", 1)
    desk.click("16.44")  # from here on the map is the module's own
    qtbot.waitUntil(lambda: not wash.strokes, timeout=60_000)
    ground.signals.settled.connect(settled.append)
    desk.take("Woods", 7)
    desk.click("20.48")
    large = ground.number
    ground._quiet.stop()
    desk.take("Woods", 1)
    desk.click("14.40")
    ground._quiet.stop()
    qtbot.waitUntil(lambda: bool(settled), timeout=20_000)
    assert settled[-1] < large < ground.number and len(wash.strokes) == 2
    ground._quiet.start(0)
    qtbot.waitUntil(lambda: not wash.strokes, timeout=120_000)


def test_a_process_lays_out_what_this_one_would(desk: Desk, qtbot: QtBot) -> None:
    ground, laid = desk.ground, list[Scenery]()
    for sheet in (ground.sheet_rect(), None):
        laying_out.lay_out(ground.map, ground.palette, laid.append, sheet)
    qtbot.waitUntil(lambda: len(laid) == 2, timeout=120_000)
    here = Scenery(ground.map)
    for there in laid:
        assert _picture(there, ground) == _picture(here, ground)
    sent = next(each for each in laid if "obstacles" in vars(each))  # the whole: with the places of names
    names = [(name.label, name.rows.tolist()) for name in sent.labels.layout(1.0)]
    assert names and "clutter" not in vars(sent.labels._places)
    assert names == [(name.label, name.rows.tolist()) for name in here.labels.layout(1.0)]


def _picture(scenery: Scenery, ground: LiveGround) -> QImage:
    picture = QImage(600, 400, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    area = QRectF(center(hex_id("20.40")), QSizeF(600, 400))
    painter.translate(-area.topLeft())
    scenery.paint_terrain(Canvas(painter, area, 1.0, ground.palette))
    painter.end()
    return picture


def test_a_process_that_dies_is_replaced_and_one_that_cannot_run_is_done_without(desk: Desk, qtbot: QtBot) -> None:
    parts, ground, laid = laying_out._desk(False), desk.ground, list[Scenery]()
    assert parts.process is not None  # since the page of the brush was opened
    parts.process.process.waitForStarted()
    first = parts.process.process.processId()
    laying_out.lay_out(ground.map, ground.palette, laid.append, ground.sheet_rect())
    parts.process.process.kill()
    qtbot.waitUntil(lambda: bool(laid), timeout=120_000)
    assert parts.process.process.processId() != first
    assert "relief" in vars(laid[0])
    parts._end()
    parts.command = ["/no/such/program"]
    try:
        laying_out.lay_out(ground.map, ground.palette, laid.append, ground.sheet_rect())
        qtbot.waitUntil(lambda: len(laid) == 2, timeout=20_000)
    finally:
        parts.command = own_command("--aside", "company_scale")
    assert laid[1].map is ground.map and "relief" not in vars(laid[1])
    desk.window.pages.setCurrentIndex(0)
    assert parts.process is None and not parts.at_work


def test_a_process_that_hangs_is_replaced_and_then_done_without(desk: Desk, qtbot: QtBot) -> None:
    parts, ground, laid = laying_out._desk(False), desk.ground, list[Scenery]()
    laying_out.lay_out(ground.map, ground.palette, laid.append, ground.sheet_rect())
    qtbot.waitUntil(lambda: len(laid) == 1, timeout=60_000)
    qtbot.waitUntil(lambda: not parts.at_work, timeout=60_000)
    assert not parts.silence.isActive(), "nobody waits for a process that has nothing to do"
    parts._end()
    parts.command, patience = [sys.executable, "-c", "import time; time.sleep(600)"], parts.silence.interval()
    parts.silence.setInterval(200)
    try:
        laying_out.lay_out(ground.map, ground.palette, laid.append, ground.sheet_rect())
        first = parts.process
        qtbot.waitUntil(lambda: parts.process is not first, timeout=20_000)
        qtbot.waitUntil(lambda: len(laid) == 2, timeout=20_000)
    finally:
        parts._end()
        parts.command = own_command("--aside", "company_scale")
        parts.silence.setInterval(patience)
    assert laid[1].map is ground.map and "relief" not in vars(laid[1])


def test_what_is_not_wanted_any_more_is_not_handed_over(desk: Desk, qtbot: QtBot) -> None:
    ground, laid = desk.ground, list[Scenery]()
    whole = laying_out.lay_out(ground.map, ground.palette, laid.append)
    whole.leave()
    laying_out.lay_out(ground.map, ground.palette, laid.append)
    qtbot.waitUntil(lambda: bool(laid), timeout=120_000)
    assert len(laid) == 1 and not laying_out._desk(True).at_work


def test_maps_and_frames_come_through_as_they_were(desk: Desk) -> None:
    ground = desk.ground.map
    sheet, part = desk.ground.sheet_rect(), QRectF(600, 900, 120, 80)
    assert heard(told(ground, desk.ground.palette, sheet, part)) == (ground, desk.ground.palette, sheet, part)
    buffer = bytearray(Frame(3, "roads", b"abc").packed() + Frame(4, DONE).packed())
    tail = bytes(buffer[-2:])
    del buffer[-2:]
    assert list(frames_in(buffer)) == [Frame(3, "roads", b"abc")]
    buffer += tail
    assert list(frames_in(buffer)) == [Frame(4, DONE)] and not buffer


def test_ground_of_another_size_is_flat_until_it_is_laid_out(bare: Desk, qtbot: QtBot) -> None:
    bare.brush.begin(12, 10)
    ground = bare.ground
    assert ground.is_flat and not ground.is_up_to_date()
    picture = bare.table.board.view.grab().toImage()
    middle = picture.pixelColor(bare.spot("06.05") * picture.devicePixelRatio())
    assert middle.name() == ground.palette.levels[0][0]
    qtbot.waitUntil(ground.is_up_to_date, timeout=120_000)
    assert not ground.is_flat
    bare.brush.begin(22, 18)
    later = bare.ground
    bare.window.close()
    assert not later._quiet.isActive() and later._at_work == []


def test_what_differs_between_two_maps_is_found_with_what_lies_around(desk: Desk) -> None:
    before = desk.ground.map
    assert changed_hexes(before, before) == set()
    desk.take("Woods")
    desk.click("20.48")
    after = desk.ground.map
    assert hex_id("20.48") in changed_hexes(before, after) and len(changed_hexes(before, after)) == 7
    desk.brush.take(tool("Hamlet", Kind.NAME))
    desk.brush.panel.text.setText("The mill")
    desk.click("22.48")
    assert changed_hexes(after, desk.ground.map) == set() and desk.ground.map.labels != after.labels


def test_the_forces_have_pointer_and_keys_on_their_page_only(desk: Desk) -> None:
    view = desk.table.board.view
    assert isinstance(view.hand, GroundHand)
    desk.type(Qt.Key.Key_Escape)
    assert desk.window.pages.currentIndex() == 0 and view.hand is desk.table.board
    desk.window.pages.setCurrentIndex(1)
    desk.click("18.43", RIGHT)
    assert QApplication.activePopupWidget() is None
    desk.window._search()
    assert desk.window.pages.currentIndex() == 0
    assert not desk.editor.undo_words
