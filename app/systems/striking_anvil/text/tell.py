"""Events as lines of the log: turns, moves, control, boxes, bridges; those of combat are told in tell_combat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.systems.striking_anvil.text.names import MARKERS, PHASES, SIDES, Names, by_side, counted
from app.text.events import Event
from app.text.parts import Line, Part, die, strong, unitref, words

Teller = Callable[[Event, Names], Line | None]
QUIET = ("surrender", "end")
ACTIONS = {
    "attack": "attack", "move": "move", "mobile": "move to mobile combat", "demolish": "blow a bridge",
    "repair": "repair a bridge",
}  # fmt: skip


def units_of(event: Event, names: Names) -> tuple[Part, ...]:
    """Return the units of an event as parts that can be clicked."""
    units: Sequence[str] = event["units"]
    return names.units(units)


def in_area(event: Event, names: Names, key: str = "area") -> Part:
    """Return the place of an event as a part that can be clicked."""
    return names.place(str(event[key]))


def who(event: Event, names: Names) -> Part:
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
    return Line("line", words(f"{marker[:1].upper()}{marker[1:]} goes to ", in_area(event, names)))


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
