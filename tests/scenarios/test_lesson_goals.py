"""Every aim of a worked example's lesson is met when the example is played as the rulebook plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.command import Command
from rules.engine.session import Session, Update
from rules.lessons.lesson import DONE, Deed, Given, LessonProgress
from rules.lessons.reading import lesson_called, list_lessons
from tests.scenarios import test_example_airpower as airpower
from tests.scenarios import test_example_assault as assault
from tests.scenarios import test_example_indirect_fire as indirect
from tests.scenarios import test_example_rail_guns as rail
from tests.scenarios import test_example_transport as transport
from tests.scenarios import test_examples as examples

Play = Callable[[], Any]
PLAYS: dict[str, tuple[Play, ...]] = {
    "05-3-direct-commands": (examples.test_direct_commands_and_paying_for_one_company,),
    "05-3-division-activation": (
        examples.test_the_15th_panzer_regiment_is_twelve_active_counters,
        examples.test_the_11th_panzer_division_is_97_active_counters,
    ),
    "06-1-formations": (examples.test_different_formations,),
    "06-1-stacking": (examples.test_stacking,),
    "06-2-1-gray": (examples.test_grayed_out_hexes,),
    "06-2-2-ridge": (examples.test_a_ridge,),
    "08-1-targets": (
        examples.test_a_hex_with_infantry_and_half_tracks,
        examples.test_a_hex_with_infantry_in_a_foxhole,
        examples.test_a_hex_with_a_flamethrower,
        examples.test_a_hex_with_a_panther,
    ),
    "08-3-fire": (examples.test_a_nine_misses,),
    "08-6-opportunity-fire": (examples.test_opportunity_fire,),
    "08-7-2-barrages": (indirect.test_leaving_a_medium_barrage, indirect.test_entering_a_medium_barrage),
    "08-7-indirect-fire": (lambda: indirect.test_what_the_dice_bring(2, True, True),),
    "09-5-assault": (lambda: assault.fought(5, 5),),
    "10-rally": (examples.test_rally,),
    "15-transport": (
        transport.test_a_company_is_loaded_and_driven_down_the_road,
        transport.test_the_watcher_fires_before_or_after_the_unloading,
        transport.test_the_guns_ride_and_keep_what_they_would_abandon,
    ),
    "16-airpower": (
        airpower.test_the_column_is_attacked_on_the_road_and_both_players_react_to_the_die,
        airpower.test_the_division_chit_brings_an_air_strike_at_the_panthers,
    ),
    "25-rail-guns": (rail.test_caesar_fires_north_along_its_line, rail.test_gneisenau_fires_northeast_along_its_line),
    "30-riding-on-tanks": (transport.test_the_company_rides_until_the_enemy_is_near,),
}


def begun(name: str) -> LessonProgress:
    lesson = lesson_called(name)
    assert lesson is not None and lesson.free and lesson.scenario == name
    return LessonProgress(lesson)


@pytest.mark.parametrize("name", sorted(PLAYS))
def test_the_aims_of_an_example_are_met_by_playing_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    progress, submit = begun(name), Session.submit

    def watched(session: Session, seat: str, seq: int, command: Command) -> Update:
        asked = session.decision
        update = submit(session, seat, seq, command)
        assert asked is not None
        progress.notice([Given(asked.kind, seat, command)], session.view())
        return update

    monkeypatch.setattr(Session, "submit", watched)
    for play in PLAYS[name]:
        play()
    missing = [step.id for step in progress.lesson.steps if step.id not in progress.ended]
    assert not missing and set(progress.ended.values()) == {DONE}


@pytest.mark.parametrize("name", sorted(PLAYS))
def test_no_aim_is_met_at_the_start(name: str) -> None:
    session = Session.new(SYSTEM, load_scenario(name), seed=1)
    assert not begun(name).notice([], session.view())


def test_the_lines_of_sight_are_told_apart() -> None:
    progress = begun("07-1-2-line-of-sight")
    assert not progress.notice([Deed("line", frozenset({"14.30", "10.33"}))], {})
    for a, b in (("12.34", "14.30"), ("13.31", "11.31"), ("12.28", "08.32"), ("14.30", "10.30")):
        assert len(progress.notice([Deed("line", frozenset({a, b}))], {})) == 1
    assert progress.is_complete


def test_every_worked_example_has_a_lesson() -> None:
    assert {lesson.scenario for lesson in list_lessons() if lesson.free} == examples.EXAMPLES
    assert {*PLAYS, "07-1-2-line-of-sight"} == examples.EXAMPLES
