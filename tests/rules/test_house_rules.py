"""House rules: what each system declares is what its scenarios may set, and a game is played and recorded by it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.engine.folders import scenarios_dir
from rules.engine.house_rules import BACK, CHOSEN, GIVEN, UnknownRule, chosen, with_rules, written
from rules.engine.nature import SeededNature
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.system import System
from rules.files.problems import ScenarioError
from rules.systems import SHIPPED, systems
from tests.rules.engine.helpers.client import Client

SYSTEMS = [systems()[name] for name in SHIPPED]
EACH = pytest.mark.parametrize("system", SYSTEMS, ids=SHIPPED)
SCENARIO = {"company_scale": "first-light", "striking_anvil": "anvil-historical", "command_cards": "savasse-ridge"}
ROOT = Path(__file__).parents[2]


def schema(system: System) -> dict[str, Any]:
    """Return what the schema of a system's scenarios says of each switch."""
    path = scenarios_dir() / system.id / "schema" / "scenario.schema.json"
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["properties"]["rules"]["properties"]
    return told


def house(system: System) -> dict[str, Any]:
    """Return one house rule of a system: the last value of each switch."""
    return {switch.name: switch.settings[-1].value for switch in system.house_rules.switches}


# --- the declaration -----------------------------------------------------------------------------------------------


@EACH
def test_the_switches_declared_are_those_of_the_schema_with_the_printed_value_first(system: System) -> None:
    values = {name: of.get("enum", [False, True]) for name, of in schema(system).items()}
    assert system.house_rules.told() == values


@EACH
def test_a_scenario_without_a_switch_plays_the_printed_value(system: System) -> None:
    scenario = system.load(SCENARIO[system.id])
    played = system.house_rules.played(scenario)
    for switch in system.house_rules.switches:
        assert played.get(switch.name, switch.printed.value) == switch.printed.value, switch.name
        again = system.load(with_rules(SCENARIO[system.id], {switch.name: switch.printed.value}))
        assert system.house_rules.played(again).get(switch.name) == switch.printed.value
    assert system.house_rules.in_force(scenario) == []


@EACH
def test_each_value_has_a_short_sentence_and_each_switch_a_rule(system: System) -> None:
    for switch in system.house_rules.switches:
        assert switch.title and switch.rule, switch.name
        words = [setting.words for setting in switch.settings]
        assert len(set(words)) == len(words) > 1, switch.name
        for sentence in words:
            assert sentence.endswith(".") and sentence[0].isupper() and len(sentence) <= 90, sentence


@EACH
def test_each_house_value_is_asked_for_by_the_rules_and_proved_by_a_test(system: System) -> None:
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules" / system.id).glob("test_*.py")]
    code = [path for path in (ROOT / "rules" / system.id).rglob("*.py") if path.name != "house_rules.py"]
    sources = [path.read_text(encoding="utf-8") for path in code]
    for switch in system.house_rules.switches:
        assert any(re.search(rf'\.get\("{switch.name}"|rules\.{switch.name}\b', text) for text in sources), switch.name
        for setting in switch.settings[1:]:
            value = str(setting.value)
            assert any(f'"{switch.name}"' in text and value in text for text in tests), (switch.name, value)


@EACH
def test_the_rulings_and_clauses_name_the_switches_declared_with_them(system: System) -> None:
    rulings = (ROOT / "rules" / system.id / "RULINGS.md").read_text(encoding="utf-8")
    clauses = [path.read_text(encoding="utf-8") for path in (ROOT / "rules" / system.id / "clauses").glob("*.yaml")]
    for switch in system.house_rules.switches:
        if switch.ruling:
            row = next(line for line in rulings.splitlines() if line.startswith(f"| {switch.ruling} |"))
            assert f"`{switch.name}: {switch.settings[1].value}`" in row
        else:
            assert any(switch.name in text for text in [rulings, *clauses]) or switch.name == "planning_variant"
    declared = {(switch.name, switch.ruling) for switch in system.house_rules.switches if switch.ruling}
    rows = re.findall(r"^\| (\d+) \|.*", rulings, re.MULTILINE)
    named = {
        (name, int(line.split("|")[1]))
        for line in rulings.splitlines() if line.startswith("| ") and line.split("|")[1].strip() in rows
        for name in re.findall(r"[Ss]witch `(\w+): ", line)
    }  # fmt: skip
    assert named == declared


def test_a_switch_is_offered_only_where_the_scenario_has_what_it_is_about() -> None:
    def offered(name: str) -> set[str]:
        system = systems()["company_scale"]
        scenario = system.load(name)
        return {switch.name for switch in system.house_rules.switches if switch.applies(scenario)}

    light, sudre = offered("first-light"), offered("montelimar-campaign-sudre")
    assert len(sudre) == 20 and "american_divisions" not in offered("montelimar-campaign")
    assert {"stars", "roads_over_hexsides", "heroes_in_combat", "kampfgruppe", "traffic_jam"} <= light
    assert not light & {"illumination_sight", "illuminated_in_rain", "transport_losses", "reinforcement_zone"}
    assert "illumination_sight" in offered("rolins-night") and "traffic_jam" not in offered("the-feint")


# --- a scenario with other rules -----------------------------------------------------------------------------------


@EACH
def test_a_scenario_is_played_with_the_rules_asked_for_and_is_another_by_its_hash(system: System) -> None:
    base = system.load(SCENARIO[system.id])
    hashes = {base.hash}
    for switch in system.house_rules.switches:
        for setting in switch.settings[1:]:
            source = with_rules(SCENARIO[system.id], {switch.name: setting.value})
            scenario = system.load(source)
            assert (scenario.id, scenario.title) == (base.id, base.title)
            played = system.house_rules.in_force(scenario, source)
            assert [(each.switch, each.setting, each.origin) for each in played] == [(switch, setting, CHOSEN)]
            hashes.add(scenario.hash)
    assert len(hashes) == 1 + sum(len(switch.settings) - 1 for switch in system.house_rules.switches)
    assert with_rules("any", {}) == "any" and chosen("any") == {}


def test_what_a_scenario_sets_can_be_turned_back_to_the_print() -> None:
    system = systems()["company_scale"]
    given = system.house_rules.in_force(system.load("rolins-night"), "rolins-night")
    assert [(each.switch.name, each.setting.value, each.origin) for each in given] == [
        ("bourbon_and_cognac", "both", GIVEN)
    ]
    source = with_rules("rolins-night", {"bourbon_and_cognac": "none"})
    back = system.house_rules.in_force(system.load(source), source)
    assert [(each.switch.name, each.setting.value, each.origin) for each in back] == [
        ("bourbon_and_cognac", "none", BACK)
    ]


@EACH
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"fog": "thick"}, 'There is no house rule called "fog". Known: '),
        ({"": 1}, 'There is no house rule called "". '),
        ("all", "Write rule switches as name: value."),
    ],
)
def test_an_unknown_switch_is_named_in_one_sentence(system: System, rules: Any, words: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        system.load({"scenario": SCENARIO[system.id], "rules": rules})
    assert words in str(raised.value) and "\n" not in str(raised.value)


@EACH
def test_an_unknown_value_is_refused_with_the_right_ones(system: System) -> None:
    for switch in system.house_rules.switches:
        for wrong in ("sometimes", 1, None, [], {"x": 1}, "x\u202ey" * 9000):
            with pytest.raises(ScenarioError) as raised:
                system.load({"scenario": SCENARIO[system.id], "rules": {switch.name: wrong}})
            told = str(raised.value)
            assert told.isprintable() and len(told) < 700
            if wrong == "sometimes":
                right = f"{switch.name}={written(switch.printed.value)} (as printed) or {switch.name}="
                assert f'The house rule {switch.name} cannot be "sometimes". Use {right}' in told


@EACH
def test_fields_and_scenarios_that_do_not_exist_are_refused(system: System) -> None:
    name = SCENARIO[system.id]
    for source, words in (
        ({"scenario": name, "setup": {}}, 'no field called "setup"'),
        ({"scenario": {}, "rules": {}}, f"Name a scenario by its id, such as {name}."),
        ({"scenario": "nowhere", "rules": {}}, 'no scenario called "nowhere"'),
    ):
        with pytest.raises(ScenarioError) as raised:
            system.load(source)
        assert words in str(raised.value)


def test_rules_are_read_from_a_command_line() -> None:
    anvil, scale = systems()["striking_anvil"].house_rules, systems()["company_scale"].house_rules
    assert scale.read(["stars=harder", " air_combat = one_shot"]) == {"stars": "harder", "air_combat": "one_shot"}
    assert anvil.read(["planning_variant=TRUE"]) == {"planning_variant": True}
    for words, told in (
        ("starz=harder", 'There is no house rule called "starz". Did you mean "stars"?'),
        ("stars", "The house rule stars needs a value. Use stars=milder (as printed) or stars=harder."),
        ("stars=soft", 'The house rule stars cannot be "soft". Use stars=milder (as printed) or stars=harder.'),
    ):
        with pytest.raises(UnknownRule) as raised:
            scale.read([words])
        assert str(raised.value) == told


# --- records and the protocol --------------------------------------------------------------------------------------


def started(system: System, source: Any, path: Path) -> Session:
    """Return a recorded game after some commands."""
    session = Session.new(system, system.load(source), nature=SeededNature(5), listeners=[RecordWriter(path)],
                          source=source)  # fmt: skip
    for _ in range(12):
        if session.decision is not None:
            command = next(iter(session.decision.options))
            session.submit(session.decision.seat, session.seq, command)
    return session


@EACH
def test_a_record_with_house_rules_opens_verifies_and_tells_them(system: System, tmp_path: Path) -> None:
    path, source = tmp_path / "house.chitpull", with_rules(SCENARIO[system.id], house(system))
    session = started(system, source, path)
    header = json.loads(path.read_text(encoding="ascii").split("\n")[0])
    assert header["scenario"]["document"] == source and header["scenario"]["hash"] == session.scenario.hash
    again = load_record(path, attach=False)
    assert (again.notices, verify(again, path), again.digest()) == ([], [], session.digest())
    played = again.system.house_rules.in_force(again.scenario, again.source)
    assert {each.switch.name: each.setting.value for each in played} == house(system)
    assert {each.origin for each in played} == {CHOSEN}


@EACH
def test_a_scenario_of_ones_own_with_house_rules_is_whole_in_its_record(system: System, tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    (home / system.id).mkdir(parents=True)
    away.mkdir()
    shipped = scenarios_dir() / system.id
    if system is SYSTEMS[0]:  # its files name others beside them
        shutil.copytree(shipped, home / system.id, dirs_exist_ok=True)
    own = home / system.id / "own.yaml"
    shutil.copy(shipped / f"{SCENARIO[system.id]}.yaml", own)
    session = started(system, with_rules(str(own), house(system)), home / "house.chitpull")
    shutil.move(home / "house.chitpull", away / "house.chitpull")
    shutil.rmtree(home)
    again = load_record(away / "house.chitpull", attach=False)
    assert (again.notices, again.scenario.hash, again.digest()) == ([], session.scenario.hash, session.digest())
    played = again.system.house_rules.in_force(again.scenario, again.source)
    assert {each.switch.name: each.setting.value for each in played} == house(system)


@EACH
def test_the_protocol_starts_a_scenario_with_house_rules_and_lists_them(system: System) -> None:
    client = Client()
    told = next(each for each in client.ask("hello")["systems"] if each["id"] == system.id)
    assert told["house_rules"] == system.house_rules.told()
    source = with_rules(SCENARIO[system.id], house(system))
    assert client.ask("new", scenario=source, seed=1)["game"] == "game-1"
    code, words = client.fail("new", scenario={**source, "rules": {"fog": True}})[:2]
    assert code == 5 and "fog" in str(words)
