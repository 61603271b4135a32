"""The benchmark of the window measures the scenario it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app import bench
from app import bench_pieces as hand
from app.command_line import Complaint, parser
from app.play.players import NewGame
from app.run import measure


@pytest.mark.parametrize("scenario", ["anvil-historical", "savasse-ridge"])
def test_any_scenario_is_measured(
    scenario: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(bench, "_run", lambda home, *arguments: started.append(arguments) or 0.5)
    monkeypatch.setattr(bench, "LOOK", 50)
    monkeypatch.setattr(bench, "FRAMES", 2)
    monkeypatch.setattr(bench, "ORDERS", 2)
    monkeypatch.setattr(bench, "DRAFT_STROKES", 2)
    monkeypatch.setattr(bench, "LOADS", {"alone": 0})
    monkeypatch.setattr(hand, "ENOUGH", 1)
    monkeypatch.setattr(hand, "ORDERS", 3)
    monkeypatch.setattr(hand, "HOVERS", 2)
    monkeypatch.setattr(hand, "_LONGEST", 0.2)
    assert measure(parser().parse_args(["--bench", "--scenario", scenario])) == 0
    told = capsys.readouterr().out
    assert {arguments[3] for arguments in started if arguments[1] == "app"} == {scenario}
    assert told.count("60 frames/s") == 2 and "an order carried out" in told
    assert "pointer to overlay, alone" in told
    assert (
        told.startswith("a loop of 1,000,000 additions:") and f"{scenario} drawn again" in told and "1.0 times" in told
    )


@pytest.mark.parametrize(("game", "lines"), [(("company_scale", "first-light"), 2), (("command_cards", "no-such"), 0)])
def test_the_workshop_is_measured_where_there_is_one(
    game: tuple[str, str],
    lines: int,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bench, "DRAFT_STROKES", 2)
    table = bench.FigureTable()
    capsys.readouterr()
    bench._workshop(table, NewGame(*game, 7), tmp_path / "draft")
    assert capsys.readouterr().out.count(" draft") == lines


def test_a_scenario_that_is_not_there_is_not_measured(qapp: QApplication) -> None:
    with pytest.raises(Complaint, match="no-such"):
        measure(parser().parse_args(["--bench", "--scenario", "no-such.yaml"]))
