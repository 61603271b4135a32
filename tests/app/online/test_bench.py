"""What measures a host: the orders that it counts are those that the host has acknowledged."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.online import bench
from app.online.bench_players import SMALL, SYSTEM
from app.online.games import Games
from app.online.records import FolderRecords, name_of
from app.online.server import store_in
from rules.engine.steps import steps_in


@pytest.mark.skipif(sys.platform != "linux", reason="what a process takes is read from /proc")
def test_orders_of_many_games_are_given_in_all_of_them_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "rest", lambda pid: None)
    store = store_in(tmp_path)
    made = [Games(FolderRecords(tmp_path), store).make(SYSTEM, SMALL) for _ in range(3)]
    bench.crowded(tmp_path, {SMALL: made}, 2, ", compiled", "0.8")
    told = capsys.readouterr().out
    assert told.startswith(f"{SMALL}, compiled: the host, each order, 3 games at once")
    assert "0.8 ms of the processor" in told
    files = [tmp_path / name_of(Games(FolderRecords(tmp_path), store).game_of(links[None])) for links in made]
    store.close()
    assert [sum(told.step.command is not None for told in steps_in(file)) for file in files] == [3, 3, 3]
