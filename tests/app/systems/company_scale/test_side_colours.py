"""The two sides are told apart at every zoom by lightness, edge and frame: for every eye, and in a grey print."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from statistics import median

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, qGray

from app.colour import EYES, contrast, distance, lightness
from app.systems.company_scale.board.counters.face import Face, Mark, outline_of
from app.systems.company_scale.board.counters.layer import render
from app.systems.company_scale.printing import counter_art
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from tests.app.systems.company_scale.helpers.grounds import Ground, grounds, of, scenarios

pytestmark = pytest.mark.usefixtures("qtbot")
APART = 20.0
"""The least CIEDE2000 distance of two opposing divisions."""
SIZES = (13, 18, 26, 40, 80, 130)
"""Widths of a counter in pixels, one or more for each level of detail."""


def test_the_shipped_scenarios_show_all_divisions() -> None:
    assert len(of("german")) == 5 + 4 and len(of("allied")) == 6  # the Nineteenth Army and four attachable formations


def test_a_division_has_one_colour_in_all_scenarios() -> None:
    names = [ground.name for ground in grounds()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("eye", EYES)
def test_opposing_divisions_stand_well_apart_for_every_eye_and_in_grey(eye: str) -> None:
    near = [(distance(g.colour, a.colour, eye), g.name, a.name) for g, a in product(of("german"), of("allied"))]
    assert min(near) >= (APART,)


def test_the_germans_are_dark_and_the_allies_light_with_room_between() -> None:
    assert min(lightness(a.colour) for a in of("allied")) - max(lightness(g.colour) for g in of("german")) >= 24
    assert max(lightness(g.ink) for g in of("allied")) < 20 and min(lightness(g.ink) for g in of("german")) > 90


def test_lettering_stands_off_every_ground() -> None:
    assert min(contrast(ground.colour, ground.ink) for ground in grounds()) >= 4.5


def test_divisions_of_one_army_differ_in_normal_sight() -> None:
    for side in ("german", "allied"):
        own = [ground.colour for ground in of(side)]
        pairs = [distance(a, b) for i, a in enumerate(own) for b in own[:i]]
        assert min(pairs) >= 8, side


def test_each_army_has_an_edge_of_its_own() -> None:
    edges = {"german": {g.edge for g in of("german")}, "allied": {a.edge for a in of("allied")}}
    assert edges == {"german": {"square"}, "allied": {"round", "notched", "octagonal"}}
    shapes = {}
    for edge in ("square", "round", "notched", "octagonal"):
        for deployed in (True, False):
            path = outline_of(replace(FACE, edge=edge, deployed=deployed))
            shapes[edge, deployed] = tuple(path.contains(QPointF(x, y)) for x, y in product(range(0, 100, 3), repeat=2))
    assert len(set(shapes.values())) == len(shapes)


@pytest.mark.parametrize("pixels", SIZES)
def test_drawn_counters_of_opposing_sides_are_told_apart_in_grey(pixels: int) -> None:
    """A unit of each division, as a picture without colour: every German is darker than every Ally on the whole."""
    greys = {side: [_mean_grey(_face(ground), pixels) for ground in of(side)] for side in ("german", "allied")}
    assert max(greys["german"]) + 12 < min(greys["allied"])


@pytest.mark.parametrize("pixels", SIZES)
def test_every_counter_of_the_campaign_shows_its_side_in_grey(pixels: int) -> None:
    """Stripes, symbols and the sign of armour included, every German is darker than every Ally."""
    scenario = load_scenario("montelimar-campaign-sudre")
    greys: dict[str, list[float]] = {"german": [], "allied": []}
    seen = set()
    for counter in scenario.units.values():
        face = counter_art.face(scenario, counter, True)
        kind = (face.colour, face.stripe, face.symbol)
        if kind not in seen:
            seen.add(kind)
            greys[counter.side].append(_mean_grey(face, pixels))
    assert max(greys["german"]) + 8 < min(greys["allied"])
    assert median(greys["german"]) + 40 < median(greys["allied"])


def test_printed_counters_have_the_same_ground_edge_and_division_as_those_on_the_screen() -> None:
    scenario = load_scenario("rolins-night")
    view = Session.new(SYSTEM, scenario, nature=SeededNature(1)).view(None)
    for unit in view.units:
        counter = scenario.units[unit.id]
        assert counter_art.face(scenario, counter, unit.deployed) == Face.of(unit)


def test_counters_printed_without_colour_keep_the_sides_apart() -> None:
    for scenario in scenarios():
        dark, light = (
            [
                lightness(counter_art.colours(scenario, d.id, "", grey=True)[0])
                for d in scenario.divisions.values()
                if d.side == side
            ]
            for side in ("german", "allied")
        )
        assert not dark or not light or max(dark) + 24 <= min(light), scenario.id


FACE = Face("1./305", "infantry", "company", "#2f6150", "#fff9e8", "none", "soft", 0)


def _face(ground: Ground) -> Face:
    return replace(FACE, colour=ground.colour, ink=ground.ink, edge=ground.edge)


def _mean_grey(face: Face, pixels: int) -> float:
    """Return the mean grey (0 to 255) of the square of a counter."""
    picture = render(face, Mark.NONE, pixels).toImage()
    margin = (picture.width() - pixels) // 2
    inner = picture.copy(margin, margin, pixels, pixels).convertToFormat(QImage.Format.Format_RGB32)
    small = inner.scaled(1, 1, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return qGray(small.pixel(0, 0))
