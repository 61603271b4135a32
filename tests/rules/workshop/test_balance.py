"""How even a scenario is: what games between two of the same tell, and the file that keeps them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from rules.files.documents import read_file
from rules.opponent.self_play import Outcome
from rules.workshop.balance import (
    Balance,
    BalanceFile,
    asked_lead,
    asking_lead,
    even_lead,
    note_with,
    telling_balance,
    write,
)
from tests.rules.workshop.helpers.modules import made


def games(*leads: float) -> tuple[Outcome, ...]:
    """Return games that ended with these leads of the Germans, who are the first seat."""
    winner = {True: "german", False: "allied"}
    return tuple(Outcome(seed, winner[lead > 0] if lead else "", lead) for seed, lead in enumerate(leads, 1))


def test_a_balance_tells_shares_the_middle_lead_and_the_oddest_game() -> None:
    found = Balance(games(3, -1, 0, 9), "2026-11-28")
    assert (found.games, found.won("german"), found.won("allied"), found.won()) == (4, 2, 1, 1)
    assert found.middle_lead == 1.5 and found.oddest == Outcome(4, "german", 9)
    assert found.share("german").mean == 0.5 and 0.1 < found.share("german").low < 0.2


def test_games_without_points_have_no_middle_lead() -> None:
    found = Balance((Outcome(1, "german", None),), "")
    assert found.middle_lead is None and found.oddest is None


def test_games_count_for_the_scenario_as_it_was(tmp_path: Path) -> None:
    file = BalanceFile(tmp_path / "balance.jsonl")
    assert file.of("toy", "abc") == Balance() and file.latest() == {}
    one, other, third = games(3, -1, 2)
    file.add("toy", "abc", "mill", one)
    file.add("toy", "abc", "mill", other)
    file.add("toy", "other", "bridge", third)
    file.add("toy", "changed", "mill", third)
    assert file.latest()["mill"].day == date.today().isoformat()
    assert file.of("toy", "abc").outcomes == (one, other)
    assert {row: found.outcomes for row, found in file.latest().items()} == {"mill": (third,), "bridge": (third,)}


def test_games_of_another_version_of_the_program_do_not_count(tmp_path: Path) -> None:
    file = BalanceFile(tmp_path / "balance.jsonl")
    file.add("toy", "abc", "mill", games(3)[0])
    text = (tmp_path / "balance.jsonl").read_text().replace('"regular", "', '"regular", "0.0.')
    (tmp_path / "balance.jsonl").write_text(text)
    assert file.of("toy", "abc") == Balance() and file.latest()["mill"].games == 1


def test_damaged_lines_and_games_counted_twice_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "balance.jsonl"
    file = BalanceFile(path)
    for outcome in (*games(3, -1), games(3)[0]):
        file.add("toy", "abc", "mill", outcome)
    no_run = '{"balance": 3, "row": "mill", "at": "2026-11-28", "seed": 1, "winner": "", "lead": 1}'
    with path.open("a") as text:
        text.write(f'{no_run}\n[]\n{{"balance": ["toy"], "row": "mill"}}\n{{"torn')
    assert file.latest()["mill"].games == 2
    assert file.of("toy", "abc").games == 2
    line = path.read_text().splitlines()[0]
    wrong = [line.replace('"lead": 3', f'"lead": {lead}') for lead in ("NaN", "Infinity", "1e300", '"x"')]
    wrong.append(line.replace('"seed": 1', '"seed": 1e400'))
    path.write_text(
        "\n".join([*wrong, line.replace('"at": "', '"at": "soon '), line.replace('"seed": 1', '"seed": null')])
    )
    assert file.of("toy", "abc") == Balance() and file.latest() == {}


def test_the_even_lead_would_have_shared_the_games_out() -> None:
    assert even_lead(Balance()) is None and even_lead(Balance((Outcome(1, "german", None),))) is None
    assert even_lead(Balance(games(5, 4, 3, 1))) == 4, "two of four games have it"
    assert even_lead(Balance(games(-5, -4, -3, 1))) == -3
    assert even_lead(Balance(games(0, 0, 0, 0))) == 0, "of leads as good as each other the smallest"
    assert even_lead(Balance(games(2.5, -1.5))) == 0


def test_the_lead_and_the_note_of_a_scenario_are_written_and_nothing_else(tmp_path: Path) -> None:
    path = made(tmp_path / "mill") / "company_scale" / "noon.yaml"
    before = read_file(path).mapping
    assert asked_lead(path, "company_scale") == before["victory"]["win"]["german"]
    write(path, asking_lead("company_scale", -2))
    write(path, telling_balance("It is even."))
    after = read_file(path).mapping
    assert asked_lead(path, "company_scale") == -2 and after["note"].endswith("\nIt is even.\n")
    changed = {**after, "note": before["note"], "victory": before["victory"]}
    assert changed == before and list(after) == list(before)


def test_a_scenario_that_asks_for_no_lead_asks_for_none_until_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "mill" / "company_scale" / "noon.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("format: chitpull-scenario/1\nvictory:\n  hexes: []\n", encoding="utf-8")
    assert asked_lead(path, "company_scale") == 0 and asked_lead(path, "command_cards") is None
    write(path, asking_lead("company_scale", 3))
    assert asked_lead(path, "company_scale") == 3
    path.write_text("format: [", encoding="utf-8")
    assert asked_lead(path, "company_scale") is None


OLD = "Balance: With the computer (Regular) on both sides, the Allies won 1 of 2 games (50%; 95% interval 9 to 91%)"


def test_a_new_sentence_takes_the_place_of_the_old_one_and_of_nothing_else() -> None:
    new = f"{OLD.replace('1 of 2', '3 of 4')}, the Germans 1."
    assert note_with("", new) == f"{new}\n"
    assert note_with("A mill.\n\n", new) == f"A mill.\n{new}\n"
    assert note_with(f"A mill.\n{OLD}, the Germans 1. Half were over soon.\nA ford.\n", new) == (
        f"A mill.\n{new} Half were over soon.\nA ford.\n"
    )
    broken = OLD.replace("games (", "games\n(")
    assert note_with(f"A mill.\n{broken}.\nA ford.\n", new) == f"A mill.\n{new}\nA ford.\n"
    assert note_with("Balance: it leans.\n", new) == f"Balance: it leans.\n{new}\n", "these are the designer's words"


@pytest.mark.parametrize("victory", ["", "[]", "3", "{win: }", "{win: 3}", "{win: {german: x}}"])
def test_a_scenario_that_is_being_written_asks_for_no_lead(tmp_path: Path, victory: str) -> None:
    path = tmp_path / "mill" / "company_scale" / "noon.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"format: chitpull-scenario/1\nvictory: {victory}\n", encoding="utf-8")
    assert asked_lead(path, "company_scale") is None
