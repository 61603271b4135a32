"""The counters of both sides differ by lightness and edge; what a unit has done shows by shape."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, qGray

from app.colour import EYES, contrast, distance
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter
from app.systems.command_cards.art.palette import UNITS
from rules.command_cards.charts import house_charts

pytestmark = pytest.mark.usefixtures("qapp")
LOOK = Look(house_charts().units["infantry"], "german", 3, 4)
SCALE = 3


def picture(look: Look) -> QImage:
    image = QImage(round(WIDE * SCALE), round(TALL * SCALE), QImage.Format.Format_RGB32)
    image.fill(0x8A9A60)
    painter = QPainter(image)
    paint_counter(painter, QRectF(image.rect()).adjusted(9, 9, -9, -9), look)
    painter.end()
    return image


@pytest.mark.parametrize("eye", EYES)
def test_opposing_grounds_stand_well_apart_for_every_eye_and_in_grey(eye: str) -> None:
    pairs = product(UNITS["german"].ground, UNITS["allied"].ground)
    assert min(distance(german, allied, eye) for german, allied in pairs) >= 20


def test_figures_stand_off_their_ground() -> None:
    for livery in UNITS.values():
        assert min(contrast(livery.figure, ground) for ground in livery.ground) >= 4.5


def test_one_side_is_dark_and_square_the_other_light_and_round() -> None:
    german, allied = picture(LOOK), picture(replace(LOOK, seat="allied"))
    spot = (round(WIDE * SCALE / 2), round(TALL * SCALE - 20))
    assert qGray(german.pixel(*spot)) < 100 < 150 < qGray(allied.pixel(*spot))
    corner = (11, 11)  # inside the square corner, outside the round one
    assert qGray(german.pixel(*corner)) != qGray(allied.pixel(*corner))


def test_a_unit_that_is_done_shows_it_by_shape() -> None:
    for seat in UNITS:
        look = replace(LOOK, seat=seat, ordered=True)
        ready, done = picture(look), picture(replace(look, spent=True))
        ear = (ready.width() - 26, ready.height() - 14)
        assert qGray(done.pixel(*ear)) < 60
        assert ready != done
