"""The command line of the rules: exit codes, one sentence for bad input, last lines that can be read by machines."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import NOT_PROVED, main
from rules.engine.connection import UNREAD, read_or_not
from rules.engine.folders import PACKAGE_ROOT
from rules.engine.record import save_as
from rules.engine.session import Session
from rules.tools import bench
from tests.rules.engine.helpers.toy_system import TOY

SPEED = r"\d+ games, [\d,]+ decisions, [\d,]+ decisions/s; won by .*"
MEMORY = r"([\d,]+ MB at most; )?"


def test_play_prints_each_game_and_a_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--scenario", "duel", "--seed", "3", "--games", "2", "--bots", "random", "rare"]) == 0
    *games, last = capsys.readouterr().out.splitlines()
    assert [game[:7] for game in games] == ["seed 3:", "seed 4:"]
    assert re.fullmatch(SPEED + MEMORY + r"all over\.", last)


def test_play_checks_the_contract(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["play", "--scenario", "duel", "--seed", "1", "--contract", "--failures", str(tmp_path)]) == 0
    assert re.fullmatch(
        SPEED + r"every step checked at [\d,]+ decisions/s; " + MEMORY + r"contract kept\.",
        capsys.readouterr().out.splitlines()[-1],
    )


def test_play_checks_some_of_the_steps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert (
        main(["play", "--scenario", "duel", "--seed", "1", "--contract", "--every", "3", "--failures", str(tmp_path)])
        == 0
    )
    last = capsys.readouterr().out.splitlines()[-1]
    assert "one step in 3 and each activation's first checked" in last and last.endswith("contract kept.")


def test_play_prints_what_came_up_and_what_never_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--scenario", "duel", "--seed", "1", "--limit", "1", "--coverage"]) == 1
    table = capsys.readouterr().out.splitlines()[2:-1]
    assert table[0].split() == ["decision", "verb", "taken"]
    assert sum(line.split()[-1] == "1" for line in table) == 1
    never = sum(line.endswith("never") for line in table)
    assert never and table[-1] == f"1 of {never + 1} commands came up."


def test_play_reports_faults_and_saves_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "check", lambda scenario, state: ["it is late"] if state.round == 3 else [])
    assert main(["play", "--scenario", "duel", "--seed", "1", "--contract", "--failures", str(tmp_path / "new")]) == 1
    out = capsys.readouterr().out
    assert "  position: it is late" in out and out.endswith("1 games with faults.\n")
    (saved,) = (tmp_path / "new").iterdir()
    assert saved.name == "duel-1-position.chitpull" and f"saved as {saved}" in out


def test_play_says_when_a_game_does_not_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--scenario", "crowd", "--seed", "1", "--limit", "5"]) == 1
    assert "endless: the game is not over after 5 decisions" in capsys.readouterr().out


def test_verify_compares_all_digests(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = Session.new(TOY, TOY.load("duel"), seed=1, source="duel")
    save_as(session, path)
    assert main(["verify", str(path)]) == NOT_PROVED, "the seed was chosen"
    assert capsys.readouterr().out.startswith(f"{path}: {session.seq} entries, {session.digest()}\n")
    path.write_bytes(path.read_bytes().replace(session.digest().encode(), b"0" * 32))
    assert main(["verify", str(path)]) == 1
    assert "reaches a different position" in capsys.readouterr().out


def test_bench_prints_budget_and_measure_side_by_side(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "measures", lambda scenario: [("this", 0.00002, 0.001), ("that", 2.5, 1.0)])
    monkeypatch.setattr(bench, "calibration", lambda: 0.05)
    assert main(["bench"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "a loop of 1,000,000 additions, the unit of the last column 50 ms",
        "what budget measured loops", "this 1 ms 20 µs 0.0004", "that 1 s 2.5 s 50 over budget",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ([], "The following arguments are required: COMMAND."),
        (["dance"], "invalid choice: 'dance'"),
        (["play"], "The following arguments are required: --scenario."),
        (["play", "--scenario", "duel", "--seed", "x"], "Argument --seed: invalid int value: 'x'."),
        (["play", "--scenario", "duel", "--bots", "deep"], 'Unknown bot "deep". Known: general, random, rare'),
        (["play", "--scenario", "duel", "--bots", *["rare"] * 3], "Name one bot, or one for each of red, blue."),
        (["play", "--scenario", "duel", "--games", "0"], "The number of games must be 1 or more."),
        (["play", "--scenario", "duel", "--every", "0"], "--every must be 1 or more."),
        (["play", "--scenario", "duel", "--system", "chess"], 'Unknown game system "chess"'),
        (["play", "--scenario", "no-such-thing"], 'Unknown scenario "no-such-thing"'),
        (["verify", "/nowhere/x"], "cannot be opened: No such file or directory."),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(argv)
    except SystemExit as left:
        code = int(left.code or 0)
    out, told = capsys.readouterr()
    assert (code, out) == (2, "") and sentence in told and told.count("\n") == 1


SHORT = ["play", "--scenario", "first-light", "--seed", "3", "--limit", "40"]


@pytest.mark.parametrize("argv", [SHORT, ["check", "scenarios/lessons"], ["--help"], ["play", "--help"]])
def test_a_reader_that_goes_away_is_no_fault(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has its lines
    command = [sys.executable, "-m", "rules", *argv]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=PACKAGE_ROOT, env=usual)
    os.close(writing)
    assert (done.returncode, done.stderr) == (UNREAD, "")


def test_other_faults_of_the_system_are_told() -> None:
    def held() -> int:
        raise OSError(errno.EPIPE, "in use", "a file")

    with pytest.raises(OSError, match="in use"):
        read_or_not(held)
