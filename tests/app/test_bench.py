"""The benchmark of the window measures the scenario it is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app import bench
from app.cli import parser
from app.complaint import Complaint
from app.run import measure


@pytest.mark.parametrize("scenario", ["anvil-historical", "savasse-ridge"])
def test_any_scenario_is_measured(
    scenario: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[str] = []
    monkeypatch.setattr(bench, "_start", lambda home, scenario: started.append(scenario) or 1.0)
    monkeypatch.setattr(bench, "FRAMES", 2)
    monkeypatch.setattr(bench, "ORDERS", 2)
    assert measure(parser().parse_args(["--bench", "--scenario", scenario])) == 0
    told = capsys.readouterr().out
    assert started == [scenario] and told.count("60 frames/s") == 2 and "an order carried out" in told


def test_a_scenario_that_is_not_there_is_not_measured(qapp: QApplication) -> None:
    with pytest.raises(Complaint, match="no-such"):
        measure(parser().parse_args(["--bench", "--scenario", "no-such.yaml"]))
