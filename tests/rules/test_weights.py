"""The weights of each bot: each with a unit and a sentence; levels and tempers change some of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.command_cards.bot import weights as cards
from rules.company_scale.bot import weights as company
from rules.engine.evaluator import Manner, WeightsFile
from rules.opponent.levels import LEVELS
from rules.striking_anvil.bot import combat as anvil

FILES = {"cards": cards.WEIGHTS, "company": company.WEIGHTS, "anvil": anvil.WEIGHTS}
OF: dict[str, Callable[[Manner], Any]] = {
    "cards": cards.weights_of,
    "company": company.weights_of,
    "anvil": anvil.weights_of,
}

each = pytest.mark.parametrize("name", FILES)


@each
def test_every_weight_has_a_value_a_unit_and_a_sentence(name: str) -> None:
    for weight, told in FILES[name].raw["weights"].items():
        assert set(told) == {"is", "in", "text"} and told["in"] in ("points", "medals", "number"), weight
        assert told["text"].endswith("."), weight


@each
def test_levels_and_tempers_change_only_weights_that_there_are(name: str) -> None:
    raw = FILES[name].raw
    assert set(raw["levels"]) <= set(LEVELS)
    for group in ("levels", "tempers"):
        for one, told in raw[group].items():
            assert set(told.get("changes", {})) <= set(raw["weights"]), one


@each
def test_each_temper_has_a_sentence_and_each_but_the_plain_one_changes_something(name: str) -> None:
    tempers, plain = FILES[name].tempers(), OF[name](Manner())
    assert next(iter(tempers)) == "plain" and all(text.endswith(".") for text in tempers.values())
    assert [OF[name](Manner("regular", temper)) != plain for temper in tempers] == [
        temper != "plain" for temper in tempers
    ]


def test_what_is_in_points_is_reckoned_in_parts_of_a_point(tmp_path: Path) -> None:
    file = tmp_path / "weights.yaml"
    file.write_text(
        "weights: {hit: {is: 0.5, in: points}, units: {is: 3, in: number}}\n"
        "levels: {regular: {changes: {units: 4}}, recruit: {changes: {hit: 0.1}}}\n"
        "tempers: {plain: {text: Plain.}, bold: {text: Bold., changes: {hit: 0.2}}}\n"
    )
    weights = WeightsFile(file, ("hit", "units"))
    assert weights.of(Manner(), 50.0) == {"hit": 25.0, "units": 4.0}
    assert weights.of(Manner("recruit"))["hit"] == 0.1
    assert weights.of(Manner("recruit", "bold"))["hit"] == 0.2, "a temper comes after the level"


def test_a_file_that_lacks_a_weight_is_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "weights.yaml"
    file.write_text("weights: {}\n")
    with pytest.raises(AssertionError, match=r"weights\.yaml: hit"):
        WeightsFile(file, ("hit",)).of(Manner())
