"""Words: parts of a line, events, commands, hints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.systems.company_scale import verbs
from app.systems.company_scale.board.counters.face import Mark, marks_of
from app.systems.company_scale.text.army import half, move_words, now_words, unit_lines
from app.systems.company_scale.text.hints import able_units, choose_one, ending_warning, hint, how_to
from app.systems.company_scale.text.names import Names, direction, humanize, marker
from app.systems.company_scale.text.tell import is_several
from app.systems.company_scale.words import WORDS
from app.text.parts import TextPart, hexref, listing, text, to_html, words
from rules.company_scale.records.answers import Ending, UnitNow
from rules.engine.command import cmd
from rules.engine.english import signed
from tests.app.helpers.fake_session import decide
from tests.app.systems.company_scale.helpers.positions import activation, position, unit

NAMES = Names(position())


def test_pieces_become_links_pictures_and_escaped_words() -> None:
    html = to_html((text("a < b "), hexref("18.40"), TextPart("die", "7"), TextPart("rule", "8.6")))
    assert "a &lt; b" in html
    assert '<a href="hex:18.40">18.40</a>' in html
    assert 'src="die:7"' in html
    assert '<a href="rule:8.6">(8.6)</a>' in html


@pytest.mark.parametrize(("count", "said"), [(0, ""), (1, "a"), (2, "a and b"), (3, "a, b and c")])
def test_listing_reads_like_a_sentence(count: int, said: str) -> None:
    assert "".join(p.plain for p in listing([text(c) for c in "abc"[:count]])) == said


def test_words_leave_out_nothing() -> None:
    assert words("", "x", "") == (text("x"),)


def test_units_that_step_together_are_told_together() -> None:
    steps = [{"event": "UnitMoved", "unit": u, "from": "18.43", "to": "18.44"} for u in ("b_117", "c_117")]
    [event] = WORDS.condense(steps)
    line = WORDS.narrate(event, NAMES)
    assert line is not None
    assert line.plain == "Troop B, 117th Cavalry and Troop C, 117th Cavalry move 18.43 → 18.44"


def test_units_that_arrive_together_are_told_together() -> None:
    arrived = [{"event": "UnitArrived", "unit": u, "hex": "18.44"} for u in ("b_117", "c_117", "f_117")]
    [event] = WORDS.condense(arrived)
    line = WORDS.narrate(event, NAMES)
    assert event["units"] == ["b_117", "c_117", "f_117"]
    assert line is not None and line.plain.endswith(" arrive in 18.44")
    assert len(WORDS.condense([arrived[0], {**arrived[1], "hex": "19.44"}])) == 2


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("Trucks, Pz.Gren.Rgt. 110", True),
        ("88 mm guns, Flak-Regiment 18", True),
        ("Anti-tank platoons of the battalions, GR 305", True),
        ("Company F (light tanks), 117th Cavalry", False),
        ("Headquarters, Pz.A.A. 11", False),
        ("3e Bataillon de Zouaves Portés", False),
    ],
)
def test_which_names_stand_for_several_things(name: str, several: bool) -> None:
    assert is_several(name) is several


def test_verbs_agree_with_who_does_something() -> None:
    names = Names(
        position(units=(unit("lkw", "Trucks, FR 71", "german", None), unit("a", "Company A", "allied", None)))
    )
    for event, said in (
        ({"event": "TransportLeft", "unit": "lkw"}, "Trucks, FR 71 return to the transport pool"),
        ({"event": "TransportLeft", "unit": "a"}, "Company A returns to the transport pool"),
        ({"event": "UnitMoved", "unit": "lkw", "from": "18.43", "to": "18.44"}, "Trucks, FR 71 move 18.43 → 18.44"),
        ({"event": "RoutChecked", "unit": "lkw", "hex": "18.43", "die": 9, "passed": False},
         "[9] rout check: Trucks, FR 71 fail"),
        ({"event": "IndirectFireDeclared", "unit": "lkw", "hex": "18.43", "value": 2},
         "Trucks, FR 71 fire indirectly at 18.43 (value 2)"),
        ({"event": "FormationChanged", "unit": "a", "units": ["a", "lkw"], "deployed": True},
         "Company A and Trucks, FR 71 deploy"),
        ({"event": "FireDeclared", "unit": "lkw", "hex": "18.43", "type": "small_arms", "value": 2,
          "opportunity_fire": True}, "Trucks, FR 71 opportunity fire at 18.43 (small arms, value 2)"),
    ):  # fmt: skip
        line = WORDS.narrate(event, names)
        assert line is not None and line.plain == said


def test_units_that_turn_together_are_told_together() -> None:
    turned = [{"event": "FormationChanged", "unit": u, "deployed": False} for u in ("b_117", "c_117")]
    [event] = WORDS.condense(turned)
    for each, said in ((event, "Cavalry go into column"), (turned[0], "Cavalry goes into column"),
                       ({**event, "deployed": True}, "Cavalry deploy")):  # fmt: skip
        line = WORDS.narrate(each, NAMES)
        assert line is not None and line.plain.endswith(said)
    assert len(WORDS.condense([turned[0], {**turned[1], "deployed": True}])) == 2


def test_a_unit_that_comes_back_the_same_way_is_told_twice() -> None:
    there = {"event": "UnitMoved", "unit": "b_117", "from": "18.43", "to": "18.44"}
    assert len(WORDS.condense([there, there])) == 2


def test_foxholes_are_told_once() -> None:
    dug = {"event": "Building", "unit": "b_117", "hex": "18.43", "what": "foxhole"}
    placed = {"event": "MarkerPlaced", "kind": "foxhole", "hex": "18.43", "value": None}
    assert WORDS.condense([dug, placed]) == [dug]
    assert WORDS.condense([dug, {**placed, "hex": "18.44"}]) == [dug, {**placed, "hex": "18.44"}]


@pytest.mark.parametrize(("did", "kind"), [("SmokePlaced", "barrage"), ("IlluminationFired", "illumination")])
def test_smoke_and_light_are_told_once(did: str, kind: str) -> None:
    put = {"event": did, "unit": "b_117", "hex": "18.43", "die": 4}
    placed = {"event": "MarkerPlaced", "kind": kind, "hex": "18.43", "value": ""}
    assert WORDS.condense([put, placed]) == [put]
    assert WORDS.condense([put, {**placed, "kind": "dg"}]) == [put, {**placed, "kind": "dg"}]


@pytest.mark.clause("CSS-8.8.1-07")
def test_the_wind_tells_which_fire_it_meets_and_what_comes_of_it() -> None:
    rolled = {"event": "DieRolled", "die": 1, "purpose": "wind_on_fire", "subject": {"hex": "18.43"}}
    assert WORDS.narrate(rolled, NAMES) is None
    line = WORDS.narrate({"event": "FireBlown", "die": 1, "hex": "18.43", "came": "down"}, NAMES)
    assert line is not None and line.plain.endswith("the fire in 18.43 burns down")


def test_a_unit_that_a_direct_command_was_paid_for_is_named_once() -> None:
    paid = {"event": "CommandSpent", "division": "tfb", "unit": "b_117", "left": 3}
    active = {"event": "UnitActivated", "unit": "b_117"}
    assert WORDS.condense([paid, active]) == [paid]
    assert WORDS.condense([active]) == [active]


def test_a_transport_that_loads_at_once_is_told_once() -> None:
    came = {"event": "TransportCame", "unit": "lkw", "passenger": "b_117", "hex": "18.43"}
    aboard = {"event": "UnitLoaded", "unit": "b_117", "transport": "lkw", "hex": "18.43"}
    assert WORDS.condense([came, aboard]) == [aboard]
    assert WORDS.condense([came]) == [came]  # fire comes between them


def test_aircraft_given_one_after_the_other_are_told_by_their_sum() -> None:
    first, second = ({"event": "AirSupportPlaced", "division": "us_36", "value": n} for n in (1, 2))
    other = {**first, "division": "tfb"}
    assert WORDS.condense([first, second, other]) == [second, other]


@pytest.mark.clause("CSS-8.5-09")
def test_a_headquarters_that_is_eliminated_is_said_to_return() -> None:
    gone = {"event": "UnitEliminated", "unit": "b_117", "hex": "18.43", "place": "routed"}
    told, lost = WORDS.narrate(gone, NAMES), WORDS.narrate({**gone, "place": "eliminated"}, NAMES)
    assert told is not None and lost is not None
    assert told.plain == f"{lost.plain}; a headquarters goes to the Routed Units box"


def test_a_fire_is_told_with_value_die_and_result() -> None:
    declared = {"event": "FireDeclared", "unit": "r1", "hex": "18.43", "aim": "hex", "type": "small_arms", "value": 5}
    fired = {"event": "Fired", "unit": "r1", "hex": "18.43", "aim": "hex", "die": 9, "value": 5, "result": ""}
    told = [line.plain for event in (declared, fired) if (line := WORDS.narrate(event, NAMES))]
    assert told == [
        "1st Company, Reconnaissance 11 fires at 18.43 (small arms, value 5)",
        "[9] on the table: no effect",
    ]


def test_an_unknown_event_is_named_with_its_facts() -> None:
    line = WORDS.narrate({"event": "BridgeBlown", "hex": "18.40"}, NAMES)
    assert line is not None
    assert line.plain == "Bridge blown: hex 18.40"


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("dg", 2, "DG 2"),
        ("pinned", None, "Pinned"),
        ("ridge", "german", "Ridge (German)"),
        ("barrage", "heavy", "Heavy barrage"),
    ],
)
def test_markers_have_names(kind: str, value: object, said: str) -> None:
    assert marker(kind, value) == said


def test_names_of_chits_and_of_what_nobody_knows() -> None:
    assert NAMES.of("formation:tfb_117cav") == "117th Cavalry Squadron"
    assert NAMES.of("command:german") == "German Direct Command"
    assert NAMES.of("some_thing") == "Some thing"
    assert humanize("NoOpportunityFire") == "No opportunity fire"


def test_compass_words() -> None:
    assert direction("18.40", "18.39") == "north"
    assert direction("18.40", "19.40") == "south-east"
    assert direction("18.40", "18.50") == ""


def test_commands_read_as_phrases() -> None:
    assert verbs.describe(cmd("fire", unit="b_117", hex="17.45"), NAMES) == "Fire at 17.45 with B/117 Cav"
    assert verbs.describe(cmd("choose", weapon=""), NAMES) == "None"
    assert verbs.describe(cmd("aim", target="hex"), NAMES) == "The whole hex"


def test_each_verb_that_waits_at_the_same_time_has_a_key_of_its_own() -> None:
    together = [*verbs.UNIT_VERBS, "end_activation", "concentrate"]
    keys = [verbs.verb(name).key for name in together]
    assert len(set(keys)) == len(keys)


def test_simple_orders_begin_with_the_forward_one_and_leave_toggles_out() -> None:
    offered = {name: [cmd(name)] for name in ("cancel", "concentrate", "confirm")}
    assert [c.verb for c in WORDS.simple(offered)] == ["confirm", "cancel"]


def nobody_burns(name: str) -> Ending:
    return Ending({}, ())


def test_units_without_an_action_are_named_before_the_activation_ends() -> None:
    view, decision = position(), activation()
    offered = decision.options.by_verb()
    assert [unit.id for unit in able_units(view, offered)] == ["b_117", "f_117"]
    assert ending_warning(view, offered, NAMES, nobody_burns).startswith(
        "2 units have not acted: B/117 Cav, F/117 Cav."
    )
    assert ending_warning(view, {"end_activation": [cmd("end_activation")]}, NAMES, nobody_burns) == ""
    paying = {"activate": [cmd("activate", unit="b_117")], "end_activation": [cmd("end_activation")]}
    idle, acted = (position(units=(unit("b_117", "B", "allied", None, actions_used=n),)) for n in (0, 1))
    assert ending_warning(idle, paying, NAMES, nobody_burns).startswith("No unit has been activated under this chit.")
    assert ending_warning(acted, paying, NAMES, nobody_burns) == ""


def test_units_that_may_act_again_are_named_before_the_activation_ends() -> None:
    offered = {"fire": [cmd("fire", unit="c_117", hex="17.45")], "end_activation": [cmd("end_activation")]}
    assert ending_warning(position(), offered, NAMES, nobody_burns).startswith("C/117 Cav can act again.")


def test_the_hint_names_chit_and_points() -> None:
    said = hint(position(), activation())
    assert "Chit: 117th Cavalry Squadron" in said
    assert "Task Force Butler 6" in said


def test_a_direct_command_chit_asks_for_a_unit_before_it_can_be_dragged() -> None:
    said = how_to(decide("allied", "activation", "Pay.", cmd("activate", unit="b_117"), cmd("end_activation")))
    assert said == choose_one() and "press A to activate" in said
    assert "Drag" in how_to(activation())


@pytest.mark.parametrize(("value", "said"), [(2.5, "2½"), (0.5, "½"), (3, "3"), (0, "0")])
def test_half_points(value: float, said: str) -> None:
    assert half(value) == said


def test_facts_of_a_unit() -> None:
    lines = unit_lines(position().units[0], NAMES)
    assert any("Deployed" in line for line in lines)
    assert lines[-1] == "Active, has not acted"
    assert move_words(None) == "can't move on this side"
    assert (signed(-2), signed(0), signed(3)) == ("−2", "0", "+3")


def test_an_event_die_is_shown_with_the_event_it_brings() -> None:
    rolled = {"event": "DieRolled", "die": 4, "purpose": "event"}
    for name, said in (("allied_hero", "Allied hero!"), ("none", "no event")):
        shown = WORDS.casts([rolled, {"event": "RandomEvent", "die": 4, "name": name}])
        assert [cast.result for cast in shown] == [said]


def test_an_order_for_a_hex_alone_names_it() -> None:
    assert verbs.describe(cmd("light", hex="18.40"), NAMES) == "Illuminate 18.40"
    assert verbs.describe(cmd("place_hero", unit="b_117"), NAMES) == "The hero joins B/117 Cav"


def test_the_dice_of_an_assault_show_both_totals_and_who_lost() -> None:
    dice = [
        {"event": "DieRolled", "die": n, "purpose": f"assault_{side}"} for n, side in ((6, "attacker"), (5, "defender"))
    ]
    fought = {"event": "AssaultFought", "hex": "18.43", "attacker": 9, "defender": 12, "outcome": "attacker",
              "difference": 3}  # fmt: skip
    assert [cast.result for cast in WORDS.casts([*dice, fought])] == ["= 9, loses by 3", "= 12"]
    assert [cast.result for cast in WORDS.casts([*dice, {**fought, "outcome": "tie"}])] == ["= 9", "= 12"]


def test_who_rides_says_on_what_and_is_not_called_out_of_command() -> None:
    loaded = replace(position().units[0], place="carried", carried_by="b_117", in_command=False)
    assert "Loaded on" in unit_lines(loaded, NAMES)[-1] and not loaded.is_out_of_command
    assert not marks_of(loaded) & Mark.OUT_OF_COMMAND and marks_of(replace(loaded, place="map")) & Mark.OUT_OF_COMMAND
    assert "Carries" in unit_lines(replace(loaded, carried_by=None, carries="b_117"), NAMES)[-1]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "AirAttacked", "hex": "13.54", "die": 4, "result": ""}, "no effect"),
        ({"event": "AirCombat", "side": "allied", "die": 4, "hit": True}, "hit"),
        ({"event": "TrenchesChecked", "hex": "13.54", "die": 4, "passed": False}, "not yet"),
        ({"event": "HeroChecked", "name": "Rolin", "die": 4, "stays": False}, "is gone"),
        ({"event": "SurrenderChecked", "hex": "13.54", "die": 4, "passed": False}, "surrenders"),
        ({"event": "AmbushAttempted", "unit": "ffi", "hex": "13.54", "die": 4, "placed": True}, "ambush!"),
        ({"event": "EvacuationRolled", "die": 4, "hex": "13.54"}, "13.54"),
        ({"event": "FireBlown", "die": 4, "hex": "13.54", "came": "on"}, "burns on"),
    ],
)
def test_no_die_stands_without_what_it_brought(event: dict[str, Any], said: str) -> None:
    assert [cast.result for cast in WORDS.casts([{"event": "DieRolled", "die": 4, "purpose": "any"}, event])] == [said]


def test_a_fire_below_nothing_has_a_true_minus() -> None:
    assert now_words(UnitNow("a", -4)) == "fire −4"
    line = WORDS.narrate({"event": "IndirectFireDeclared", "unit": "b_117", "hex": "18.43", "value": -3}, NAMES)
    assert line is not None and line.plain.endswith("(value −3)")
