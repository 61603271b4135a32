"""The contract for every registered system, and tests of its checker, the shrinker and the bots."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import Command, cmd
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.systems import find, systems
from rules.testing import contract
from rules.testing.bots import bot, bots_for, play_out
from rules.testing.contract import ContractChecker, not_plain
from rules.testing.fuzz import FuzzSetting, check_one, failure_of, games, play_one, save_failure, shrink
from tests.rules.engine.helpers import toy, toy_cards
from tests.rules.engine.helpers.playing import CLOSE
from tests.rules.engine.helpers.toy_system import DUEL, TOY
from tests.rules.helpers.long import repeated

ROOT = Path(__file__).resolve().parents[3]
TESTED = Path(contract.__file__).resolve().parents[2]
"""The folder of the rules that this run tests."""
STRETCH = repeated(75, 150)  # checked decisions per game
EVERY = [
    pytest.param(system.id, told.id, id=f"{system.id}-{told.id}")
    for system in ({**systems(), TOY.id: TOY, toy_cards.CARDS.id: toy_cards.CARDS}).values()
    for told in system.scenarios()
]


@pytest.mark.parametrize(("system", "scenario"), EVERY)
@pytest.mark.parametrize(("bots", "seed", "skip"), [("random", 1, 0), ("random", 2, 400), ("rare", 3, 150)])
def test_the_contract_is_kept_at_every_step(
    system: str, scenario: str, bots: str, seed: int, skip: int, tmp_path: Path
) -> None:
    """Short games are checked whole, long ones for a stretch at the start, in the middle or in between."""
    (setting,) = games(systems()[system], scenario, [seed])
    played = check_one(setting, [bots], folder=tmp_path, skip=skip, enough=STRETCH)
    assert not played.faults, f"{played.faults[0]} (saved as {played.record})"
    assert played.digest == play_one(setting, [bots], limit=played.decisions).digest


STEPS = """
import sys
import tests.rules.engine.helpers.toy_cards
import tests.rules.engine.helpers.toy_system
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from rules.engine.session import Session
system = systems()[sys.argv[1]]
for told in system.scenarios():
    session = Session.new(system, system.load(told.id), seed=5)
    bots = bots_for(system.seats, ["random"], 5)
    while session.decision is not None and session.seq < 400:
        play_out(session, bots, 1)
        print(session.seq, session.digest(), session.decision and [str(option) for option in session.decision.options])
    print(session.view())
"""


@pytest.mark.parametrize("system", systems())
def test_nothing_depends_on_the_hash_seed(system: str) -> None:
    """They play with the rules that this run tests, compiled or not."""
    path = os.pathsep.join([str(TESTED), str(ROOT), os.environ.get("PYTHONPATH", "")])
    children = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", STEPS, system],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for seed in ("1", "4242")
    ]
    one, two = (child.communicate()[0] for child in children)
    assert one == two and one.count("\n") > 5


def setting(seed: int = 1, **changes: Any) -> FuzzSetting:
    source = {**DUEL, "rounds": 2, "pieces": {**CLOSE, "r1": {"side": "red", "at": 4}}, **changes}
    return next(games(TOY, source, [seed]))


def kinds_found(seeds: range = range(6)) -> set[str]:
    return {fault.kind for seed in seeds for fault in check_one(setting(seed), ["random"]).faults}


def test_the_toy_as_it_is_keeps_the_contract() -> None:
    assert kinds_found() == set()


def test_a_state_shared_between_copies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def shallow(self: toy.State) -> toy.State:
        return toy.State(self.round, self.cup, self.frames[:], self.pieces, self.spent)

    monkeypatch.setattr(toy.State, "copy", shallow)
    assert "untouched" in kinds_found()


def test_options_that_repeat_themselves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(self: toy.Order, game: toy.Toy) -> Iterator[Command]:
        for name in game.state.side(game.frame["seat"]) * 2:
            yield cmd(self.verb, unit=name)

    monkeypatch.setattr(toy.Order, "candidates", twice)
    assert "options" in kinds_found()


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: toy.Rest, game: toy.Toy) -> Iterator[Command]:
        yield from ()

    monkeypatch.setattr(toy.Rest, "candidates", never)
    monkeypatch.setattr(toy.Order, "candidates", never)
    monkeypatch.setattr(toy.March, "candidates", never)
    monkeypatch.setattr(toy.Shoot, "candidates", never)
    faults = ContractChecker(Session.new(TOY, TOY.load("duel"), seed=1)).faults
    assert [fault.kind for fault in faults] == ["options"] and "a dead end" in faults[0].text


def test_a_command_that_fails_is_found_shrunk_and_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scout = toy.Scout.apply

    def fall(self: toy.Scout, game: toy.Toy, command: Command) -> None:
        if game.state.round == 2:
            raise ZeroDivisionError("scouting fails in round 2")
        scout(self, game, command)

    monkeypatch.setattr(toy.Scout, "apply", fall)
    played = [check_one(setting(seed), ["random"], folder=tmp_path) for seed in range(12)]
    failed = [game for game in played if game.faults]
    assert failed and {fault.kind for fault in failed[0].faults} <= {"crash", "options"}
    monkeypatch.undo()
    assert failed[0].record is not None
    session = load_record(failed[0].record)
    assert session.notices == [] and session.state.round == 2
    assert len([entry for entry in session.log if entry.seat != "nature"]) == 2, "two rests lead to round 2"


def test_a_question_that_changes_the_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = toy.Orders.ask

    def meddle(self: toy.Orders, game: toy.Toy) -> Any:
        game.state.spent = (*game.state.spent, "r9")
        return ask(self, game)

    monkeypatch.setattr(toy.Orders, "ask", meddle)
    assert kinds_found() & {"position", "undo", "options", "plain", "replay", "untouched"}


def test_a_broken_invariant_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "check", lambda scenario, state: ["r2 has left"] if state.round == 2 else [])
    assert kinds_found() == {"position"}


@pytest.mark.parametrize("answer", [1 / 3, {1, 2}, None])
def test_a_question_that_fails_is_found(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(game: toy.Toy, unit: str = "") -> Any:
        return {"at": game.state.pieces[unit]} if answer is None else answer

    monkeypatch.setattr(TOY, "queries", {"where": ask})
    assert kinds_found(range(2)) == (set() if answer == 1 / 3 else {"question"})


def test_a_forgotten_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    decode = TOY.decode

    def forget(scenario: toy.Lane, raw: dict[str, Any]) -> toy.State:
        state = decode(scenario, raw)
        state.spent = ()
        return state

    monkeypatch.setattr(TOY, "decode", forget)
    assert kinds_found(range(3)) & {"plain", "replay"}


def test_a_legal_command_that_is_refused_without_a_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "result", lambda scenario, state: None)
    assert kinds_found(range(1)) == {"result"}


def test_a_game_without_end_is_found() -> None:
    played = check_one(setting(rounds=10**6), ["random"], limit=30)
    assert [fault.kind for fault in played.faults] == ["endless"]
    assert play_one(setting(rounds=10**6), ["random"], limit=30).faults[0].kind == "endless"


def test_a_failure_is_shrunk_to_the_commands_that_matter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(TOY, "check", lambda scenario, state: ["b1 is gone"] if "b1" not in state.pieces else [])
    for seed in range(40):
        game = setting(seed, rounds=9)
        session = game.start()
        play_out(session, bots_for(TOY.seats, ["random"], seed))
        commands = [entry.answer for entry in session.log if entry.seat != "nature"]
        failure = failure_of(game, commands, "position")
        if failure is not None and len(commands) > 12:
            break
    assert failure is not None
    small = shrink(game, failure)
    assert len(small.commands) < len(failure.commands) / 2
    save_failure(small, tmp_path / "small.chitpull")
    again = load_record(tmp_path / "small.chitpull")
    assert "The saved position breaks a rule: b1 is gone" in again.notices or small.last is not None


@pytest.mark.parametrize(
    ("value", "where"),
    [({"a": [1, {2}]}, "top.a[1]: set"), ({"a": 1.5}, "top.a: float"), ({1: 1}, "top: the key 1"), (DUEL, None)],
)
def test_what_is_not_plain_is_named(value: Any, where: str | None) -> None:
    assert next(not_plain(value), None) == where


def test_bots_play_the_same_game_from_the_same_seed() -> None:
    one, two = (play_one(setting(seed=4), ["random", "rare"]) for _ in range(2))
    assert (one.digest, one.decisions) == (two.digest, two.decisions)


@pytest.mark.parametrize(("names", "sentence"), [(["deep"], 'Unknown bot "deep"'), (["random"] * 3, "red, blue")])
def test_bots_that_are_not_there_are_named(names: list[str], sentence: str) -> None:
    with pytest.raises(LookupError, match=sentence):
        bots_for(TOY.seats, names, 1)
    assert bot("random", 1)


def test_the_catalogue_finds_the_system_of_a_scenario() -> None:
    assert find("duel")[0] is TOY and find("anything", "toy")[0] is TOY
    with pytest.raises(LookupError, match='Unknown game system "chess"'):
        find("duel", "chess")
