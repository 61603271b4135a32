"""Advice: what is legal and hardly meant so is told, with its field and rule; what ships gives little of it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.command_cards.loading import advice as cards
from rules.command_cards.loading.scenarios import load_scenario as load_battle
from rules.company_scale.counters import Face
from rules.company_scale.loading import advice
from rules.company_scale.loading.scenarios import load_scenario
from rules.engine.folders import scenarios_dir
from rules.files.documents import Document, read_file
from rules.files.problems import ADVICE, Problem
from rules.striking_anvil.loading import advice as anvil
from rules.striking_anvil.loading.scenarios import load_scenario as load_operation
from rules.systems import advice_on

Change = Callable[[dict[str, Any]], object]


def data_of(system: str, name: str) -> dict[str, Any]:
    return copy.deepcopy(dict(read_file(scenarios_dir() / system / f"{name}.yaml").mapping))


def told(problems: list[Problem]) -> list[tuple[str, str, str]]:
    """Return advice as field, rule and sentence."""
    assert all(problem.severity == ADVICE for problem in problems)
    return [(problem.field, problem.rule, problem.message) for problem in problems]


def advised(change: Change = lambda data: None) -> list[tuple[str, str, str]]:
    """Return the advice on First Light after a change of its data."""
    data = data_of("company_scale", "first-light")
    change(data)
    return told(advice.advice_on(Document(data), load_scenario(data)))


def without(data: dict[str, Any], side: str) -> None:
    """Take all units of a side off the map."""
    germans = {
        name for name in data["setup"] if name.startswith(("hq_11pz", "hq_aa", "aa11", "feb61", "hq_flak", "flak"))
    }
    for name in list(data["setup"]):
        if (name in germans) == (side == "german"):
            del data["setup"][name]
    data["support_weapons"] = {}


def test_a_shipped_scenario_that_is_meant_as_it_is_gets_no_advice() -> None:
    assert advised() == []


def test_a_side_with_nobody() -> None:
    found = advised(lambda data: without(data, "allied"))
    assert ("setup", "2.0", "The Allies have no units, at the start or later.") in found
    assert not any("Germans have no units" in message for _, _, message in found)


def test_a_formation_without_a_headquarters() -> None:
    (found,) = advised(lambda data: data["setup"].pop("hq_flak18"))
    assert found == ("setup", "5.1", "Flak-Regiment 18 has 4 units and no headquarters to command them.")


def test_a_headquarters_that_commands_nobody_where_it_stands() -> None:
    (found,) = advised(lambda data: data["setup"]["hq_flak18"].update(hex="28.37"))
    assert found[:2] == ("setup.hq_flak18", "5.3") and "Flak-Regiment 18" in found[2]


def test_a_game_in_which_nothing_scores() -> None:
    (found,) = advised(lambda data: data.update(victory={"win": {"german": 1}}))
    assert found[:2] == ("victory", "27.0") and "nobody can win" in found[2]


def test_a_lead_that_nobody_can_have() -> None:
    most = 6 + 3 + 5 + 12  # three hexes, and one for each Allied unit
    assert advised(lambda data: data["victory"].update(win={"german": most})) == []
    (found,) = advised(lambda data: data["victory"].update(win={"german": most + 1}))
    assert found == ("victory.win", "27.3", f"The Germans need a lead of {most + 1} and can score {most} at most.")
    (found,) = advised(lambda data: data["victory"].update(win={"german": -40}))
    assert found[:2] == ("victory.win", "27.3") and "win even 40 points behind" in found[2]


def test_a_victory_hex_that_nobody_who_scores_for_it_can_reach() -> None:
    def far(data: dict[str, Any]) -> None:
        for name in list(data["setup"]):
            if not name.endswith(("117", "143", "59")) and name not in ("tfb_hq", "flak18_1"):  # a gun that stays
                del data["setup"][name]
        data["support_weapons"] = {}

    found = [each for each in advised(far) if each[1] == "27.2"]
    assert [field for field, _, _ in found] == ["victory.hexes.0", "victory.hexes.1", "victory.hexes.2"]
    assert (
        found[0][2].startswith("Hill 300 scores for the Germans") and "none of their units can get there" in found[0][2]
    )


def arriving(data: dict[str, Any], unit: str, hex_name: str, **more: Any) -> None:
    del data["setup"][unit]
    data["reinforcements"] = [{"turn": 2, "hex": hex_name, "units": [unit], **more}]


def test_an_arrival_where_an_enemy_stands() -> None:
    (found,) = advised(lambda data: arriving(data, "feb61_3", "24.45"))
    assert found[:2] == ("reinforcements.0.hex", "18.0") and "24.45" in found[2]
    assert advised(lambda data: arriving(data, "feb61_3", "20.48")) == []


def test_a_gun_that_arrives_and_stays_at_the_edge_for_good() -> None:
    (found,) = advised(lambda data: arriving(data, "flak18_1", "14.45", side="deployed"))
    assert found[:2] == ("reinforcements.0.units", "15.0") and "no transport of its division" in found[2]


def test_a_unit_that_can_neither_move_nor_fire() -> None:
    data = data_of("company_scale", "first-light")
    scenario = load_scenario(data)
    lame = replace(scenario.units["flak18_1"], deployed=Face(None, 1), column=None)
    changed = replace(scenario, units={**scenario.units, "flak18_1": lame})
    (found,) = told(list(advice.useless_units(Document(data), changed)))
    assert found[:2] == ("setup.flak18_1", "6.0") and "nothing carries it" in found[2]
    assert list(advice.useless_units(Document(data), scenario)) == []


def test_a_scenario_that_tells_nothing_of_itself_or_not_how_it_is_balanced() -> None:
    assert advised(lambda data: data.update(note="  "))[0][0] == "note"
    assert "how balanced" in advised(lambda data: data.update(note="It rained."))[0][2]


def test_a_worked_example_gets_none() -> None:
    assert advised(lambda data: data.update(kind="example", note="", victory={"win": {"german": 1}})) == []


def battle(change: Change = lambda data: None) -> list[tuple[str, str, str]]:
    """Return the advice on The Last Attack after a change of its data."""
    data = data_of("command_cards", "last-attack")
    data["map"] = dict(read_file(scenarios_dir() / "command_cards" / "maps" / f"{data['map']}.yaml").mapping)
    change(data)
    return told(cards.advice_on(Document(data), load_battle(data)))


def test_advice_on_a_battle() -> None:
    assert battle() == []
    (found,) = battle(lambda data: data["sides"]["german"].update(medals=12))
    assert found[0] == "sides.german.medals" and "need 12 medals" in found[2]
    where = next(iter(data_of("command_cards", "last-attack")["units"]["german"]))
    late = {"side": "german", "round": 13, "hexes": [where], "units": ["infantry"]}
    (found,) = battle(lambda data: data.update(reinforcements=[late]))
    assert found[0] == "reinforcements.0.round" and "ends with round 12" in found[2]


def test_arrivals_in_a_battle_that_enemies_bar_and_a_side_with_nobody() -> None:
    data = data_of("command_cards", "last-attack")
    where = next(iter(data["units"]["allied"]))
    barred = {"side": "german", "round": 3, "hexes": [where], "units": ["infantry"]}
    (found,) = battle(lambda data: data.update(reinforcements=[barred]))
    assert found[0] == "reinforcements.0.hexes"
    scenario = load_battle("last-attack")
    lonely = replace(scenario, units={name: unit for name, unit in scenario.units.items() if unit.seat == "german"})
    (found,) = told(list(cards.units(Document(data), lonely)))
    assert found == ("units.allied", "", "The Allies have no units at the start or later.")


def test_advice_on_an_operation() -> None:
    data = data_of("striking_anvil", "anvil-historical")
    assert told(anvil.advice_on(Document(data), load_operation(data))) == []
    short = replace(load_operation(data), turns=2)
    found = told(anvil.advice_on(Document(data), short))
    assert found and {rule for _, rule, _ in found} == {"7"} and "ends with turn 2" in found[0][2]


def test_the_command_tells_advice_when_asked_and_what_ships_gives_little(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = advice_on([])
    assert len(found) <= 13 and {problem.rule for problem in found} <= {"5.1", "5.3", "6.2.1", "8.5.1"}
    path = tmp_path / "mill.yaml"
    text = (scenarios_dir() / "company_scale" / "first-light.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("id: first-light", "id: mill").replace("win: {german: 1}", "win: {german: 90}"))
    assert main(["check", "--advice", str(path)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"mill\.yaml:\d+: advice: victory\.win: The Germans need a lead of 90 .*\(27\.3\)", printed)
    assert "1 piece of advice." in printed
    assert main(["check", str(path)]) == 0 and "advice" not in capsys.readouterr().out
