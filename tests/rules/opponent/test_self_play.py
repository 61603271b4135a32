"""The computer against itself in a process of its own."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.record_reading import load_record
from rules.opponent.self_play import Endless, Outcome, play_game, work
from rules.systems import register_shipped, systems

SCENARIO = "the-feint"


def asked(*lines: object) -> list[dict[str, Any]]:
    """Return what the process answers to these lines."""
    register_shipped()
    out = io.BytesIO()
    work(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_it_answers_a_seed_with_a_result_and_keeps_the_game_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.chitpull"
    begin = {"system": "company_scale", "scenario": SCENARIO, "level": "recruit"}
    ready, first, again = asked(begin, {"seed": 5}, {"seed": 5, "file": str(file)})
    rules = systems()["company_scale"]
    assert ready == {"ready": rules.load(SCENARIO).hash} and first == again and first["seed"] == 5
    assert first["winner"] in rules.seats and isinstance(first["lead"], float)
    session = load_record(file, attach=False, system=rules)
    assert session.is_over and session.result is not None and session.result["winner"] == first["winner"]


@pytest.mark.parametrize(("begin", "why"), [
    ({"system": "chess", "scenario": "x", "level": "regular"}, "chess"),
    ({"system": "company_scale", "scenario": "no-such", "level": "regular"}, "no-such"),
    ({"scenario": "x"}, "system"),
])  # fmt: skip
def test_what_it_cannot_play_it_says(begin: object, why: str) -> None:
    (answer,) = asked(begin, {"seed": 1})
    assert why in answer["failed"]


def test_a_game_that_does_not_end_is_given_up() -> None:
    rules = systems()["company_scale"]
    with pytest.raises(Endless, match="seed 3 did not end"):
        play_game(rules, rules.load(SCENARIO), SCENARIO, "regular", 3, limit=20)


def test_it_plays_as_the_command_balance_does() -> None:
    from rules.tools.series import BalanceTask
    from rules.tools.series import play_game as by_command

    rules = systems()["command_cards"]
    here = play_game(rules, rules.load("drome-banks"), "drome-banks", "regular", 4)
    assert here == by_command(BalanceTask("command_cards", "drome-banks", "regular", 4)) != Outcome(4, "", None)
