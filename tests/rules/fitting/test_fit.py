"""Fitting value.yaml: known coefficients are found again, tables tell of what was held out, sentences stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from rules.company_scale.bot import value
from rules.fitting.fit import FeatureRow, Fit, GameTask, logistic, ridge, rows_of, table


@pytest.fixture(scope="module")
def rows() -> list[FeatureRow]:
    """Return the rows of three short games."""
    return [row for seed in (1, 2, 3) for row in rows_of(GameTask("the-feint", seed))]


def test_a_logistic_regression_finds_what_made_the_chances() -> None:
    random = np.random.default_rng(1)
    x, made = random.normal(size=(20_000, 2)), np.array([1.0, -0.5])
    kept = (random.random(20_000) < 1 / (1 + np.exp(-x @ made))).astype(float)
    assert logistic(x, kept, np.ones(20_000)) == pytest.approx(made, abs=0.1)


def test_a_ridge_regression_finds_what_made_the_sum_whatever_the_scales() -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=(50_000, 2)) * [1, 100]
    assert ridge(x, x @ [2.0, 0.03] + random.normal(size=50_000)) == pytest.approx([2.0, 0.03], rel=0.05)


def test_a_row_tells_how_the_game_of_its_position_ended(rows: list[FeatureRow]) -> None:
    game = [row for row in rows if row.seed == 1]
    assert len(game) > 10 and {row.final for row in game} == {game[-1].final}
    assert [row.turn for row in game] == sorted(row.turn for row in game)
    for row in game:
        assert set(row.lead) >= set(value.model()["lead"])
        assert len(row.hexes) == len(row.signs) == len(row.kept)


def test_what_is_held_out_changes_no_coefficient_and_is_told_of_turn_by_turn(rows: list[FeatureRow]) -> None:
    trained = [row.seed < 3 for row in rows]
    fit = Fit(rows, trained)
    without = Fit([row for row in rows if row.seed < 3], [True] * sum(trained))
    assert fit.lead_coefficients == pytest.approx(without.lead_coefficients)
    assert fit.hex_coefficients == pytest.approx(without.hex_coefficients)
    assert len(fit.expected) == len(rows)
    _, _, *lines = table([*rows] * 30, np.tile(fit.expected, 30), [not used for used in trained] * 30)
    assert [line.split(" | ")[1] for line in lines] == ["1", "2", "3", "4"]
    assert all(line.startswith("| the-feint | ") for line in lines)


def test_writing_changes_the_numbers_and_nothing_else(
    rows: list[FeatureRow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = value.FILE.read_text(encoding="utf-8")
    copy = tmp_path / "value.yaml"
    copy.write_text(before, encoding="utf-8")
    monkeypatch.setattr(value, "FILE", copy)
    fit = Fit(rows, [True] * len(rows))
    fit.write()
    written, old = yaml.safe_load(copy.read_text(encoding="utf-8")), yaml.safe_load(before)
    assert [told["is"] for told in written["lead"].values()] == pytest.approx(list(fit.lead_coefficients), abs=0.001)
    assert [told["is"] for told in written["hexes"].values()] == pytest.approx(list(fit.hex_coefficients), abs=0.001)
    for group in ("hexes", "lead"):
        assert {name: told["text"] for name, told in written[group].items()} == {
            name: told["text"] for name, told in old[group].items()
        }
    assert written["parts"] == old["parts"]
