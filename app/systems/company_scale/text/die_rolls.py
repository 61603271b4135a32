"""Dice among events: what each was for and what it brought, in a word or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.systems.company_scale.text.events import BLOWN, tells
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words
from app.text.words import DieRoll, Event

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
    for event in events:
        if event.get("event") == "AssaultFought":
            _add_assault(dice, event)
        if event.get("event") == "DieRolled":
            purpose = str(event.get("purpose", ""))
            dice.append(DieRoll(int(event["die"]), SHORT.get(purpose, humanize(purpose).lower())))
        elif dice and not dice[-1].result:
            result = _result(event)
            if result and event.get("die", dice[-1].face) == dice[-1].face:
                dice[-1] = dice[-1]._replace(result=result)
    return dice


def _add_assault(dice: list[DieRoll], event: Mapping[str, Any]) -> None:
    """Put the totals of both sides beside their last dice."""
    for side in ("attacker", "defender"):
        at = next((i for i in reversed(range(len(dice))) if dice[i].purpose == side), None)
        if at is not None:
            lost = f", loses by {event['difference']}" if event["outcome"] == side else ""
            dice[at] = dice[at]._replace(result=f"= {event[side]}{lost}")


CAME = {
    "IlluminationFired": ("lit", "lit", "failed"),
    "RoutChecked": ("passed", "passed", "failed"),
    "TrenchesChecked": ("passed", "trenches", "not yet"),
    "SurrenderChecked": ("passed", "fights on", "surrenders"),
    "HeroChecked": ("stays", "stays", "is gone"),
    "AmbushAttempted": ("placed", "ambush!", "nobody"),
    "AirCombat": ("hit", "hit", "miss"),
}
"""Of events that tell how a die came out: the key that says whether well, and the words for both."""


def _result(event: Mapping[str, Any]) -> str:
    kind = event.get("event")
    if kind in CAME:
        key, well, ill = CAME[str(kind)]
        return well if event.get(key) else ill
    if kind == "IndirectFired" and event.get("harmless"):
        return "missed" if event.get("die") == 9 else "barrage"
    if kind in ("Fired", "IndirectFired", "AirAttacked"):
        return str(event.get("result") or "no effect")
    if kind == "FireBlown":
        return BLOWN[str(event["came"])]
    if kind == "EvacuationRolled":
        return str(event["hex"])
    if kind in ("CommandsGained", "DispatchGained"):
        return f"+{event['gain']}"
    if kind == "WeatherSet":
        return str(event["weather"])
    if kind == "RandomEvent":
        return EVENTS.get(str(event.get("name")), "no event")
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


@tells("RandomEvent")
def random_event(event: Event, names: Names) -> Line:
    """Tell the random event."""
    name = str(event.get("name") or "none")
    shown = die(event["die"]) if event.get("die") is not None else ""
    return Line("line", words(shown, " ", strong(EVENTS[name]) if name in EVENTS else "No event"))


@tells("TrackChanged")
def track_changed(event: Event, names: Names) -> Line:
    """Tell the points that an event gives to a division or takes from it."""
    track = str(event["track"])
    change = f"{int(event['change']):+d} {TRACKS.get(track, humanize(track))}, now {event['value']}"
    return Line("result", words(names.of(str(event["division"])), f": {change}"))


@tells("ChitsRemoved")
def chits_removed(event: Event, names: Names) -> Line:
    """Tell the chits that a supply shortage takes out of the Cup."""
    gone = ", ".join(names.of(str(chit)) for chit in event.get("chits", ()))
    tail = "no more can be bought this turn"
    return Line("result", words(f"Out of the Cup: {gone}; {tail}" if gone else f"No chit to remove; {tail}"))


@tells("EvacuationRolled")
def evacuation_rolled(event: Event, names: Names) -> Line:
    """Tell where the evacuation begins."""
    return Line("detail", words(die(event["die"]), " evacuation from ", hexref(str(event["hex"]))))


@tells("DivisionDisbanded")
def division_disbanded(event: Event, names: Names) -> Line:
    """Tell into which formation a division is disbanded."""
    into = f" ({names.of(str(event['heir']))})"
    says = f"{names.of(str(event['division']))} is disbanded and becomes part of {names.of(str(event['formation']))}"
    return Line("line", words(says, into))


@tells("DivisionLeft")
def division_left(event: Event, names: Names) -> Line:
    """Tell that a division leaves the game."""
    return Line("line", words(f"{names.of(str(event['division']))} leaves the battle"))
