"""Words for every event, order, unit and card."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from app.systems.command_cards.seen import NOTHING
from app.systems.command_cards.text.fall import effects
from app.systems.command_cards.text.names import hint
from app.systems.command_cards.words import WORDS
from app.text.names import Names as AnyNames
from rules.command_cards.charts import house_charts
from rules.command_cards.view import UnitView
from rules.engine.command import cmd
from rules.engine.seat import Seat
from tests.app.systems.command_cards.helpers.table import Asked, game

SCENARIOS = ("bonlieu", "drome-flood", "sauzet-night")


def named(**units: tuple[str, str, str]) -> AnyNames:
    """Return the names of units by kind, side and hex."""
    shown = {name: UnitView(kind, seat, place, 4, 4, None, False, None) for name, (kind, seat, place) in units.items()}
    return WORDS.names(replace(NOTHING, units=shown))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_are_told_in_sentences_without_identifiers(scenario: str) -> None:
    session, random = game(scenario), Random(4)
    names = WORDS.names()
    names.study(session.scenario)
    for _ in range(300):
        decision = session.decision
        if decision is None:
            break
        commands = decision.options.of(random.choice(decision.options.offered()))
        seat = Seat(session, decision.seat)
        names.learn(seat.view())
        told = [WORDS.describe(command, names, decision) for command in commands]
        assert len(set(told)) == len(told)
        assert not [words for words in told if re.search(r"(allied|german)-\d|_", words)]
        assert hint(Asked(seat), WORDS, session.scenario.charts)[0]
        session.submit(decision.seat, session.seq, random.choice(commands))
    lines = [WORDS.narrate(event, names) for _, event in Seat(session).events_at()]
    plain = [line.plain for line in lines if line is not None]
    assert len(plain) > 60 and not [line for line in plain if re.search(r"(allied|german)-\d|_|: [a-z_]+ \S+,", line)]


def test_a_battle_is_told_with_its_hexes() -> None:
    names = named(**{"german-1": ("infantry", "german", "F6")})
    event = {
        "event": "BattleDeclared", "unit": "german-1", "target": "german-1", "start": "F6", "to": "E6",
        "mode": "close_assault", "dice": 1, "overrun": False, "reaction": False,
    }  # fmt: skip
    line = WORDS.narrate(event, names)
    assert line is not None and line.plain == "German infantry in F6 assaults German infantry in E6: 1 die"


def test_the_log_does_not_tell_which_card_was_drawn() -> None:
    event = {"event": "CardDrawn", "seat": "german", "card": "bayonets", "only": "german"}
    assert WORDS.narrate(event, WORDS.names()) is None


def test_commands_are_told_by_kind_and_hex() -> None:
    names = named(**{"allied-2": ("armor", "allied", "A5")})
    assert WORDS.describe(cmd("move", unit="allied-2", to="B5"), names) == "Armor in A5 to B5"
    assert WORDS.describe(cmd("choose", card="tank-raid"), names) == house_charts().cards["tank-raid"].title


def test_dice_tell_what_they_did_where_their_count_leaves_no_doubt() -> None:
    assert effects(("infantry", "flag", "grenade"), 2, stars=False) == ["hit", "flag", "hit"]
    assert effects(("infantry", "flag", "grenade"), 1, stars=False) == ["miss", "flag", "hit"]
    assert effects(("infantry", "armor"), 1, stars=False) == ["", ""]
    assert effects(("star",), 1, stars=True) == ["hit"]


def test_the_tray_shows_each_die_with_its_effect() -> None:
    rolls = [
        {"event": "DieRolled", "die": face, "purpose": "battle", "subject": {}} for face in ("flag", "infantry")
    ]  # fmt: skip
    counted = {"event": "DiceCounted", "target": "allied-1", "rolled": ["flag", "infantry"], "hits": 1, "flags": 1}
    thrown = WORDS.casts([*rolls, counted])
    assert [(cast.face, cast.result) for cast in thrown] == [("flag", "flag"), ("infantry", "hit")]


def test_every_kind_of_unit_has_a_name() -> None:
    names = named(**{kind: (kind, "allied", "A1") for kind in house_charts().units})
    assert len({names.of(kind) for kind in house_charts().units}) == len(house_charts().units)


def test_the_hint_says_when_nothing_is_left_to_do() -> None:
    session = game()
    for verb in ("choose", "confirm", "done"):
        decision = session.decision
        assert decision is not None
        session.submit(decision.seat, session.seq, next(iter(decision.options.of(verb))))
        if verb == "choose":
            unit = next(iter(session.decision.options.of("order")))
            session.submit(decision.seat, session.seq, unit)
    decision = session.decision
    assert decision is not None and decision.kind == "battling"
    offered = decision.options.by_verb()
    seat = Seat(session, decision.seat)
    told = hint(Asked(seat), WORDS, session.scenario.charts)[0]
    assert ("has a target" in told) == (list(offered) == ["done"])
    assert hint(Asked(seat, {"done": offered["done"]}), WORDS, session.scenario.charts)[0].startswith(
        "No ordered unit has a target"
    )


def test_orders_are_told_by_kind_wherever_the_units_stand_now() -> None:
    names = named(**{"german-1": ("armor", "german", "F6")})
    line = WORDS.narrate({"event": "UnitsOrdered", "seat": "german", "units": ("german-1",)}, names)
    assert line is not None and line.plain == "Orders: armor"


def test_the_deal_is_one_line_for_each_side() -> None:
    session = game()
    names = WORDS.names()
    lines = [line.plain for _, event in Seat(session).events_at() if (line := WORDS.narrate(event, names))]
    assert lines[:3] == ["The Germans are dealt 5 cards", "The Allies are dealt 4 cards", "Round 1: German turn"]


def test_the_length_of_a_game_is_told_in_rounds() -> None:
    assert WORDS.span == "round"
    assert WORDS.when(replace(NOTHING, round=3, turn="german")) == "Round 3, German turn"


def test_every_die_of_a_battle_has_its_effect_whoever_is_hit() -> None:
    faces = ("infantry", "grenade", "star")
    events = [{"event": "DieRolled", "die": face, "purpose": "battle", "subject": {}} for face in faces]
    counted = {"event": "DiceCounted", "target": "x", "cls": "artillery", "rolled": faces, "hits": 1, "flags": 0}
    assert [cast.result for cast in WORDS.casts([*events, counted])] == ["miss", "hit", "miss"]


def test_the_move_step_has_no_heading_where_nobody_moves() -> None:
    names = WORDS.names()
    step = {"event": "StepBegan", "step": "move", "seat": "german"}
    assert WORDS.narrate(step, names) is not None and WORDS.narrate({**step, "idle": True}, names) is None


def test_orders_tell_the_hex_in_which_each_unit_stood() -> None:
    names = named(**{"german-1": ("armor", "german", "F6")})
    event = {"event": "UnitsOrdered", "seat": "german", "units": ("german-1",), "hexes": {"german-1": "H5"}}
    line = WORDS.narrate(event, names)
    assert line is not None and line.plain == "Orders: armor H5"


def test_dice_for_stragglers_are_none_of_the_battle_counted_next() -> None:
    stragglers = {"event": "DieRolled", "die": "infantry", "purpose": "restore", "subject": {"unit": "german-1"}}
    battle = {"event": "DieRolled", "die": "armor", "purpose": "battle", "subject": {"target": "allied-1"}}
    counted = {
        "event": "DiceCounted",
        "target": "allied-1",
        "cls": "infantry",
        "rolled": ["armor"],
        "hits": 0,
        "flags": 0,
    }
    dice = WORDS.casts([stragglers, battle, counted])
    assert [(cast.purpose, cast.result) for cast in dice] == [("stragglers", ""), ("battle", "miss")]
