"""Tiles: what has changed is drawn anew, and nothing else, with the same pixels as a drawing from nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from app.board import tiles
from app.board.tiles import KIND, TILE, TiledItem
from app.kept_pictures import KeptPictures
from rules.engine.folders import cache_dir

SHEET = QRectF(-20, -10, 800, 700)


@pytest.fixture
def is_prepared() -> bool:
    return False


class Drawing:
    """Draws dots and remembers which parts it was asked for."""

    def __init__(self) -> None:
        self.dots = [QPointF(x * 61.3, y * 47.7) for x in range(13) for y in range(14)]
        self.asked: list[QRectF] = []

    def __call__(self, painter: QPainter, part: QRectF, scale: float) -> None:
        self.asked.append(part)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(90, 30, 200, 120))
        for dot in self.dots:
            if QRectF(dot.x() - 30, dot.y() - 30, 60, 60).intersects(part):
                painter.drawEllipse(dot, 27.5, 22.2)


def shown(qtbot: QtBot, draw: Drawing, ground: str | None, **more: Any) -> tuple[TiledItem, QGraphicsView]:
    """Return a drawing on the screen, with its view."""
    scene = QGraphicsScene()
    item = TiledItem(SHEET, draw, ground, **more)
    scene.addItem(item)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.resize(QSize(900, 760))
    view.scale(0.93, 0.93)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(item.is_settled)
    return item, view


def picture(view: QGraphicsView) -> QImage:
    return view.viewport().grab().toImage()


@pytest.mark.parametrize("ground", [None, "#d8cfae"])
def test_a_change_is_drawn_where_it_is_with_the_same_pixels(ground: str | None, qtbot: QtBot) -> None:
    draw = Drawing()
    item, view = shown(qtbot, draw, ground)
    before = picture(view)
    gone = [draw.dots.pop(20), draw.dots.pop(77), draw.dots.pop(0)]
    draw.asked.clear()
    item.redraw([QRectF(dot.x() - 30, dot.y() - 30, 60, 60) for dot in gone])
    qtbot.waitUntil(lambda: bool(draw.asked) and item.is_settled())
    mended = picture(view)
    assert mended != before
    assert all(part.width() < 70 and part.height() < 70 for part in draw.asked)
    fresh, other = shown(qtbot, draw, ground)
    assert fresh.is_settled() and picture(other) == mended


def test_a_tile_mended_as_a_part_of_it_is_painted_shows_on_the_screen_everywhere(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = Drawing()
    item, view = shown(qtbot, draw, "#d8cfae")

    def screen() -> QImage:
        return view.screen().grabWindow(view.winId()).toImage()

    gone = draw.dots.pop(40)
    item.redraw([QRectF(gone.x() - 30, gone.y() - 30, 60, 60)])
    with monkeypatch.context() as busy:
        busy.setattr(tiles, "_AT_ONCE_MS", -1)  # no time: the old tile is painted, and the new one asked for
        busy.setattr(item._settle, "start", lambda *_: None)
        QApplication.processEvents()
    item.update(QRectF(gone.x() + 60, gone.y() + 60, 2, 2))  # something else has changed there
    qtbot.waitUntil(item.is_settled)
    for _ in range(3):
        QApplication.processEvents()
    after = screen()
    view.viewport().update()
    QApplication.processEvents()
    assert after == screen()


def test_a_tile_that_has_changed_as_a_whole_is_not_drawn_within_a_painting(qtbot: QtBot) -> None:
    draw = Drawing()
    item, view = shown(qtbot, draw, "#d8cfae")
    draw.dots.clear()
    draw.asked.clear()
    item.redraw([SHEET])
    picture(view)
    small = TILE * TILE / 2  # of those at the edge only a strip has changed
    assert all(part.width() * part.height() < small for part in draw.asked)
    qtbot.waitUntil(lambda: len(draw.asked) > 4 and item.is_settled())
    fresh, other = shown(qtbot, draw, "#d8cfae")
    assert fresh.is_settled() and picture(other) == picture(view)


def test_what_is_painted_over_several_tiles_is_drawn_once(qtbot: QtBot) -> None:
    draw = Drawing()
    item, view = shown(qtbot, draw, "#d8cfae")
    area = QRectF(200, 250, 400, 300)  # of four tiles
    before, asked = picture(view), list[QRectF]()

    def over(painter: QPainter, part: QRectF, scale: float) -> None:
        asked.append(part)
        painter.fillRect(area, QColor(10, 200, 30))
        painter.drawLine(QPointF(-900, 400), QPointF(900, 420))

    item.paint_over(area, over)
    after = picture(view)
    assert len(asked) == 1 and asked[0].adjusted(-2, -2, 2, 2).contains(area)
    place = view.viewportTransform().mapRect(area).toRect()
    inside, outside = place.adjusted(2, 2, -2, -2), place.adjusted(-2, -2, 2, 2)
    for x in range(0, after.width(), 3):
        for y in range(0, after.height(), 3):
            if not outside.contains(x, y):
                assert after.pixel(x, y) == before.pixel(x, y)
            elif inside.contains(x, y):
                assert after.pixelColor(x, y).red() <= 10  # the ground and the dots have more


def test_a_large_change_draws_the_whole_tile_once(qtbot: QtBot) -> None:
    draw = Drawing()
    item, _view = shown(qtbot, draw, None)
    draw.asked.clear()
    item.redraw([QRectF(0, 0, 300, 300), QRectF(20, 20, 300, 300)])
    qtbot.waitUntil(lambda: bool(draw.asked) and item.is_settled())
    assert len(draw.asked) == 1 and draw.asked[0].width() >= TILE / 1.0 - 30


@pytest.mark.parametrize("ground", [None, "#d8cfae"])
@pytest.mark.parametrize("damaged", [False, True])
def test_a_first_picture_comes_from_the_cache_with_the_same_pixels(
    ground: str | None, damaged: bool, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))
    kept = KeptPictures([b"dots"], [])
    _, view = shown(qtbot, Drawing(), ground, kept=lambda: kept)
    first = picture(view)
    if damaged:
        next((cache_dir() / KIND).iterdir()).write_bytes(b"no picture")
    again = Drawing()
    item, view = shown(qtbot, again, ground, kept=lambda: kept)
    assert picture(view) == first and len(again.asked) == damaged
    gone = again.dots.pop(20)
    item.redraw([QRectF(gone.x() - 30, gone.y() - 30, 60, 60)])
    qtbot.waitUntil(lambda: len(again.asked) > damaged and item.is_settled())
    changed = Drawing()
    changed.dots.pop(20)
    assert picture(view) == picture(shown(qtbot, changed, ground)[1])


def test_other_zooms_are_drawn_and_leave_nothing_in_the_cache(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))
    draw = Drawing()
    item, view = shown(qtbot, draw, None, kept=lambda: KeptPictures([b"dots"], []))
    count = len(list((cache_dir() / KIND).iterdir()))
    draw.asked.clear()
    view.scale(1.3, 1.3)
    qtbot.waitUntil(lambda: bool(draw.asked) and item.is_settled())
    assert len(list((cache_dir() / KIND).iterdir())) == count > 0


def test_what_drawing_needs_is_made_ahead_once_nothing_is_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "_IDLE_MS", 0)
    done: list[int] = []

    def ahead() -> bool:
        done.append(len(done))
        return len(done) < 3

    item, _view = shown(qtbot, Drawing(), None, ahead=ahead)
    qtbot.waitUntil(lambda: len(done) >= 3 and not item._idle.isActive())
    assert item.is_settled()


@pytest.mark.parametrize(("left", "waits"), [(None, []), (10, [tiles._REST_MS]), (tiles._IDLE_MS, [tiles._IDLE_MS])])
def test_work_ahead_waits_while_things_are_painted(
    left: int | None, waits: list[int], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    item, view = shown(qtbot, Drawing(), None)
    idle = Mock(spec=QTimer)
    idle.isActive.return_value, idle.remainingTime.return_value = left is not None, left
    monkeypatch.setattr(item, "_idle", idle)
    view.viewport().repaint()
    assert idle.start.call_args_list == [call(milliseconds) for milliseconds in waits]


@pytest.mark.parametrize("ground", [None, "#d8cfae"])
def test_what_stands_in_for_missing_tiles_is_drawn_ahead_with_the_same_pixels(
    ground: str | None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = shown(qtbot, Drawing(), ground)[0]._stand_in.whole().toImage()
    monkeypatch.setattr(tiles, "_IDLE_MS", 0)
    draw = Drawing()
    item, _view = shown(qtbot, draw, ground)
    qtbot.waitUntil(lambda: not item._idle.isActive())
    draw.asked.clear()
    assert item._stand_in.whole().toImage() == late and not draw.asked
    whole = QImage(late.size(), late.format())
    whole.fill(QColor(ground or "transparent"))
    painter = QPainter(whole)
    painter.scale(late.width() / int(SHEET.width()), late.width() / int(SHEET.width()))
    painter.translate(-SHEET.topLeft())
    draw(painter, SHEET, 1.0)
    painter.end()
    assert whole == late


def test_a_tile_that_shows_what_it_has_shown_before_comes_back_undrawn(qtbot: QtBot) -> None:
    draw = Drawing()

    def state(area: QRectF, scale: float) -> tuple[tuple[float, float], ...]:
        near = area.adjusted(-30, -30, 30, 30)
        return tuple(dot.toTuple() for dot in draw.dots if near.contains(dot))

    item, view = shown(qtbot, draw, None, state=state)
    first = picture(view)
    gone = draw.dots.pop(20)
    area = QRectF(gone.x() - 30, gone.y() - 30, 60, 60)
    item.redraw([area])
    qtbot.waitUntil(lambda: picture(view) != first and item.is_settled())
    draw.asked.clear()
    draw.dots.insert(20, gone)
    item.redraw([area])
    assert picture(view) == first and not draw.asked
    draw.dots.remove(gone)
    item.renew(None)
    picture(view)
    assert draw.asked, "other colours, other tiles"


def test_what_has_changed_out_of_view_need_not_be_drawn_for_the_rest_to_be_fresh(qtbot: QtBot) -> None:
    item, view = shown(qtbot, Drawing(), None)
    view.resize(QSize(300, 760))  # the right end of the tiles at the left edge of the next is out of view
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().minimum())
    picture(view)
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    both = QRectF(seen.center().x(), 200, SHEET.right() - seen.center().x(), 100)
    item.redraw([both])
    assert not item.is_fresh(both)
    qtbot.waitUntil(lambda: item.is_fresh(both))
    assert item._stale, "tiles that nobody sees"
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    qtbot.waitUntil(lambda: picture(view) is not None and not item._stale)


def test_only_so_many_earlier_tiles_are_held(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "_PAST", 7)
    draw, states = Drawing(), iter(range(1000))
    item, _view = shown(qtbot, draw, None, state=lambda area, scale: next(states))
    for _ in range(4):
        draw.asked.clear()
        item.redraw([SHEET])
        qtbot.waitUntil(lambda: bool(draw.asked) and item.is_settled())
    assert len(item._past) == 7


def test_stretched_tiles_meet_without_a_seam(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(painter: QPainter, part: QRectF, scale: float) -> None:
        painter.fillRect(part, QColor("#34708c"))

    monkeypatch.setattr(tiles, "_SETTLE_MS", 1_000_000)
    scene = QGraphicsScene()
    scene.addItem(item := TiledItem(QRectF(-2000, -2000, 4000, 4000), plain, "#ffffff"))
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.resize(QSize(900, 760))
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(item.is_settled)
    for factor in (1.037, 1.02, 0.93):
        view.scale(factor, factor)
        found = picture(view)
        assert not item.is_settled()
        assert {found.pixel(x, y) for y in range(0, found.height(), 5) for x in range(found.width())} == {0xFF34708C}
        assert {found.pixel(7, y) for y in range(found.height())} == {0xFF34708C}


def test_what_is_shown_whole_is_never_half_old_and_half_new(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "_SLICE_MS", 0.0)  # one tile at a time, so that there is a moment between
    colours = {0.93: QColor("red")}

    def draw(painter: QPainter, part: QRectF, scale: float) -> None:
        painter.fillRect(part, colours.get(round(scale, 2), QColor("blue")))

    scene, item = QGraphicsScene(), TiledItem(SHEET, draw, None, whole=True)
    scene.addItem(item)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.resize(QSize(900, 760))
    view.scale(0.93, 0.93)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(item.is_settled)
    view.scale(1.6, 1.6)
    looks = []
    while not looks or not item.is_settled():
        seen = picture(view)
        found = {seen.pixelColor(x, y).name() for x in range(150, 750, 80) for y in range(150, 600, 80)}
        looks.append(found)
        assert len(found) == 1
        with qtbot.waitSignal(item._settle.timeout):  # the next tile
            pass
    assert looks[0] == {"#ff0000"} and len(looks) > 2
    assert picture(view).pixelColor(400, 300) == QColor("blue")
