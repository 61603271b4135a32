"""The unit of measurements: always the same work, and ratios to it."""

from __future__ import annotations

from rules.tools.bench import ROUNDS, calibration, loop, ratio


def test_the_loop_does_the_same_work_each_time() -> None:
    assert loop() == loop() == ROUNDS * (ROUNDS - 1) // 2


def test_figures_are_told_as_ratios_to_it() -> None:
    assert calibration() > 0
    assert ratio(0.5, 0.04) == "12.5" and ratio(0.0001, 0.05) == "0.002" and ratio(90.0, 0.05) == "1,800"
