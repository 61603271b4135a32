"""The words of `match`, `blunders`, `balance`, `fit` and `plans`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.company_scale.bot.value import FILE

ONE = ["--jobs", "1"]


def test_match_says_how_it_stands_and_ends_with_a_line_for_each_scenario_and_one_for_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["match", "regular", "random", "--scenario", "last-attack,bonlieu", "--scenario", "drome-banks"]
    assert main([*words, "--pairs", "1", *ONE]) == 0
    out = capsys.readouterr().out
    assert "bonlieu, 1 of 1, 0 s left: 1 pair: regular wins " in out
    *_, first, second, third, together = out.splitlines()
    assert first.startswith(
        "last-attack: 1 pair: regular wins 100% [0%, 100%] of the games against random (allied 100%"
    )
    assert second.startswith("bonlieu: ") and third.startswith("drome-banks: ")
    assert together.startswith("Total: 3 pairs over 3 scenarios: regular wins ")


def test_match_of_one_scenario_has_no_line_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "regular", "random", "--scenario", "last-attack", "--pairs", "1", *ONE]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("last-attack: 1 pair: regular wins 100%")


def test_blunders_prints_a_table_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blunders", "regular", "--scenario", "first-light", "--games", "1", *ONE, "--examples", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("first-light: regular, 1 games.\nfirst-light, 1 of 1, 0 s left: seed 1 took ")
    assert re.search(r"^direct commands left at the end +\d+\.00 +\d+\.00 +\d+\.00  ≤ 10 \(more\)$", out, re.M)
    assert re.search(r"^  seed 1 \[\d+\] (allied|german): .+ ends with \d+ direct commands?$", out, re.M)
    assert re.search(r"^games that do not end +0\.00 +0\.00 +0\.00  ≤ 0$", out, re.M)


def test_blunders_fails_if_a_game_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["blunders", "random", "regular", "--scenario", "first-light", "--games", "1", *ONE, "--limit", "9"]
    assert main(words) == 1
    assert "≤ 0 (more)" in capsys.readouterr().out


def test_balance_prints_a_table_for_each_system(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["balance", "random", "--scenario", "last-attack", "--scenario", "first-light", "--games", "2"]
    assert main([*words, *ONE, "--log", str(tmp_path / "games.jsonl")]) == 0
    out = capsys.readouterr().out.splitlines()
    tables = [line for line in out if line.startswith("| ")]
    assert out[-1] == "random on every side, seeds 1 to 2."
    assert [line.split(" | ")[0] for line in tables] == [
        "| Battle Cards", "| The last attack, 30 August 1944", "| Company Scale System", "| First Light at Savasse",
    ]  # fmt: skip


def test_balance_takes_all_scenarios_of_a_system_but_the_examples(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.tools.series.play_game", told)
    assert main(["balance", "random", "--system", "striking_anvil", "--games", "1", *ONE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines[:3]] == ["anvil-historical", "anvil-june", "anvil-redeploy"]
    assert sum(line.startswith("| Striking the Anvil: ") for line in lines) == 3


def told(task: object) -> object:
    """Return an outcome without playing."""
    from rules.opponent.self_play import Outcome

    return Outcome(1, "allied", None)


@pytest.mark.parametrize("words", [
    ["match", "regular", "nobody"], ["match", "regular", "random", "--pairs", "0"], ["blunders", "nobody"],
    ["blunders", "random", "--games", "0"], ["blunders", "random", "--limit", "0"],
    ["blunders", "random", "random", "random"],
    ["balance", "nobody"], ["balance", "random", "--jobs", "-1"],
    ["balance", "random", "--scenario", "last-attack,none-such"],
])  # fmt: skip
def test_bad_words_get_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--scenario", "first-light"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_fit_tells_how_well_the_value_foretells_what_was_held_out(capsys: pytest.CaptureFixture[str]) -> None:
    before = FILE.read_bytes()
    assert main(["fit", "the-feint=4", *ONE]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == [
        "the-feint: 4 games",
        "| scenario | turn | positions held out | fitted | points as they stand | error of the fitted | spread |",
    ]
    assert FILE.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["the-feint"], '"the-feint" should read like first-light=200, with 1 game or more.'),
        (["the-feint=0"], '"the-feint=0" should read like first-light=200, with 1 game or more.'),
        (["nowhere=3"], 'Unknown scenario "nowhere"'),
        (["bonlieu=3"], "Only scenarios of company_scale can be fitted, and bonlieu is not one of them."),
        (["the-feint=1", "--held-out", "the-feint"], "Every game is held out, so nothing is left to fit."),
    ],
)  # fmt: skip
def test_fit_refuses_in_words(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", *words, *ONE]) == 2
    assert told in capsys.readouterr().err


def test_plans_prints_a_table_of_what_a_design_gains(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["plans", "the-feint=1", "--design", "single", "--share", "0.1", "--rollouts", "8", "--samples", "2"]
    assert main([*words, "--horizon", "chit", *ONE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"the-feint, 1 of 1, 0 s left: \d+ chits of seed 1\.", lines[0])
    assert lines[2].startswith("| chits of | chits | another plan | gain to the end of the turn |")
    assert lines[-1].startswith("| all | ")


@pytest.mark.parametrize(("words", "told"), [
    (["the-feint=1", "--design", "guess"], "Designs: single, greedy, composed, evolved. Horizons: chit, turn, game."),
    (["the-feint=1", "--rollouts", "1"], "Rollouts and samples must be 2 or more, the share above 0 and at most 1."),
    (["bonlieu=3"], "Only scenarios of company_scale can be fitted, and bonlieu is not one of them."),
])  # fmt: skip
def test_plans_refuses_in_words(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plans", *words, *ONE]) == 2
    assert told in capsys.readouterr().err
