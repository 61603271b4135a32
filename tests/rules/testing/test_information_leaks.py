"""Hidden hands: the card toy keeps its secrets, and its redealt positions detect each way to leak one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.engine.command import Command, Reason
from rules.engine.options import Decision, Options
from rules.testing.fuzz import check_one, games
from tests.rules.engine.helpers import toy_cards
from tests.rules.engine.helpers.toy_cards import CARDS, Deal, Duel, Play, PlayCard, State, Window


def faults(seeds: range = range(6)) -> list[str]:
    found = []
    for setting in games(CARDS, "hands", seeds):
        found += [str(fault) for fault in check_one(setting, ["random"]).faults]
    return found


def test_hidden_hands_stay_hidden_through_thirty_games() -> None:
    assert faults(range(30)) == []


def assert_found(sentence: str) -> None:
    found = faults()
    assert found and all(fault.startswith(("redeal:", "copy:")) for fault in found)
    assert any(fault.startswith("redeal:") and sentence in fault for fault in found), found


def test_a_window_that_is_left_out_without_an_ambush_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Window.ask

    def tell(self: Window, game: Duel) -> Decision | None:
        return ask(self, game) if "ambush" in game.state.hands[game.frame["seat"]] else None

    monkeypatch.setattr(Window, "ask", tell)
    assert_found("learns by play card=attack what lies hidden")


def test_a_view_of_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = CARDS.view

    def tell(game: Duel, seat: str | None) -> dict[str, Any]:
        return {**view(game, seat), "hands": {name: list(hand) for name, hand in game.state.hands.items()}}

    monkeypatch.setattr(CARDS, "view", tell)
    assert_found("the view of red shows what red cannot know")
    assert_found("the view of None shows what None cannot know")


def test_a_question_that_is_not_marked_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(self: Play, game: Duel) -> Decision:
        return Decision(game.frame["seat"], "play", "Play a card.", "1", Options(game, self.actions))

    monkeypatch.setattr(Play, "ask", tell)
    assert_found("sees by the question what lies hidden")


def test_a_prompt_that_tells_of_the_other_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(self: Play, game: Duel) -> Decision:
        seat = game.frame["seat"]
        prompt = f"Play a card; mind {game.state.hands[toy_cards.other(seat)].count('ambush')} ambushes."
        return Decision(seat, "play", prompt, "1", Options(game, self.actions), secret=True)

    monkeypatch.setattr(Play, "ask", tell)
    assert_found("sees by the question what lies hidden")


def test_an_event_that_tells_of_the_other_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = PlayCard.apply

    def tell(self: PlayCard, game: Duel, command: Command) -> None:
        game.emit("Feared", cards=game.state.hands[toy_cards.other(game.frame["seat"])])
        play(self, game, command)

    monkeypatch.setattr(PlayCard, "apply", tell)
    assert_found("what lies hidden")


def test_a_refusal_that_tells_of_the_other_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = PlayCard.reasons

    def tell(self: PlayCard, game: Duel, command: Command) -> Iterator[Reason]:
        for reason in reasons(self, game, command):
            enemy = game.state.hands[toy_cards.other(game.frame["seat"])]
            yield reason._replace(text=f"{reason.text} The enemy holds {enemy.count('ambush')} ambushes.")

    monkeypatch.setattr(PlayCard, "reasons", tell)
    assert_found("learns by play card=")


def test_a_draw_that_is_told_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(game: Duel) -> None:
        game.emit("CardDrawn", card=game.frame["result"])
        toy_cards.take_up(game)

    monkeypatch.setitem(toy_cards.DUEL.steps, "drawn", tell)
    assert_found("learns what blue draws")


def test_a_redeal_that_deals_from_what_lies_there_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def turned(scenario: Deal, state: State, seat: str | None, seed: int) -> State:
        made = state.copy()
        hidden: Sequence[str] = [name for name in CARDS.seats if name != seat]
        for name in hidden:
            made.hands[name] = state.hands[name][::-1]
        return made

    monkeypatch.setattr(CARDS, "redeal_hidden", turned)
    assert_found("depends on what red cannot see")


def test_a_redeal_that_breaks_a_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(scenario: Deal, state: State, seat: str | None, seed: int) -> State:
        made = state.copy()
        made.deck = dict.fromkeys(made.deck, -1)
        return made

    monkeypatch.setattr(CARDS, "redeal_hidden", broken)
    assert_found("redealt for red: the deck holds -1 of ambush")


def test_a_system_that_hides_without_saying_so_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CARDS, "hides", False)
    found = " ".join(faults(range(2)))
    for what in ("its redeal deals something anew", "the decision play is secret", "is not for all", "for blue only"):
        assert what in found
