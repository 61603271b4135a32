"""Questions in words: short, whole sentences, built when they are asked and kept in no position."""

from __future__ import annotations

from functools import cache

import pytest

from rules.engine.options import Decision
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.systems import find
from rules.testing.bots import RareBot

LONGEST = 90
GAMES = (
    "anvil-historical", "anvil-june", "anvil-redeploy", "bonlieu", "drome-flood", "night-charge", "sauzet-night",
)  # fmt: skip
DECISIONS = 1500


@cache
def asked(name: str) -> tuple[frozenset[str], str]:
    """Play with bots that seek rare cases; return every prompt, and every text that a frame has held."""
    system, source = find(name)
    session = Session.new(system, system.load(source), seed=5, source=source)
    bots, seats = {seat: RareBot(n) for n, seat in enumerate(system.seats)}, seats_of(session)
    prompts, held = set[str](), set[str]()
    for _ in range(DECISIONS):
        decision = session.decision
        if not isinstance(decision, Decision):
            break
        prompts.add(decision.prompt)
        held.update(str(frame.to_plain()) for frame in session.state.frames)
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(seats[decision.seat], decision))
    return frozenset(prompts), "\n".join(held)


@pytest.mark.parametrize("name", GAMES)
def test_a_prompt_is_a_short_whole_sentence(name: str) -> None:
    prompts, _ = asked(name)
    assert len(prompts) > 5
    assert [text for text in prompts if len(text) > LONGEST] == []
    assert [text for text in prompts if not text[0].isupper() or text[-1] not in ".?"] == []


@pytest.mark.parametrize("name", [*GAMES, "first-light"])
def test_a_prompt_names_no_button(name: str) -> None:
    """What a button or key is called is up to the table."""
    prompts, _ = asked(name)
    assert prompts and [text for text in prompts if "Press" in text or "Click" in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_frame_holds_a_prompt(name: str) -> None:
    prompts, held = asked(name)
    assert [text for text in prompts if text in held] == [] and held
