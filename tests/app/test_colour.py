"""Colour arithmetic, against the values its sources publish."""

from __future__ import annotations

import pytest

from app.colour import EYES, Triple, ciede2000, contrast, distance, lightness

SHARMA: list[tuple[Triple, Triple, float]] = [  # Sharma, Wu and Dalal 2005, table 1
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "wanted"), SHARMA)
def test_the_difference_of_two_colours_is_that_of_the_published_table(
    first: Triple, second: Triple, wanted: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(wanted, abs=5e-5)
    assert ciede2000(second, first) == pytest.approx(wanted, abs=5e-5)


def test_lightness_and_contrast_run_from_black_to_white() -> None:
    assert lightness("#000000") == pytest.approx(0) and lightness("#ffffff") == pytest.approx(100, abs=1e-3)
    assert lightness("#777777") == pytest.approx(50.0, abs=0.1)
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_sees_grey_as_grey(eye: str) -> None:
    assert distance("#808080", "#808080", eye) == 0
    assert distance("#000000", "#ffffff", eye) == pytest.approx(100, abs=0.1)
    assert distance("#3c3c3c", "#c8c8c8", eye) == pytest.approx(distance("#3c3c3c", "#c8c8c8"), abs=0.5)


def test_red_and_green_grow_alike_to_those_who_see_them_alike() -> None:
    red, green = "#b84040", "#5f7a20"
    assert distance(red, green) > 40
    assert (
        max(distance(red, green, eye) for eye in ("protanopia", "deuteranopia"))
        < 20
        < distance(red, green, "tritanopia")
    )
    assert distance("#3060a0", "#207868", "tritanopia") < distance("#3060a0", "#207868") / 2


def test_a_grey_print_keeps_lightness_only() -> None:
    assert distance("#ff0000", "#5d5dff", "grey") < 5 < 40 < distance("#ff0000", "#5d5dff")
