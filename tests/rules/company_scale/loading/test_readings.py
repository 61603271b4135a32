"""The readings a game is played by: those of its scenario, and of the rules by which an old game was begun."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import OLDER
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.record import RecordWriter, save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.files.problems import ScenarioError

OLD = Path(__file__).parent / "data" / "rules_2.chitpull"
"""A company on a road over a stream and up a slope at half a point a hex, as version 2 of the rules had it."""


def header(path: Path) -> dict[str, Any]:
    """Return the first line of a record."""
    told: dict[str, Any] = json.loads(path.read_text(encoding="ascii").split("\n")[0])
    return told


def test_a_game_of_older_rules_opens_and_verifies_by_their_readings() -> None:
    assert header(OLD)["rules"] == 2
    session = load_record(OLD, attach=False, system=SYSTEM)
    assert (session.notices, verify(session, OLD)) == ([], [])
    assert session.scenario.rules == OLDER[2] and session.scenario.hash == header(OLD)["scenario"]["hash"]


def test_it_proves_the_readings_that_the_present_ones_would_not_do() -> None:
    session = load_record(OLD, attach=False, system=SYSTEM)
    document = {key: value for key, value in session.source.items() if key != "rules_version"}
    session.scenario = SYSTEM.load(document)
    assert session.scenario.rules == {}
    assert "Entry 12 is not possible" in verify(session, OLD)[0]


def test_it_goes_on_by_them_in_its_file_in_a_copy_and_in_a_branch(tmp_path: Path) -> None:
    own, copy, branch = (tmp_path / f"{name}.chitpull" for name in ("own", "copy", "branch"))
    shutil.copy(OLD, own)
    session = load_record(own, system=SYSTEM)
    session.keep("colour", "red")
    save_as(session, copy)
    other = session.at(30)
    other.listeners.append(RecordWriter(branch))
    other.resume()
    for path in (own, copy, branch):
        again = load_record(path, attach=False, system=SYSTEM)
        assert again.scenario.rules == OLDER[2] and verify(again, path) == [], path.name


def test_a_new_game_is_played_and_recorded_by_the_present_readings(tmp_path: Path) -> None:
    path = tmp_path / "new.chitpull"
    source = {"scenario": "first-light", "rules": {"air_combat": "one_shot"}}
    session = Session.new(SYSTEM, SYSTEM.load(source), nature=SeededNature(1), listeners=[RecordWriter(path)],
                          source=source)  # fmt: skip
    assert session.scenario.rules == {"air_combat": "one_shot"}
    assert (header(path)["rules"], header(path)["scenario"]["document"]) == (SYSTEM.rules_version, source)
    again = load_record(path, attach=False, system=SYSTEM)
    assert again.scenario.rules == {"air_combat": "one_shot"} and again.notices == []


def test_every_older_reading_is_a_switch_of_the_present_rules() -> None:
    for version, readings in OLDER.items():
        source = {"scenario": "first-light", "rules": dict(readings)}
        assert load_scenario(source).rules == readings
        assert load_scenario({"scenario": "first-light", "rules_version": version}).rules == readings
    assert load_scenario({"scenario": "first-light", "rules_version": SYSTEM.rules_version}).rules == {}


def test_a_switch_of_the_scenario_stands_above_an_older_reading() -> None:
    source = {"scenario": "first-light", "rules_version": 2, "rules": {"air_combat": "each_at_each"}}
    assert load_scenario(source).rules == {**OLDER[2], "air_combat": "each_at_each"}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"scenario": 7}, 'Name a scenario by its id, such as first-light.'),
        ({"scenario": "first-light", "setup": {}}, 'no field called "setup"'),
        ({"scenario": "first-light", "rules": []}, "Write rule switches as name: value."),
        ({"scenario": "first-light", "rules": {"fog": "thick"}}, 'There is no house rule called "fog". Known: '),
        ({"scenario": "first-light", "rules_version": 9}, "2 or 3"),
        ({"scenario": "last-light"}, "last-light"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_a_sentence(source: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        load_scenario(source)
    assert words in str(raised.value)
