"""The search for faults by hostile input: what it makes, what it calls a fault, and what it once found."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.engine.connection import Connection
from rules.engine.protocol import respond
from rules.fuzzing import command, honest
from rules.fuzzing.command import Watch, begin_target, fault_of, shrunk, trial_rng
from rules.fuzzing.honest import FuzzFault, HonestGames
from rules.fuzzing.mutating import NASTY, changed, garbled, leaves
from rules.fuzzing.options import KINDS
from rules.fuzzing.targets import TARGETS, Target, forged_record, is_resealed, one_line
from tests.rules.engine.helpers.records import recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD

FOUND = Path(__file__).parent / "data" / "findings"


class Brittle:
    """Fails with any input that holds a bad line."""

    suffix = ".txt"

    def make(self, rng: Random) -> bytes:
        """Return some lines, one of them bad in every third input."""
        return b"\n".join([b"good"] * 9 + ([b"bad"] if rng.randrange(3) == 0 else []))

    def attempt(self, data: bytes) -> str:
        """Fail with the bad line."""
        if b"bad" in data.split(b"\n"):
            raise KeyError("bad")
        return "sound"


@pytest.fixture(scope="module")
def target_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Target]:
    """Return a maker of targets, each of which plays its real games once."""
    return cache(lambda kind: begin_target(kind, 3, tmp_path_factory.mktemp(kind)))


def test_changed_data_is_another_copy() -> None:
    plain = {"a": {"b": [1, 2, {"c": "x"}]}, "d": True, "e": {}}
    before, rng = json.dumps(plain), Random(1)
    made = [changed(rng, plain, 1) for _ in range(200)]
    assert json.dumps(plain) == before
    assert sum(json.dumps(one) != before for one in made) > 150
    assert list(leaves(plain)) == [("a", "b", 0), ("a", "b", 1), ("a", "b", 2, "c"), ("d",), ("e",)]
    assert None in NASTY and garbled(Random(1), b"abc" * 30) != b"abc" * 30 and garbled(Random(1), b"") is not None


def test_a_forged_record_has_seals_that_hold_and_a_garbled_one_has_not(tmp_path: Path) -> None:
    path = tmp_path / "game"
    roam(recorded(path, source=CROWD), 20)
    text = path.read_bytes()
    assert is_resealed(text)
    assert all(is_resealed(forged_record(Random(seed), text)) for seed in range(20))
    assert not is_resealed(text.replace(b'"n":3,', b'"n":4,', 1))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_tried_without_a_fault(
    kind: str, target_of: Callable[[str], Target], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target = target_of(kind)
    for number in range(20):
        assert target.attempt(target.make(trial_rng(3, number)))
    assert sorted(KINDS) == sorted(TARGETS)


def test_an_honest_game_is_looked_at_after_each_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(table: Connection, raw: bytes) -> Any:
        asked.append(json.loads(raw)["method"])
        is_odd = asked[-1] == "check" and asked.count("check") == 4
        return {"result": {"violations": ["odd"]}} if is_odd else respond(table, raw)

    monkeypatch.setattr(honest, "respond", answer)
    game = {"system": "command_cards", "scenario": "drome-banks", "nature": {"kind": "manual", "seed": 1}}
    with pytest.raises(FuzzFault, match="the position breaks a rule"):
        HonestGames(Random(1), tmp_path).attempt("\n".join([json.dumps(game), *"123456"]).encode())
    assert asked[:2] == ["new", "check"] and asked[3::2] == ["check"] * 3


def test_the_same_seed_makes_the_same_input(tmp_path: Path) -> None:
    one, other = (begin_target("yaml", 3, tmp_path) for _ in range(2))
    assert [one.make(trial_rng(3, n)) for n in range(9)] == [other.make(trial_rng(3, n)) for n in range(9)]


def test_a_finding_is_shrunk_to_the_line_that_matters() -> None:
    data = b"\n".join([b"good"] * 20 + [b"bad"] + [b"good"] * 20)
    assert shrunk(Brittle(), data, "KeyError: 'bad'") == b"bad"
    assert shrunk(Brittle(), data, "21.3 s") == data


def test_a_fault_is_told_with_its_place_in_one_line() -> None:
    try:
        Brittle().attempt(b"bad")
    except KeyError as error:
        assert fault_of(error).startswith("KeyError: 'bad' (test_fuzzing.py:")
    with pytest.raises(FuzzFault, match="not one line"):
        one_line("told", "two\nlines")


def test_the_search_watches_a_process_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "findings"
    assert main(["fuzz", "yaml", "--trials", "5", "--seed", "2", "--findings", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("yaml, seed 2: 5 trials (") and said.endswith("0 findings.\n") and not folder.exists()


def test_findings_are_counted_told_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "begin_target", lambda *_: Brittle())
    watch = Watch("yaml", 1, tmp_path)
    for number, told in enumerate(
        (
            {"end": "fault", "fault": "KeyError: 'bad'", "seconds": 0.1, "mb": 50},
            {"end": "sound", "fault": "", "seconds": 25.0, "mb": 50},
            {"end": "sound", "fault": "", "seconds": 0.1, "mb": 700},
        )
    ):
        watch._count(number, told)
    assert [text.partition(": ")[2] for text in watch.findings] == ["KeyError: 'bad'", "25.0 s", "700 MB"]
    assert len(list(tmp_path.iterdir())) == 3 and "3 findings" in watch.summary()
    assert "the slowest 25.00 s, the most memory 700 MB" in watch.summary()
    assert "trial 0: KeyError" in capsys.readouterr().out


def test_after_a_finding_the_search_goes_on_where_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path.cwd()
    monkeypatch.setattr(command, "MEGABYTES", 0)
    assert main(["fuzz", "protocol", "--trials", "2", "--findings", os.path.relpath(tmp_path)]) == 1
    assert Path.cwd() == before and len(list(tmp_path.iterdir())) == 2
    said = capsys.readouterr().out
    assert "no answer" not in said and "2 trials (2 answered, 2 finding)" in said


def test_an_unknown_kind_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fuzz", "everything"])
    assert "everything" in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_was_once_found_is_a_fault_no_more(
    path: Path, target_of: Callable[[str], Target], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert target_of(path.name.partition("-")[0]).attempt(path.read_bytes())


def test_an_answer_that_repeats_what_was_sent_is_one_line() -> None:
    answer = respond(Connection(), b'{"jsonrpc":"2.0","id":1,"method":"a\\n\\tb"}')
    assert answer is not None and answer["error"]["message"].startswith('Unknown method "a b".')
