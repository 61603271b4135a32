"""Verbs agree with who does something: tellers write them for one unit, the log reads right for several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from app.systems.company_scale.text import names as wording
from app.text.names import Names, humanize
from app.text.parts import Line, TextPart, die, hexref, listing, strong, unitref, words
from app.text.words import Event, plainly

# --- Verbs agree with who does something: tellers write them for one unit, the log reads right for several ---------

SEVERAL = (
    "trucks", "half-tracks", "bicycles", "mortars", "guns", "bazookas", "flamethrowers", "platoons", "lorries", "tanks",
)  # fmt: skip
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

Teller = Callable[[Event, Names], Line | None]
_TELLERS: dict[str, Teller] = {}


def tells(*events: str) -> Callable[[Teller], Teller]:
    """Register how events are told."""

    def register(teller: Teller) -> Teller:
        for event in events:
            _TELLERS[event] = teller
        return teller

    return register


def narrate(event: Event, names: Names) -> Line | None:
    """Return the line of one event; None where it goes without saying. Unknown events are named with their facts."""
    teller = _TELLERS.get(str(event.get("event")))
    line = teller(event, names) if teller else plainly(event)
    return agree(line) if line is not None else None


def told() -> frozenset[str]:
    """Return the events with words of their own."""
    return frozenset(_TELLERS)


TOGETHER = ("UnitMoved", "UnitArrived", "FormationChanged")
"""Events that are told in one line of several units."""


def condense(events: Iterable[Event]) -> list[Event]:
    """Join what a reader takes as one: units stepping together, successive aircraft, things said twice."""
    condensed: list[Event] = []
    for event in events:
        last = condensed[-1] if condensed else {}
        if event.get("event") in TOGETHER and _goes_along(event, last):
            together = [*(last.get("units") or [last["unit"]]), event["unit"]]
            condensed[-1] = {**{k: v for k, v in last.items() if k != "unit"}, "units": together}
        elif _says_more(event, last):
            condensed[-1] = event
        elif not _goes_without_saying(event, last):
            condensed.append(event)
    return condensed


def _says_more(event: Event, last: Event) -> bool:
    """Tell whether an event includes the one before: one more aircraft, a unit aboard the transport that came."""
    match last.get("event"), event.get("event"):
        case "AirSupportPlaced", "AirSupportPlaced":
            return bool(last["division"] == event["division"])
        case "TransportCame", "UnitLoaded":
            return (last["unit"], last["passenger"]) == (event["transport"], event["unit"])
    return False


def _goes_without_saying(event: Event, last: Event) -> bool:
    """Tell whether the event before says it already: foxholes that were dug, a unit that was paid for."""
    match last.get("event"), event.get("event"):
        case "Building", "MarkerPlaced":
            return (last["what"], last["hex"]) == (event["kind"], event["hex"])
        case "SmokePlaced" | "IlluminationFired", "MarkerPlaced":
            return event["kind"] in ("barrage", "illumination") and bool(last["hex"] == event["hex"])
        case "CommandSpent", "UnitActivated":
            return bool(last.get("unit") == event["unit"])
    return False


def _goes_along(event: Event, last: Event) -> bool:
    """Tell whether a unit does what others have just done: the same step, arrival or change of formation."""
    same = all(last.get(key) == event.get(key) for key in ("event", "from", "to", "hex", "deployed"))
    return same and event["unit"] not in last.get("units", (last.get("unit"),))


def units(event: Event, names: Names) -> tuple[TextPart, ...]:
    """Return the units an event is about, as parts of a line."""
    given = event.get("units") or ([event["unit"]] if event.get("unit") else [])
    return listing([names.unit(str(unit)) for unit in given])


# --- Log lines for re-rolls, the Bourbon and Cognac markers (28.0) -------------------------------------------------

MARKERS = {"allied": "Bourbon", "german": "Cognac"}


@tells("Rerolled")
def rerolled(event: Event, names: Names) -> Line:
    """Tell who re-rolls which die."""
    side = str(event["side"])
    what = humanize(str(event.get("purpose", ""))).lower()
    return Line("line", words(f"{MARKERS[side]}: the {wording.side(side)} player has ", die(event["die"]),
                              f" ({what}) rolled again"))  # fmt: skip


@tells("RerollsRenewed")
def renewed(event: Event, names: Names) -> Line | None:
    """Tell that the day's re-roll markers are available."""
    sides = [MARKERS[str(side)] for side in event.get("sides", ())]
    return Line("detail", words(f"{' and '.join(sorted(sides))} for the day")) if sides else None


# --- Log lines for the ground: foxholes, trenches, fires in the wind -----------------------------------------------


@tells("Building")
def building(event: Event, names: Names) -> Line:
    """Tell who begins to build what."""
    what = wording.MARKERS.get(str(event["what"]), str(event["what"])).lower()
    says = f" builds a {what} in " if what != "foxhole" else " digs foxholes in "
    return Line("line", (*units(event, names), *words(says, hexref(str(event["hex"])))))


@tells("TrenchesChecked")
def trenches_checked(event: Event, names: Names) -> Line:
    """Tell the die roll of engineers at a trench."""
    came = "the trenches are built" if event.get("passed") else "the work fails"
    return Line("detail", words(die(event["die"]), f" against troop quality {event.get('quality')}: ", strong(came)))


BLOWN = {"down": "burns down", "spreads": "spreads", "on": "burns on"}


@tells("FireBlown")
def fire_blown(event: Event, names: Names) -> Line:
    """Tell what the wind does to a fire (8.8.1)."""
    came = strong(BLOWN[str(event["came"])])
    return Line("detail", words(die(event["die"]), " the fire in ", hexref(str(event["hex"])), " ", came))


# --- Log lines for assaults: prepared, called off, begun, avoided --------------------------------------------------


@tells("DispatchSpent")
def dispatch_spent(event: Event, names: Names) -> Line:
    """Tell a dispatch point paid for a marker."""
    count = event["points"]
    points = "1 dispatch point" if count == 1 else f"{count} dispatch points"
    return Line("detail", words(names.of(str(event["division"])), f" pays {points}, {event['left']} left"))


@tells("AssaultCalledOff")
def called_off(event: Event, names: Names) -> Line:
    """Tell an assault that does not take place."""
    side = wording.side(str(event["seat"]))
    return Line("line", words(f"{side} assault on ", hexref(str(event["hex"])), " cancelled"))


@tells("AssaultBegun")
def begun(event: Event, names: Names) -> Line:
    """Tell who takes part in an assault."""
    where = hexref(str(event["hex"]))
    side = wording.side(str(event["seat"]))
    if event.get("empty"):
        return Line("line", words(f"{side} assault on ", where, ", which is empty"))
    units = [unitref(str(unit), names.label(str(unit))) for unit in event.get("units", ())]
    who = words(": ", *listing(units)) if units else words(": nobody can advance")
    return Line("line", (*words(f"{side} assault on ", where), *who))


@tells("AssaultAvoided")
def avoided(event: Event, names: Names) -> Line:
    """Tell a retreat before an assault."""
    return Line("result", words("The defenders retreat ", hexref(str(event["hex"])), " for ", hexref(str(event["to"]))))


# --- Log lines for the order of battle: attachments, evacuation, exits, ambushes -----------------------------------


@tells("FormationAttached")
def formation_attached(event: Event, names: Names) -> Line:
    """Tell to which division a formation is attached."""
    says = f"{names.of(str(event['formation']))} is attached to {names.of(str(event['division']))}"
    return Line("line", words(says))


WHAT = {
    "eliminated": "for enemy units eliminated",
    "exited": "for units withdrawn",
    "evacuated": "for an evacuation marker withdrawn",
    "road": "for the open Evacuation Road",
    "denied": "for an evacuation marker stopped",
    "hexes": "for victory hexes",
}


@tells("VictoryPoints")
def victory_points(event: Event, names: Names) -> Line:
    """Tell points gained."""
    count, what = int(event["points"]), WHAT.get(str(event["what"]), "")
    gained = "1 victory point" if count == 1 else f"{count} victory points"
    return Line("detail", words(f"{wording.side(str(event['side']))}: {gained} {what} ({event['value']} in all)"))


@tells("EvacuationPlaced")
def evacuation_placed(event: Event, names: Names) -> Line:
    """Tell where an evacuation marker is placed."""
    return Line("result", (*units(event, names), *words(" is placed in ", hexref(str(event["hex"])))))


@tells("EvacuationRemoved")
def evacuation_removed(event: Event, names: Names) -> Line:
    """Tell that an evacuation marker leaves the map until a later event."""
    return Line("detail", (*units(event, names), *words(" is taken off ", hexref(str(event["hex"])))))


@tells("EvacuationRoadChecked")
def evacuation_road_checked(event: Event, names: Names) -> Line:
    """Tell whether the Evacuation Road is open."""
    return Line(
        "line", words("The Evacuation Road is ", strong("open" if event.get("open") else "under Allied fire or held"))
    )


@tells("UnitExited")
def unit_exited(event: Event, names: Names) -> Line:
    """Tell that a unit has left the map."""
    return Line("result", (*units(event, names), *words(" leaves the map by ", hexref(str(event["hex"])))))


@tells("AmbushTakenUp")
def ambush_taken_up(event: Event, names: Names) -> Line:
    """Tell that an ambush unit is taken off the map, to be used elsewhere."""
    return Line("detail", (*units(event, names), *words(" is taken up in ", hexref(str(event["hex"])))))


@tells("AmbushAttempted")
def ambush_attempted(event: Event, names: Names) -> Line:
    """Tell an attempt to ambush."""
    says = " sets an ambush in " if event.get("placed") else " fails to appear in "
    return Line(
        "result", (*words(die(event["die"]), " "), *units(event, names), *words(says, hexref(str(event["hex"]))))
    )


# --- Log lines for the dice of an assault and what they decide -----------------------------------------------------


@tells("AssaultDeclared")
def assault_declared(event: Event, names: Names) -> Line:
    """Tell who fights for a hex, and what each side adds to its die."""
    count = len(event.get("units", ()))
    who = "1 unit assaults " if count == 1 else f"{count} units assault "
    values = f" ({event['attacker']:+d} against {event['defender']:+d})"
    return Line("line", words(who, hexref(str(event["hex"])), values))


@tells("AssaultFought")
def assault_fought(event: Event, names: Names) -> Line:
    """Tell the final numbers and who lost by how much."""
    numbers = f"{event['attacker']} against {event['defender']}: "
    if event["outcome"] == "tie":
        return Line("result", words(numbers, strong("a tie")))
    return Line("result", words(numbers, strong(f"the {event['outcome']} loses by {event['difference']}")))


@tells("LeaderLost")
def leader_lost(event: Event, names: Names) -> Line:
    """Tell the loss of a leader."""
    heir = event.get("replacement")
    then = f"; {heir} takes over" if heir else ""
    return Line("result", words(str(event.get("name") or names.of(str(event["leader"]))), f" is lost{then}"))
