"""A division that a draft gets from the pattern of another: whole, under its own names, beside the first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.loading.drafting import Drafting
from rules.company_scale.loading.new_division import PIECES, Pattern, Wanted, patterns, with_division
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file
from rules.files.problems import CannotPlace
from rules.workshop.draft import problems_of

NAME = "company_scale/first-light.yaml"
HOME = scenario_folder().parent
WANTED = Wanted("715th Infantry Division", "715", "#4c5862", "#fff9e8")


def documents() -> dict[str, Any]:
    return {NAME: read_file(HOME / NAME).mapping}


def offered() -> list[Pattern]:
    return patterns(Drafting(HOME, NAME), documents())


def like(name: str) -> Pattern:
    return max((each for each in offered() if each.id == name), key=lambda each: each.units)


def test_every_division_with_formations_is_offered_once_as_it_is_in_the_scenario_and_whole() -> None:
    assert [each.id for each in offered() if each.id == "ge_11pz"] == ["ge_11pz", "ge_11pz"]
    assert len({(each.id, each.units) for each in offered()}) == len(offered())
    assert not {each.id for each in offered()} & {"evacuation"}  # its markers only move (22.2)


@pytest.mark.parametrize("pattern", offered(), ids=lambda each: f"{each.id}-{each.units}")
def test_a_division_like_any_other_stands_beside_it_without_a_fault(pattern: Pattern) -> None:
    after = documents() | with_division(documents(), NAME, pattern, WANTED)
    assert not problems_of(after, NAME, HOME)
    laid = Drafting(HOME, NAME).laid(after)
    made = [unit for unit in laid.scenario.units.values() if unit.division == "715th_infantry_division"]
    assert len([unit for unit in made if not unit.transport]) >= pattern.units - 1
    assert {unit.side for unit in made} == {pattern.side}
    division = laid.scenario.divisions["715th_infantry_division"]
    assert (division.name, division.short, division.colour) == (WANTED.name, WANTED.short, WANTED.colour)
    assert (division.ends, division.paid_by) == (None, ())


def test_it_has_each_piece_of_the_pattern_under_another_id_and_nobodys_name() -> None:
    pattern = like("ge_338")
    put = with_division(documents(), NAME, pattern, WANTED)
    forces = put["company_scale/forces/715th_infantry_division.yaml"]
    for kind in PIECES:
        old = {entry["id"] for entry in pattern.forces.get(kind, ())}
        new = {entry["id"] for entry in forces.get(kind, ())}
        assert len(old) == len(new) and not old & new
    assert all(
        "338" not in str(entry.get(key))
        for kind in PIECES
        for entry in forces.get(kind, ())
        for key in ("name", "label")
    )
    assert {leader["name"].split(",")[0] for leader in forces["leaders"]} == {"Commander"}
    assert "heroes" not in forces


def test_a_short_name_of_one_character_leaves_the_names_of_companies_alone() -> None:
    pattern = like("us_3")
    put = with_division(documents(), NAME, pattern, replace(WANTED, name="9th Division", short="9"))
    labels = [unit["label"] for unit in put["company_scale/forces/9th_division.yaml"]["units"]]
    assert labels == [unit["label"] for unit in pattern.forces["units"]]


@pytest.mark.parametrize(
    ("name", "why"), [("!!!", "needs a letter or a digit"), ("us 36", "There is a division us 36 already")]
)
def test_a_name_that_gives_no_id_or_one_in_use_is_refused(name: str, why: str) -> None:
    with pytest.raises(CannotPlace, match=why):
        with_division(documents(), NAME, like("us_36"), replace(WANTED, name=name))


def test_forces_that_cannot_be_read_offer_nothing_and_stop_nothing() -> None:
    broken = {NAME: {**documents()[NAME], "forces": ["nowhere", "us_36"]}}
    found = patterns(Drafting(HOME, NAME), broken)
    assert {"us_36", "ge_198"} <= {each.id for each in found}


def test_a_game_begins_with_it() -> None:
    after = documents() | with_division(documents(), NAME, like("us_36"), WANTED)
    assert "715th_infantry_division" in load_scenario(Drafting(HOME, NAME).source(after)).divisions
