"""Earlier positions and where one stops among them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.history.track import ACTION, CHIT, TURN, Stop, step, stops_of
from app.play import past
from app.play.players import NewGame
from app.window.main_window import MainWindow
from tests.app.helpers.looking_back import lay, look_back, press

FIRST_LIGHT = NewGame("company_scale", "first-light", 7)


def test_a_position_the_record_has_lost_is_said_in_words(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(window, FIRST_LIGHT, 30)
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    look_back(window)

    def lost(*_: object) -> None:
        raise ValueError("a bad line")

    monkeypatch.setattr(past.Past, "_state", lost)
    press(window, Qt.Key.Key_Left)
    assert said == ["The saved game no longer holds it: a bad line."] and not window.game.looks_back


def test_few_positions_are_kept(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "KEPT", 4)
    lay(window, FIRST_LIGHT, 40)
    looked = past.Past(window.session)
    for seq in range(window.session.seq):
        assert looked.at(seq).digest() == window.session.at(seq).digest()
    assert len(looked._kept) == 4


def test_steps_stop_at_the_first_and_the_last() -> None:
    stops = [Stop(n, kind, "", "", "") for n, kind in enumerate((ACTION, TURN, ACTION, CHIT, ACTION))]
    assert [step(stops, at, 1, TURN) for at in range(5)] == [1, 4, 4, 4, 4]
    assert [step(stops, at, -1, CHIT) for at in range(5)] == [0, 0, 1, 1, 3]


def test_events_that_go_without_saying_are_no_stops(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    words = window.game.words
    events = [
        (3, {"event": "TurnBegan", "turn": 2, "name": "0900"}),
        (5, {"event": "Passed"}),
        (9, {"event": "Passed"}),
    ]
    names = words.names(window.game.view)
    told = [event for _, event in events if words.narrate(event, names) is not None]
    stops = stops_of(events, words, names, 11)
    assert len(stops) == len(told) + 1 and stops[0].kind == TURN and "0900" in stops[-1].turn
