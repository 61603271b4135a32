"""What a host says becomes records; what makes no sense is garbled, never an error of another kind."""

from __future__ import annotations

from typing import Any

import pytest

from app.online.messages import Answer, ClockNow, Garbled, Joined, OrdersOutcome, SentStep, SentSteps, taken
from rules.engine.command import Reason
from rules.engine.frozen import to_plain

STEP = {"rev": 3, "seat": "german", "do": {"do": "pass"}, "chain": "c3"}
JOINED = {
    "seat": None, "system": "company_scale", "schema": 1, "rules": 2, "scenario": "first-light", "missing": ["allied"],
    "here": [], "ways": {"mail": False}, "commitment": "x",
}  # fmt: skip


def test_a_message_may_say_more_than_is_known() -> None:
    joined = taken(Joined, {**JOINED, "clock": {"asked": "german", "for": 7, "paused": False, "colour": "red"}})
    assert joined.seat is None and joined.missing == ("allied",) and joined.clock == ClockNow("german", 7, False)
    assert joined.over is None and joined.standing == () and joined.proposed is None


@pytest.mark.parametrize("clock", [ClockNow("german", 7, False), ClockNow("", 0, True, 60, {"german": 60})])
def test_a_clock_travels_as_it_is(clock: ClockNow) -> None:
    assert taken(ClockNow, to_plain(clock)) == clock and ("left" in to_plain(clock)) == (clock.left is not None)


def test_steps_keep_what_the_copy_reads() -> None:
    steps = SentSteps.of({"rev": 2, "steps": [STEP, {"rev": 4, "chain": "c4", "back": 1, "agreed": True}]})
    assert steps.steps[0].plain == STEP and steps.steps[1].back == 1 and steps.steps[1].agreed


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ({"id": 5, "result": {"rev": 3}}, Answer(5, {"rev": 3})),
        ({"id": 5, "error": {"code": 1, "message": "No."}}, Answer(5, {}, "No.", (Reason("No."),))),
        (
            {"id": 5, "error": {"message": "No.", "data": {"reasons": [{"text": "Too far.", "rule": "6.2"}]}}},
            Answer(5, {}, "No.", (Reason("Too far.", "6.2"),)),
        ),
    ],
)
def test_answers_are_results_or_refusals(told: dict[str, Any], answer: Answer) -> None:
    assert Answer.of(told) == answer and answer.is_refused == ("error" in told)


@pytest.mark.parametrize(
    "told",
    [
        {}, {"rev": "3", "chain": "c"}, {"rev": 3}, {"rev": 3, "chain": 4}, {"rev": 3, "chain": "c", "back": "1"},
        {"rev": 3, "chain": "c", "agreed": 1}, None, 7, [],
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_garbled(told: Any) -> None:
    for kind in (SentStep, Joined, ClockNow):
        with pytest.raises(Garbled):
            taken(kind, told)
    for steps in ({"rev": 0, "steps": [told]}, {"rev": 0, "steps": "none"}, {"steps": [STEP]}):
        with pytest.raises(Garbled):
            SentSteps.of(steps)
    with pytest.raises(Garbled):
        taken(OrdersOutcome, {"rev": "much"})
    with pytest.raises(Garbled):
        Answer.of({"id": "5", "result": {}})
