"""After an order only what it has changed is painted, and what the screen then shows is what a full painting gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QWidget
from pytestqt.qtbot import QtBot

from app import theme
from app.board.hexes import center
from app.motion.motions import KEY, NONE
from app.play.players import NewGame
from app.systems.company_scale.board.effects import DRAWINGS, EffectsItem
from app.systems.company_scale.board.markers import ChipLayer, marker_chips
from app.systems.company_scale.playmat import CompanyScaleTable
from app.window.main_window import MainWindow
from rules.company_scale.records.view import MarkerView
from rules.hexes.grid import hex_name

ROUNDING = 3
"""How far colours may be apart where the edge of a shape is painted in two parts."""


class Painted(QObject):
    """Notes which widgets are painted, and the region of each."""

    def __init__(self) -> None:
        super().__init__()
        self.regions: dict[str, list[QRect]] = {}
        self.pixels: list[int] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions.setdefault(type(watched).__name__, []).append(event.region().boundingRect())
            self.pixels.append(sum(part.width() * part.height() for part in event.region()))
        return False


@pytest.fixture
def painted(qapp: QApplication) -> Iterator[Painted]:
    notes = Painted()
    qapp.installEventFilter(notes)
    yield notes
    qapp.removeEventFilter(notes)


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return a window with First Light, everything drawn."""
    window.resize(1280, 720)
    window.settings.set(KEY, NONE)
    window.moment.length = 0.0
    window.new_game(NewGame("company_scale", "first-light", 7))
    rest(window, qtbot)
    return window


def rest(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until nothing is left to draw."""
    watch = Painted()
    mat_of(window).board.view.viewport().installEventFilter(watch)

    def is_quiet() -> bool:
        watch.regions.clear()
        QTest.qWait(80)
        return window.is_settled and not watch.regions

    qtbot.waitUntil(is_quiet, timeout=60_000)


def mat_of(window: MainWindow) -> CompanyScaleTable:
    assert isinstance(window.playmat, CompanyScaleTable)
    return window.playmat


def apart(one: QImage, other: QImage) -> int:
    """Return by how much a colour of two pictures differs at most."""
    a, b = (np.frombuffer(picture.constBits(), np.uint8).astype(int) for picture in (one, other))
    return int(abs(a - b).max())


def screen(window: MainWindow) -> QImage:
    return window.screen().grabWindow(window.winId()).toImage()


def test_the_same_position_paints_neither_board_nor_cup_nor_strip(
    table: MainWindow, painted: Painted, qtbot: QtBot
) -> None:
    for _ in range(2):
        rest(table, qtbot)
        painted.regions.clear()
        table.refresh()
        rest(table, qtbot)
    still = {"ChitRow", "TurnBoxes", "Score", "Stakes", "SidePlate"}
    regions = [region for regions in painted.regions.values() for region in regions]
    assert not painted.regions.keys() & still and mat_of(table).board.view.viewport().rect() not in regions


def test_an_order_tells_the_names_once_where_counters_and_figures_lie(
    table: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = mat_of(table).board
    told: list[int] = []
    tell = board.on_stacks
    assert tell is not None
    monkeypatch.setattr(board, "on_stacks", lambda stacks, figures: (told.append(len(figures)), tell(stacks, figures)))
    orders: list[object] = []  # with those given for a player
    table.game.changed.connect(orders.append)
    moved = 0
    while table.game.decision is not None and moved < 3:
        order = next(iter(table.game.decision.options))
        told.clear()
        orders.clear()
        table.order(order)
        assert len(told) == len(orders), order
        moved += order.verb in ("move", "step")
    assert board.scene.reach.hexes and told == [len(board.scene.reach.hexes)]


def test_panels_below_and_above_the_board_are_left_alone_while_they_would_show_the_same(
    table: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    mat, shown = mat_of(table), []
    monkeypatch.setattr(mat.cup.chits, "show_chits", lambda chits: shown.append("cup"))
    monkeypatch.setattr(mat.strip.score, "show_points", lambda points: shown.append("strip"))
    monkeypatch.setattr(mat.turn, "_show_victory", lambda victory: shown.append("turn"))
    for card in mat.divisions.cards.values():
        monkeypatch.setattr(card.track, "show_values", lambda values, limit: shown.append("division"))
    table.refresh()
    assert not shown
    table.order(table.game.offered["buy_chit"][0])
    assert set(shown) == {"cup", "division"}


def test_an_order_paints_nothing_twice(table: MainWindow, painted: Painted, qtbot: QtBot) -> None:
    for _ in range(3):
        rest(table, qtbot)
        painted.regions.clear()
        table.order(table.game.offered["buy_chit"][0])
        rest(table, qtbot)
        once = ("ChitRow", "DivisionHandles", "PurchasePage", "PromptBar")
        assert [len(painted.regions.get(name, ())) for name in once] == [1, 1, 1, 1]


def test_a_line_of_the_log_moves_those_before_it_without_painting_them(table: MainWindow, qtbot: QtBot) -> None:
    table.resize(1600, 900)  # wide enough for a column of the log
    paper, orders = table.log.browser.viewport(), 0
    watch = Painted()
    while table.log.browser.verticalScrollBar().maximum() == 0 and orders < 40:
        table.order(next(iter(table.game.decision.options)))  # type: ignore[union-attr]
        orders += 1
    rest(table, qtbot)
    assert paper.isVisible() and table.log.browser.verticalScrollBar().maximum() > 0
    paper.installEventFilter(watch)
    for _ in range(4):
        table.order(next(iter(table.game.decision.options)))  # type: ignore[union-attr]
        rest(table, qtbot)
    assert max(region.height() for region in watch.regions["QWidget"]) < paper.height() / 2


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_log_is_written_on_the_paper_of_the_theme(name: str, table: MainWindow, qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    table.resize(1600, 900)  # wide enough for a column of the log
    theme.apply(app, name)
    table.restyle()
    rest(table, qtbot)
    corner = table.log.browser.viewport().grab().toImage().pixelColor(1, 1)
    assert corner.name() == theme.current().base == {"dark": theme.DARK, "light": theme.LIGHT}[name].base


@pytest.mark.parametrize("kind", ["effects", "chips"])
def test_a_marker_paints_its_hex_and_no_more_of_the_board(kind: str, qtbot: QtBot) -> None:
    effects, chips, scene = EffectsItem(DRAWINGS), ChipLayer(), QGraphicsScene(0, 0, 3000, 3000)
    for layer in (effects, chips):
        layer.set_bounds(scene.sceneRect())
        scene.addItem(layer)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.centerOn(center(1010))
    with qtbot.waitExposed(view):
        view.show()
    QApplication.processEvents()
    watch = Painted()
    view.viewport().installEventFilter(watch)
    marker = MarkerView("10.10", "barrage", "smoke")
    if kind == "effects":
        effects.show_markers([marker])
    else:
        chips.set_chips(marker_chips([marker], ()))
    qtbot.waitUntil(lambda: bool(watch.regions))
    [[region]] = watch.regions.values()
    assert (
        region.contains(view.mapFromScene(center(1010)) - QPoint(0, 14)) and max(region.width(), region.height()) < 130
    )


@pytest.mark.parametrize("kind", ["effects", "chips", "counters"])
def test_what_lies_between_two_changes_is_left_alone(kind: str, table: MainWindow, qtbot: QtBot) -> None:
    board = mat_of(table).board
    scene, view = board.scene, board.view
    spots = [at for at in sorted(board.hexes) if view.viewport().rect().contains(view.mapFromScene(center(at)))]
    spots = [spots[0], spots[-1]]
    rest(table, qtbot)
    watch = Painted()
    view.viewport().installEventFilter(watch)
    markers = [MarkerView(hex_name(at), "barrage", "smoke") for at in spots]
    if kind == "effects":
        scene.effects.show_markers(markers)
    elif kind == "chips":
        scene.chips.set_chips(marker_chips(markers, ()))
    else:
        piece = next(iter(scene.counters.pieces.values()))
        scene.counters.set_pieces({str(at): replace(piece, at=center(at)) for at in spots} | scene.counters.pieces)
    qtbot.waitUntil(lambda: bool(watch.pixels))
    apart = [view.mapFromScene(center(at)) for at in spots]
    between = QRect(*apart).normalized()
    assert sum(watch.pixels) < between.width() * between.height() / 4


def test_a_reach_that_stays_is_not_painted_again(table: MainWindow, painted: Painted, qtbot: QtBot) -> None:
    board = mat_of(table).board
    while not board.scene.reach.hexes:
        table.order(next(iter(table.game.decision.options)))  # type: ignore[union-attr]
    rest(table, qtbot)
    watch = Painted()
    board.view.viewport().installEventFilter(watch)
    table.refresh()
    rest(table, qtbot)
    assert board.scene.reach.hexes and not watch.regions


@pytest.mark.parametrize("seed", [3, 8])
def test_the_screen_shows_after_each_order_what_a_full_painting_shows(
    table: MainWindow, qtbot: QtBot, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(24):
        offered = table.game.offered
        if not offered:
            break
        verb = chance.choice(sorted(offered))
        table.order(chance.choice(offered[verb]))
        assert left_stale(table, qtbot) <= ROUNDING, verb


@pytest.mark.parametrize("seed", [1, 2])
def test_the_screen_shows_after_each_gesture_what_a_full_painting_shows(
    table: MainWindow, qtbot: QtBot, seed: int
) -> None:
    """Picking, looking and letting go take overlays off the map while counters, names and markers change."""
    while not table.game.offered.get("move"):
        table.order(next(iter(table.game.decision.options)))  # type: ignore[union-attr]
    board, chance = mat_of(table).board, random.Random(seed)
    units = sorted({unit for command in table.game.offered["move"] for unit in command.texts("units")})
    port = board.view.viewport()
    seen = [at for at in sorted(board.hexes) if port.rect().contains(board.view.mapFromScene(center(at)))]
    free = [at for at in seen if at not in board.position.stacks]

    def click(at: int) -> None:
        spot = board.view.mapFromScene(center(at))
        QTest.mouseMove(port, spot)
        QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)

    def carry() -> None:
        held = board.view.mapFromScene(center(board.position.where[chance.choice(units)]))
        QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, held)
        for at in chance.sample(seen, 3):
            QTest.mouseMove(port, board.view.mapFromScene(center(at)))

    def put_back() -> None:
        QTest.keyClick(port, Qt.Key.Key_Escape)
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton)

    gestures: dict[str, Callable[[], object]] = {
        "pick": lambda: board.select((chance.choice(units),)),
        "click a unit": lambda: click(board.position.where[chance.choice(units)]),
        "let go": board.deselect,
        "look": lambda: QTest.mouseMove(port, board.view.mapFromScene(center(chance.choice(seen)))),
        "sight": lambda: board.sights.set_hovering(not board.sights.hovering),
        "zones": lambda: board.sights.set_zone(chance.choice(("", "german", "allied"))),
        "click where nobody can go": lambda: click(
            chance.choice([at for at in free if at not in {one.hex for one in board.scene.reach.hexes}])
        ),
    }
    for name in (
        "pick",
        "let go",
        "click a unit",
        "click where nobody can go",
        *chance.choices(sorted(gestures), k=16),
    ):
        gestures[name]()
        assert left_stale(table, qtbot) <= ROUNDING, name


def left_stale(window: MainWindow, qtbot: QtBot) -> int:
    """Return by how much the screen differs at most from what it shows after all of it has been painted."""
    rest(window, qtbot)
    shown = screen(window)
    for part in (window, *window.findChildren(QWidget)):
        part.update()
    rest(window, qtbot)
    return apart(shown, screen(window))
