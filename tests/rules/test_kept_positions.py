"""Positions kept in a record are proved on opening, and forged ones end in a sentence, in every system."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.engine.plain import digest
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.engine.system import System
from rules.fuzzing.honest import PlainPosition, positions, wander
from rules.fuzzing.mutating import changed
from rules.systems import systems
from tests.rules.engine.helpers.records import forge, lines

EDITS: dict[str, Any] = {
    "company_scale": lambda state: {**state, "turn": 2, "weather": "rain" if state["weather"] == "clear" else "clear"},
    "striking_anvil": lambda state: {**state, "points": {**state["points"], "german": 40}},
    "command_cards": lambda state: {**state, "round": state["round"] + 1},
}


@pytest.fixture(params=list(EDITS))
def record(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[System, Path]:
    """Return the record of a short game of each system."""
    system, path = systems()[request.param], tmp_path / "game.chitpull"
    source = "first-light" if system.id == "company_scale" else system.scenarios()[0].id
    listeners = [RecordWriter(path)]
    session = Session.new(system, system.load(source), seed=4, source=source, listeners=listeners)
    for _ in wander(session, Random(4), 60):
        pass
    return system, path


def edited(path: Path, place: int, edit: Any) -> None:
    """Edit one of the positions of a record and make digest and seals anew."""
    told = lines(path)
    kept = [line for line in told if "snapshot" in line][place]
    kept["state"] = edit(kept["state"])
    kept["digest"] = digest(kept["state"])
    for line in told:
        if "digest" in line and line.get("n") == kept["snapshot"]:
            line["digest"] = kept["digest"]
    forge(path, told)


@pytest.mark.parametrize("place", [1, -1])
def test_an_edited_position_with_digest_and_seals_made_anew_is_told(record: tuple[System, Path], place: int) -> None:
    system, path = record
    assert load_record(path, attach=False).notices == []
    edited(path, place, EDITS[system.id])
    assert load_record(path, attach=False).notices


def test_any_edit_of_any_position_is_told_or_refused(record: tuple[System, Path]) -> None:
    path, rng = record[1], Random(8)
    text = path.read_bytes()
    kept = [line for line in lines(path) if "snapshot" in line]
    for turn in range(25):
        path.write_bytes(text)
        place = turn % len(kept)
        state = changed(rng, kept[place]["state"])
        edited(path, place, lambda _, state=state: state)
        try:
            session = load_record(path, attach=False)
        except RecordError as error:
            assert "\n" not in str(error)
        else:
            assert session.notices or digest(state) == digest(kept[place]["state"])
            session.view()


def test_what_is_not_proved_in_time_is_proved_beside(record: tuple[System, Path]) -> None:
    system, path = record
    edited(path, 1, EDITS[system.id])
    session = load_record(path, attach=False, seconds=0)
    assert session.proof is not None and not session.proof.is_done and session.decision is not None
    while not session.proof.go_on(0.001):
        assert session.proof.proved <= session.proof.entries
    assert session.proof.found == load_record(path, attach=False).notices


FORGED: dict[str, list[dict[str, Any]]] = {
    "command_cards": [{"deck": {"stragglers": 10**29}}, {"round": 10**9}, {"orders": {"nobody": 1}}],
    "company_scale": [{"turn": 10**9}, {"cup": ["division:nobody"]}, {"stacks": {"1840": ["nobody"]}},
                      {"absorbed": {"nobody": "x"}}, {"winner": "x"}, {"abandoned": ["nobody"]}],
    "striking_anvil": [{"turn": 10**9}, {"stacks": {"05": ["nobody"]}}, {"forts": {"05": 3}}, {"bridges": {"x": 1}},
                       {"ports": {"05": -(10**29)}}],
}  # fmt: skip


@pytest.mark.parametrize("name", list(FORGED))
def test_what_no_scenario_can_hold_is_refused_before_anything_is_built(name: str) -> None:
    system = systems()[name]
    scenario = system.load(system.scenarios()[0].id)
    plain = system.start(scenario).to_plain()
    for forged in FORGED[name]:
        with pytest.raises(ValueError, match=r"state\."):
            system.decode(scenario, {**plain, **forged})


@pytest.fixture(scope="module")
def real() -> list[PlainPosition]:
    return positions(Random(5), 6)


@pytest.mark.parametrize("seed", range(3))
def test_a_forged_position_is_refused_or_checked_without_a_fault(real: list[PlainPosition], seed: int) -> None:
    rng = Random(seed)
    for _ in range(300):
        system, scenario, _source, plain = rng.choice(real)
        try:
            state = system.decode(scenario, changed(rng, plain, rng.choice((1, 1, 2))))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            assert isinstance(error, ValueError) and "\n" not in str(error)
        else:
            assert all("\n" not in text for text in system.check(scenario, state))


def test_real_positions_are_sound(real: list[PlainPosition]) -> None:
    for system, scenario, _source, plain in real:
        assert system.check(scenario, system.decode(scenario, plain)) == []
