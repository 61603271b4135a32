"""The weights: each with a unit and a sentence; levels and tempers change some."""

from __future__ import annotations

from dataclasses import fields

import yaml

from rules.opponent.levels import LEVELS
from rules.striking_anvil.bot.combat import FILE, Weights
from rules.striking_anvil.bot.evaluator import EVALUATOR

RAW = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def test_every_weight_has_a_value_a_unit_and_a_sentence() -> None:
    assert {field.name for field in fields(Weights)} == set(RAW["weights"])
    for name, told in RAW["weights"].items():
        assert set(told) == {"is", "in", "text"} and told["in"] in ("points", "number"), name
        assert told["text"].endswith("."), name


def test_levels_and_tempers_change_only_weights_that_there_are() -> None:
    assert set(EVALUATOR.levels) <= set(LEVELS) and set(RAW["levels"]) <= set(LEVELS)
    for group in ("levels", "tempers"):
        for name, told in RAW[group].items():
            assert set(told["changes"]) <= set(RAW["weights"]), name
