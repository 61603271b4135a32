"""Log lines for the course of a game: turns, phases, chits, points, moves and the end."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells, units
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words
from app.text.words import Event

PURPOSES = {
    "fire": "fire",
    "rout_check": "rout check",
    "dispatch": "dispatch points",
    "direct_commands": "direct commands",
    "weather": "weather",
    "assault_attacker": "for the attacker",
    "assault_defender": "for the defender",
    "random_event": "random event",
    "air_combat": "air combat",
    "air_attack": "air attack",
    "evacuation": "evacuation",
    "wind_on_fire": "the wind on a fire",
    "spread_of_fire": "where the fire spreads",
    "trenches": "trenches",
}
TOLD_ELSEWHERE = (
    "fire", "air_combat", "air_attack", "indirect_fire", "illumination", "rout_check", "trenches", "dispatch",
    "direct_commands", "random_event", "evacuation", "ambush", "hero", "surrender",
    "wind_on_fire",
)  # fmt: skip


@tells("TurnBegan")
def turn_began(event: Event, names: Names) -> Line:
    """Head a turn."""
    return Line("turn", words(f"Turn {event.get('turn')}: {wording.turn(str(event.get('name', '')))}"))


@tells("DayBegan")
def day_began(event: Event, names: Names) -> Line:
    """Head a day."""
    return Line("phase", words(f"Day {int(event.get('day', 0)) + 1}"))


@tells("PhaseBegan")
def phase_began(event: Event, names: Names) -> Line:
    """Head a phase."""
    phase = str(event.get("phase", ""))
    return Line("phase", words(wording.PHASES.get(phase, humanize(phase))))


@tells("WeatherSet")
def weather_set(event: Event, names: Names) -> Line:
    """Tell the weather of the day."""
    return Line("line", words("Weather: ", strong(humanize(str(event["weather"])))))


@tells("ChitDrawn")
def chit_drawn(event: Event, names: Names) -> Line:
    """Head an activation with its chit."""
    left = event.get("left")
    rest = f"  ({left} left in the Cup)" if left else ""
    return Line("chit", words("Drawn: ", names.of(str(event["chit"])), rest))


@tells("ChitBought")
def chit_bought(event: Event, names: Names) -> Line:
    """Tell a purchase; one for immediate play heads its activation."""
    price, name = event.get("price"), names.of(str(event["chit"]))
    paid = " for free" if price == 0 else f" for {price} DP"
    if event.get("now"):
        return Line("chit", words("Bought and played: ", name, paid))
    return Line("line", words("Bought: ", strong(name), paid))


@tells("UnitActivated")
def unit_activated(event: Event, names: Names) -> Line:
    """Head what a unit does under a Direct Command."""
    return Line("line", (*units(event, names), *words(" is activated")))


@tells("UnitMoved")
def unit_moved(event: Event, names: Names) -> Line:
    """Tell a step; steps of the same units run together."""
    given = tuple(event.get("units") or [event["unit"]])
    tail = words(" → ", hexref(str(event["to"])))
    return Line(
        "line", (*units(event, names), *words(" moves ", hexref(str(event["from"]))), *tail), ("moved", *given), tail
    )


@tells("FormationChanged")
def formation_changed(event: Event, names: Names) -> Line:
    """Tell a change between Column and Deployed."""
    return Line("line", (*units(event, names), *words(" deploys" if event.get("deployed") else " goes into column")))


@tells("DieRolled")
def die_rolled(event: Event, names: Names) -> Line | None:
    """Tell a die and its purpose, unless the next event shows it."""
    purpose = str(event.get("purpose", ""))
    if purpose in TOLD_ELSEWHERE:
        return None
    return Line("detail", words(die(event["die"]), f" {PURPOSES.get(purpose, humanize(purpose))}"))


@tells("CommandsGained", "DispatchGained")
def points_gained(event: Event, names: Names) -> Line:
    """Tell Direct Commands or Dispatch Points gained, with the die."""
    kind = "direct commands" if event["event"] == "CommandsGained" else "dispatch points"
    shown = die(event["die"]) if event.get("die") is not None else ""
    says = f" +{event['gain']} {kind}, now {event['value']}"
    return Line("line", words(names.of(str(event["division"])), ": " if shown else "", shown, says))


@tells("FatigueChanged")
def fatigue_changed(event: Event, names: Names) -> Line:
    """Tell a new fatigue."""
    return Line("detail", words(f"{names.of(str(event['division']))}: fatigue {event['value']}"))


@tells("TroopQualityChanged")
def troop_quality_changed(event: Event, names: Names) -> Line:
    """Tell a new troop quality."""
    return Line("line", words(f"{names.of(str(event['division']))}: troop quality {event['value']}"))


@tells("CommandSpent")
def command_spent(event: Event, names: Names) -> Line:
    """Tell a Direct Command spent."""
    left = f" ({event['left']} left)" if "left" in event else ""
    price = int(event.get("price", 1))
    paid = "1 direct command" if price == 1 else f"{price} direct commands"
    says = f"{names.of(str(event['division']))} pays {paid}{left}"
    unit = words(" for ", names.unit(str(event["unit"]))) if event.get("unit") else ()
    return Line("detail", (*words(says), *unit))


@tells("VictoryHexTaken")
def victory_hex_taken(event: Event, names: Names) -> Line:
    """Tell that a victory hex changed hands."""
    side = str(event["side"])
    who = f" falls to {wording.SIDE_NOUNS.get(side, side)}" if side else " is now held by nobody"
    name = str(event.get("name") or "Victory hex")
    return Line("result", words(strong(name), " ", hexref(str(event["hex"])), who))


@tells("GameOver")
def game_over(event: Event, names: Names) -> Line:
    """Tell the end."""
    winner = str(event.get("winner") or "")
    points = event.get("points") or {}
    score = " to ".join(str(points[side]) for side in sorted(points, key=lambda side: side != winner))
    return Line("turn", words(f"{wording.side(winner)} victory" if winner else "A draw", f", {score}" if score else ""))
