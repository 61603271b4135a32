"""Dice among events: what each was for and what it brought; and random events as lines of the log."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.event_rows import HIGH, LOW, DieRoll, RollRow
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words
from rules.company_scale.records.combat_events import AssaultFought
from rules.company_scale.records.course_events import ChitsRemoved, DieRolled, RandomEvent, TrackChanged
from rules.company_scale.records.event import FireOutcome
from rules.company_scale.records.piece_events import DivisionDisbanded, DivisionLeft, EvacuationRolled

# --- Dice among events: what each was for and what it brought, in a word or two ------------------------------------

ROLLS: Mapping[str, RollRow] = {
    "fire": RollRow("fire", wants=LOW),
    "indirect_fire": RollRow("indirect fire", wants=LOW),
    "illumination": RollRow("illumination", wants=LOW),
    "rout_check": RollRow("rout check", wants=LOW),
    "trenches": RollRow("trenches", wants=LOW),
    "ambush": RollRow("ambush", wants=LOW),
    "air_combat": RollRow("air combat", wants=LOW),
    "air_attack": RollRow("air attack", wants=LOW),
    "assault_attacker": RollRow("attacker", "for the attacker", HIGH),
    "assault_defender": RollRow("defender", "for the defender", HIGH),
    "dispatch": RollRow("dispatch", wants=HIGH),
    "direct_commands": RollRow("commands", wants=HIGH),
    "hero": RollRow("hero", wants=HIGH),
    "surrender": RollRow("surrender"),
    "weather": RollRow("weather", "weather", nobodys=True),
    "wind_on_fire": RollRow("wind on fire", nobodys=True),
    "spread_of_fire": RollRow("spread of fire", "where the fire spreads", nobodys=True),
    "random_event": RollRow("event", nobodys=True),
    "evacuation": RollRow("evacuation", nobodys=True),
}


def roll_of(purpose: str) -> RollRow:
    """Return the row of what a die is rolled for, one made of its name if there is none."""
    return ROLLS.get(purpose) or RollRow(humanize(purpose).lower(), humanize(purpose))


def rolled(event: DieRolled, dice: list[DieRoll]) -> None:
    """Add a die to those that fell."""
    dice.append(DieRoll(event.die, roll_of(event.purpose).name))


def add_assault(event: AssaultFought, dice: list[DieRoll]) -> None:
    """Put the totals of both sides beside their last dice."""
    for side, total in (("attacker", event.attacker), ("defender", event.defender)):
        at = next((i for i in reversed(range(len(dice))) if dice[i].purpose == side), None)
        if at is not None:
            lost = f", loses by {event.difference}" if event.outcome == side else ""
            dice[at] = dice[at]._replace(result=f"= {total}{lost}")


def of_fire(event: FireOutcome) -> str:
    """Return in a word or two what came of the die of a fire or an air attack."""
    if event.harmless:
        return "missed" if event.die == 9 else "barrage"
    return event.result or "no effect"


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

RANDOM_EVENTS = {
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


def random_event(event: RandomEvent, names: Names) -> Line:
    """Tell the random event."""
    shown, name = die(event.die) if event.die is not None else "", event_name(event)
    return Line("line", words(shown, " ", strong(name) if name else "No event"))


def event_name(event: RandomEvent) -> str:
    """Return what an event is called, "" for none; another game of the series has its own names (20.0)."""
    name = event.name or "none"
    return event.title or RANDOM_EVENTS.get(name, name if name != "none" else "")


def track_changed(event: TrackChanged, names: Names) -> Line:
    """Tell the points that an event gives to a division or takes from it."""
    track = event.track
    change = f"{int(event.change):+d} {TRACKS.get(track, humanize(track))}, now {event.value}"
    return Line("result", words(names.of(event.division), f": {change}"))


def chits_removed(event: ChitsRemoved, names: Names) -> Line:
    """Tell the chits that a supply shortage takes out of the Cup."""
    gone = ", ".join(names.of(str(chit)) for chit in event.chits)
    tail = "no more can be bought this turn"
    return Line("result", words(f"Out of the Cup: {gone}; {tail}" if gone else f"No chit to remove; {tail}"))


def evacuation_rolled(event: EvacuationRolled, names: Names) -> Line:
    """Tell where the evacuation begins."""
    return Line("detail", words(die(event.die), " evacuation from ", hexref(event.hex)))


def division_disbanded(event: DivisionDisbanded, names: Names) -> Line:
    """Tell into which formation a division is disbanded."""
    into = f" ({names.of(event.heir)})"
    says = f"{names.of(event.division)} is disbanded and becomes part of {names.of(event.formation)}"
    return Line("line", words(says, into))


def division_left(event: DivisionLeft, names: Names) -> Line:
    """Tell that a division leaves the game."""
    return Line("line", words(f"{names.of(event.division)} leaves the battle"))
