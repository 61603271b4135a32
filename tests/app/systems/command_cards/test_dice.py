"""Dice on the board: each with what it does to the target, and out of the way of what is to be clicked."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt

from app.systems.command_cards.board.dice_layer import MUST, DiceLayer
from app.systems.command_cards.board.geometry import FOOT, center, field
from app.systems.command_cards.text.fall import Fallen
from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.events import (
    BattleDeclared,
    CardPlayed,
    DieRolled,
    DieSubject,
    FiguresLost,
    FlagIgnored,
    RetreatBlocked,
    StepBegan,
    TurnBegan,
    UnitEliminated,
    UnitMoved,
    UnitRetreated,
    UnitStruck,
)
from rules.command_cards.hexes import HEXES, NEIGHBOURS
from tests.app.systems.command_cards.helpers.table import Player, dealt
from tests.app.systems.command_cards.test_turn import press

GERMAN = ("advance-centre", "fighter-bombers", "outposts-left", "push-left", "tank-raid")
ALLIED = ("advance-left", "push-centre", "push-right", "staff-officer")
KINDS = {
    name: house_charts().units[kind]
    for name, kind in (
        ("german-1", "infantry"),
        ("allied-1", "infantry"),
        ("allied-2", "armor"),
        ("allied-3", "artillery"),
    )
}


def declared(unit: str = "german-1", target: str = "allied-1", start: str = "E3", to: str = "D3") -> BattleDeclared:
    """Return the beginning of a battle."""
    return BattleDeclared(unit, target, start, to, "close_assault", 3, overrun=False, reaction=False)


def rolled(faces: Iterable[str], target: str = "allied-1", purpose: str = "battle") -> list[DieRolled]:
    """Return dice that fall."""
    key = "unit" if purpose == "restore" else "target"
    return [DieRolled(face, purpose, DieSubject(**{key: target})) for face in faces]


def told(*events: object) -> list[list[tuple[str, str]]]:
    """Return the dice of each target with their effects after some events."""
    fallen = Fallen(KINDS, lambda unit: "D3")
    fallen.hear(events)
    return [fall.dice for fall in fallen.falls]


def test_each_die_hits_misses_or_waits_as_a_flag() -> None:
    dice = told(declared(), *rolled(("infantry", "armor", "star", "flag")))
    assert dice == [[("infantry", "hit"), ("armor", "miss"), ("star", "miss"), ("flag", "flag")]]


def test_flags_tell_one_by_one_what_becomes_of_them() -> None:
    dice = told(
        declared(), *rolled(("flag", "flag", "flag")),
        FlagIgnored("allied-1"), UnitRetreated("allied-1", "D3", "C3"), RetreatBlocked("allied-1", "C3"),
    )  # fmt: skip
    assert [what for _, what in dice[0]] == ["ignored", "retreats", "no way"]


def test_flags_on_the_dead_have_no_effect() -> None:
    dead = FiguresLost("allied-1", "D3", 1, 0, "hits"), UnitEliminated("allied-1", "D3")
    dice = told(declared(), *rolled(("grenade", "flag")), *dead)
    assert dice == [[("grenade", "hit"), ("flag", "no effect")]]


def test_what_happens_to_others_changes_nothing() -> None:
    assert told(declared(), *rolled(("flag",)), UnitRetreated("allied-2", "C4", "B4")) == [[("flag", "flag")]]


def test_stars_hit_in_a_strike_and_both_targets_keep_their_dice() -> None:
    dice = told(
        UnitStruck("allied-1", "D3", 2), *rolled(("star", "infantry"), purpose="strike"),
        UnitStruck("allied-2", "C4", 2), *rolled(("infantry",), "allied-2", "strike"),
        StepBegan("order"),
    )  # fmt: skip
    assert dice == [[("star", "hit"), ("infantry", "hit")], [("infantry", "miss")]]


def test_figures_come_back_by_stars_and_their_own_symbol() -> None:
    dice = told(*rolled(("star", "grenade", "armor"), "allied-3", "restore"))
    assert [what for _, what in dice[0]] == ["restored", "restored", "miss"]


def test_after_an_ambush_the_dice_of_the_battle_it_held_up_are_its_own() -> None:
    fallen = Fallen(KINDS, lambda unit: "D3")
    fallen.hear([declared(), declared("allied-1", "german-1", "D3", "E3"), *rolled(("star",), "german-1")])
    fallen.hear(rolled(("grenade",), "allied-1"))
    (fall,) = fallen.falls
    assert (fall.start, fall.to, fall.dice) == ("E3", "D3", [("grenade", "hit")])


ELSE = [TurnBegan("allied", 2), UnitMoved("german-2", "E5", "E6"), CardPlayed("allied", "wings"), StepBegan("battle")]


@pytest.mark.parametrize("event", ELSE, ids=lambda event: type(event).__name__)
def test_they_are_picked_up_when_something_else_is_done(event: object) -> None:
    fallen = Fallen(KINDS, lambda unit: "D3")
    fallen.hear([declared(), *rolled(("star",))])
    fallen.hear([event])
    assert fallen.falls == []


@pytest.mark.parametrize("place", HEXES)
def test_wherever_they_fall_they_hide_neither_the_battle_nor_a_way_back(place: str) -> None:
    layer, start = DiceLayer(), NEIGHBOURS[place][0]
    fallen = Fallen(KINDS, lambda unit: place)
    fallen.hear([declared(start=start, to=place), *rolled(("flag",) * 4)])
    free = NEIGHBOURS[place]
    layer.show_falls(fallen.falls, dict.fromkeys(free, MUST))
    (plate,) = layer.plates
    assert field().adjusted(-8, -8, 8, 8).contains(plate)
    assert not [name for name in (place, start, *free) if plate.contains(center(name) + FOOT)]


def test_they_stay_where_they_fell_while_nothing_under_them_is_asked() -> None:
    layer = DiceLayer()
    fallen = Fallen(KINDS, lambda unit: "E5")
    fallen.hear([declared(start="E6", to="E5"), *rolled(("flag",) * 2)])
    layer.show_falls(fallen.falls, {})
    (before,) = layer.plates
    layer.show_falls(fallen.falls, {"I13": MUST})
    assert layer.plates == [before]
    under = min(HEXES, key=lambda name: (center(name) + FOOT - before.center()).manhattanLength())
    layer.show_falls(fallen.falls, {under: MUST})
    assert layer.plates != [before]


def test_the_board_shows_them_until_the_flag_is_settled(window: MainWindow) -> None:
    player = Player(window, dealt(GERMAN, ALLIED, "infantry", "flag", "wings", "advance-centre"))
    player.open_curtain()
    player.card(4)
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    player.key(Qt.Key.Key_Space)
    player.click("E3", "D3")
    layer = player.board.scene.dice
    assert layer.falls[0].dice == [("infantry", "hit"), ("flag", "flag")] and layer.falls[0].left == 3
    press(player, "obey")
    assert player.board.marks.answers and not [
        place for place in player.board.marks.answers if layer.plates[0].contains(center(place))
    ]
    player.click(player.board.marks.answers[0])
    assert layer.falls[0].dice[1] == ("flag", "retreats")
    press(player, "stay")
    assert player.asked == "battling" and layer.falls
    player.key(Qt.Key.Key_Space)
    assert not layer.falls


def test_a_strike_shows_the_dice_of_both_targets(window: MainWindow) -> None:
    dice = ("infantry", "star", "grenade", "flag", "star", "armor")
    player = Player(window, dealt(GERMAN, ALLIED, *dice, "wings", "advance-centre"))
    player.open_curtain()
    player.card(2)
    player.click("B3", "D3")
    player.key(Qt.Key.Key_Space)
    layer = player.board.scene.dice
    assert [fall.to for fall in layer.falls] == ["B3", "D3"] and len(layer.plates) == 2
    assert not layer.plates[0].intersects(layer.plates[1])
    assert player.mat.battle.dice.rolled == [die for fall in layer.falls for die in fall.dice]
