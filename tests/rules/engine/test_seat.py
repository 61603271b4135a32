"""The seat: it sees and hears what is open or its own, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.command import IllegalCommand, MalformedCommand, NotYourDecision, cmd
from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.nature import ManualNature, ScriptedNature
from rules.engine.record import save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out
from tests.rules.engine.helpers.playing import play, scripted
from tests.rules.engine.helpers.toy_cards import CARDS, SEATS
from tests.rules.engine.helpers.toy_system import TOY

RED, BLUE = ("attack", "attack", "probe"), ("ambush", "attack", "probe")


def dealt(*outcomes: str) -> Session:
    """Deal to red and blue and let blue begin, with a script for what follows."""
    return Session.new(CARDS, CARDS.load("hands"), nature=ScriptedNature([*RED, *BLUE, *outcomes]), source="hands")


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    session = dealt()
    hands = {name: Seat(session, name).view()["hand"] for name in (*SEATS, None)}
    assert hands == {"red": list(RED), "blue": list(BLUE), None: []}


def test_of_a_secret_decision_others_learn_who_is_asked() -> None:
    session = dealt()
    red, blue, spectator = Seat(session, "red"), Seat(session, "blue"), Seat(session)
    assert blue.decision is session.decision is not None
    assert red.decision is None and spectator.decision is None
    assert {seat.asked for seat in (red, blue, spectator)} == {"blue"}


def test_an_error_does_not_tell_of_a_secret_decision() -> None:
    session = dealt()
    red = Seat(session, "red")
    with pytest.raises(NotYourDecision, match=r"^The blue player must decide now\.$"):
        red.submit(session.seq, cmd("play", card="probe"))
    told = [red.explain(cmd("play", card=card)) for card in ("ambush", "attack", "flag")]
    assert [str(reason) for reasons in told for reason in reasons] == ["The blue player must decide now."] * 3
    assert [str(reason) for reason in Seat(session, "blue").explain(cmd("play", card="flag"))] == [
        "You hold no flag. (1.1)"
    ]


def test_a_spectator_gives_no_orders() -> None:
    session = dealt()
    with pytest.raises(NotYourDecision, match="A spectator can't give orders"):
        Seat(session).submit(session.seq, cmd("rest"))
    assert [reason.text for reason in Seat(session).explain(cmd("rest"))] == ["The blue player must decide now."]


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(MalformedCommand, match=r'Unknown seat "green". The seats are red, blue'):
        Seat(dealt(), "green")


def test_events_for_one_seat_are_heard_by_that_seat_alone() -> None:
    session = dealt("attack")
    update = Seat(session, "blue").submit(session.seq, cmd("play", card="probe"))
    assert [event["event"] for event in update.events] == ["CardPlayed", "CardDrawn", "HandGrew"]
    assert update.decision is None, "red's turn is red's secret"
    drawn = {name: [e["card"] for e in Seat(session, name).events() if e["event"] == "CardDrawn"] for name in SEATS}
    assert drawn == {"red": list(RED), "blue": [*BLUE, "attack"]}
    assert [event for _, event in Seat(session, "red").events_at()] == Seat(session, "red").events()
    assert Seat(session).events_at()[-1] == (8, {"event": "HandGrew", "seat": "blue", "cards": 3})
    heard = Seat(session).events(session.seq - 2)
    assert [event["event"] for event in heard] == ["CardPlayed", "HandGrew"]


def test_the_log_keeps_what_was_answered_in_secret() -> None:
    session = dealt("hit", "hit", "star", "probe")
    play(session, "play", card="attack")
    play(session, "stand")
    answers = {name: [entry.answer for entry in Seat(session, name).log()[6:8]] for name in (*SEATS, None)}
    attack, stand = cmd("play", card="attack"), cmd("stand")
    assert answers == {"red": [None, stand], "blue": [attack, None], None: [None, None]}
    dice = [entry.answer for entry in Seat(session).log()[8:]]
    assert dice == [{"die": "hit"}, {"die": "hit"}, {"die": "star"}, None]
    assert [entry.seat for entry in Seat(session).log()[5:9]] == ["nature", "blue", "red", "nature"]


def test_a_draw_by_hand_is_asked_of_the_one_who_may_see_it() -> None:
    session = Session.new(CARDS, CARDS.load("hands"), nature=ManualNature())
    red, blue = Seat(session, "red"), Seat(session, "blue")
    assert red.request is not None and (red.request.purpose, red.request.items) == ("card", ())
    assert blue.request is None and blue.asked == Seat(session).asked == "nature"
    with pytest.raises(NotYourDecision, match="Only the red player may see and answer"):
        blue.nature({"draw": "probe"})
    with pytest.raises(NotYourDecision, match=r"^First a draw is needed\.$"):
        blue.submit(session.seq, cmd("rest"))
    assert red.nature({"draw": "probe"}).seq == 1
    assert red.view()["hand"] == ["probe"] and blue.view()["hand"] == []


def test_a_position_to_think_in_holds_other_cards_and_the_same_hand() -> None:
    session = dealt()
    red = Seat(session, "red")
    hands = {red.think(seed).state.hands["blue"] for seed in range(20)}
    assert len(hands) > 3 and all(red.think(seed).state.hands["red"] == RED for seed in range(20))
    assert {red.fork(seed).state.hands["red"] for seed in range(5)} == {RED}
    assert session.state.hands["blue"] == BLUE


def test_a_fork_to_think_in_is_a_game_of_its_own() -> None:
    session = dealt("probe")
    fork = Seat(session, "blue").fork(3)
    assert fork.seq == 0 and fork.log == [] and fork.driver is not session.driver
    play_out(fork, bots_for(CARDS.seats, ["random"], 1))
    assert fork.is_over and session.seq == 6 and not session.is_over


def test_a_question_is_answered_from_what_the_seat_may_know() -> None:
    session = dealt()
    assert Seat(session, "blue").query("holds", seat="blue", card="ambush") is True
    guesses = [Seat(session, "red").think(seed).state.hands["blue"] for seed in range(20)]
    assert Seat(session, "red").query("holds", seat="blue", card="ambush") == ("ambush" in guesses[0])
    with pytest.raises(MalformedCommand, match=r'Unknown query "weather". Known: holds'):
        Seat(session, "red").query("weather")


def test_only_the_seat_whose_command_was_the_last_undoes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "reveal", lambda game: None)  # playing a card reveals it: a barrier
    session = dealt()
    play(session, "play", card="attack")
    red, blue = Seat(session, "red"), Seat(session, "blue")
    assert blue.can_undo and not red.can_undo and not Seat(session).can_undo
    with pytest.raises(NotYourDecision, match="Only the player who gave the last command can undo it"):
        red.undo()
    assert blue.undo() == 6 and blue.view()["hand"] == list(BLUE)
    with pytest.raises(IllegalCommand, match="Nothing to undo"):
        red.undo()


def test_at_an_open_table_everything_passes() -> None:
    session = scripted("red", 5)
    table, seats = Seat(session), seats_of(session)
    assert list(seats) == list(TOY.seats) and seats["blue"].decision is session.decision is table.decision
    assert table.think().state is session.state and table.log() == session.log
    assert table.events() == session.events_since(-1) and table.seats == ("red", "blue")
    assert table.query("reach", unit="r1") == session.query("reach", unit="r1")
    update = table.submit(session.seq, cmd("scout", unit="r1"))
    assert update.decision is session.decision and table.explain(cmd("rest")) == []
    assert seats["blue"].explain(cmd("rest"))[0].text == "The red player must decide now: Use a piece or rest."


def test_at_an_open_table_anybody_undoes() -> None:
    session = scripted("red", 5)
    play(session, "march", unit="r1", to=1)
    assert Seat(session).can_undo and Seat(session, "blue").can_undo
    assert Seat(session, "blue").undo() == 1 and not Seat(session).can_undo


def test_an_open_table_can_take_back_and_end() -> None:
    session = scripted("red", "blue", rounds=1)
    play(session, "rest")
    table = Seat(session)
    assert table.take_back(1) == 1
    play(session, "rest")
    play(session, "rest")
    assert table.is_over and table.asked is None and table.result == session.result


def test_what_is_hidden_stays_hidden_in_a_record(tmp_path: Path) -> None:
    session = Session.new(CARDS, CARDS.load("hands"), seed=3, source="hands")
    play_out(session, bots_for(CARDS.seats, ["random"], 3), 9)
    save_as(session, tmp_path / "game.chitpull")
    again = load_record(tmp_path / "game.chitpull", attach=False)
    assert again.notices == [] == verify(again, tmp_path / "game.chitpull")
    for name in (*SEATS, None):
        one, two = Seat(session, name), Seat(again, name)
        assert (one.log(), one.events(), one.view()) == (two.log(), two.events(), two.view())
    assert Seat(again, "red").log() != again.log
    assert again.take_back(4) == 6, "what was left to deal is dealt again"
    assert again.state.hands == session.state_at(6).hands


def test_hidden_draws_come_from_a_seed_where_players_roll_their_own_dice() -> None:
    hands = CARDS.load("hands")
    session = Session.new(CARDS, hands, nature=ManualNature(5))
    dealt = [Seat(session, seat).view()["hand"] for seat in SEATS]
    assert all(dealt) and session.decision is not None
    again = Session.new(CARDS, hands, nature=ManualNature(5))
    assert [Seat(again, seat).view()["hand"] for seat in SEATS] == dealt
    assert ManualNature(5).answer(Request("die", "hit", (1, 2)), {}) is None
