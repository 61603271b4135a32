"""The weights: each with a unit and a sentence; levels and tempers change some."""

from __future__ import annotations

from dataclasses import fields

import yaml

from rules.company_scale.bot.weights import FILE, Weights
from rules.opponent.levels import LEVELS

RAW = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def test_every_weight_has_a_value_a_unit_and_a_sentence() -> None:
    assert [field.name for field in fields(Weights)] == list(RAW["weights"])
    for name, told in RAW["weights"].items():
        assert set(told) == {"is", "in", "text"} and told["in"] in ("points", "number"), name
        assert told["text"].endswith("."), name


def test_levels_and_tempers_change_only_weights_that_there_are() -> None:
    for group, names in (("levels", set(LEVELS)), ("tempers", set(RAW["tempers"]))):
        for name, told in RAW[group].items():
            assert name in names and set(told["changes"]) <= set(RAW["weights"]), name
