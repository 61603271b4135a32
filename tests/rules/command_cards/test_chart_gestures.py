"""Gestures on the charts of a draft: each line of the game's can be put there, and says what it said before."""

from __future__ import annotations

from typing import Any

import pytest

from rules.command_cards.charts import house_charts, house_document
from rules.command_cards.loading.chart_gestures import with_line, with_new_line
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.scenarios import load_scenario
from rules.engine.folders import scenarios_dir
from rules.files.documents import read_file
from rules.files.problems import CannotPlace
from rules.workshop.draft import problems_of

NAME = "command_cards/bonlieu.yaml"
CHARTS = "command_cards/charts/bonlieu.yaml"
LINES = [(table, line) for table in ("units", "cards", "terrain", "obstacles") for line in house_document()[table]]


def documents(**changes: Any) -> dict[str, Any]:
    return {NAME: {**read_file(scenarios_dir() / NAME).mapping, **changes}}


def test_every_line_of_the_house_can_be_put_and_says_the_same() -> None:
    found = documents()
    for table, line in LINES:
        changed = with_line(found, NAME, table, line)
        assert (changed.document, changed.route) == (CHARTS, (table, line))
        found |= changed.documents
    assert list(found[NAME])[list(found[NAME]).index("map") + 1] == "charts" and found[NAME]["charts"] == "bonlieu"
    drafting = Drafting(scenarios_dir(), NAME)
    assert drafting.laid(found).scenario.charts == house_charts() == load_scenario(drafting.source(found)).charts
    assert not problems_of(found, CHARTS, scenarios_dir())


def test_a_line_that_is_there_stays_as_it_is() -> None:
    found = with_line(documents(), NAME, "units", "armor").documents
    own = {**found[CHARTS]["units"]["armor"], "move": 5}
    found[CHARTS]["units"]["armor"] = own
    assert with_line(found, NAME, "units", "armor").documents[CHARTS]["units"]["armor"] == own


def test_charts_inside_a_scenario_move_to_a_file_of_their_own() -> None:
    inside = {"road": {"extra_hexes": 2}}
    before = documents(charts=inside)
    taken = {**before, CHARTS: {"format": "chitpull-cards-charts/1", "id": "bonlieu"}}
    changed = with_line(taken, NAME, "obstacles", "wire")
    assert changed.document == "command_cards/charts/bonlieu-2.yaml"
    made = changed.documents[changed.document]
    assert made["road"] == inside["road"] and made["id"] == changed.documents[NAME]["charts"] == "bonlieu-2"


def test_a_new_unit_or_card_is_like_the_first_of_the_game() -> None:
    changed = with_new_line(documents(), NAME, "units", "Ranger company")
    assert changed.route == ("units", "ranger_company")
    assert changed.documents[CHARTS]["units"]["ranger_company"]["name"] == "Ranger company"
    card = with_new_line(documents(), NAME, "cards", "Night march")
    assert card.documents[CHARTS]["cards"]["night-march"]["title"] == "Night march"


@pytest.mark.parametrize(("charts", "words"), [("elsewhere", "no file of this module"), (7, "is wrong: see Check")])
def test_charts_that_are_not_in_the_draft_cannot_be_changed(charts: Any, words: str) -> None:
    with pytest.raises(CannotPlace, match=words):
        with_line(documents(charts=charts), NAME, "units", "armor")
