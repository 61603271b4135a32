"""A draft in memory is checked as its files would be: every fault of every layer at once, each once, then advice."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.folders import scenarios_dir
from rules.files.documents import read_file
from rules.files.problems import ADVICE, Problem, Route
from rules.workshop.draft import DraftCheck, problems_of

HERE = Path(__file__).parents[2] / "scenarios"
NOWHERE = Path("/nowhere/draft")
MAIN = "company_scale/first-light.yaml"
MAP = "company_scale/maps/savasse.yaml"
FORCES = "company_scale/forces/tf_butler_savasse.yaml"
MARK = "# finds: "
Documents = dict[str, Any]


def draft(*names: str) -> Documents:
    """Return a draft of shipped files."""
    return {name: copy.deepcopy(read_file(scenarios_dir() / name).data) for name in names}


def told(problems: list[Problem]) -> list[tuple[str, Route, str]]:
    return [(problem.file, problem.route, problem.message) for problem in problems]


def found(documents: Documents, name: str = MAIN) -> list[tuple[str, Route]]:
    return [(problem.file, problem.route) for problem in problems_of(documents, name, NOWHERE)]


@pytest.mark.parametrize("path", sorted((HERE / "broken").glob("scenario_*.yaml")), ids=lambda path: path.stem)
def test_a_draft_is_judged_as_its_files_are(path: Path) -> None:
    beside = [*HERE.glob("maps/*.yaml"), *HERE.glob("forces/*.yaml")]
    documents = {f"company_scale/{below.parent.name}/{below.name}": read_file(below).data for below in beside}
    name = f"company_scale/broken/{path.name}"
    documents[name] = read_file(path).data
    written = [
        line.removeprefix(MARK) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(MARK)
    ]
    here = [problem for problem in problems_of(documents, name, NOWHERE) if problem.file == name]
    sentences = [str(problem).replace(name, path.name, 1) for problem in here]
    assert sorted(sentences) == sorted(re.sub(r"\.yaml:\d+", ".yaml", line) for line in written)


def test_faults_of_all_layers_are_told_at_once() -> None:
    documents = draft(MAIN, MAP, FORCES)
    scenario, ground, forces = documents[MAIN], documents[MAP], documents[FORCES]
    scenario["tunrs"] = 5
    scenario["setup"]["e_143"]["side"] = "sideways"
    scenario["setup"]["f_134"] = scenario["setup"].pop("f_143")
    scenario["setup"]["g_143"]["hex"] = "98.98"
    scenario["forces"].append("not_there")
    scenario["victory"]["hexes"][0]["hex"] = "01.98"
    ground["title"] = 5
    ground["hexsides"]["slope"].insert(0, "18.40/30.40")
    forces["units"][1]["type"] = "no_such_type"
    forces["units"][2]["wheels"] = 4
    assert set(found(documents)) == {
        (MAIN, ("tunrs",)),
        (MAIN, ("setup", "e_143", "side")),
        (MAIN, ("setup", "g_143", "hex")),
        (MAIN, ("forces", 3)),
        (MAIN, ("victory", "hexes", 0, "hex")),
        (MAP, ("title",)),
        (MAP, ("hexsides", "slope", 0)),
        (FORCES, ("units", 1, "type")),
        (FORCES, ("units", 2, "wheels")),
    }  # the misspelled unit may be one of the forces that are not there
    del scenario["forces"][3]
    assert (MAIN, ("setup", "f_134")) in found(documents)
    assert (MAIN, ("setup", "hq_117")) not in found(documents)  # its type is the fault


def test_what_refers_to_a_faulty_part_is_no_fault_of_its_own() -> None:
    documents = draft(MAIN, MAP, FORCES)
    documents[FORCES]["divisions"][0]["side"] = "purple"
    assert found(documents) == [(FORCES, ("divisions", 0, "side"))]
    documents = draft(MAIN, MAP, FORCES)
    row = next(iter(documents[MAP]["terrain"]))
    documents[MAP]["terrain"] = {key: value for key, value in documents[MAP]["terrain"].items() if key != row}
    assert found(documents) == [(MAP, ("terrain",))]
    documents = draft(MAIN)
    documents[MAIN]["map"] = "savase"
    documents[MAIN]["forces"][0] = "tf_butler_savase"
    assert found(documents) == [(MAIN, ("map",)), (MAIN, ("forces", 0))]


def test_a_list_keeps_its_places_when_an_entry_is_left_out() -> None:
    documents = draft(MAIN)
    documents[MAIN]["markers"] = [
        {"hex": "18.43", "kind": "?"},
        {"hex": "18.43", "kind": "foxhole"},
        {"hex": "98.98", "kind": "foxhole"},
    ]
    assert found(documents) == [(MAIN, ("markers", 0, "kind")), (MAIN, ("markers", 2, "hex"))]


def test_own_files_come_before_shipped_ones_and_what_changes_is_looked_at_anew() -> None:
    check, documents = DraftCheck(NOWHERE), draft(MAIN)
    assert check.problems(documents, MAIN) == []
    documents |= draft(MAP)
    assert check.problems(documents, MAIN) == []
    documents[MAP] = {**documents[MAP], "title": 5}
    assert told(check.problems(documents, MAIN)) == told(problems_of(documents, MAP, NOWHERE))
    del documents[MAP]
    assert check.problems(documents, MAIN) == []


def with_row(ground: dict[str, Any], row: str, letters: str) -> dict[str, Any]:
    return {**ground, "terrain": {**ground["terrain"], row: letters + ground["terrain"][row][len(letters) :]}}


def test_a_check_that_has_seen_other_states_finds_what_the_first_one_finds() -> None:
    check, first = DraftCheck(NOWHERE), draft(MAIN, MAP, FORCES)
    ground, forces, scenario = first[MAP], first[FORCES], first[MAIN]
    row = list(ground["terrain"])[3]
    streams = {**ground["hexsides"], "stream": ground["hexsides"]["stream"][1:]}
    states = [
        first,
        {**first, MAP: with_row(ground, row, "wwww")},
        {**first, MAP: {**ground, "hexsides": streams}},
        {**first, MAP: {**ground, "roads": ground["roads"][1:]}},
        {**first, FORCES: {**forces, "units": forces["units"][1:]}},
        {**first, MAIN: {**scenario, "charts": {"fortification": {"foxhole": {"defense": "low"}}}}},
        {**first, MAIN: {**scenario, "charts": {"terrain": {}}}, MAP: with_row(ground, row, "cccc")},
        first,
    ]
    seen = [told(check.problems(state, MAIN)) for state in states]
    assert seen == [told(problems_of(state, MAIN, NOWHERE)) for state in states]
    assert len({str(each) for each in seen}) > 3 and seen[0] == seen[-1]


def test_numbers_that_a_cached_file_holds_as_texts_are_numbers_still() -> None:
    documents = draft(MAP)
    documents[MAP]["art"] = {
        "rivers": [{"name": "Rhône", "rank": 1, "course": [["16.90", "32.71"], ["16.70", "33.73"]]}]
    }
    assert problems_of(documents, MAP, NOWHERE) == []


def test_a_scenario_without_faults_gets_advice() -> None:
    documents = draft(MAIN, "command_cards/bonlieu.yaml", "striking_anvil/anvil-june.yaml")
    for name in documents:
        documents[name]["note"] = "Words."
        advice = problems_of(documents, name, NOWHERE)
        assert [(each.severity, each.route) for each in advice] == [(ADVICE, ("note",))]


def test_files_of_no_system_have_no_problems() -> None:
    assert problems_of({"module.yaml": {"id": "?"}}, "module.yaml", NOWHERE) == []


def routes_in(data: Any, route: Route = ()) -> Iterator[Route]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield (*route, key)
            yield from routes_in(value, (*route, key))


def spoiled(data: Any, route: Route, value: Any) -> Any:
    """Return data with a value at a route, or without what is there for ..."""
    data = copy.deepcopy(data)
    holder = data
    for key in route[:-1]:
        holder = holder[key]
    if value is ...:
        del holder[route[-1]]
    else:
        holder[route[-1]] = value
    return data


VALUES = [..., None, "?", [], {}, "99.99", 99, -1, True, ["?"], {"?": 1}]


@pytest.mark.parametrize(
    "names",
    [
        (MAIN, FORCES),
        ("company_scale/the-feint.yaml", "company_scale/forces/us_36.yaml"),
        ("company_scale/examples/15-transport.yaml",),
        ("command_cards/bonlieu.yaml", "command_cards/maps/bonlieu.yaml"),
        ("striking_anvil/anvil-june.yaml",),
    ],
)
def test_nothing_that_can_stand_in_a_draft_stops_the_check(names: tuple[str, ...]) -> None:
    draw, check, whole = random.Random(5), DraftCheck(NOWHERE), draft(*names)
    for _ in range(40):
        name = draw.choice(names)
        depth = draw.randint(1, 4)
        routes = [route for route in routes_in(whole[name]) if len(route) in (1, depth)]
        documents = {**whole, name: spoiled(whole[name], draw.choice(routes), draw.choice(VALUES))}
        assert all(problem.file for problem in check.problems(documents, names[0]))
