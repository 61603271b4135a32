"""The JSON of views and answers has the form it had before they were records: kept positions of random games."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import ask_system
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.system import System
from rules.systems import systems

KEPT = Path(__file__).parent / "data" / "plain_forms"
"""A file for each system: a position of every kind of decision with its views, and questions with answers."""
IDENTIFIER = re.compile(r"[a-z0-9_.:/-]+|[A-Z]{1,3}\d*")
ADDED = {"company_scale los": ("decides",)}
"""Fields that answers have gained since."""
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


def form(value: object) -> str:
    """Return plain JSON as text, so that true is not 1; neither order of keys nor the words of sentences matter."""
    return json.dumps(_without_words(value), indent=1, sort_keys=True)


def _without_words(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_words(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_words(part) for part in value]
    return "words" if isinstance(value, str) and value and not IDENTIFIER.fullmatch(value) else value


@pytest.mark.parametrize("name", NAMES)
def test_the_json_of_views_is_as_before(name: str) -> None:
    system = systems()[name]
    for game, kept in games(system):
        for seat, told in kept["views"].items():
            assert form(to_plain(system.view(game, seat or None))) == form(told)


@pytest.mark.parametrize("name", NAMES)
def test_the_json_of_answers_is_as_before(name: str) -> None:
    system = systems()[name]
    asked = set()
    for game, kept in games(system):
        for question, args, answer in kept["questions"]:
            asked.add(question)
            told = to_plain(ask_system(system.queries, question, game, args))
            for added in ADDED.get(f"{name} {question}", ()):
                told.pop(added, None)
            assert form(told) == form(answer)
    assert asked == set(system.queries), "every question is tried"
