"""The ground of a scenario under its board, in the colours of the theme; and a picture of both without a window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app import theme
from app.board.painting import middle
from app.play.controller import GameController
from app.play.seat import SeatLike
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.entries import EntryHex, VictoryHex
from app.systems.company_scale.board.ground.ground import Ground, paint_sheet, place_of
from app.systems.company_scale.board.scene import COUNTERS
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.sides import AS_PRINTED, arms_in

UNDER_COUNTERS = COUNTERS - 5


def ground_of(scenario: Any) -> Ground | None:
    """Return the drawn ground of a scenario, or None where it has no map."""
    battle_map = getattr(scenario, "map", None)
    if battle_map is None:
        return None
    victory = [VictoryHex(goal.hex, goal.colour) for goal in scenario.victory.hexes]
    return Ground(
        battle_map, theme.current(), victory, entries_of(scenario), standing_in(scenario), scenario.charts.series
    )


def standing_in(scenario: Any) -> set[int]:
    """Return the hexes on the map where units begin."""
    return {start.hex for start in scenario.setup.values()} & set(scenario.map.hexes)


def entries_of(scenario: Any) -> list[EntryHex]:
    """Return the ways on to the map: reinforcement hexes with their side, other ways with none."""
    ours = {at: side for side, hexes in sorted(scenario.entries.items()) for at in sorted(hexes)}
    others = {way.hex: "" for way in scenario.map.entries if way.hex in scenario.map.hexes}
    arms = arms_in(scenario.charts.series)
    return [EntryHex(at, side, arms.get(side)) for at, side in (others | ours).items()]


def lay_ground(board: BoardController, scenario: Any) -> Ground | None:
    """Draw the map of a scenario under the board; a scenario without a map leaves the board bare."""
    ground = ground_of(scenario)
    board.arms = AS_PRINTED
    if ground is None:
        board.clear()
        return None
    board.arms = arms_in(scenario.charts.series)
    items = ground.items()
    items[-1].setZValue(UNDER_COUNTERS)
    board.on_stacks = ground.yield_to
    board.set_map(scenario.map.hexes, items, ground.scene_rect())
    board.view.setBackgroundBrush(ground.background())
    return ground


# --- A picture of the board, drawn without a window ----------------------------------------------------------------


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage | None:
    """Return a picture of the map with its counters, and with its legend if fitted (zoom 0)."""
    ground = ground_of(seat.scenario)
    if ground is None:
        return None
    board = _board(seat, ground)
    whole = QRectF(0, 0, size.width(), size.height())
    target = middle(ground.scene_rect().size(), size, zoom) if zoom else whole
    image = _ground_picture(ground, size, target, legend=not zoom)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    board.scene.render(painter, place_of(target, ground.scene_rect(), legend=not zoom)[0], ground.scene_rect())
    painter.end()
    return image


def _ground_picture(ground: Ground, size: QSize, target: QRectF, legend: bool) -> QImage:
    """Return the map without counters, from the cache if it was painted before."""

    def paint() -> QImage:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(ground.background())
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        paint_sheet(painter, target, ground, legend)
        painter.end()
        return image

    kept = ground.kept()
    words = _legend_words(ground) if legend else ()
    form = repr((size.toTuple(), target.getRect(), words)).encode()
    return kept.picture(form, paint) if kept is not None else paint()


def _legend_words(ground: Ground) -> tuple[str, ...]:
    """Return what a legend says and shows that differs from game to game."""
    sides = (side.name for side in ground.series.sides.values())
    arms = repr(sorted(arms_in(ground.series).items()))
    return (*ground.map.charts.names.values(), *sides, arms, *sorted(ground.series.chapters))


def _board(seat: SeatLike, ground: Ground) -> BoardController:
    """Return the board with its counters; the names of the ground keep off them."""
    game = GameController()
    board = BoardController(game)
    board.set_map(seat.scenario.map.hexes, (), ground.scene_rect())
    board.on_stacks = ground.yield_to
    game.play(seat)
    ground.set_night(view_of(game).turn.night)
    board.refresh()
    return board
