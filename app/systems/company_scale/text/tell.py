"""Events of the rules in words, one line of the log for each or none; those of ground, assaults and army are here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.systems.company_scale.text import names as wording
from app.text.names import Names, humanize
from app.text.parts import Line, TextPart, die, hexref, listing, strong, unitref, words
from app.text.words import Event
from rules.company_scale.records.combat_events import (
    AirSupportPlaced,
    AssaultAvoided,
    AssaultBegun,
    AssaultCalledOff,
    AssaultDeclared,
    AssaultFought,
    Building,
    FireBlown,
    FormationChanged,
    IlluminationFired,
    MarkerPlaced,
    SmokePlaced,
    TrenchesChecked,
    UnitActivated,
    UnitArrived,
    UnitExited,
    UnitMoved,
)
from rules.company_scale.records.course_events import (
    CommandSpent,
    DispatchSpent,
    Rerolled,
    RerollsRenewed,
    VictoryPoints,
)
from rules.company_scale.records.event import OfUnit, OfUnits
from rules.company_scale.records.events import event_of
from rules.company_scale.records.piece_events import (
    AmbushAttempted,
    AmbushTakenUp,
    EvacuationPlaced,
    EvacuationRemoved,
    EvacuationRoadChecked,
    FormationAttached,
    LeaderLost,
    TransportCame,
    UnitLoaded,
)

# --- Verbs agree with who does something: tellers write them for one unit, the log reads right for several ---------

SEVERAL = (
    "trucks",
    "half-tracks",
    "bicycles",
    "mortars",
    "guns",
    "bazookas",
    "flamethrowers",
    "platoons",
    "lorries",
    "tanks",
)
"""Last words of names that stand for more than one thing."""
VERBS = {
    "is": "are", "has": "have", "goes": "go", "moves": "move", "comes": "come", "gets": "get", "climbs": "climb",
    "leaves": "leave", "arrives": "arrive", "returns": "return", "deploys": "deploy", "fires": "fire", "routs": "rout",
    "rallies": "rally", "puts": "put", "digs": "dig", "builds": "build", "passes": "pass", "fails": "fail",
}  # fmt: skip
_FORE = ("opportunity",)  # words that stand before the verb
_JOINTS = (", ", " and ")


def is_several(name: str) -> bool:
    """Tell whether a name stands for more than one thing: trucks, guns, but not a company of tanks."""
    head = name.partition(",")[0].partition(" (")[0].partition(" of ")[0]
    return head.lower().rpartition(" ")[2] in SEVERAL


def agree(line: Line) -> Line:
    """Return a line whose verb agrees with the units before it."""
    parts = line.parts
    first = next((i for i, part in enumerate(parts) if part.kind == "unit"), None)
    if first is None:
        return line
    after = first + 1
    while after + 1 < len(parts) and parts[after].value in _JOINTS and parts[after + 1].kind == "unit":
        after += 2
    while after < len(parts) and not parts[after].plain.strip():
        after += 1
    if after >= len(parts) or not (after > first + 2 or is_several(parts[first].plain)):
        return line
    return replace(line, parts=(*parts[:after], _for_several(parts[after]), *parts[after + 1 :]))


def _for_several(part: TextPart) -> TextPart:
    words = part.value.split(" ")
    at = next((i for i, word in enumerate(words) if word and word not in _FORE), 0)
    if part.kind not in ("text", "strong") or words[at] not in VERBS:
        return part
    return part._replace(value=" ".join((*words[:at], VERBS[words[at]], *words[at + 1 :])))


# --- Events of the rules in words: one line of the log for each, or none -------------------------------------------


def condense(events: Iterable[Event]) -> list[Event]:
    """Join what a reader takes as one: units stepping together, successive aircraft, things said twice."""
    condensed: list[Event] = []
    last: object = None
    for event in events:
        record: object = event_of(event)
        if _goes_along(record, last):
            condensed[-1] = {**condensed[-1], "units": [*_units(last), *_units(record)]}
            record = event_of(condensed[-1])
        elif _says_more(record, last):
            condensed[-1] = event
        elif _goes_without_saying(record, last):
            continue
        else:
            condensed.append(event)
        last = record
    return condensed


def _says_more(event: object, last: object) -> bool:
    """Tell whether an event includes the one before: one more aircraft, a unit aboard the transport that came."""
    match last, event:
        case AirSupportPlaced(), AirSupportPlaced():
            return last.division == event.division
        case TransportCame(), UnitLoaded():
            return (last.unit, last.passenger) == (event.transport, event.unit)
    return False


def _goes_without_saying(event: object, last: object) -> bool:
    """Tell whether the event before says it already: foxholes that were dug, a unit that was paid for."""
    match last, event:
        case Building(), MarkerPlaced():
            return (last.what, last.hex) == (event.kind, event.hex)
        case SmokePlaced() | IlluminationFired(), MarkerPlaced():
            return event.kind in ("barrage", "illumination") and last.hex == event.hex
        case CommandSpent(), UnitActivated():
            return last.unit == event.unit
    return False


def _goes_along(event: object, last: object) -> bool:
    """Tell whether a unit does what others have just done: the same step, arrival or change of formation."""
    match last, event:
        case UnitMoved(), UnitMoved():
            same = (last.start, last.to) == (event.start, event.to)
        case UnitArrived(), UnitArrived():
            same = last.hex == event.hex
        case FormationChanged(), FormationChanged():
            same = last.deployed == event.deployed
        case _:
            return False
    return same and not set(_units(event)) & set(_units(last))


def _units(event: object) -> tuple[str, ...]:
    """Return the ids of the units that an event is about."""
    if isinstance(event, OfUnits):
        return event.units or (event.unit,)
    return (event.unit,) if isinstance(event, OfUnit) else ()


def units(event: OfUnit, names: Names) -> tuple[TextPart, ...]:
    """Return the units an event is about, as parts of a line."""
    return listing([names.unit(unit) for unit in _units(event)])


# --- Log lines for re-rolls, the Bourbon and Cognac markers (28.0) -------------------------------------------------


def rerolled(event: Rerolled, names: Names) -> Line:
    """Tell who re-rolls which die."""
    marker = wording.series_side(names, event.side).reroll
    what, who = humanize(event.purpose).lower(), f"the {names.side_name(event.side)} player has "
    return Line("line", words(f"{marker}: {who}", die(event.die), f" ({what}) rolled again"))


def renewed(event: RerollsRenewed, names: Names) -> Line | None:
    """Tell that the day's re-roll markers are available."""
    sides = [wording.series_side(names, str(side)).reroll for side in event.sides]
    return Line("detail", words(f"{' and '.join(sorted(sides))} for the day")) if sides else None


# --- Log lines for the ground: foxholes, trenches, fires in the wind -----------------------------------------------


def building(event: Building, names: Names) -> Line:
    """Tell who begins to build what."""
    what = wording.MARKERS.get(event.what, event.what).lower()
    says = f" builds a {what} in " if what != "foxhole" else " digs foxholes in "
    return Line("line", (*units(event, names), *words(says, hexref(event.hex))))


def trenches_checked(event: TrenchesChecked, names: Names) -> Line:
    """Tell the die roll of engineers at a trench."""
    came = "the trenches are built" if event.passed else "the work fails"
    return Line("detail", words(die(event.die), f" against troop quality {event.quality}: ", strong(came)))


BLOWN = {"down": "burns down", "spreads": "spreads", "on": "burns on"}


def fire_blown(event: FireBlown, names: Names) -> Line:
    """Tell what the wind does to a fire (8.8.1)."""
    came = strong(BLOWN[event.came])
    return Line("detail", words(die(event.die), " the fire in ", hexref(event.hex), " ", came))


# --- Log lines for assaults: prepared, called off, begun, avoided --------------------------------------------------


def dispatch_spent(event: DispatchSpent, names: Names) -> Line:
    """Tell a dispatch point paid for a marker."""
    count = event.points
    points = "1 dispatch point" if count == 1 else f"{count} dispatch points"
    return Line("detail", words(names.of(event.division), f" pays {points}, {event.left} left"))


def called_off(event: AssaultCalledOff, names: Names) -> Line:
    """Tell an assault that does not take place."""
    side = names.side_name(event.seat)
    return Line("line", words(f"{side} assault on ", hexref(event.hex), " cancelled"))


def begun(event: AssaultBegun, names: Names) -> Line:
    """Tell who takes part in an assault."""
    where = hexref(event.hex)
    side = names.side_name(event.seat)
    if event.empty:
        return Line("line", words(f"{side} assault on ", where, ", which is empty"))
    units = [unitref(str(unit), names.label(str(unit))) for unit in event.units]
    who = words(": ", *listing(units)) if units else words(": nobody can advance")
    return Line("line", (*words(f"{side} assault on ", where), *who))


def avoided(event: AssaultAvoided, names: Names) -> Line:
    """Tell a retreat before an assault."""
    return Line("result", words("The defenders retreat ", hexref(event.hex), " for ", hexref(event.to)))


# --- Log lines for the order of battle: attachments, evacuation, exits, ambushes -----------------------------------


def formation_attached(event: FormationAttached, names: Names) -> Line:
    """Tell to which division a formation is attached."""
    says = f"{names.of(event.formation)} is attached to {names.of(event.division)}"
    return Line("line", words(says))


WHAT = {
    "eliminated": "for enemy units eliminated",
    "exited": "for units withdrawn",
    "evacuated": "for an evacuation marker withdrawn",
    "road": "for the open Evacuation Road",
    "denied": "for an evacuation marker stopped",
    "hexes": "for victory hexes",
}


def victory_points(event: VictoryPoints, names: Names) -> Line:
    """Tell points gained."""
    count, what = event.points, WHAT.get(event.what, "")
    gained = "1 victory point" if count == 1 else f"{count} victory points"
    return Line("detail", words(f"{names.side_name(event.side)}: {gained} {what} ({event.value} in all)"))


def evacuation_placed(event: EvacuationPlaced, names: Names) -> Line:
    """Tell where an evacuation marker is placed."""
    return Line("result", (*units(event, names), *words(" is placed in ", hexref(event.hex))))


def evacuation_removed(event: EvacuationRemoved, names: Names) -> Line:
    """Tell that an evacuation marker leaves the map until a later event."""
    return Line("detail", (*units(event, names), *words(" is taken off ", hexref(event.hex))))


def evacuation_road_checked(event: EvacuationRoadChecked, names: Names) -> Line:
    """Tell whether the Evacuation Road is open."""
    held = f"under {names.side_name('allied')} fire or held"
    return Line("line", words("The Evacuation Road is ", strong("open" if event.open else held)))


def unit_exited(event: UnitExited, names: Names) -> Line:
    """Tell that a unit has left the map."""
    return Line("result", (*units(event, names), *words(" leaves the map by ", hexref(event.hex))))


def ambush_taken_up(event: AmbushTakenUp, names: Names) -> Line:
    """Tell that an ambush unit is taken off the map, to be used elsewhere."""
    return Line("detail", (*units(event, names), *words(" is removed from ", hexref(event.hex))))


def ambush_attempted(event: AmbushAttempted, names: Names) -> Line:
    """Tell an attempt to ambush."""
    says = " sets an ambush in " if event.placed else " fails to appear in "
    return Line("result", (*words(die(event.die), " "), *units(event, names), *words(says, hexref(event.hex))))


# --- Log lines for the dice of an assault and what they decide -----------------------------------------------------


def assault_declared(event: AssaultDeclared, names: Names) -> Line:
    """Tell who fights for a hex, and what each side adds to its die."""
    count = len(event.units)
    who = "1 unit assaults " if count == 1 else f"{count} units assault "
    values = f" ({event.attacker:+d} against {event.defender:+d})"
    return Line("line", words(who, hexref(event.hex), values))


def assault_fought(event: AssaultFought, names: Names) -> Line:
    """Tell the final numbers and who lost by how much."""
    numbers = f"{event.attacker} against {event.defender}: "
    if event.outcome == "tie":
        return Line("result", words(numbers, strong("a tie")))
    return Line("result", words(numbers, strong(f"the {event.outcome} loses by {event.difference}")))


def leader_lost(event: LeaderLost, names: Names) -> Line:
    """Tell the loss of a leader."""
    heir = event.replacement
    then = f"; {heir} takes over" if heir else ""
    return Line("result", words(str(event.name or names.of(event.leader)), f" is lost{then}"))
