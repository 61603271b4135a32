"""Charts of a draft of Battle Cards: only what differs from the house's is written, and what is written is played."""

from __future__ import annotations

from typing import Any

import pytest

from rules.command_cards.charts import house_charts, house_document
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.own_charts import CHARTS, charts_in
from rules.command_cards.loading.scenarios import load_scenario
from rules.engine.folders import scenarios_dir
from rules.files.documents import read_file
from rules.files.own_charts import ChartsOfDraft, as_printed, with_charts
from rules.files.problems import ScenarioError
from rules.workshop.draft import problems_of
from rules.workshop.edit import carried_out, edit_at

NAME = "command_cards/bonlieu.yaml"
OWN = "command_cards/charts/bonlieu.yaml"
LINES = [(table, line) for table in ("units", "cards", "terrain", "obstacles") for line in house_document()[table]]


def documents(**changes: Any) -> dict[str, Any]:
    return {NAME: {**read_file(scenarios_dir() / NAME).mapping, **changes}}


def charts(table: dict[str, Any]) -> ChartsOfDraft:
    return charts_in(Drafting(scenarios_dir(), NAME), table)


def put(table: dict[str, Any], *route: str | int, value: Any) -> dict[str, Any]:
    """Return a draft after a value of its charts was set."""
    now = charts(table)
    after = carried_out(now.in_force, edit_at("", now.in_force, route, value))
    return {**table, **with_charts(table, NAME, now, after)}


def test_a_draft_without_charts_is_played_by_those_of_the_game() -> None:
    now = charts(documents())
    assert now.in_force == now.house and now.document == "" and tuple(now.house) == CHARTS


def test_the_first_value_begins_the_drafts_own_charts_with_nothing_but_its_line() -> None:
    after = put(documents(), "units", "infantry", "figures", value=2)
    assert list(after[OWN]["units"]) == ["infantry"] and after[NAME]["charts"] == "bonlieu"
    assert not [each for each in problems_of(after, NAME, scenarios_dir()) if each.severity == "fault"]
    made = load_scenario(Drafting(scenarios_dir(), NAME).source(after))
    assert made.charts.units["infantry"].figures == 2 and made.charts.units["armor"] == house_charts().units["armor"]
    back = after | with_charts(after, NAME, charts(after), as_printed(charts(after), ("units", "infantry", "figures")))
    assert "units" not in back[OWN]


def test_every_line_of_the_game_can_stand_in_charts_and_says_the_same() -> None:
    own = {"format": "chitpull-cards-charts/1", "id": "bonlieu", **house_document()}
    table = {**documents(charts="bonlieu"), OWN: own}
    assert load_scenario(Drafting(scenarios_dir(), NAME).source(table)).charts == house_charts()
    assert not problems_of(table, OWN, scenarios_dir())
    assert not any(charts(table).is_own(line) for line in LINES)


def test_charts_inside_a_scenario_and_in_another_file_are_changed_where_they_are() -> None:
    inside = put(documents(charts={"road": {"extra_hexes": 2}}), "road", "extra_hexes", value=3)
    assert inside[NAME]["charts"]["road"] == {"extra_hexes": 3} and OWN not in inside
    beside = {
        **documents(charts="mine"),
        "command_cards/mine.yaml": {"format": "chitpull-cards-charts/1", "id": "mine"},
    }
    after = put(beside, "road", "extra_hexes", value=0)
    assert after["command_cards/mine.yaml"]["road"] == {"extra_hexes": 0}


def test_charts_that_cannot_be_found_are_not_shown() -> None:
    with pytest.raises(ScenarioError, match="no charts file"):
        charts(documents(charts="elsewhere"))
