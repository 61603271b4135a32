"""Dice among events: what each was for and what it brought; and random events as lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.systems.company_scale.text.events import BLOWN, tell
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words
from app.text.words import DieRoll
from rules.company_scale.records.combat_events import (
    AirCombat,
    AssaultFought,
    FireBlown,
    IlluminationFired,
    RoutChecked,
    TrenchesChecked,
)
from rules.company_scale.records.course_events import ChitsRemoved, DieRolled, RandomEvent, TrackChanged, WeatherSet
from rules.company_scale.records.event import FireOutcome, PointsGained
from rules.company_scale.records.events import event_of
from rules.company_scale.records.piece_events import (
    AmbushAttempted,
    DivisionDisbanded,
    DivisionLeft,
    EvacuationRolled,
    HeroChecked,
    SurrenderChecked,
)

# --- Dice among events: what each was for and what it brought, in a word or two ------------------------------------

SHORT = {
    "trenches": "trenches",
    "surrender": "surrender",
    "hero": "hero",
    "ambush": "ambush",
    "fire": "fire",
    "indirect_fire": "indirect fire",
    "illumination": "illumination",
    "rout_check": "rout check",
    "assault_attacker": "attacker",
    "assault_defender": "defender",
    "dispatch": "dispatch",
    "direct_commands": "commands",
    "weather": "weather",
    "random_event": "event",
    "air_combat": "air combat",
    "air_attack": "air attack",
    "evacuation": "evacuation",
}


def casts(events: Iterable[Mapping[str, Any]]) -> list[DieRoll]:
    """Return the dice among events; the event after a die that repeats it tells its result."""
    dice: list[DieRoll] = []
    for event in map(event_of, events):
        if isinstance(event, AssaultFought):
            _add_assault(dice, event)
        if isinstance(event, DieRolled):
            dice.append(DieRoll(event.die, SHORT.get(event.purpose, humanize(event.purpose).lower())))
        elif dice and not dice[-1].result:
            result = brought(event)
            if result and getattr(event, "die", dice[-1].face) == dice[-1].face:
                dice[-1] = dice[-1]._replace(result=result)
    return dice


def _add_assault(dice: list[DieRoll], event: AssaultFought) -> None:
    """Put the totals of both sides beside their last dice."""
    for side, total in (("attacker", event.attacker), ("defender", event.defender)):
        at = next((i for i in reversed(range(len(dice))) if dice[i].purpose == side), None)
        if at is not None:
            lost = f", loses by {event.difference}" if event.outcome == side else ""
            dice[at] = dice[at]._replace(result=f"= {total}{lost}")


def brought(event: object) -> str:
    """Return in a word or two what came of the die that an event tells, "" if it tells none."""
    match event:
        case IlluminationFired():
            return "lit" if event.lit else "failed"
        case RoutChecked():
            return "passed" if event.passed else "failed"
        case TrenchesChecked():
            return "trenches" if event.passed else "not yet"
        case SurrenderChecked():
            return "fights on" if event.passed else "surrenders"
        case HeroChecked():
            return "stays" if event.stays else "is gone"
        case AmbushAttempted():
            return "ambush!" if event.placed else "nobody"
        case AirCombat():
            return "hit" if event.hit else "miss"
        case FireOutcome() if event.harmless:
            return "missed" if event.die == 9 else "barrage"
        case FireOutcome():
            return event.result or "no effect"
        case FireBlown():
            return BLOWN[event.came]
        case EvacuationRolled():
            return event.hex
        case PointsGained():
            return f"+{event.gain}"
        case WeatherSet():
            return event.weather
        case RandomEvent():
            return EVENTS.get(event.name or "", "no event")
    return ""


def result_words(result: str) -> str:
    """Return an entry of the combat results table in words: "DG2 R*" is "disorganized +2, eased rout check"."""
    return ", ".join(_part(part) for part in result.split()) or "no effect"


def _part(part: str) -> str:
    if part.startswith("DG"):
        return f"disorganized +{part[2:]}"
    words = {
        "S": "suppressed",
        "R": "rout check",
        "R*": "rout check eased by 1",
        "R**": "rout check eased by 2",
        "E": "eliminated",
    }
    return words.get(part, part)


# --- Log lines for random events: the event itself, changed tracks, removed chits (20.0) ---------------------------

EVENTS = {
    "american_officer": "American officer shows initiative",
    "german_officer": "German officer shows initiative",
    "air_strike": "Air Strike!",
    "evacuation": "Evacuation panic",
    "allied_hero": "Allied hero!",
    "german_hero": "German hero!",
    "supply_shortage": "German supply shortages",
    "out_of_contact": "Americans out of radio contact",
    "desperation": "German desperation",
    "intelligence": "German intelligence breakthrough",
}
TRACKS = {
    "dispatch": "dispatch points",
    "commands": "direct commands",
    "troop_quality": "troop quality",
    "fatigue": "fatigue",
}


@tell.register
def random_event(event: RandomEvent, names: Names) -> Line:
    """Tell the random event."""
    name = str(event.name or "none")
    shown = die(event.die) if event.die is not None else ""
    return Line("line", words(shown, " ", strong(EVENTS[name]) if name in EVENTS else "No event"))


@tell.register
def track_changed(event: TrackChanged, names: Names) -> Line:
    """Tell the points that an event gives to a division or takes from it."""
    track = event.track
    change = f"{int(event.change):+d} {TRACKS.get(track, humanize(track))}, now {event.value}"
    return Line("result", words(names.of(event.division), f": {change}"))


@tell.register
def chits_removed(event: ChitsRemoved, names: Names) -> Line:
    """Tell the chits that a supply shortage takes out of the Cup."""
    gone = ", ".join(names.of(str(chit)) for chit in event.chits)
    tail = "no more can be bought this turn"
    return Line("result", words(f"Out of the Cup: {gone}; {tail}" if gone else f"No chit to remove; {tail}"))


@tell.register
def evacuation_rolled(event: EvacuationRolled, names: Names) -> Line:
    """Tell where the evacuation begins."""
    return Line("detail", words(die(event.die), " evacuation from ", hexref(event.hex)))


@tell.register
def division_disbanded(event: DivisionDisbanded, names: Names) -> Line:
    """Tell into which formation a division is disbanded."""
    into = f" ({names.of(event.heir)})"
    says = f"{names.of(event.division)} is disbanded and becomes part of {names.of(event.formation)}"
    return Line("line", words(says, into))


@tell.register
def division_left(event: DivisionLeft, names: Names) -> Line:
    """Tell that a division leaves the game."""
    return Line("line", words(f"{names.of(event.division)} leaves the battle"))
