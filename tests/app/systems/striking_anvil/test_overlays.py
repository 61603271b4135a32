"""The overlays: each is switched by its key, says what it shows, and shows what the rules answer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.systems.striking_anvil.hand.overlays import ENTRIES
from app.systems.striking_anvil.hand.overlays import OVERLAYS as CONTENTS
from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import Player, game

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return a player before the first impulse."""
    player = Player(window, game(dice=[3]))
    player.press("done")
    return player


@pytest.mark.parametrize("name,key", [(name, key.rpartition("+")[2]) for name, _, key, _ in ENTRIES])
def test_each_overlay_has_a_key_and_a_legend(player: Player, name: str, key: str) -> None:
    QTest.keyClick(player.board.view, Qt.Key[f"Key_{key}"], SHIFT)
    assert (
        player.board.overlay == name and player.board.layers[name].isVisible() and player.board.sentence.endswith(".")
    )
    chips = player.board.legend.chips
    assert [chip.overlay.shortcut for chip in chips] in ([f"Shift+{key}"], [])
    assert bool(chips) == bool(player.board.layers[name].washes)
    before = player.window.grab().toImage()
    QTest.keyClick(player.board.view, Qt.Key[f"Key_{key}"], SHIFT)
    assert player.board.overlay == "" and player.board.legend.isHidden() and not player.board.layers[name].isVisible()
    assert player.window.grab().toImage() != before


def test_one_overlay_takes_the_place_of_another(player: Player) -> None:
    for name in ("supply_german", "victory"):
        player.window.actions_[f"overlay_{name}"].trigger()
    assert player.board.overlay == "victory" and not player.window.actions_["overlay_supply_german"].isChecked()
    assert player.board.layers["victory"].overlay.words["10"] == "8 points"


def test_the_legend_on_the_map_names_what_is_shown(player: Player) -> None:
    for name, words in (
        ("control", ["Allied", "German"]),
        ("supply_german", ["German supply"]),
        ("rivers", ["Points to cross / modifier of mobile combat"]),
        ("train", ["The train", "The train can go there"]),
        ("arrivals", ["Arrives on turn 2"]),
    ):
        player.window.actions_[f"overlay_{name}"].trigger()
        (chip,) = player.board.legend.chips
        assert sorted(wash.name for wash in chip.washes) == words and chip.focused


def test_they_show_what_the_rules_answer(player: Player) -> None:
    game = player.window.game
    assert set(CONTENTS) == {name for name, *_ in ENTRIES}
    supply = CONTENTS["supply_german"](game)
    assert {(a, b) for a, b, _ in supply.lines} == {(a, b) for a, b in game.query("supply").german.lines.items() if b}
    assert CONTENTS["ffi"](game).places.keys() == set(game.query("ffi_targets").areas)
    assert CONTENTS["rivers"](game).borders["08-17"] == "2 / −4"
    assert CONTENTS["train"](game).places["12"] == "warn"
    assert CONTENTS["actors"](game).words["LZE"] == "6"
    assert CONTENTS["arrivals"](game).sentence == "Arrivals of turn 2."
    assert CONTENTS["control"](game).places["07"] == "allied"


def test_reach_follows_the_units_that_are_ticked(player: Player) -> None:
    player.window.actions_["overlay_reach"].trigger()
    assert "activate an area" in player.board.sentence
    player.click("LZE")
    assert player.board.layers["reach"].overlay.places == {"02": "warn"} and "movement point" in player.board.sentence


def test_pursuit_names_who_leaves_and_both_strengths(window: MainWindow) -> None:
    document = {
        "setup": {"07": ["us-7ir", "de-gr308"]},
        "ffi": {"07": "control"},
        "begin": {"turn": 3, "side": "allied"},
    }
    player = Player(window, game(document))
    shown = CONTENTS["pursuit"](player.window.game)
    assert shown.words["07"] == "Allied out 4:0  German out 8:0"
