"""Balance reports: who wins with one bot on both sides."""

from __future__ import annotations

from pathlib import Path

from rules.opponent.self_play import Outcome
from rules.systems import find
from rules.tools.parallel import workers
from rules.tools.series import BalanceTask, balance_table, play, play_game


def test_a_game_is_told_by_winner_and_lead_of_the_first_seat() -> None:
    found = play_game(BalanceTask("command_cards", "last-attack", "regular", 1))
    assert found.winner in ("allied", "german") and found.lead
    assert (found.lead > 0) is (found.winner == "allied")
    assert (
        play_game(BalanceTask("company_scale", "07-1-2-line-of-sight", "random", 1)).winner == ""
    )  # an example is won by nobody


def test_games_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    log, said = tmp_path / "games.jsonl", list[str]()
    system, source = find("last-attack", "")
    with workers(1) as pool:
        first = play(pool, system, source, "random", range(1, 3), log=log, say=said.append)
        more = play(pool, system, source, "random", range(1, 4), log=log, say=said.append)
    assert more[:2] == first and [one.seed for one in more] == [1, 2, 3]
    assert len(said) == 3 and said[-1].startswith("last-attack, 1 of 1, 0 s left: seed 3 won by ")


def test_the_table_can_be_pasted() -> None:
    system, _ = find("first-light", "")
    even = [Outcome(seed, ("german", "allied")[seed % 2], float(seed % 2)) for seed in range(10)]
    uneven = [Outcome(seed, ("german", "german", "german", "")[seed % 4], None) for seed in range(20)]
    assert list(balance_table(system, {"Even": even, "Uneven": uneven})) == [
        "| Company Scale System | games | German wins | 95 % | Allied wins | nobody | German lead, 95 % |",
        "|---|---|---|---|---|---|---|",
        "| Even | 10 | 50% | 24% to 76% | 50% | 0 | +0.5 [+0.2, +0.8] |",
        "| Uneven | 20 | **75%** | 53% to 89% | 0% | 5 | - |",
    ]
