"""What stands on the counters of the armies: numbers that can be read and stripes that can be told apart (3.2)."""

from __future__ import annotations

import re
from collections import Counter as Tally
from itertools import pairwise

import pytest

from app.colour import lightness
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r03_4_abbreviations import long_name
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from tests.scenarios.armies import ARMIES, Armies, read

LEVEL = 7  # least difference of lightness (0-100) of the stripes of a division and its ground: apart in grey


@pytest.fixture(scope="module")
def armies() -> Armies:
    return read(*ARMIES)


def test_every_unit_has_a_number_and_a_symbol_that_fits_its_side(armies: Armies) -> None:
    for unit in (*armies.units.values(), *armies.transports.values()):
        assert unit.label and len(unit.label) <= 16, unit.id
        assert unit.deployed is not None or unit.column is not None
        assert unit.type.startswith("ge_") == (unit.side == "german"), unit.id


def test_labels_are_unique_among_the_units(armies: Armies) -> None:
    labels = Tally(unit.label for unit in armies.units.values())
    assert [label for label, count in labels.items() if count > 1] == []


@pytest.mark.clause("CSS-3.2-09")
@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("3./I/110", "3rd Company of the 1st Battalion, 110th Regiment"),
        ("C/1/157", "Company C, 1st Battalion, 157th Regimental Combat Team"),
        ("E/2/143", "Company E, 2nd Battalion, 143rd Regimental Combat Team"),
        ("A/753 Tk", "Company A, 753rd Tank Battalion"),
        ("Cannon/143", "Cannon Company of the 143rd Regimental Combat Team"),
        ("Gr.w./111", "Mortar of the 111th Regiment"),
        ("I/119 RA", "1st Battalion, 119th Artillery Regiment"),
        ("2/2 RC", "2nd Company, 2nd Cuirassier Regiment"),
    ],
)
def test_the_numbers_the_rulebook_names_are_there(armies: Armies, label: str, words: str) -> None:
    unit = next(u for u in armies.units.values() if u.label == label)
    assert long_name(unit.label, unit.size) == words


@pytest.mark.clause("CSS-3.2-09")
def test_every_number_can_be_said_in_full(armies: Armies) -> None:
    names = [long_name(unit.label, unit.size) for unit in armies.units.values()]
    assert not [name for name in names if re.search(r"\d[./]|/|\b(HQ|TF|AA|Fk|TD|Tk|RC|RCA|BZ|Auf)\b(?<!FFI-HQ)", name)]


RULEBOOK = (
    "6./II/110", "7./II/110", "5./II/110", "Gr.w./111", "7./338 Auf", "5./933", "3./338 Pio", "160 FAB", "171 FAB",
    "133 FAB", "I/3/141", "L/3/141", "I/3/142", "FFI-1", "FFI-5",
)  # fmt: skip


@pytest.mark.parametrize("label", RULEBOOK)
def test_units_of_the_examples_are_there(armies: Armies, label: str) -> None:
    assert label in {unit.label for unit in armies.units.values()}


def test_stripes_of_a_division_stay_apart_in_grey(armies: Armies) -> None:
    for division in armies.divisions:
        own = [f for f in armies.formations.values() if f.division == division and not f.attachable]
        levels = sorted([lightness(f.stripe) for f in own] + [lightness(armies.divisions[division].colour)])
        assert all(b - a >= LEVEL for a, b in pairwise(levels)), (division, levels)
        assert all(level < 92 for level in levels), division  # not to be taken for white


def test_stripes_of_attachable_formations_show_on_their_ground(armies: Armies) -> None:
    for formation in (f for f in armies.formations.values() if f.attachable):
        assert abs(lightness(formation.stripe) - lightness(formation.colour)) >= LEVEL, formation.id


def shown(forces: list[str], units: dict[str, str], **rest: object) -> Session:
    """Return a game on open ground with some units of the armies deployed."""
    ground = {"columns": [10, 15], "rows": [30, 35], "terrain": dict.fromkeys(range(30, 36), "......")}
    setup = {name: {"hex": place, "side": "deployed"} for name, place in units.items()}
    document = {"map": ground, "forces": forces, "setup": setup, **rest}
    return Session.new(SYSTEM, load_scenario(document), nature=SeededNature(1))


def test_an_attached_formation_shows_its_own_ground_colour() -> None:
    session = shown(["ge_11pz", "ge_flak_18"], {"flak18_1": "10.30", "aa11_2": "12.30"})
    units = {unit.id: unit for unit in session.view(None).units}
    assert (units["flak18_1"].colour, units["flak18_1"].stripe) == ("#1f5a6b", "#3f8fc4")
    assert (units["aa11_2"].colour, units["aa11_2"].ink) == ("#29436b", "#fff9e8")


def test_no_chit_can_be_bought_for_the_ffi() -> None:
    divisions = {"tf_butler": {"dispatch": 9}, "ffi": {"dispatch": 9}}
    session = shown(
        ["tf_butler", "ffi"], {"ffi_1": "10.30", "a_117": "12.30"}, initiative="allied", divisions=divisions
    )
    assert session.decision is not None
    offered = {command.get("chit") for command in session.decision.options} - {""}
    assert offered == {"division:tf_butler", "formation:tfb_117cav"}
