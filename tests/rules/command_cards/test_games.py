"""Whole games: the contract, the bots, the seven scenarios to their ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.command_cards.system import SYSTEM
from rules.engine.record import save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out
from rules.testing.fuzz import check_one, games, play_one
from tests.rules.helpers.long import repeated

SCENARIOS = [told.id for told in SYSTEM.scenarios()]


def test_seven_scenarios_ship_in_the_order_of_their_dates() -> None:
    assert SCENARIOS == [
        "sauzet-night", "savasse-ridge", "bonlieu", "drome-banks", "night-charge", "drome-flood", "last-attack",
    ]  # fmt: skip
    assert all(told.note and told.title and told.turns for told in SYSTEM.scenarios())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_of_the_greedy_bot_comes_to_its_end(scenario: str) -> None:
    (setting,) = games(SYSTEM, scenario, [5])
    played = play_one(setting, ["regular"], limit=3000)
    assert played.result is not None and played.result["winner"] in SYSTEM.seats and played.faults == ()


@pytest.mark.parametrize("bots", [["random"], ["rare"], ["regular", "rare"]])
@pytest.mark.parametrize("scenario", ["last-attack", "night-charge"])
def test_the_contract_is_kept(scenario: str, bots: list[str]) -> None:
    for setting in games(SYSTEM, scenario, [3, 4][: repeated(1, 2)]):
        assert check_one(setting, bots, every=4).faults == ()


def test_greedy_beats_random() -> None:
    won = 0
    for place, names in ((0, ["regular", "random"]), (1, ["random", "regular"])):
        for setting in games(SYSTEM, "last-attack", range(5)):
            won += (play_one(setting, names).result or {}).get("winner") == SYSTEM.seats[place]
    assert won == 10


def test_a_game_is_saved_and_read_back(tmp_path: Path) -> None:
    session = Session.new(SYSTEM, SYSTEM.load("drome-flood"), seed=2, source="drome-flood")
    play_out(session, bots_for(SYSTEM.seats, ["rare"], 1), 60)
    path = tmp_path / "game.chitpull"
    save_as(session, path)
    loaded = load_record(path, attach=False, system=SYSTEM)
    assert loaded.digest() == session.digest() and loaded.notices == [] and verify(loaded, path) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"round": "one"}, 'state.round: "one" is not a whole number.'),
        ({"hands": {"german": []}}, "state.hands: the seats are allied, german."),
        ({"deck": {"ace": 1}}, "state.deck.ace: unknown card."),
        ({"units": {"german-99": {"kind": "armor", "seat": "german", "hex": "E5", "figures": 1}}},
         "state.units.german-99: this scenario has no such unit."),
    ],
)  # fmt: skip
def test_a_damaged_position_is_refused_in_words(change: dict[str, object], told: str) -> None:
    scenario = SYSTEM.load("last-attack")
    with pytest.raises(ValueError) as error:
        SYSTEM.decode(scenario, {**_plain(scenario), **change})
    assert str(error.value) == told


def _plain(scenario: object) -> dict[str, object]:
    import json

    plain: dict[str, object] = json.loads(json.dumps(SYSTEM.start(scenario).to_plain(), default=dict))  # type: ignore
    return plain
