"""Advice on the pieces of a scenario and on where it is fought; each tells its field, its places and its rule."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.company_scale.loading import advice
from rules.company_scale.loading.advice import alike_divisions
from rules.company_scale.loading.scenarios import load_scenario
from rules.engine.folders import scenarios_dir
from rules.files.documents import INLINE, Document, read_file
from rules.files.problems import Problem
from rules.workshop.draft import stroke_of
from rules.workshop.edit import carried_out

Change = Callable[[dict[str, Any]], object]
HOME = scenarios_dir() / "company_scale"


def changed(change: Change, name: str = "first-light") -> dict[str, Any]:
    data = copy.deepcopy(dict(read_file(HOME / f"{name}.yaml").mapping))
    change(data)
    return data


def advised(data: dict[str, Any], rule: str) -> list[Problem]:
    """Return the advice that comes from a rule."""
    return [each for each in advice.advice_on(Document(data), load_scenario(data)) if each.rule == rule]


def test_divisions_of_nearly_the_same_color() -> None:
    data = changed(lambda data: None)
    scenario = load_scenario(data)
    division = scenario.divisions["ge_11pz"]
    for colour, count in (("#88ae9a", 1), ("#f0e7bf", 0)):
        twin = {**scenario.divisions, "ge_11pz": replace(division, colour=colour)}
        found = list(alike_divisions(Document(data), replace(scenario, divisions=twin)))
        assert len(found) == count
    assert list(alike_divisions(Document(data), scenario)) == []


def test_a_division_without_a_leader_where_others_have_some() -> None:
    name = "montelimar-campaign"
    leaders = load_scenario(name).leaders
    assert advised(changed(lambda data: None, name), "13.0") == []

    def without_leaders(data: dict[str, Any]) -> None:
        others = {
            leader: place for leader, place in data.get("leaders", {}).items() if leaders[leader].division != "us_36"
        }
        data["leaders"] = others
        for due in data["reinforcements"]:
            kept = [leader for leader in due.pop("leaders", ()) if leaders[leader].division != "us_36"]
            due.update({"leaders": kept} if kept else {})

    (found,) = advised(changed(without_leaders, name), "13.0")
    assert found.route == ("leaders",)
    assert found.message.startswith("No leader of 36th Infantry Division is set up or arrives")


def test_a_unit_that_starts_in_column_under_fire() -> None:
    def under_fire(data: dict[str, Any]) -> None:
        data["setup"]["e_143"] = {"hex": "18.43", "side": "column"}
        data["setup"]["feb61_3"] = {"hex": "18.44", "side": "deployed"}

    (found,) = advised(changed(under_fire), "8.5.1")
    assert found.route == ("setup", "e_143")
    assert found.places[:2] == ("e_143", "18.43") and found.places[2:]
    (found,) = advised(changed(lambda data: (under_fire(data), data.update(weather="rain"))), "8.5.1")
    assert "starts in column under the fire of" in found.message
    assert advised(changed(lambda data: data["setup"]["tfb_hq"].update(side="column")), "8.5.1") == []


def arriving(unit: str, place: str) -> Change:
    def change(data: dict[str, Any]) -> None:
        del data["setup"][unit]
        data["reinforcements"] = [{"turn": 2, "hex": place, "units": [unit]}]

    return change


def test_vehicles_that_arrive_far_from_any_road() -> None:
    scenario = load_scenario("first-light")
    ways = {h for side, here in scenario.map.sides.items() if here.roads for h in side}
    beside = {near for h in ways for near in (h - 100, h + 100, h - 1, h + 1, h + 99, h - 99, h + 101, h - 101)}
    far = next(h for h in scenario.map.hexes if h not in ways | beside)
    place = f"{far // 100:02}.{far % 100:02}"
    (found,) = advised(changed(arriving("a_117", place)), "18.0")
    assert (found.route, found.places) == (("reinforcements", 0, "hex"), (place, "a_117"))
    assert advised(changed(arriving("g_143", place)), "18.0") == []  # on foot
    assert advised(changed(arriving("a_117", "23.45")), "18.0") == []


def test_an_area_beyond_the_map_is_cut_to_it() -> None:
    data = changed(lambda data: data.update(area={"columns": [1, 30], "rows": [1, 98]}))
    found = advised(data, "3.1")
    assert [each.route for each in found] == [("area", "columns"), ("area", "rows")]
    mended: Any = data
    for each in found:
        for edit in stroke_of(each, {INLINE: mended}):
            mended = carried_out(mended, edit)
    assert advised(mended, "3.1") == []
    ground = read_file(HOME / "maps" / "savasse.yaml").mapping
    assert mended["area"] == {"columns": [ground["columns"][0], min(30, ground["columns"][1])], "rows": ground["rows"]}


def test_a_road_that_the_area_cuts() -> None:
    (found,) = advised(changed(lambda data: None, "the-feint"), "6.2.1")
    assert (found.route, found.places) == (("area",), ("23.53", "25.53"))
    wider = changed(lambda data: data["area"].update(rows=[34, 54]), "the-feint")
    assert not any("23.53" in each.places for each in advised(wider, "6.2.1"))
    assert advised(changed(lambda data: data.pop("area"), "the-feint"), "6.2.1") == []


def test_a_lead_that_nobody_can_have_is_lowered() -> None:
    data = changed(lambda data: data["victory"].update(win={"german": 90}))
    (found,) = advised(data, "27.3")
    assert found.remedy is not None and found.remedy.label == "Set the lead to 26"
    mended: Any = data
    for edit in stroke_of(found, {INLINE: data}):
        mended = carried_out(mended, edit)
    assert advised(mended, "27.3") == []
