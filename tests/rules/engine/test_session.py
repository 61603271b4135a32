"""The session: one way in, three errors, and a refused command changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, cmd
from rules.engine.nature import SeededNature
from rules.engine.session import Entry, Listener, Session
from tests.rules.engine.helpers.playing import CLOSE, asked, events, manual, play, scripted
from tests.rules.engine.helpers.toy_system import DUEL, TOY


def facts(session: Session) -> tuple[Any, ...]:
    return session.digest(), session.seq, session.pending, list(session.log), session.can_undo, len(session.events)


@pytest.mark.parametrize(
    ("seat", "off", "command", "error", "sentence"),
    [
        ("blue", 0, cmd("rest"), NotYourDecision, "The red player must decide now: Use a piece or rest."),
        ("red", -1, cmd("rest"), NotYourDecision, "is for position 0, but the game is at 1"),
        ("red", 0, cmd("dance"), MalformedCommand, 'This game has no command "dance".'),
        ("red", 0, cmd("march", unit="r1"), MalformedCommand, 'needs the field "to"'),
        ("red", 0, cmd("march", unit="r1", to=9), IllegalCommand, "off the lane of 7 spaces"),
        ("red", 0, cmd("hold"), IllegalCommand, "First answer: Use a piece or rest."),
    ],
)
def test_a_refused_command_changes_nothing(
    seat: str, off: int, command: Command, error: type[Exception], sentence: str
) -> None:
    session = scripted("red", 5)
    before = facts(session)
    with pytest.raises(error, match=sentence):
        session.submit(seat, session.seq + off, command)
    assert facts(session) == before


def test_while_nature_is_asked_the_system_still_says_when_a_command_is_possible() -> None:
    session = manual()
    assert session.request is not None
    told = [(reason.text, reason.rule) for reason in session.explain("red", cmd("march", unit="r1", to=3))]
    assert told == [("A die roll or draw comes first.", ""), ("Orders are given when your chit is drawn.", "1")]


def test_the_system_says_when_a_command_of_another_moment_is_possible() -> None:
    session = scripted("blue", pieces=CLOSE)
    play(session, "march", unit="b1", to=3)
    with pytest.raises(IllegalCommand, match="when your chit is drawn"):
        play(session, "march", unit="r1", to=1)


def test_no_command_is_taken_after_the_end() -> None:
    session = scripted("blue", "red", rounds=1)
    play(session, "rest")
    play(session, "rest")
    with pytest.raises(NotYourDecision, match="The game is over"):
        session.submit("red", session.seq, cmd("rest"))
    assert [reason.text for reason in session.explain("red", cmd("rest"))] == ["The game is over."]


def test_explain_lists_every_failed_condition() -> None:
    session = scripted("red")
    assert session.explain("red", cmd("march", unit="r1", to=2)) == []
    assert [r.rule for r in session.explain("red", cmd("march", unit="b9", to=40))] == ["1.1", "2.1"]
    assert [r.text for r in session.explain("blue", cmd("rest"))] == [
        "The red player must decide now: Use a piece or rest."
    ]
    assert session.explain("red", cmd("hold"))[0].text == "First answer: Use a piece or rest."


def test_a_command_whose_dice_fail_leaves_nothing_behind() -> None:
    session = scripted("blue", pieces={"r1": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}})
    play(session, "shoot", unit="b1", target="r1")
    before = facts(session)
    with pytest.raises(MalformedCommand, match="scripted dice have run out"):
        play(session, "confirm")
    assert facts(session) == before


def test_outcomes_of_a_refused_command_go_back_into_the_script() -> None:
    session = scripted("red", "blue")
    nature: Any = session.driver
    play(session, "rest")
    with pytest.raises(MalformedCommand, match="run out"):
        play(session, "rest")
    session.take_back(1)
    nature.add(9)
    play(session, "rest")
    with pytest.raises(MalformedCommand, match="answer"):
        play(session, "rest")
    assert list(nature.outcomes) == [9], "9 was refused as a draw"


def test_a_listener_that_fails_undoes_the_command() -> None:
    class Full(Listener):
        def accepted(self, session: Session, entries: Any, events: Any, *, snapshot: bool) -> None:
            raise OSError("disk full")

    session = scripted("red", "blue", "red", "red")
    before = facts(session)
    session.listeners.append(Full())
    with pytest.raises(OSError, match="disk full"):
        play(session, "rest")
    assert facts(session) == before
    session.listeners.clear()
    play(session, "rest")
    assert asked(session).seat == "blue"


def test_a_listener_that_fails_undoes_an_undo() -> None:
    class Full(Listener):
        def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
            raise OSError("disk full")

    session = scripted("red", "blue")
    play(session, "march", unit="r1", to=1)
    session.listeners.append(Full())
    before = facts(session)
    for go in (session.undo, lambda: session.take_back(0)):
        with pytest.raises(OSError, match="disk full"):
            go()
        assert facts(session) == before
    session.listeners.clear()
    assert session.undo() == 1


def test_listeners_hear_entries_events_and_snapshots() -> None:
    heard: list[Any] = []

    class Ear(Listener):
        def accepted(self, session: Session, entries: Any, events: Any, *, snapshot: bool) -> None:
            heard.append((list(entries), [event["event"] for event in events], snapshot))

        def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
            heard.append((seq, agreed))

    session = scripted("red", "blue", "red")
    session.listeners.append(Ear())
    play(session, "scout", unit="r1")
    play(session, "rest")
    play(session, "rest")
    session.take_back(1)
    assert heard == [
        ([Entry("red", cmd("scout", unit="r1"))], ["Scouted"], False),
        ([Entry("red", cmd("rest")), Entry("nature", {"draw": "blue"})], ["ChitDrawn"], False),
        ([Entry("blue", cmd("rest")), Entry("nature", {"draw": "red"})], ["RoundBegan", "ChitDrawn"], True),
        (1, True),
    ]


def test_undo_goes_back_to_the_barrier_and_no_further() -> None:
    session = scripted("blue", 5, pieces={"r1": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}})
    digests = [session.digest()]
    play(session, "shoot", unit="b1", target="r1")
    digests.append(session.digest())
    play(session, "cancel")
    assert session.can_undo
    assert (session.undo(), session.digest()) == (2, digests[1])
    assert (session.undo(), session.digest()) == (1, digests[0])
    assert not session.can_undo
    with pytest.raises(IllegalCommand, match="Nothing to undo"):
        session.undo()


def test_a_die_is_a_barrier() -> None:
    session = scripted("blue", 0, "red", pieces={"r1": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}})
    play(session, "shoot", unit="b1", target="r1")
    play(session, "confirm")
    assert not session.can_undo


def test_the_other_sides_decision_is_a_barrier() -> None:
    session = scripted("blue", pieces=CLOSE)
    play(session, "march", unit="b1", to=3)
    assert session.can_undo, "blue may still take it back while red thinks"
    play(session, "hold")
    session.undo()
    assert not session.can_undo


def test_a_revelation_is_a_barrier() -> None:
    session = scripted("red")
    play(session, "scout", unit="r1")
    assert not session.can_undo


def test_a_take_back_goes_past_barriers_and_meets_the_same_dice() -> None:
    session = Session.new(TOY, TOY.load("duel"), seed=5)
    digests = {session.seq: session.digest()}
    while session.seq < 20:
        session.submit(asked(session).seat, session.seq, next(iter(asked(session).options)))
        digests[session.seq] = session.digest()
    log = list(session.log)
    session.take_back(2)
    assert session.digest() == digests[session.seq]
    again = Session.new(TOY, TOY.load("duel"), nature=session.driver)
    for entry in log:
        if entry.seat != "nature":
            again.submit(entry.seat, again.seq, entry.answer)
    assert again.log == log


def test_a_take_back_into_a_draw_draws_again() -> None:
    session = scripted("red", "blue", "red")
    play(session, "rest")
    assert session.seq == 3
    session.take_back(2)
    assert session.seq == 3 and session.decision is not None


@pytest.mark.parametrize("seq", [-1, 3, 99, "1", True])
def test_a_take_back_goes_to_an_earlier_position(seq: Any) -> None:
    session = scripted("red", "blue")
    play(session, "rest")
    with pytest.raises(MalformedCommand, match="from 0 to 2"):
        session.take_back(seq)


def test_every_earlier_state_can_be_had_again() -> None:
    session = Session.new(TOY, TOY.load("crowd"), seed=2)
    kept = {session.seq: session.digest()}
    while session.decision and session.seq < 60:
        session.submit(session.decision.seat, session.seq, list(session.decision.options)[-1])
        kept[session.seq] = session.digest()
    for seq, digest in kept.items():
        assert _digest(session.state_at(seq)) == digest


def test_a_fork_goes_its_own_way() -> None:
    session = Session.new(TOY, TOY.load("duel"), seed=5)
    before = facts(session)
    fork = session.fork()
    play(fork, "rest")
    assert facts(session) == before and fork.seq > session.seq


def test_dice_rolled_by_hand_are_waited_for() -> None:
    session = manual()
    assert session.request is not None and session.request.items == ("red", "blue")
    with pytest.raises(NotYourDecision, match="First a draw is needed for whose chit"):
        session.submit("red", 0, cmd("rest"))
    with pytest.raises(MalformedCommand, match="red, blue"):
        session.nature({"draw": "green"})
    assert events(session.nature({"draw": "red"})) == ["ChitDrawn"]
    with pytest.raises(NotYourDecision, match="No die roll or draw is needed"):
        session.nature({"die": 5})
    assert session.seq == 1


def test_seeded_dice_and_draws_are_separate_streams() -> None:
    nature, other = SeededNature(4), SeededNature(4)
    request: Any = manual().request
    draws = [nature.answer(request, {"draw": n, "die": 0}) for n in range(20)]
    assert draws == [other.answer(request, {"draw": n, "die": n}) for n in range(20)]
    assert len(set(draws)) == 2


def test_queries_are_checked_and_change_nothing() -> None:
    session = scripted("red")
    before = facts(session)
    assert session.query("reach", unit="r1") == {"spaces": [1, 2]}
    bad: list[Callable[[], Any]] = [
        lambda: session.query("weather"),
        lambda: session.query("reach"),
        lambda: session.query("reach", unit="r1", fast=True),
        lambda: session.query("reach", unit="zz"),
    ]
    for ask in bad:
        with pytest.raises(MalformedCommand):
            ask()
    assert facts(session) == before


def test_the_odds_come_from_the_code_that_resolves() -> None:
    session = scripted("blue", pieces={"r1": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}})
    play(session, "shoot", unit="b1", target="r1")
    assert session.query("odds") == {"chance": [4, 10]}


def test_an_inline_document_is_a_scenario() -> None:
    session = scripted("red", width=30)
    assert session.scenario.width == 30 and isinstance(session.source, dict) and session.source["id"] == DUEL["id"]


def _digest(state: Any) -> str:
    from rules.engine.plain import digest

    return digest(state.to_plain())


# --- earlier positions -----------------------------------------------------------------------------------------------


def test_an_earlier_position_is_had_as_a_game_of_its_own() -> None:
    session = scripted("blue", "red", pieces=CLOSE)
    kept = {session.seq: (session.digest(), session.view("red"), session.decision.prompt if session.decision else "")}
    for verb, told in (("scout", {"unit": "b2"}), ("rest", {})):
        play(session, verb, **told)
        decision = session.decision
        kept[session.seq] = (session.digest(), session.view("red"), decision.prompt if decision else "")
    before = facts(session)
    for seq, (digest, view, prompt) in kept.items():
        past = session.at(seq)
        assert (past.digest(), past.view("red"), past.decision.prompt if past.decision else "") == (
            digest,
            view,
            prompt,
        )
        assert past.seq == seq and not past.can_undo and all(at <= seq for at, _ in past.events)
    other = session.at(min(kept))
    play(other, "rest")
    assert facts(session) == before and other.log != session.log
