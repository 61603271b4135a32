"""The benchmark of lines runs."""

from __future__ import annotations

from rules.hexes.lines import bench


def test_every_measure_has_a_name_a_time_and_a_budget() -> None:
    ((name, seconds, budget),) = bench()
    assert name == "all 432 line-of-sight templates, cold"
    assert seconds > 0
    assert budget == 0.050
