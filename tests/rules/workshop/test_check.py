"""The check of a draft: where each problem is, which hexes and pieces it is about, and what puts it right."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import CHARTS
from rules.engine.folders import scenarios_dir
from rules.files.documents import INLINE, read_file
from rules.files.problems import Problem, Route, ScenarioError
from rules.workshop.draft import stroke_of
from rules.workshop.edit import carried_out

Change = Callable[[dict[str, Any]], object]


def first_light(change: Change, *, whole: bool = False) -> dict[str, Any]:
    """Return the data of First Light after a change, with its map and forces in it if asked for."""
    home = scenarios_dir() / "company_scale"
    data = copy.deepcopy(dict(read_file(home / "first-light.yaml").mapping))
    if whole:
        data["map"] = copy.deepcopy(read_file(home / "maps" / "savasse.yaml").data)
        data["forces"] = [copy.deepcopy(read_file(home / "forces" / f"{name}.yaml").data) for name in data["forces"]]
    change(data)
    return data


def faults_of(data: dict[str, Any]) -> list[Problem]:
    try:
        load_scenario(data)
    except ScenarioError as error:
        return error.problems
    return []


def put(*route: str | int, to: Any) -> Change:
    def change(data: Any) -> None:
        for key in route[:-1]:
            data = data[key]
        data[route[-1]] = to

    return change


def misspelled(data: dict[str, Any]) -> None:
    data["setup"]["e_134"] = data["setup"].pop("e_143")


def one_faced(data: dict[str, Any]) -> None:
    kinds = read_file(CHARTS / "house.yaml").mapping["unit_types"]
    kind = {key: value for key, value in kinds["us_rifle_company"].items() if key != "column"}
    data["charts"] = {"unit_types": {"us_rifle_company": kind}}
    data["setup"]["e_143"]["side"] = "column"


def noted(data: dict[str, Any]) -> None:
    data["note_"] = data.pop("note")


def twice(data: dict[str, Any]) -> None:
    data["map"]["hexsides"]["slope"] = ["18.40/18.41", "18.40/18.41"]


def arriving_twice(data: dict[str, Any]) -> None:
    data["reinforcements"] = [{"turn": 2, "hex": "25.45", "units": ["e_143", "not_there"]}]


SET_RIGHT: list[tuple[Change, Route, tuple[str, ...], str]] = [
    (put("setup", "e_143", "hex", to="99.99"), ("setup", "e_143", "hex"), ("e_143", "99.99"), "Take it off the map"),
    (one_faced, ("setup", "e_143"), ("e_143", "18.43"), "Deploy it"),
    (misspelled, ("setup", "e_134"), ("e_134", "18.43"), 'Write "e_143"'),
    (
        put("divisions", "tf_butler", "troop_quality", to=8),
        ("divisions", "tf_butler", "troop_quality"),
        (),
        "Set the troop quality to 7",
    ),
    (put("area", to={"columns": [35, 9], "rows": [34, 50]}), ("area", "columns"), (), "Swap them"),
    (arriving_twice, ("reinforcements", 0, "units"), ("25.45", "e_143", "not_there"), "Take it off the list"),
    (put("heroes", to=["nobody"]), ("heroes", 0), ("nobody",), ""),
    (noted, ("note_",), (), 'Write "note"'),
    (put("wether", to="rain"), ("wether",), (), ""),
    (put("colour", to="red"), ("colour",), (), "Remove it"),
    (put("turns", to=0), ("turns",), (), "Make it 1"),
    (put("forces", 2, to="ge_flack"), ("forces", 2), (), 'Write "ge_flak"'),
    (twice, ("map", "hexsides", "slope", 1), ("18.40", "18.41"), "Keep one of them"),
    (put("map", "columns", to=[35, 9]), ("map", "columns"), (), "Swap them"),
    (put("map", "names", 0, "hex", to="01.01"), ("map", "names", 0, "hex"), ("01.01",), ""),
    (
        put("forces", 0, "units", 1, "stripe", to="none"),
        ("forces", 0, "units", 1, "stripe"),
        ("hq_117",),
        "Leave the stripe out",
    ),
    (put("forces", 0, "units", 0, "type", to="?"), ("forces", 0, "units", 0, "type"), ("tfb_hq",), ""),
]


@pytest.mark.parametrize(("change", "route", "places", "label"), SET_RIGHT)
def test_a_problem_tells_its_place_and_what_alone_puts_it_right(
    change: Change, route: Route, places: tuple[str, ...], label: str
) -> None:
    data = first_light(change, whole=route[0] in ("map", "forces") and route != ("forces", 2))
    problem = next(found for found in faults_of(data) if found.route == route)
    assert (problem.places, problem.remedy.label if problem.remedy else "") == (places, label)
    assert problem.field == ".".join(map(str, route))
    stroke = stroke_of(problem, {INLINE: data})
    assert bool(stroke) == bool(label)
    mended: Any = data
    for edit in stroke:
        mended = carried_out(mended, edit)
    assert (problem in faults_of(mended)) == (not label)
