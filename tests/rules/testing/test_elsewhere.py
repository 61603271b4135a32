"""A baseline is another version in its own folder: here this very checkout plays itself through its process."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.__main__ import main
from rules.systems import find
from rules.testing.bots import bot, bots_for
from rules.testing.fuzz import games, play_one

ROOT = Path(__file__).resolve().parents[3]
LIMIT = 60


@pytest.mark.parametrize("scenario", ["first-light", "last-attack", "anvil-historical"])
def test_the_same_version_in_a_folder_plays_the_same_game(scenario: str) -> None:
    system, source = find(scenario)
    (setting,) = games(system, source, [5])
    here, there = (play_one(setting, [name] * 2, limit=LIMIT) for name in ("regular", f"regular@{ROOT}"))
    assert here.decisions == there.decisions == LIMIT
    assert here.digest == there.digest


def test_a_folder_without_the_program_is_told_in_a_sentence(tmp_path: Path) -> None:
    system, source = find("first-light")
    (setting,) = games(system, source, [5])
    with pytest.raises(LookupError, match="holds no version of Chitpull with an opponent"):
        play_one(setting, [f"regular@{tmp_path}"], limit=5)


def test_a_version_that_reads_other_positions_is_told_in_a_sentence(tmp_path: Path) -> None:
    worker = tmp_path / "rules" / "opponent" / "working.py"
    worker.parent.mkdir(parents=True)
    for package in (tmp_path / "rules", worker.parent):  # a folder without it comes after other rules there are
        (package / "__init__.py").touch()
    (tmp_path / "rules" / "systems.py").write_text("def register_shipped(): pass\n", encoding="utf-8")
    worker.write_text(
        "def work(lines, out):\n"
        '    out.write(b\'{"n": 0, "failed": "KeyError: round"}\\n\')\n'
        "    out.flush()\n"
        "    lines.readline()\n"
        "    return 0\n",
        encoding="utf-8",
    )
    system, source = find("first-light")
    (setting,) = games(system, source, [5])
    with pytest.raises(LookupError, match=r"has another scenario first-light: KeyError: round\."):
        play_one(setting, [f"regular@{tmp_path}"], limit=5)


def test_a_bot_of_a_folder_is_named_by_its_level() -> None:
    assert set(bots_for(("allied", "german"), [f"general:bold@{ROOT}"], 1)) == {"allied", "german"}
    with pytest.raises(LookupError, match='Unknown bot "deep"'):
        bot("deep", 1)


def test_a_match_against_a_folder_needs_one_bot_only(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "regular", "--against", str(ROOT), "--scenario", "last-attack", "--pairs", "1", "--jobs", "1"]
    assert main(words) == 0
    assert f"regular wins 50% [0%, 100%] of the games against regular@{ROOT}" in capsys.readouterr().out
    assert main(["match", "regular", "--scenario", "last-attack"]) != 0
    assert "A match needs two bots, or one with --against DIR." in capsys.readouterr().err
