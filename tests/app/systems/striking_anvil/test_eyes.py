"""Counters for players who see some colours alike: divisions and armies are told apart, letters stay legible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from app import colour
from app.colour import contrast, distance
from app.systems.striking_anvil.art.counters import ARMIES, GROUNDS, ground_of
from app.window.main_window import MainWindow
from rules.striking_anvil.loading.scenarios import load_scenario
from tests.app.systems.striking_anvil.helpers.table import HISTORICAL, Player, game

EYES = [eye for eye in colour.CHOICES_OF_EYES if eye != colour.NORMAL]


@pytest.fixture(autouse=True)
def _normal_again() -> Iterator[None]:
    yield
    colour.choose(colour.NORMAL)


def seen(side: str) -> dict[str, str]:
    """Return the grounds of a side's counters as shown, by their colour in print."""
    counters = load_scenario(HISTORICAL).counters.values()
    kinds = {(c.nation, c.division) for c in counters if (c.nation == "de") is (side == "german")}
    return {GROUNDS.get(division, ARMIES[nation].ground): ground_of(nation, division) for nation, division in kinds}


@pytest.mark.parametrize("eye", EYES)
def test_a_palette_tells_divisions_and_armies_apart(eye: str) -> None:
    colour.choose(eye)
    german, allied = seen("german"), seen("allied")
    assert len(german) > 8 and len(allied) > 10
    for army, least in ((german, 6.0), (allied, 7.0)):
        assert min(distance(a, b, eye) for a, b in combinations(army, 2)) < least  # as printed
        assert min(distance(a, b, eye) for a, b in combinations(army.values(), 2)) >= least
    assert min(distance(a, b, eye) for a, b in product(german.values(), allied.values())) >= 20
    assert min(contrast(ground, ARMIES["de"].ink) for ground in german.values()) >= 4.5
    assert min(contrast(ground, ARMIES["us"].ink) for ground in allied.values()) >= 4.5


def test_the_board_takes_the_palette_at_once(window: MainWindow) -> None:
    player = Player(window, game())
    player.board.view.set_zoom(1.2)
    player.board.reveal("LZW")
    before = player.board.icon("us-7ir", 60, 1.0).toImage(), player.board.view.grab().toImage()
    window.settings.set("eyes", "tritanopia")
    window.look.set_theme("light")
    after = player.board.icon("us-7ir", 60, 1.0).toImage(), player.board.view.grab().toImage()
    assert before[0] != after[0] and before[1] != after[1]
