"""The traffic jam and the evacuation: markers, road, the way out (22.1, 22.2, 22.3, 27.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import Road
from rules.company_scale.pieces import counter, enemy_holds, holder, leaders_in, name_of, weapons_in
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r06_movement import condition_reasons, fresh
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.r08_5_4_status import allowance
from rules.company_scale.r15_carrying import passenger_of
from rules.company_scale.r27_victory import DENIED, EVACUATED, EXITED, ROAD, score
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import EXITED as GONE
from rules.company_scale.state import MAP, OUT, RESERVE, Activity, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name

# --- The traffic jam in Montélimar: its marker comes with the evacuation and goes with the next event (22.1) -------


def place_jam(game: Battle) -> None:
    """Put the marker in the city; it affects the whole city wherever it lies, so it lies at the city's name."""
    if game.state.traffic_jam or not game.scenario.city:
        return
    named = (label.hex for label in game.scenario.map.labels if label.hex in game.scenario.city)
    game.state.traffic_jam = next(named, min(game.scenario.city))
    game.emit("MarkerPlaced", hex=hex_name(game.state.traffic_jam), kind="traffic_jam", value=None)


def clear_jam(game: Battle) -> None:
    """Take the marker off the map."""
    if game.state.traffic_jam:
        game.emit("MarkerRemoved", hex=hex_name(game.state.traffic_jam), kind="traffic_jam", value=None)
        game.state.traffic_jam = 0


# --- Evacuation: the markers, the Evacuation Road, and 29.01, the way out (22.2, 22.3, 27.3; the event of 20.0) ----

GERMAN: Final = "german"
ALLIED: Final = "allied"


def markers(game: Battle, place: str) -> list[str]:
    """Return the evacuation markers that are on the map, or in reserve (22.2)."""
    units, printed = game.state.units, game.scenario.units
    names = game.scenario.cached("markers", lambda: tuple(name for name, unit in printed.items() if unit.marker))
    return [name for name in names if units[name].place == place]


# ---- the event: a marker is placed, the road is checked (20.0) ----


def _find(game: Battle) -> str | None:
    where = hex_id(str(game.frame["hex"]))
    game.update(chosen="")
    if where not in game.scenario.map.hexes or enemy_holds(game, where, GERMAN):  # RULINGS 130
        return "end"
    if where in game.state.on_fire:  # 8.8.1
        return "end"
    free = markers(game, RESERVE)
    if free:
        game.update(chosen=free[0])
    elif markers(game, MAP):
        game.push("take_up")
    return None


def _place(game: Battle) -> None:
    marker = game.frame["chosen"]
    if marker:
        where = hex_id(str(game.frame["hex"]))
        game.state.place(marker, where)
        game.emit("EvacuationPlaced", unit=marker, hex=hex_name(where))
        shake_off(game, (marker,))  # 30.0


EVACUATION_MARKER: Final = Procedure("evacuation_marker", {"22.2.find": _find, "22.2.place": _place})


class TakeUp(Action):
    """Take an evacuation marker off the map so that it can be placed again (22.2)."""

    verb = "take_up"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the markers on the map."""
        for marker in markers(game, MAP):
            yield cmd("take_up", unit=marker)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be taken up."""
        if command.text("unit") not in markers(game, MAP):
            yield Reason(f"{name_of(game, command.text('unit'))} is not an evacuation marker on the map.", "22.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Take it up and score."""
        marker = command.text("unit")
        game.finish(chosen=marker)
        remove_marker(game, marker)
        score(game, ALLIED, game.scenario.victory.evacuation.get("taken", 0), DENIED)


class Leave(BareAction):
    """Leave all three where they are; none is placed."""

    verb = "leave_markers"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class TakeUpChoice(Choice):
    """Asks the Allied player which marker he takes up, if any, when all three are in play."""

    kind = "take_up"
    actions = (TakeUp(), Leave())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question."""
        prompt = "All evacuation markers are in play. Remove one to place it again?"
        subject = {"units": tuple(markers(game, MAP))}
        return Decision(ALLIED, "take_up", prompt, "22.2", Options(game, self.actions), subject)


def remove_marker(game: Battle, marker: str) -> None:
    """Take an evacuation marker off the map; a later event may bring it back (22.2)."""
    here = game.state.units[marker].hex
    remove_unit(game, marker, RESERVE)
    tidy(game, here)


def _evacuation_road(scenario: Scenario) -> frozenset[int]:
    sides = scenario.map.sides.items()
    return frozenset(here for pair, side in sides if Road.EVACUATION in side.roads for here in pair)


def _check_road(game: Battle) -> None:
    road = game.scenario.cached("evacuation road", lambda: _evacuation_road(game.scenario))
    worth = game.scenario.victory.evacuation.get("road", 0)
    is_open = bool(road) and not any(holder(game, here) == ALLIED for here in road)
    is_open = is_open and not any(here in hostile_zone(game, GERMAN) for here in road)
    game.emit("EvacuationRoadChecked", open=is_open, points=worth if is_open else 0)
    if is_open:
        score(game, GERMAN, worth, ROAD)


EVACUATION_ROAD: Final = Procedure("evacuation_road", {"20.road": _check_road})


# ---- moving them: before the first unit is paid for (22.2, 4.0 iv a) ----


class MoveMarker(Action):
    """Move an evacuation marker, once per German direct command chit and at no direct command."""

    verb = "move"
    fields = takes(units=tuple)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the markers on the map."""
        for marker in markers(game, MAP):
            yield cmd("move", units=(marker,))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why it cannot move."""
        units = command.texts("units")
        if len(units) != 1 or units[0] not in markers(game, MAP):
            yield Reason("Move evacuation markers now, one at a time. Units follow with direct commands.", "22.2")
            return
        activity = game.state.activity.get(units[0])
        if activity is not None and activity.used:
            yield Reason(f"{name_of(game, units[0])} has already moved under this chit.", "22.2")
        yield from condition_reasons(game, units[0])

    def apply(self, game: Battle, command: Command) -> None:
        """Begin its movement; nothing is spent before the first step."""
        units = command.texts("units")
        game.state.activity[units[0]] = Activity(game.state.units[units[0]].hex)
        game.push("movement", **fresh(units, (allowance(game, units[0]),)))


class EndMarkerMoves(BareAction):
    """Move no more markers."""

    verb = "done"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the step."""
        end_moves(game)
        game.finish()


def end_moves(game: Battle) -> None:
    """Deactivate the markers: they are not active while units are paid for."""
    for marker in markers(game, MAP):
        game.state.activity.pop(marker, None)


class EvacuationMoves(Choice):
    """Asks the German player, at his direct command chit, which evacuation markers move."""

    kind = "evacuation_moves"
    actions = (MoveMarker(), EndMarkerMoves())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision while a marker may still move."""
        options = Options(game, self.actions)
        if not options.offers("move"):
            end_moves(game)
            return None
        prompt = "Move evacuation markers by road or rail."
        return Decision(GERMAN, "evacuation_moves", prompt, "22.2", options, {"units": tuple(markers(game, MAP))})


# ---- 29.01 (22.3) ----


def leaving(game: Battle) -> list[str]:
    """Return the German units and markers in 29.01, which leave the map (22.3)."""
    here = game.scenario.exit
    return list(game.state.stack(here)) if here and holder(game, here) == GERMAN else []


def leave_map(game: Battle) -> None:
    """Take every German unit and marker in 29.01 off the map for good, and score (22.3, 27.3)."""
    leaves = leaving(game)
    if not leaves:
        return
    here, victory = game.scenario.exit, game.scenario.victory
    for unit in leaves:
        game.emit("UnitExited", unit=unit, hex=hex_name(here))
        if counter(game, unit).marker:
            remove_marker(game, unit)
            score(game, GERMAN, victory.evacuation.get("out", 0), EVACUATED)
        else:
            _exit(game, unit, victory.exits)
    for piece in [*(w.id for w in weapons_in(game, here)), *(x.id for x in leaders_in(game, here))]:
        game.state.put(piece, 0, OUT)
    tidy(game, here)


def _exit(game: Battle, unit: str, points: int) -> None:
    passenger = passenger_of(game.state, unit)
    for leaving in (unit, passenger) if passenger else (unit,):
        game.state.activity.pop(leaving, None)
        game.state.place(leaving, 0, GONE)
        score(game, GERMAN, 0 if counter(game, leaving).transport else points, EXITED)
