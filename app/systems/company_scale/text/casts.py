"""Dice among events: what each was for and what it brought, in a word or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.systems.company_scale.text.tell_events import EVENTS
from app.systems.company_scale.text.tell_ground import BLOWN
from app.text.names import humanize
from app.text.words import Cast

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


def casts(events: Iterable[Mapping[str, Any]]) -> list[Cast]:
    """Return the dice among events; the event after a die that repeats it tells its result."""
    dice: list[Cast] = []
    for event in events:
        if event.get("event") == "AssaultFought":
            _add_assault(dice, event)
        if event.get("event") == "DieRolled":
            purpose = str(event.get("purpose", ""))
            dice.append(Cast(int(event["die"]), SHORT.get(purpose, humanize(purpose).lower())))
        elif dice and not dice[-1].result:
            result = _result(event)
            if result and event.get("die", dice[-1].face) == dice[-1].face:
                dice[-1] = dice[-1]._replace(result=result)
    return dice


def _add_assault(dice: list[Cast], event: Mapping[str, Any]) -> None:
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
