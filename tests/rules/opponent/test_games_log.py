"""Files that keep the results of games."""

from __future__ import annotations

from pathlib import Path

from rules.tools.matching import GamesLog


def test_a_run_finds_its_own_results_again_and_passes_over_all_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    log = GamesLog(path, "match", ["toy", "duel", "a", "b"])
    assert log.read(lambda entry: entry["seed"]) == []
    log.add({"seed": 1})
    GamesLog(path, "match", ["toy", "duel", "b", "a"]).add({"seed": 2})
    GamesLog(path, "balance", ["toy", "duel", "a", "b"]).add({"seed": 3})
    with path.open("a") as file:
        file.write('{"torn\n[1]\n{"match": ["toy", "duel", "a", "b"]}\n')
    log.add({"seed": 4})
    assert log.read(lambda entry: entry["seed"]) == [1, 4]


def test_a_line_torn_at_the_end_takes_no_other_with_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"match": ["toy"], "title": "caf\xc3')
    log = GamesLog(path, "match", ["toy"])
    log.add({"seed": 1})
    log.add({"seed": 2})
    assert log.read(lambda entry: entry["seed"]) == [1, 2] and path.read_bytes().count(b"\n") == 3


def test_no_file_keeps_nothing() -> None:
    log = GamesLog(None, "match", [])
    log.add({"seed": 1})
    assert log.read(lambda entry: entry) == []
