"""What the script tells about its orders: a sentence for each, in words that a player reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.company_scale.bot.reasons import USUAL, kept, nothing_left, usual_why
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.weights import POINT
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.systems import systems

COMPANY = systems()["company_scale"]
RULES = Path(__file__).parents[4] / "rules" / "company_scale"


def choices(scenario: str, count: int) -> list[BotChoice]:
    """Return the first choices of both sides in a game of the script against itself."""
    session = Session.new(COMPANY, COMPANY.load(scenario), seed=5)
    scripts = {seat: CompanyScript(n, Manner()) for n, seat in enumerate(session.system.seats)}
    made: list[BotChoice] = []
    while session.decision is not None and len(made) < count:
        seat = session.decision.seat
        made.append(scripts[seat].choose(Seat(session, seat).think(), session.decision))
        session.submit(seat, session.seq, made[-1].command)
    return made


@pytest.mark.parametrize("scenario", ["first-light", "the-feint"])
def test_every_order_has_a_sentence_that_is_whole(scenario: str) -> None:
    for choice in choices(scenario, 150):
        assert choice.text[:1].isupper() and choice.text.endswith("."), choice
        assert all(other.text.endswith(".") for other in choice.others), choice


def test_a_usual_reason_belongs_to_a_decision_and_an_order_that_there_are() -> None:
    """The rule modules name both, each in quotation marks."""
    rules = "".join(path.read_text(encoding="utf-8") for path in RULES.glob("r*.py"))
    for kind, verb in USUAL:
        assert f'"{kind}"' in rules and f'"{verb}"' in rules, (kind, verb)


def test_what_is_worth_nothing_is_told_without_figures() -> None:
    assert nothing_left(0.0).text == "It has nothing useful left to do."
    assert "0.50 points" in nothing_left(POINT / 2).text
    assert kept(0.0, POINT).text == "No fire would have any effect now."
    assert kept(POINT, 2 * POINT).text == "The best fire gains 1.0 points; holding fire is worth 2.0."
    assert usual_why("fire", "unheard_of").text == ""
