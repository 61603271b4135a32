"""Names in words, the line under the prompt, and events as lines of the log, those of combat with their dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from app.text import names
from app.text.parts import Line, TextPart, arearef, die, listing, strong, unitref, words
from app.text.words import Event, Words
from rules.engine.english import capital, counted, signed
from rules.engine.options import Decision

# --- Names of units, areas, boxes, borders and sides ---------------------------------------------------------------

SIDES = {"allied": "Allied", "german": "German"}
NOUNS = {"allied": "the Allies", "german": "the Germans"}
MARKERS = {"air": "the air marker", "naval": "the naval marker"}
PHASES = {
    "planning": "Planning", "ffi": "FFI", "bombing": "Bombing", "operations": "Operations", "surrender": "Surrender",
    "end": "End of the turn",
}  # fmt: skip
NATIONS = {"us": "US", "uk": "British", "fr": "French", "de": "German"}
KIND_NAMES = {"support": "support unit", "cd": "coastal defense", "train": "armored train", "transport": "transport"}


def by_side(seat: object) -> str:
    """Return a side as the subject of a sentence: The Germans."""
    noun = NOUNS.get(str(seat), str(seat))
    return capital(noun)


class Names(names.Names):
    """Names units by their labels, areas by number and name, borders by both of their areas."""

    def __init__(self, view: Mapping[str, Any] | None = None) -> None:
        self._places: dict[str, str] = {}
        super().__init__(view)

    def learn(self, view: Mapping[str, Any]) -> None:
        """Learn the units, areas and boxes of a view."""
        for unit, told in view.get("units", {}).items():
            self._names[unit], self._sides[unit] = told["label"], told["side"]
        for place in (*view.get("areas", ()), *view.get("boxes", ())):
            number = "" if "kind" in place else f"{place['id']} "
            self._places[place["id"]] = f"{number}{place['name']}"
        for site in view.get("bridges", ()):
            self._places[site["border"]] = f"{site['border']}, {site['river']}"

    def has(self, thing: str) -> bool:
        """Tell whether a thing has a name of its own."""
        return thing in self._names or thing in self._places

    def of(self, thing: str) -> str:
        """Return the name of a unit, place or marker, or anything else in words."""
        return self._names.get(thing) or self._places.get(thing) or MARKERS.get(thing) or names.humanize(thing)

    def place(self, place: str) -> TextPart:
        """Return a part that names an area or box and can be clicked."""
        return arearef(place, self.of(place))

    def units(self, units: Iterable[str]) -> tuple[TextPart, ...]:
        """Return units as parts that can be clicked: a, b and c."""
        return listing([unitref(unit, self.of(unit)) for unit in units])


# --- The line under the prompt, and the warning before an impulse is passed ----------------------------------------

ARMED = "Mobile combat: click the target area. B again for a normal move."


def hint(view: Mapping[str, Any], decision: Decision | None, words: Words, *, mobile: bool = False) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a pass gives Good Order units away."""
    if decision is None:
        return "", ""
    told = words.question(decision.kind).hint
    if decision.kind == "activation" and mobile:
        told = ARMED
    if decision.kind == "way" and decision.subject["target"]:
        told = f"Mobile combat in {decision.subject['target']}: move the group there."
    if decision.kind != "order":
        return told, ""
    ready = int(view["impulse"]["ready"][decision.seat])
    left = counted(ready, "combat unit")
    last = "This pass ends the phase. " if decision.subject["passes"] else ""
    return told, f"{last}{left} can still act. Press again to pass." if ready else ""


# --- Events of combat as lines of the log: attacks, dice with their cell of the table, hits and how they are paid ---

KINDS = {
    "attack": "Attack", "mobile": "Mobile combat", "counter": "Counter-attack", "pursuit": "Pursuit",
}  # fmt: skip
WHY = {
    "hits": "eliminated", "abandoned": "eliminated: no combat unit left", "surrendered": "surrenders",
    "caught": "lost: alone among enemies",
}  # fmt: skip
PAID = {
    "disorganize": "is disorganized", "reduce": "is reduced", "eliminate": "is eliminated",
    "level": "Fortress loses a level",
}  # fmt: skip


def combat_began(event: Event, names: Names) -> Line:
    """Tell who strikes where with what."""
    sums = f", strength {event['strength']}, die {signed(int(event['modifier']))}: "
    head = words(f"{SIDES[str(event['seat'])]} ", strong(KINDS[str(event["kind"])].lower()), " in ")
    return Line("line", (*head, in_area(event, names), *words(sums), *units_of(event, names)))


def combat_result(event: Event, names: Names) -> Line:
    """Tell the die, its row and column, and the hits of both sides."""
    attacker, defender = int(event["attacker"]), int(event["defender"])
    hits = f"attacker {attacker}, defender {defender}"
    natural = ", a natural 1" if event["natural"] else ""
    place = f" row {event['row']}, column {event['column']}{natural}: "
    return Line("result", words(die(event["die"]), place, strong(hits)))


def hits_paid(event: Event, names: Names) -> Line:
    """Tell how hits are paid."""
    how, paid = str(event["how"]), counted(int(event["hits"]), "hit")
    if how == "level":
        return Line("detail", words(f"{PAID[how]}: {paid}"))
    return Line("detail", words(who(event, names), f" {PAID[how]}: {paid}"))


def disorganized(event: Event, names: Names) -> Line:
    """Tell counters that are turned."""
    return Line("detail", (*words("Disorganized: "), *units_of(event, names)))


def reduced(event: Event, names: Names) -> Line | None:
    """Tell who leaves its trenches; a loss is told as it is paid."""
    return Line("detail", words(who(event, names), " leaves its trenches, reduced")) if event["willingly"] else None


def eliminated(event: Event, names: Names) -> Line:
    """Tell a unit that is gone, and why."""
    return Line("result", words(who(event, names), f" {WHY[str(event['why'])]} in ", in_area(event, names)))


COMBAT: dict[str, Teller] = {
    "CombatBegan": combat_began, "CombatResult": combat_result, "HitsPaid": hits_paid, "Disorganized": disorganized,
    "Reduced": reduced, "Eliminated": eliminated,
}  # fmt: skip


# --- Events as lines of the log: turns, moves, control, boxes, bridges; those of combat are told in tell_combat ----

Teller = Callable[[Event, Names], Line | None]
QUIET = ("surrender", "end")
ACTIONS = {
    "attack": "attack", "move": "move", "mobile": "move to mobile combat", "demolish": "blow a bridge",
    "repair": "repair a bridge",
}  # fmt: skip


def units_of(event: Event, names: Names) -> tuple[TextPart, ...]:
    """Return the units of an event as parts that can be clicked."""
    units: Sequence[str] = event["units"]
    return names.units(units)


def in_area(event: Event, names: Names, key: str = "area") -> TextPart:
    """Return the place of an event as a part that can be clicked."""
    return names.place(str(event[key]))


def who(event: Event, names: Names) -> TextPart:
    """Return the unit of an event as a part that can be clicked."""
    unit = str(event["unit"])
    return unitref(unit, names.of(unit))


def _singular(event: Event, verb: str) -> str:
    """Return a verb for the units of an event: one arrives, two arrive."""
    return f"{verb}s" if len(event["units"]) == 1 else verb


def turn_began(event: Event, names: Names) -> Line:
    """Tell that a turn begins."""
    return Line("turn", words(f"Turn {event['turn']}"))


def phase_began(event: Event, names: Names) -> Line | None:
    """Tell a phase in which much may happen."""
    phase = str(event["phase"])
    return Line("phase", words(PHASES[phase])) if phase not in QUIET else None


def turn_ended(event: Event, names: Names) -> Line:
    """Tell that everybody is in Good Order again, and which areas are out of supply."""
    cut = [(side, areas) for side, areas in event["cut_off"].items() if areas]
    told = "; ".join(f"{SIDES[side]} units out of supply in {', '.join(map(names.of, areas))}" for side, areas in cut)
    return Line("detail", words("All units back in Good Order; markers removed", f". {told}" if told else ""))


def game_ended(event: Event, names: Names) -> Line:
    """Tell that the game is over."""
    return Line("turn", words("The game is over"))


def arrived(event: Event, names: Names) -> Line:
    """Tell reinforcements."""
    return Line(
        "line", (*units_of(event, names), *words(f" {_singular(event, 'arrive')}: ", in_area(event, names, "box")))
    )


def activated(event: Event, names: Names) -> Line:
    """Tell an activation under the head of its side."""
    seat, action = str(event["seat"]), ACTIONS[str(event["action"])]
    head = words(f"{SIDES[seat]} impulse: ", in_area(event, names), f", {action}")
    if event["action"] in ("demolish", "repair"):  # else the next line names the units
        head = (*head, *words(": "), *units_of(event, names))
    return Line("chit", head)


def passed(event: Event, names: Names) -> Line:
    """Tell a pass."""
    return Line("chit", words(f"{by_side(event['seat'])} pass"))


def moved(event: Event, names: Names) -> Line:
    """Tell a move; further steps of the same units join its line."""
    units, to = tuple(event["units"]), in_area(event, names, "to")
    parts = (*units_of(event, names), *words(": "), in_area(event, names), *words(" – "), to)
    return Line("line", parts, ("move", *units), words(" – ", to))


def must_stop(event: Event, names: Names) -> Line:
    """Tell that a group with points left had to stop in an enemy area."""
    return Line("detail", words("Must stop in ", in_area(event, names), ": an enemy area (4)"))


def exited(event: Event, names: Names) -> Line:
    """Tell a unit that has left the map."""
    return Line("result", words(who(event, names), " leaves the map: ", in_area(event, names, "box")))


def shipped(event: Event, names: Names) -> Line:
    """Tell a unit that waits off a port now."""
    return Line("line", words(who(event, names), " ships to ", in_area(event, names, "box")))


def dropped(event: Event, names: Names) -> Line:
    """Tell a paradrop with its modified die."""
    order = "in Good Order" if event["good"] else strong("Disorganized")
    land = words(
        f" {_singular(event, 'jump')} over ", in_area(event, names), f": modified die {event['modified']}, ", order
    )
    return Line("line", (*units_of(event, names), *land))


def control_changed(event: Event, names: Names) -> Line:
    """Tell whose an area is now."""
    return Line("result", words(in_area(event, names), " is ", strong(SIDES[str(event["side"])]), " now"))


def ffi_attempted(event: Event, names: Names) -> Line:
    """Tell an attempt to raise the FFI."""
    found = {"fighters": "fighters rise, +1 in combat there", "control": "they take control"}
    told = found.get(str(event["marker"]), "no effect")
    return Line("line", words("FFI in ", in_area(event, names), ": ", told))


def ffi_removed(event: Event, names: Names) -> Line:
    """Tell a marker that is taken off."""
    return Line("detail", words("The FFI marker in ", in_area(event, names), " is removed"))


def marker_placed(event: Event, names: Names) -> Line:
    """Tell where a bombing marker lies."""
    marker = MARKERS[str(event["marker"])]
    return Line("line", words(f"{capital(marker)} goes to ", in_area(event, names)))


def bombed(event: Event, names: Names) -> Line:
    """Tell what bombing did to fortifications."""
    levels = int(event["levels"])
    hit = f"{counted(levels, 'level')} destroyed" if levels else "no effect"
    stays = ", the marker stays for support" if event["stays"] else ", the marker is spent"
    return Line("detail", words("Bombing of ", in_area(event, names), f": {hit}{stays}"))


def fort_level(event: Event, names: Names) -> Line:
    """Tell the level of fortifications."""
    return Line("detail", words("Fortifications of ", in_area(event, names), f": level {event['level']}"))


def surrender_sought(event: Event, names: Names) -> Line:
    """Tell whether a fortress gives up."""
    told = strong("surrenders") if event["surrendered"] else "holds out"
    return Line("result", words(in_area(event, names), f" (level {event['level']}) ", told))


def bridge(told: str) -> Teller:
    """Return the teller of a bridge."""

    def tell(event: Event, names: Names) -> Line:
        waits = f", {counted(int(event['waits']), 'activation')} to wait" if "waits" in event else ""
        return Line("line", words("Bridge ", strong(names.of(str(event["bridge"]))), f" {told}{waits}"))

    return tell


def work_failed(event: Event, names: Names) -> Line:
    """Tell work on a bridge that failed."""
    what = "blown" if event["work"] == "demolish" else "repaired"
    return Line("line", words("Bridge ", strong(names.of(str(event["bridge"]))), f" could not be {what}"))


def sudden(event: Event, names: Names) -> Line:
    """Tell the sudden end."""
    return Line("turn", words("Both ports are Allied and no Germans are left: the game ends"))


def die_rolled(event: Event, names: Names) -> Line | None:
    """Tell a die; that of a combat is told with its result."""
    if event["purpose"] == "combat":
        return None
    subject = event["subject"]
    place = str(subject.get("area") or subject.get("bridge") or "")
    what = {
        "FFI": "FFI", "paradrop": "Paradrop", "bombing": "Bombing", "surrender": "Surrender", "demolish": "Demolition",
        "repair": "Repair", "bridging": "Time to build",
    }  # fmt: skip
    told = what.get(str(event["purpose"]), str(event["purpose"]))
    return Line("detail", words(die(event["die"]), f" {told}", f", {names.of(place)}" if place else ""))


TELLERS: dict[str, Teller] = {
    "TurnBegan": turn_began, "PhaseBegan": phase_began, "TurnEnded": turn_ended, "GameEnded": game_ended,
    "Arrived": arrived, "Activated": activated, "Passed": passed, "Moved": moved, "MustStop": must_stop,
    "Exited": exited,
    "Shipped": shipped, "Dropped": dropped, "ControlChanged": control_changed, "FfiAttempted": ffi_attempted,
    "FfiRemoved": ffi_removed, "MarkerPlaced": marker_placed, "Bombed": bombed, "FortLevel": fort_level,
    "SurrenderSought": surrender_sought, "BridgeBlown": bridge("blown"), "BridgeFinished": bridge("stands"),
    "BridgingBegan": bridge("under construction"), "BridgeWorkFailed": work_failed, "SuddenVictory": sudden,
    "DieRolled": die_rolled,
}  # fmt: skip
