"""Sequence of play: the turn from weather to the end phase (4.0)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.pieces import day_of, enemy, is_night, turn_name
from rules.company_scale.r04_chits_to_have import OUT_OF_PLAY
from rules.company_scale.r04_cup import cup_of_turn, put_out_lights
from rules.company_scale.r05_command import DIVISION, chit_kind, chit_subject, set_division
from rules.company_scale.r06_1_stacking import remember_setup
from rules.company_scale.r08_8_fires import put_out
from rules.company_scale.r13_leaders import rejoin
from rules.company_scale.r14_1_rolin import ask_lights
from rules.company_scale.r16_1_air_combat import ground_aircraft
from rules.company_scale.r18_reinforcements import arrive
from rules.company_scale.r27_victory import check_hexes, decide_winner, update_control
from rules.company_scale.r28_rerolls import renew
from rules.company_scale.r29_task_force import end_divisions
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import Battle, DivisionStatus
from rules.engine.frames import END, Procedure

RESTED: Final = 3  # 4.0
TIRED: Final = 5  # 4.0
DISPATCH_GAIN: Final = (3, 1)


def divisions_in_play(game: Battle) -> list[str]:
    """Return the divisions that have a display and counters in play or in a box, in the scenario's order (4.0)."""
    found = game.state.by_box
    divisions: list[str] | None = found.get("divisions")
    if divisions is None:
        units = game.scenario.units
        present = {units[u].division for u, record in game.state.units.items() if record.place not in OUT_OF_PLAY}
        divisions = found["divisions"] = [
            name for name, division in game.scenario.divisions.items() if name in present and division.has_display
        ]
    return divisions


def _begin(game: Battle) -> str | None:
    state = game.state
    state.phase = "preparation"
    state.cup, state.added, state.played, state.chit = (), (), (), ""
    state.shortage, state.hushed = (), ()
    game.checkpoint()
    name = turn_name(game.scenario, state.turn)
    game.emit("TurnBegan", turn=state.turn, name=name)
    end_divisions(game)
    if state.turn == 1:
        remember_setup(game)  # 6.1
    ground_aircraft(game)
    game.emit("PhaseBegan", phase="preparation")
    return None if name == "0700" else "1.D"  # weather, fatigue check and bourbon only at 0700


def _weather(game: Battle) -> str | None:
    if game.state.turn == 1 and game.scenario.weather:  # RULINGS 14: the scenario sets the first day's weather
        return "1.B"
    game.roll("weather")
    return None


def _set_weather(game: Battle) -> None:
    chart = game.scenario.charts.weather
    after = chart["after_rain_modifier"]
    assert isinstance(after, int)
    total = min(9 + after, game.frame["result"] + (after if game.state.weather == "rain" else 0))
    rain = chart["rain"]
    assert isinstance(rain, list | tuple)
    game.state.weather = "rain" if total >= int(rain[0]) else "clear"
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
    game.emit("DispatchGained", division=division, die=game.frame["result"], gain=gain,
              value=game.state.divisions[division].dispatch)  # fmt: skip
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


def _act(game: Battle) -> None:
    if turn_name(game.scenario, game.state.turn) == "0700":  # step 2.B
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
        "2.B": _act,
        "3.A": _victory,
        "3.B": _next,
    },
)
