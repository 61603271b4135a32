"""Hidden hands: redealt positions, the window of a seat, plain names of hexes."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from rules.command_cards.cards import whole_deck
from rules.command_cards.system import SYSTEM
from rules.engine.frozen import to_plain
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import RandomBot, play_out
from tests.rules.command_cards.helpers.boards import board


def games(scenario: str, count: int, decisions: int) -> list[Session]:
    found = []
    for seed in range(count):
        session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=seed, source=scenario)
        play_out(session, {seat: RandomBot(seed) for seat in SYSTEM.seats}, decisions)
        found.append(session)
    return found


@pytest.mark.clause("CMD-card-04")
@pytest.mark.parametrize("seat", ["allied", "german", None])
def test_a_redeal_deals_anew_what_the_seat_does_not_see(seat: str | None) -> None:
    for session in games("bonlieu", 3, 40):
        dealt = [SYSTEM.redeal_hidden(session.scenario, session.state, seat, seed) for seed in range(6)]
        assert all(SYSTEM.check(session.scenario, twin) == [] for twin in dealt)
        assert len({json.dumps(twin.hands) for twin in dealt}) > 1
        for twin in dealt:
            assert seat is None or twin.hands[seat] == session.state.hands[seat]
            assert SYSTEM.view(Seat(session).think(), seat).units == session.view(seat).units


def test_a_card_laid_out_is_not_in_the_redeal_for_the_enemy() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card").do("choose", card="push-centre").do("order", unit="G5")
    own, others = (
        SYSTEM.redeal_hidden(b.session.scenario, b.state, seat, 1).frames[-1] for seat in ("german", "allied")
    )
    assert own["card"] == "push-centre" and others["card"] == "" and others["units"] == ()


def test_the_deck_is_a_count_and_all_cards_are_somewhere() -> None:
    for session in games("sauzet-night", 2, 60):
        state = session.state
        held = Counter(state.face_down()) + Counter(state.discards) + Counter(state.lying.values())
        held += Counter([state.played] if state.played else [])
        for hand in state.hands.values():
            held += Counter(hand)
        assert held == Counter({k: n for k, n in whole_deck(session.scenario).items() if n})
        assert held["fighter-bombers"] == 0  # set aside


def test_the_request_for_a_draw_does_not_show_the_deck() -> None:
    from rules.engine.nature import ManualNature

    session = Session.new(SYSTEM, SYSTEM.load("last-attack"), nature=ManualNature())
    german, allied = Seat(session, "german"), Seat(session, "allied")
    assert german.request is not None and german.request.items == () and allied.request is None
    german.nature({"draw": "wings"})
    assert german.view().hand == ("wings",) and allied.view().sides["german"].cards == 1


def test_the_numbers_of_the_lattice_reach_nobody() -> None:
    for session in games("savasse-ridge", 2, 80):
        decision = session.decision
        told = [
            to_plain(session.view(None)),
            [e for _, e in session.events],
            [str(o) for o in decision.options] if decision else 0,
        ]
        assert not re.search(r"\b(0[2-9]|10)\.?(0[1-9]|1[0-3])\b", json.dumps(told, default=dict))
        places = re.findall(r'"hex": "(\w+)"', json.dumps(told, default=dict))
        assert places and all(re.fullmatch(r"[A-I]\d{1,2}", place) for place in places)
