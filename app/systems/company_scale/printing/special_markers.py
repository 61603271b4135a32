"""Markers of the special rules, to be cut out: unnamed heroes, aircraft, evacuation, re-rolls, victory points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.printing.blocks import Draw
from app.systems.company_scale.board.counters.lettering import write
from app.systems.company_scale.board.counters.painter import BOXES
from app.systems.company_scale.board.token_art import Token
from app.systems.company_scale.panels.display_art import PLANE
from app.systems.company_scale.printing.counter_art import INK, enter, paint_chit, paint_piece
from app.systems.company_scale.printing.job import side
from app.systems.company_scale.sides import COUNTERS
from rules.company_scale.counters import LeaderCounter
from rules.company_scale.scenario import Scenario
from rules.hexes.ids import hex_id

BOTTLES = {"allied": "Bourbon", "german": "Cognac"}
EVACUATIONS = 3
"""The most markers the event can bring at once, one for each of its hexes (22.2)."""
Side = tuple[Draw, Draw | None]


def special_markers(scenario: Scenario) -> Iterator[Side]:
    """Yield front and back of every marker of the special rules, for both sides."""
    for who in COUNTERS:
        if any(division.side == who for division in scenario.divisions.values()):
            yield from _of_side(scenario, who)
    for _ in range(EVACUATIONS if _is_evacuated(scenario) else 0):
        yield _chit("Evacuation", "MARKER", "german"), None


def _is_evacuated(scenario: Scenario) -> bool:
    """Tell whether evacuation markers can appear and are not among the units (22.2)."""
    starts = {str(at) for event in scenario.charts.events for at in event.get("hexes", ())}
    on_map = any(hex_id(at) in scenario.map.hexes for at in starts)
    return on_map and not any(unit.marker for unit in scenario.units.values())


def _of_side(scenario: Scenario, who: str) -> Iterator[Side]:
    for leader in scenario.leaders.values():
        if leader.hero and not leader.division and leader.side == who:
            yield _hero(leader), None
    for _ in range(int(scenario.charts.air_support.get(who, {}).get("count", 0))):
        yield _aircraft(scenario.charts.air_support[who], who), None
    if scenario.rules.get("bourbon_and_cognac") == "both":
        yield _chit(BOTTLES[who], "REROLL", who), _chit(BOTTLES[who], "USED", who)
    if scenario.victory.track:
        yield _chit(f"{side(who)} points", "POINTS", who), None


def _chit(words: str, kind: str, who: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(COUNTERS[who][0]))
        paint_chit(painter, box, words, kind, *COUNTERS[who])

    return draw


def _hero(leader: LeaderCounter) -> Draw:
    token = Token("leader", *COUNTERS[leader.side], bonus=leader.fire, quality=leader.troop_quality)

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(token.colour))
        paint_piece(painter, box, token, leader.name)

    return draw


def _aircraft(support: Mapping[str, object], who: str) -> Draw:
    """Return an air support marker: an aircraft with its fire value and the numbers that hit in air combat."""
    colour, ink = COUNTERS[who]

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(colour))
        enter(painter, box)
        painter.setPen(QPen(INK, 1.2))
        painter.setBrush(QColor(ink))
        painter.drawPolygon(QPolygonF([QPointF(18 + 0.64 * x, 0.64 * y) for x, y in PLANE]))
        ground, figure = BOXES[str(support["type"])]
        painter.setPen(QPen(INK, 1.8))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(5, 66.5, 27, 27), 4.5, 4.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        write(painter, str(support["fire"]), QRectF(5, 66.5, 27, 27), figure, height=18)
        write(painter, f"air {support['air_combat_hits_on']}", QRectF(40, 72, 55, 16), QColor(ink), height=13)
        painter.restore()

    return draw
