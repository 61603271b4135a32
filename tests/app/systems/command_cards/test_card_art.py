"""Pictures of Battle Cards: a scene beside the longest text of a card, names of sides and sections on the board."""

from __future__ import annotations

import math
from random import Random
from statistics import median

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from app.systems.command_cards.art import cards as art
from app.systems.command_cards.art import counters
from app.systems.command_cards.art.palette import DAY, LAMPLIGHT, Palette
from app.systems.command_cards.art.terrain import hill
from app.systems.command_cards.board import layers
from app.window.main_window import MainWindow
from rules.command_cards.charts import Card, house_charts
from tests.app.systems.command_cards.helpers.table import Player, game

CARDS = list(house_charts().cards.values())


@pytest.mark.parametrize("wide", [126, 320], ids=lambda wide: f"{wide} px")  # in the hand, held up
@pytest.mark.parametrize("foot", ["", "3 units"])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_has_a_picture_beside_its_text(
    qapp: object, monkeypatch: pytest.MonkeyPatch, card: Card, foot: str, wide: int
) -> None:
    scenes: list[QRectF] = []
    scene = art._scene

    def watched(painter: QPainter, room: QRectF, card: Card) -> None:
        scenes.append(room)
        scene(painter, room, card)

    monkeypatch.setattr(art, "_scene", watched)
    picture = QImage(wide, round(wide * art.RATIO), QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    art.paint_card(painter, QRectF(picture.rect()), card, DAY, foot)
    painter.end()
    (room,) = scenes
    assert room.height() / wide * 63 >= 9, "millimetres of a card 63 wide"
    inside = room.adjusted(2, 2, -2, -2).toRect()
    dark = [
        (x, y)
        for x in range(inside.left(), inside.right())
        for y in range(inside.top(), inside.bottom())
        if picture.pixelColor(x, y).lightness() < 60
    ]
    high = max(y for _, y in dark) - min(y for _, y in dark)
    assert high > inside.height() / 4, "those whom the card orders stand in it, and can be seen"


def test_the_board_names_side_and_sections_as_a_player_would(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []

    def watched(painter: QPainter, at: QPointF, text: str, *rest: object) -> None:
        words.append(text)

    for module in (layers, counters):
        monkeypatch.setattr(module, "letter", watched)
    monkeypatch.setattr(counters, "_left", watched)
    player = Player(window, game("bonlieu"))
    player.open_curtain()
    player.board.view.grab()
    assert {"left", "center", "right", "German turn", "Allied"} <= set(words)


@pytest.mark.parametrize("palette", [DAY, LAMPLIGHT], ids=["light", "dark"])
def test_a_hill_is_lit_from_the_north_west_so_that_it_is_no_crater(qapp: object, palette: Palette) -> None:
    picture = QImage(200, 200, QImage.Format.Format_RGB32)
    picture.fill(0x808080)
    painter = QPainter(picture)
    hill(painter, QPointF(100, 100), 90, Random(1), palette)
    painter.end()

    def light(turn: float, reach: float) -> float:
        """Return the median lightness of a part of the hill, whatever the strokes on it."""
        spots = [(reach + r / 50, turn + a / 20) for r in range(-5, 6) for a in range(-8, 9)]
        at = [(100 + 90 * r * math.cos(a), 100 + 90 * r * math.sin(a)) for r, a in spots]
        return median(picture.pixelColor(round(x), round(y)).lightnessF() for x, y in at)

    lit, shaded = light(-3 * math.pi / 4, 0.65), light(math.pi / 4, 0.65)
    assert light(0.0, 0.0) >= shaded and lit > shaded + 0.05
