"""Sequence of play: the turn from weather to the end phase, and what a chit in play does (4.0, 5.0)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.pieces import day_of, enemy, hour_number, is_night, turn_name
from rules.company_scale.r04_chits_in_play import OUT_OF_PLAY
from rules.company_scale.r04_cup import cup_of_turn, put_out_lights
from rules.company_scale.r05_activation import make_active
from rules.company_scale.r05_command import (
    DIVISION,
    chit_kind,
    chit_subject,
    has_division_hq,
    set_division,
    units_of_chit,
)
from rules.company_scale.r06_1_stacking import remember_setup
from rules.company_scale.r08_8_fires import burn, put_out
from rules.company_scale.r08_direct_fire import lift_concentrations
from rules.company_scale.r09_2_placing import ask_markers
from rules.company_scale.r09_assault import carry_out_assaults
from rules.company_scale.r12_support_weapons import ask_attachment, ask_detachment, make_available
from rules.company_scale.r13_1_relocation import ask_leaders
from rules.company_scale.r13_leaders import rejoin
from rules.company_scale.r14_1_rolin import ask_lights
from rules.company_scale.r16_2_air_strikes import offer_strikes
from rules.company_scale.r16_air_support import ground_aircraft
from rules.company_scale.r18_reinforcements import arrive
from rules.company_scale.r22_evacuation import leave_map
from rules.company_scale.r24_kampfgruppen import disband
from rules.company_scale.r27_victory import check_hexes, decide_winner, update_control
from rules.company_scale.r28_rerolls import renew
from rules.company_scale.r29_task_force import end_divisions
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import Battle, DivisionStatus, State, derived
from rules.engine.frames import END, Procedure

# --- Sequence of play: the turn from weather to the end phase (4.0) ------------------------------------------------

RESTED: Final = 3  # 4.0
TIRED: Final = 5  # 4.0
DISPATCH_GAIN: Final = (3, 1)


@derived(State.by_box)
def divisions_in_play(game: Battle) -> list[str]:
    """Return the divisions that have a display and counters in play or in a box, in the scenario's order (4.0)."""
    units = game.scenario.units
    present = {units[u].division for u, record in game.state.units.items() if record.place not in OUT_OF_PLAY}
    return [name for name, division in game.scenario.divisions.items() if name in present and division.has_display]


def _begin(game: Battle) -> str | None:
    state = game.state
    state.phase = "preparation"
    state.cup, state.added, state.played, state.chit = (), (), (), ""
    state.shortage, state.hushed = (), ()
    game.checkpoint()
    name = turn_name(game.scenario, state.turn)
    game.emit("TurnBegan", turn=state.turn, name=name)
    end_divisions(game)
    if state.turn == 1 and game.scenario.begin is None:
        remember_setup(game)  # 6.1
    ground_aircraft(game)
    game.emit("PhaseBegan", phase="preparation")
    return None if not hour_number(game.scenario, state.turn) else "1.D"  # weather, fatigue, bourbon only at 0700


def _weather(game: Battle) -> str | None:
    scenario = game.scenario
    if game.state.turn == 1 and scenario.weather and scenario.begin is None:  # RULINGS 14: it sets the first day's
        return "1.B"
    game.roll("weather")
    return None


def _set_weather(game: Battle) -> None:
    chart = game.scenario.charts.weather
    after = chart.after_rain_modifier
    total = min(9 + after, game.frame["result"] + (after if game.state.weather == "rain" else 0))
    game.state.weather = "rain" if total >= chart.rain else "clear"
    if game.state.weather == "rain":
        put_out(game)
    game.emit("WeatherSet", weather=game.state.weather, total=total)


def _check_fatigue(game: Battle) -> None:
    for division in divisions_in_play(game):
        status = game.state.divisions[division]
        quality = quality_after_fatigue(status, game.scenario.divisions[division].max_troop_quality)
        if quality != status.troop_quality:
            set_division(game, division, troop_quality=quality)
            game.emit("TroopQualityChanged", division=division, value=quality)


def quality_after_fatigue(status: DivisionStatus, maximum: int) -> int:
    """Return troop quality after the 0700 check: a rested division gains 1, a tired one loses 1 (4.0)."""
    if status.fatigue <= RESTED:
        return max(status.troop_quality, min(status.troop_quality + 1, maximum))
    return max(0, status.troop_quality - 1) if status.fatigue >= TIRED else status.troop_quality


def _renew(game: Battle) -> None:
    renew(game)


def _spend(game: Battle) -> None:
    first = game.scenario.initiative  # RULINGS 15
    game.push("preparation", seat=enemy(first))
    game.push("preparation", seat=first)
    game.push("attachments")  # 26


def _fatigue(game: Battle) -> None:
    activated = {chit_subject(chit) for chit in game.state.added if chit_kind(chit) == DIVISION}
    step = 2 if is_night(game) else 1
    for division in divisions_in_play(game):
        fatigue = game.state.divisions[division].fatigue
        new = fatigue + step if division in activated else fatigue - 1
        set_division(game, division, fatigue=new)
        if game.state.divisions[division].fatigue != fatigue:
            game.emit("FatigueChanged", division=division, value=game.state.divisions[division].fatigue)
    game.update(queue=tuple(divisions_in_play(game)))


def _dispatch(game: Battle) -> str | None:
    queue = game.frame["queue"]
    if not queue:
        return "1.G"
    game.roll("dispatch", division=queue[0])
    return None


def _gain_dispatch(game: Battle) -> str | None:
    division = game.frame["queue"][0]
    high, low = DISPATCH_GAIN
    gain = high if game.frame["result"] <= game.scenario.divisions[division].dispatch_rating else low
    set_division(game, division, dispatch=game.state.divisions[division].dispatch + gain)
    game.emit(
        "DispatchGained",
        division=division,
        die=game.frame["result"],
        gain=gain,
        value=game.state.divisions[division].dispatch,
    )
    game.update(queue=game.frame["queue"][1:])
    return "1.F.roll"


def _reinforce(game: Battle) -> None:
    for unit in arrive(game):
        rejoin(game, unit)  # 13.1
    due = (arrival for arrival in game.scenario.reinforcements if arrival.turn <= game.state.turn)
    shake_off(game, tuple(unit for arrival in due for unit in arrival.units))  # 30.0


def _fill_cup(game: Battle) -> None:
    game.state.phase = "action"
    game.state.cup = cup_of_turn(game)
    game.emit("PhaseBegan", phase="action")


def _play_chits(game: Battle) -> None:
    if not hour_number(game.scenario, game.state.turn):  # step 2.B: at 0700
        put_out_lights(game)
    game.push("action_phase")
    ask_lights(game)  # 14.1: before the first draw


def _victory(game: Battle) -> None:
    game.state.phase = "end"
    game.emit("PhaseBegan", phase="end")
    update_control(game)
    check_hexes(game)


def _next(game: Battle) -> str | None:
    if game.state.turn >= game.scenario.turns:
        decide_winner(game)
        return END
    game.state.turn += 1
    if day_of(game.scenario, game.state.turn) != day_of(game.scenario, game.state.turn - 1):
        game.emit("DayBegan", day=day_of(game.scenario, game.state.turn))
    return "1"


TURN: Final = Procedure(
    "turn",
    {
        "1": _begin,
        "1.A": _weather,
        "1.A.set": _set_weather,
        "1.B": _check_fatigue,
        "1.C": _renew,
        "1.D": _spend,
        "1.E": _fatigue,
        "1.F.roll": _dispatch,
        "1.F.gain": _gain_dispatch,
        "1.G": _reinforce,
        "2.A": _fill_cup,
        "2.B": _play_chits,
        "3.A": _victory,
        "3.B": _next,
    },
)


# --- What a chit in play does: division, formation and direct command chits, and how each ends (4.0, 5.1) ----------


def _air_strikes(game: Battle) -> None:
    offer_strikes(game, game.frame["seat"], drawn=game.state.frames[game.index - 1]["drawn"])


def _leaders(game: Battle) -> None:
    ask_leaders(game, game.frame["seat"])


def _attach(game: Battle) -> None:
    ask_attachment(game, game.frame["seat"])


def _make_available(game: Battle) -> None:
    make_available(game)


def _detach(game: Battle) -> None:
    ask_detachment(game, game.frame["seat"])


def _make_active(game: Battle) -> None:
    for unit in units_of_chit(game, game.state.chit):
        make_active(game, unit)


def _assault(game: Battle) -> None:
    carry_out_assaults(game, game.frame["seat"])


def _prepare_assaults(game: Battle) -> None:
    ask_markers(game, game.frame["seat"])


def _activate_units(game: Battle) -> None:
    game.push("activation", seat=game.frame["seat"])


def _burn(game: Battle) -> None:
    burn(game)


def _stacking(game: Battle) -> None:
    state = game.state
    disband(game)
    leave_map(game)  # 22.3: units that returned there from the routed box
    lift_concentrations(game)  # 8.3.6
    state.activity, state.fired, state.rallied, state.built = {}, {}, (), ()
    game.push("stacking")


FORMATION_ACTIVATION: Final = Procedure(
    "formation_activation",
    {
        "2.C.iii.a": _air_strikes,
        "2.C.iii.b": _leaders,
        "2.C.iii.c": _attach,
        "2.C.iii.d": _make_available,
        "2.C.iii.e": _detach,
        "2.C.iii.f": _make_active,
        "2.C.iii.g": _assault,
        "2.C.iii.h": _prepare_assaults,
        "2.C.iii.j": _activate_units,
        "8.8.1": _burn,
        "2.C.iii.l": _stacking,
    },
)


def _queue(game: Battle) -> None:
    seat = game.frame["seat"]
    game.update(
        queue=tuple(
            d for d, division in game.scenario.divisions.items() if division.side == seat and has_division_hq(game, d)
        )
    )


def _roll_commands(game: Battle) -> str | None:
    queue = game.frame["queue"]
    if not queue:
        return "2.C.iv.d"
    game.roll("direct_commands", division=queue[0])
    return None


def _gain_commands(game: Battle) -> str | None:
    division = game.frame["queue"][0]
    gain = game.frame["result"] // 2 + game.scenario.divisions[division].command_rating  # 4.0
    set_division(game, division, commands=game.state.divisions[division].commands + gain)
    total = game.state.divisions[division].commands
    game.emit("CommandsGained", division=division, die=game.frame["result"], gain=gain, value=total)
    game.update(queue=game.frame["queue"][1:])
    return "2.C.iv.a.roll"


def _evacuate(game: Battle) -> None:
    if game.frame["seat"] == "german":
        game.push("evacuation_moves")


DIRECT_COMMAND: Final = Procedure(
    "direct_command",
    {
        "22.2": _evacuate,
        "2.C.iv.a": _queue,
        "2.C.iv.a.roll": _roll_commands,
        "2.C.iv.a.gain": _gain_commands,
        "2.C.iv.d": _activate_units,
        "8.8.1": _burn,
        "2.C.iv.stacking": _stacking,
    },
)
