"""What crosses to the process that thinks: the position as its seat knows it, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from app.play.players import KEY, Players
from app.window.main_window import MainWindow
from rules.engine.evaluator import Manner
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from tests.app.helpers.against import against


def crossing(window: MainWindow, session: Session) -> list[dict[str, Any]]:
    """Put a game on the table in which the computer decides, and return what is said to its process."""
    said: list[dict[str, Any]] = []
    worker = window.players.opponent.worker
    assert session.decision is not None
    session.kept[KEY] = Players({session.decision.seat: Manner()}).to_plain()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "_say", said.append)
        patch.setattr(worker, "_start", lambda: None)
        window.put(session)
        window.players.opponent._settle()
    return [line.get("begin") or {**line["think"], "n": 0} for line in said if "stop" not in line]


def test_what_crosses_does_not_depend_on_the_other_hand_nor_on_seed_and_record(window: MainWindow) -> None:
    system = systems()["command_cards"]
    scenario = system.load("bonlieu")
    first = Session.new(system, scenario, nature=SeededNature(3), source="bonlieu")
    play_out(first, bots_for(system.seats, ["regular"], 3), 40)
    assert first.decision is not None
    seat, told, hands = first.decision.seat, [], set()
    for seed in range(4):
        state = system.redeal_hidden(scenario, first.state, seat, seed) if seed else first.state
        hands.add(str(state.to_plain()))
        other = Session(system, scenario, state.copy(), SeededNature(seed), "bonlieu")
        other.resume()
        told.append([{**line, "seq": 0} if "seq" in line else line for line in crossing(window, other)])
    assert len(hands) > 1
    assert all(lines == told[0] for lines in told)
    begin, think = told[0]
    assert set(begin) == {"system", "scenario"}
    assert set(think) == {"n", "seq", "seat", "level", "temper", "state", "anew"}


def test_the_computer_hides_its_hand_from_the_table_and_needs_no_curtain(window: MainWindow) -> None:
    window.players.opponent.may_play = lambda: False
    assert window.new_game(against("german", system="command_cards", scenario="bonlieu"))
    game = window.game
    assert game.seat.name == "allied" and not window.curtain.isVisible() and window.hands.awaits == ""
    assert game.decision is None or game.decision.seat == "allied"
    assert all(event.get("only") in (None, "allied") for event in game.history())


def test_events_of_the_computers_order_are_those_the_player_hears(window: MainWindow, qtbot: Any) -> None:
    heard: list[dict[str, Any]] = []
    window.game.changed.connect(heard.extend)
    assert window.new_game(against("allied", system="command_cards", scenario="bonlieu"))
    qtbot.waitUntil(lambda: window.game.decision is not None, timeout=60_000)
    assert all(event.get("only") in (None, "german") for event in heard)
    assert all(entry.answer is None for entry in window.game.seat.log() if entry.only == "allied")
