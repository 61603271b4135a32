"""The JSON of views and answers is what it was before they were records: positions of random games, kept with it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.asking import ask_system
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.system import System
from rules.systems import systems

KEPT = Path(__file__).parent / "data" / "plain_forms"
"""A file for each system: a position of every kind of decision with its views, and questions with answers."""
NAMES = sorted(path.name.removesuffix(".json.gz") for path in KEPT.iterdir())


def games(system: System) -> list[tuple[Game[Any, Any], dict[str, Any]]]:
    """Return the kept positions of a system as games, each with the JSON that goes with it."""
    kept = json.loads(gzip.decompress((KEPT / f"{system.id}.json.gz").read_bytes()))["positions"]
    scenarios = {name: system.load(name) for name in {each["scenario"] for each in kept}}
    made = []
    for each in kept:
        scenario = scenarios[each["scenario"]]
        made.append((Game(system.kinds, scenario, system.decode(scenario, each["state"])), each))
    return made


def sorted_text(value: object) -> str:
    """Return plain JSON as text, so that true is not 1 and the order of keys does not matter."""
    return json.dumps(value, indent=1, sort_keys=True)


@pytest.mark.parametrize("name", NAMES)
def test_the_json_of_views_is_as_before(name: str) -> None:
    system = systems()[name]
    for game, kept in games(system):
        for seat, told in kept["views"].items():
            assert sorted_text(to_plain(system.view(game, seat or None))) == sorted_text(told)


@pytest.mark.parametrize("name", NAMES)
def test_the_json_of_answers_is_as_before(name: str) -> None:
    system = systems()[name]
    asked = set()
    for game, kept in games(system):
        for question, args, answer in kept["questions"]:
            asked.add(question)
            assert sorted_text(to_plain(ask_system(system.queries, question, game, args))) == sorted_text(answer)
    assert asked == set(system.queries), "every question is tried"
