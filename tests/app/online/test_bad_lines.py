"""Windows and their host killed over lines that cut, stall, delay and garble: nothing acknowledged is lost."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.app.online.bad_lines import PAIRS, Size, play
from tests.app.online.helpers.judging import matched

LEAST = 14
"""Steps at each table."""


def test_what_was_acknowledged_is_there_and_all_copies_are_the_same_game(tmp_path: Path) -> None:
    pairs = PAIRS if sys.platform == "linux" else PAIRS[::4]  # elsewhere each process imports all anew
    found = play(pairs, Size(LEAST, at_once=5, between=0, every=0.05, after=LEAST // 2), tmp_path)
    assert found.problems == []
    total = sum(found.counts.values(), start=type(found.counts["cut"])())
    assert total["lost"] == 0 and total["steps"] >= LEAST * len(pairs) and total["faults"] >= len(pairs)
    assert total["acknowledged"] > total["steps"] / 2
    assert total["killed"] >= len(pairs) and found.hosts_killed >= 2


def test_a_journal_is_held_against_the_record() -> None:
    first, second = [{"do": "pass"}], [{"do": "stop"}]
    written = ['{"do": "pass"}', '{"do": "stop"}', "undo"]
    done = {"done": {"left": []}}
    told = [{"sent": first}, done, {"sent": second}, {"sent": "undo"}, {"done": {}}]
    assert matched(told, written).problems == [], "the second was sent and its answer was not heard"
    assert matched(told, written[:1]).lost == 1
    assert matched(told, [written[0], "undo"]).problems == [], "the second was never carried out"
    assert matched([{"sent": first}, {"refused": ""}], written[:1]).problems, "what was refused is there"
    waits = [{"sent": first + second}, {"done": {"left": second, "wait": True}}]
    assert matched(waits, written[:1]).problems == matched(waits, written[:2]).problems == []
    assert matched([{"sent": first}, done], [written[0]] * 2).problems, "it was carried out twice"
    before, began, joined = {"sent": first, "rev": 3}, {"began": 1}, {"joined": "german"}
    for more in ([done], [done, {"sent": second, "rev": 4}, done]):
        again = [before, *more, began, before, joined, done]
        assert matched(again, written[: 1 + len(more) // 2]).problems == [], "killed before it had kept the steps"
        assert matched([before, *more, before, done], written[: 1 + len(more) // 2]).lost == 1, "it forgot the steps"
        again = [before, *more, began, joined, before, done]
        assert matched(again, written[: 1 + len(more) // 2]).lost == 1, "the host forgot them"
    assert matched([before, done, began, {**before, "rev": 4}, joined, done], written[:1]).lost == 1
    unanswered = [before, done, {"sent": second, "rev": 4}, began, before, joined, {"refused": ""}]
    assert matched(unanswered, written[:2]).problems == [], "the second was carried out, and its answer was not heard"
