"""Scenarios that carry charts of their own: found, laid over the house's, checked, hashed, drafted and begun anew."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.command_cards.cards import whole_deck
from rules.command_cards.charts import house_charts, house_document
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.from_position import documents_of, last_start
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.engine.session import Session
from rules.files.documents import read_file
from rules.files.problems import ScenarioError
from rules.workshop.draft import problems_of
from rules.workshop.yaml_patch import written
from tests.rules.command_cards.helpers.boards import board

FOLDER = Path(__file__).parent / "data" / "rangers"
FILE = FOLDER / "command_cards" / "rangers.yaml"
CHARTS = FOLDER / "command_cards" / "charts" / "rangers.yaml"
NAME = "command_cards/rangers.yaml"
HOUSE = house_document()


def raw(**changes: Any) -> dict[str, Any]:
    return {**read_file(FILE).mapping, **changes}


def own(**tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the charts of the example with lines added to, or put in place of, its own."""
    found = deepcopy(dict(read_file(CHARTS).mapping))
    return {**found, **{name: {**found.get(name, {}), **lines} for name, lines in tables.items()}}


def refused(**changes: Any) -> list[str]:
    """Return what a scenario with charts inside it is refused for, each with its field."""
    try:
        load_scenario(raw(**{"charts": own(), **changes}))
    except ScenarioError as error:
        return [f"{each.field}: {each.message}" for each in error.problems]
    return []


HOUSE_UNITS = {"allied": {"D3": "infantry"}, "german": {"F3": "infantry"}}
UNITS = {"units": {"allied": {"D3": "rangers"}, "german": {"F3": "infantry"}}}

# --- Found and laid over the house's --------------------------------------------------------------------------------


def test_lines_of_charts_take_the_place_of_the_houses_and_all_else_stays() -> None:
    made, house = load_scenario(FILE).charts, house_charts()
    assert made.units["rangers"].dice == (4, 3, 2, 1) and made.units["infantry"].figures == 3
    assert {name: unit for name, unit in made.units.items() if name not in ("rangers", "infantry")} == {
        name: unit for name, unit in house.units.items() if name != "infantry"
    }
    woods = made.terrains["woods"]
    assert woods.name == "dense woods" and woods.code == house.terrains["woods"].code and not woods.no_battle[1:]
    assert made.terrains["town"] == house.terrains["town"] and made.extra_road_hexes == 2
    assert len(made.cards) == len(house.cards) + 1


def test_a_battle_is_played_by_them() -> None:
    made = load_scenario(FILE)
    deck = whole_deck(made)
    assert (deck["night-march"], deck["corps-guns"]) == (3, 0) and sum(deck.values()) == 62
    place = {"D3": "rangers", "D5": "infantry"}
    told = board({"F3": "infantry", "F7": "rangers"}, place, at="battle", charts=own())
    assert {unit.hex: unit.figures for unit in told.state.units.values()} == {"F3": 3, "F7": 4, "D3": 4, "D5": 3}


def test_charts_stand_in_a_file_or_in_the_scenario() -> None:
    inside = {key: value for key, value in own().items() if key not in ("format", "system", "id", "title")}
    assert load_scenario(raw(charts=inside)).charts == load_scenario(FILE).charts


def test_only_what_a_rule_can_read_counts_in_the_hash() -> None:
    given = load_scenario(raw(charts=own())).hash
    plain = raw(units={"allied": {"D3": "infantry"}, "german": {"F3": "infantry"}})
    del plain["charts"]
    march = own()["cards"]["night-march"]
    assert given == load_scenario(FILE).hash != load_scenario(plain).hash
    told = own(cards={"night-march": {**march, "title": "By night", "text": "Order two units."}})
    assert load_scenario(raw(charts={**told, "title": "Other words"})).hash == given
    assert load_scenario(raw(charts=own(cards={"night-march": {**march, "copies": 2}}))).hash != given


# --- Bad input: one sentence, with its field ------------------------------------------------------------------------

RANGERS = {"name": "Rangers", "class": "infantry", "figures": 4, "dice": [4, 3], "move": 3, "battle_after": 2}
CARD = {"title": "Big push", "kind": "tactic", "copies": 1, "orders": [{"section": "any", "units": 2}], "text": "Push."}
STRIKE = {"targets": 1, "apart": 0, "dice": 2}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("units", {"rangers": {**RANGERS, "figures": 9}}, 'units.rangers.figures: "9" is out of range. It must'),
    ("units", {"rangers": {**RANGERS, "class": "cavalry"}}, 'units.rangers.class: "cavalry" is not possible.'),
    ("units", {"rangers": {**RANGERS, "dice": []}}, "units.rangers.dice: The list has 0 entries."),
    ("units", {"rangers": {**RANGERS, "name": " "}}, 'units.rangers.name: " " is not in the right form. Give the name'),
    ("units", {"rangers": {**RANGERS, "name": "a\u202eb"}}, "units.rangers.name: The text holds the control character"),
    ("units", {"rangers": {k: v for k, v in RANGERS.items() if k != "class"}}, 'units.rangers: "class" is missing.'),
    ("units", {"rangers": 7}, 'units.rangers: "7" is not a mapping. Write the whole line of a kind of unit.'),
    ("units", {"wire": RANGERS}, "units.wire: wire is already the id of an obstacle."),
    ("units", {"night-march": RANGERS}, 'units.night-march: "night-march" is not known here.'),
    ("cards", {"armor": CARD}, "cards.armor: armor is already the id of a kind of unit."),
    ("cards", {"push": {**CARD, "copies": 13}}, 'cards.push.copies: "13" is out of range.'),
    ("cards", {"push": {**CARD, "strike": STRIKE, "restore": {"dice": 1}}}, "cards.push: A card can strike or bring"),
    ("cards", {"push": {**CARD, "strike": STRIKE}}, "cards.push.orders: After its strike a card orders one"),
    ("cards", {"push": {**CARD, "restore": {"dice": 1}}}, "cards.push.orders: This card orders the unit that gets"),
    ("cards", {"push": {**CARD, "entrench": True}}, "cards.push.orders: Units with an obstacle in their hex"),
    ("cards", {"push": {**CARD, "orders": [{"section": "any", "units": 1, "only_restored": True}]}},
     "cards.push.orders: Only a card that brings figures back"),
    ("terrain", {"jungle": {"name": "jungle"}}, 'terrain.jungle: "jungle" is not known here.'),
    ("terrain", {"woods": {"name": "woods", "los": "fog"}}, 'terrain.woods.los: "fog" is not possible.'),
    ("obstacles", {"wire": {"name": "wire", "defence": {"infantry": 1}}}, 'obstacles.wire.defence.infantry: "1" is'),
    ("road", {"extra_hexes": 9}, 'road.extra_hexes: "9" is out of range.'),
]  # fmt: skip


@pytest.mark.parametrize(("table", "lines", "told"), BAD, ids=[told for _, _, told in BAD])
def test_charts_that_cannot_be_are_refused_in_one_sentence(table: str, lines: dict[str, Any], told: str) -> None:
    found = refused(charts=own(**{table: lines}))
    assert len(found) == 1 and found[0].startswith(f"charts.{told}"), found


def test_charts_of_no_form_are_refused_in_one_sentence() -> None:
    odd = [7, "ranger", "../../../rangers", {"unitz": {}}]
    told_of = ["not text or a mapping", 'Did you mean "rangers"', "Name a file by its id", 'did you mean "units"']
    for value, words in zip(odd, told_of, strict=True):
        document = replace(read_file(FILE), data=raw(charts=value), passed=set(), key="")
        with pytest.raises(ScenarioError, match=words) as told:
            load_scenario(document)
        assert len(told.value.problems) == 1


def test_a_scenario_names_only_units_and_cards_of_its_charts() -> None:
    units = {"allied": {"D3": "ranger"}, "german": {"F3": "infantry"}}
    closed = {**UNITS["units"], "german": dict.fromkeys(woods()[:1], "armor")}
    assert refused(units=units) == [
        'units.allied.D3: There is no kind of unit called "ranger". Did you mean "rangers"?'
    ]
    assert refused(set_aside=["march"]) == ['set_aside.0: There is no card called "march". Did you mean "night-march"?']
    assert refused(figures={"D6": 4}) == ["figures.D6: Infantry has at most three figures."]
    assert refused(units=closed) == [f"units.german.{woods()[0]}: Armor can't be in {woods()[0]} (dense woods)."]
    assert refused(set_aside=["night-march"]) == []


def woods() -> list[str]:
    return [place for place, kind in load_scenario(FILE).map.terrain.items() if kind == "woods"]


def test_a_road_may_lead_where_these_charts_let_tanks_go() -> None:
    marsh = {"name": "firm marsh", "enter": {"infantry": "stop", "armor": "stop"}}
    land = {"rows": ["m" * (13 - at % 2) for at in range(9)], "roads": [["A1", "A2"]]}
    changes = {"map": land, "obstacles": {}, "objectives": [], **UNITS}
    assert refused(charts=own(terrain={"marsh": marsh}), **changes) == []
    assert refused(**changes)[0] == "map.roads.0: A road can't cross A1 (marsh). Make it a bridge or a ford."


def test_the_command_check_tells_the_line_in_the_file_of_the_charts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "charts").mkdir()
    text = CHARTS.read_text(encoding="utf-8")
    (tmp_path / "charts" / "rangers.yaml").write_text(text.replace("move: 3", "move: 30"), encoding="utf-8")
    (tmp_path / "rangers.yaml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2 and 'rangers.yaml:8: units.rangers.move: "30" is out of range.' in told[0]
    assert main(["check", str(FOLDER / "command_cards")]) == 0


def test_a_map_is_right_if_it_is_by_the_charts_of_the_scenario_that_uses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marsh = {"name": "firm marsh", "enter": {"infantry": "stop", "armor": "stop"}}
    land = {"rows": ["m" * (13 - at % 2) for at in range(9)], "roads": [["A1", "A2"]]}
    head = {"format": "chitpull-cards-map/1", "system": "command_cards", "id": "fen", "title": "The fen"}
    scenario = raw(map="fen", charts={"terrain": {"marsh": marsh}}, obstacles={}, objectives=[], units=HOUSE_UNITS)
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "fen.yaml").write_text(written({**head, **land}), encoding="utf-8")
    (tmp_path / "rangers.yaml").write_text(written(scenario), encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0
    (tmp_path / "rangers.yaml").unlink()
    assert main(["check", str(tmp_path)]) == 1
    assert "A road can't cross A1 (marsh)" in capsys.readouterr().out


def test_a_deck_that_fills_no_hands_is_advised_against() -> None:
    none = {name: {**line, "copies": 0} for name, line in HOUSE["cards"].items()}
    told = problems_of(documents(own(cards=none)), NAME, FOLDER)
    assert [each.message for each in told] == ["The deck has 3 cards, and both hands together take 9."]


# --- Drafts, and scenarios of a position ----------------------------------------------------------------------------


def documents(charts: Any = None) -> dict[str, Any]:
    return {NAME: raw(), "command_cards/charts/rangers.yaml": charts or own()}


def test_a_draft_is_shown_and_played_with_its_charts_file() -> None:
    draft = Drafting(FOLDER, NAME)
    assert draft.laid(documents()).scenario == load_scenario(FILE)
    changed = own(units={"rangers": {**RANGERS, "figures": 2}})
    assert draft.laid(documents(changed)).scenario.charts.units["rangers"].figures == 2
    source = draft.source(documents(changed))
    assert source["charts"] == changed and SYSTEM.load(source).charts.units["rangers"].figures == 2


def test_a_faulty_line_of_charts_is_told_once_and_all_else_is_shown() -> None:
    odd = own(units={"rangers": {**RANGERS, "class": "cavalry"}})
    shown = Drafting(FOLDER, NAME).laid(documents(odd))
    assert "rangers" not in shown.scenario.charts.units and shown.scenario.charts.units["infantry"].figures == 3
    assert "D3" not in {unit.hex for unit in shown.view.units.values()} and len(shown.view.units) == 12
    found = problems_of(documents(odd), NAME, FOLDER)
    assert [(each.file, each.field) for each in found] == [("command_cards/charts/rangers.yaml", "units.rangers.class")]


@pytest.mark.parametrize("seed", range(4))
def test_a_scenario_of_a_position_keeps_the_charts(seed: int) -> None:
    session = Session.new(SYSTEM, load_scenario(FILE), seed=seed, source=str(FILE))
    random = Random(seed)
    while session.state.round < 3 and session.decision is not None:
        command = random.choice(list(session.decision.options))
        session.submit(session.decision.seat, session.seq, command)
    state = last_start(session).state
    told = documents_of(str(FILE), session.scenario, state, name="later", title="Later", seen=("german", "allied"))
    data, charts = told["command_cards/later.yaml"], told["command_cards/charts/later.yaml"]
    assert data["charts"] == "later" and charts == {**own(), "id": "later"}
    again = SYSTEM.load(Drafting(FOLDER, "command_cards/later.yaml").source(told))
    assert again.charts == session.scenario.charts and again.begin is not None
    assert {u.hex: u.kind for u in again.units.values() if u.hex} == {u.hex: u.kind for u in state.units.values()}
