"""Names in words, the line under the prompt, and events as lines of the log, those of combat with their dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.systems.striking_anvil.seen import as_view
from app.text import names
from app.text.event_rows import HIGH, LOW, RollRow
from app.text.names import NAMES, by_side
from app.text.parts import Line, TextPart, arearef, die, listing, strong, unitref, words
from app.text.words import Words
from rules.engine.english import capital, counted, signed
from rules.engine.options import Decision
from rules.striking_anvil.events import (
    Activated,
    Arrived,
    Bombed,
    BridgeBlown,
    BridgeFinished,
    BridgeWorkFailed,
    BridgingBegan,
    CombatBegan,
    CombatResult,
    ControlChanged,
    DieRolled,
    Disorganized,
    Dropped,
    Eliminated,
    Exited,
    FfiAttempted,
    FfiRemoved,
    FortLevel,
    GameEnded,
    HitsPaid,
    MarkerPlaced,
    Moved,
    MustStop,
    Passed,
    PhaseBegan,
    Reduced,
    Shipped,
    SuddenVictory,
    SurrenderSought,
    TurnBegan,
    TurnEnded,
)
from rules.striking_anvil.view import View

# --- Names of units, areas, boxes, borders and sides ---------------------------------------------------------------

MARKERS = {"air": "the air marker", "naval": "the naval marker"}
PHASES = {
    "planning": "Planning",
    "ffi": "FFI",
    "bombing": "Bombing",
    "operations": "Operations",
    "surrender": "Surrender",
    "end": "End of the turn",
}
NATIONS = {"us": "US", "uk": "British", "fr": "French", "de": "German"}
KIND_NAMES = {"support": "support unit", "cd": "coastal defense", "train": "armored train", "transport": "transport"}


class Names(names.Names):
    """Names units by their labels, areas by number and name, borders by both of their areas."""

    def __init__(self, view: object = None) -> None:
        self._places: dict[str, str] = {}
        super().__init__(view)

    def learn(self, view: object) -> None:
        """Learn the units, areas, boxes and bridge sites of a view."""
        known = as_view(view)
        for unit, told in known.units.items():
            self._names[unit], self._sides[unit] = told.label, told.side
        for area in known.areas:
            self._places[area.id] = f"{area.id} {area.name}"
        for box in known.boxes:
            self._places[box.id] = box.name
        for site in known.bridges:
            self._places[site.border] = f"{site.border}, {site.river}"

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


def hint(view: View, decision: Decision | None, words: Words, *, mobile: bool = False) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a pass gives Good Order units away."""
    if decision is None:
        return "", ""
    told = words.question(decision.kind).hint
    if decision.kind == "activation" and mobile:
        told = ARMED
    if decision.kind == "way" and (target := decision.text("target")):
        told = f"Mobile combat in {target}: move the group there."
    if decision.kind != "order":
        return told, ""
    ready = view.impulse.ready[decision.seat]
    left = counted(ready, "combat unit")
    last = "This pass ends the phase. " if decision.number("passes") else ""
    return told, f"{last}{left} can still act. Press again to pass." if ready else ""


# --- Events as lines of the log --------------------------------------------------------------------------------------


def who(unit: str, names: Names) -> TextPart:
    """Return a unit as a part that can be clicked."""
    return unitref(unit, names.of(unit))


def _singular(units: Sequence[str], verb: str) -> str:
    """Return a verb for units: one arrives, two arrive."""
    return f"{verb}s" if len(units) == 1 else verb


# --- Events of combat: attacks, dice with their cell of the table, hits and how they are paid ----------------------

KINDS = {"attack": "Attack", "mobile": "Mobile combat", "counter": "Counter-attack", "pursuit": "Pursuit"}
WHY = {
    "hits": "eliminated",
    "abandoned": "eliminated: no combat unit left",
    "surrendered": "surrenders",
    "caught": "lost: alone among enemies",
}
PAID = {
    "disorganize": "is disorganized",
    "reduce": "is reduced",
    "eliminate": "is eliminated",
    "level": "Fortress loses a level",
}


def combat_began(event: CombatBegan, names: Names) -> Line:
    """Tell who strikes where with what."""
    sums = f", strength {event.strength}, die {signed(event.modifier)}: "
    head = words(f"{NAMES[event.seat]} ", strong(KINDS[event.kind].lower()), " in ")
    return Line("line", (*head, names.place(event.area), *words(sums), *names.units(event.units)))


def combat_result(event: CombatResult, names: Names) -> Line:
    """Tell the die, its row and column, and the hits of both sides."""
    hits = f"attacker {event.attacker}, defender {event.defender}"
    natural = ", a natural 1" if event.natural else ""
    place = f" row {event.row}, column {event.column}{natural}: "
    return Line("result", words(die(event.die), place, strong(hits)))


def hits_paid(event: HitsPaid, names: Names) -> Line:
    """Tell how hits are paid."""
    told = f"{PAID[event.how]}: {counted(event.hits, 'hit')}"
    if event.unit is None:
        return Line("detail", words(told))
    return Line("detail", words(who(event.unit, names), f" {told}"))


def disorganized(event: Disorganized, names: Names) -> Line:
    """Tell counters that are turned."""
    return Line("detail", (*words("Disorganized: "), *names.units(event.units)))


def reduced(event: Reduced, names: Names) -> Line | None:
    """Tell who leaves its trenches; a loss is told as it is paid."""
    return Line("detail", words(who(event.unit, names), " leaves its trenches, reduced")) if event.willingly else None


def eliminated(event: Eliminated, names: Names) -> Line:
    """Tell a unit that is gone, and why."""
    return Line("result", words(who(event.unit, names), f" {WHY[event.why]} in ", names.place(event.area)))


# --- Other events: turns, moves, control, boxes, bridges -----------------------------------------------------------

QUIET = ("surrender", "end")
ACTIONS = {
    "attack": "attack",
    "move": "move",
    "mobile": "move to mobile combat",
    "demolish": "blow a bridge",
    "repair": "repair a bridge",
}
ROLLS: Mapping[str, RollRow] = {
    "FFI": RollRow("FFI", "FFI", LOW),
    "combat": RollRow("combat", wants=HIGH),
    "paradrop": RollRow("paradrop", "Paradrop", LOW),
    "bombing": RollRow("bombing", "Bombing", HIGH),
    "surrender": RollRow("surrender", "Surrender", HIGH),
    "demolish": RollRow("blowing a bridge", "Demolition", HIGH),
    "repair": RollRow("repairing a bridge", "Repair", HIGH),
    "bridging": RollRow("building time", "Time to build", LOW),
}


def roll_of(purpose: str) -> RollRow:
    """Return the row of what a die is rolled for, one made of its name if there is none."""
    return ROLLS.get(purpose) or RollRow(purpose, purpose, HIGH)


def turn_began(event: TurnBegan, names: Names) -> Line:
    """Tell that a turn begins."""
    return Line("turn", words(f"Turn {event.turn}"))


def phase_began(event: PhaseBegan, names: Names) -> Line | None:
    """Tell a phase in which much may happen."""
    return Line("phase", words(PHASES[event.phase])) if event.phase not in QUIET else None


def turn_ended(event: TurnEnded, names: Names) -> Line:
    """Tell that everybody is in Good Order again, and which areas are out of supply."""
    cut = [(side, areas) for side, areas in event.cut_off.items() if areas]
    told = "; ".join(f"{NAMES[side]} units out of supply in {', '.join(map(names.of, areas))}" for side, areas in cut)
    return Line("detail", words("All units back in Good Order; markers removed", f". {told}" if told else ""))


def game_ended(event: GameEnded, names: Names) -> Line:
    """Tell that the game is over."""
    return Line("turn", words("The game is over"))


def arrived(event: Arrived, names: Names) -> Line:
    """Tell reinforcements."""
    arrive = f" {_singular(event.units, 'arrive')}: "
    return Line("line", (*names.units(event.units), *words(arrive, names.place(event.box))))


def activated(event: Activated, names: Names) -> Line:
    """Tell an activation under the head of its side."""
    head = words(f"{NAMES[event.seat]} impulse: ", names.place(event.area), f", {ACTIONS[event.action]}")
    if event.action in ("demolish", "repair"):  # else the next line names the units
        head = (*head, *words(": "), *names.units(event.units))
    return Line("chit", head)


def passed(event: Passed, names: Names) -> Line:
    """Tell a pass."""
    return Line("chit", words(f"{by_side(event.seat)} pass"))


def moved(event: Moved, names: Names) -> Line:
    """Tell a move; further steps of the same units join its line."""
    to = names.place(event.to)
    parts = (*names.units(event.units), *words(": "), names.place(event.area), *words(" – "), to)
    return Line("line", parts, ("move", *event.units), words(" – ", to))


def must_stop(event: MustStop, names: Names) -> Line:
    """Tell that a group with points left had to stop in an enemy area."""
    return Line("detail", words("Must stop in ", names.place(event.area), ": an enemy area (4)"))


def exited(event: Exited, names: Names) -> Line:
    """Tell a unit that has left the map."""
    return Line("result", words(who(event.unit, names), " leaves the map: ", names.place(event.box)))


def shipped(event: Shipped, names: Names) -> Line:
    """Tell a unit that waits off a port now."""
    return Line("line", words(who(event.unit, names), " ships to ", names.place(event.box)))


def dropped(event: Dropped, names: Names) -> Line:
    """Tell a paradrop with its modified die."""
    order = "in Good Order" if event.good else strong("Disorganized")
    jump, modified = f" {_singular(event.units, 'jump')} over ", f": modified die {event.modified}, "
    return Line("line", (*names.units(event.units), *words(jump, names.place(event.area), modified, order)))


def control_changed(event: ControlChanged, names: Names) -> Line:
    """Tell whose an area is now."""
    return Line("result", words(names.place(event.area), " is ", strong(NAMES[event.side]), " now"))


def ffi_attempted(event: FfiAttempted, names: Names) -> Line:
    """Tell an attempt to raise the FFI."""
    found = {"fighters": "fighters rise, +1 in combat there", "control": "they take control"}
    return Line("line", words("FFI in ", names.place(event.area), ": ", found.get(event.marker or "", "no effect")))


def ffi_removed(event: FfiRemoved, names: Names) -> Line:
    """Tell a marker that is taken off."""
    return Line("detail", words("The FFI marker in ", names.place(event.area), " is removed"))


def marker_placed(event: MarkerPlaced, names: Names) -> Line:
    """Tell where a bombing marker lies."""
    marker = MARKERS[event.marker]
    return Line("line", words(f"{capital(marker)} goes to ", names.place(event.area)))


def bombed(event: Bombed, names: Names) -> Line:
    """Tell what bombing did to fortifications."""
    hit = f"{counted(event.levels, 'level')} destroyed" if event.levels else "no effect"
    stays = ", the marker stays for support" if event.stays else ", the marker is spent"
    return Line("detail", words("Bombing of ", names.place(event.area), f": {hit}{stays}"))


def fort_level(event: FortLevel, names: Names) -> Line:
    """Tell the level of fortifications."""
    return Line("detail", words("Fortifications of ", names.place(event.area), f": level {event.level}"))


def surrender_sought(event: SurrenderSought, names: Names) -> Line:
    """Tell whether a fortress gives up."""
    told = strong("surrenders") if event.surrendered else "holds out"
    return Line("result", words(names.place(event.area), f" (level {event.level}) ", told))


def _bridge(bridge: str, told: str, names: Names) -> Line:
    return Line("line", words("Bridge ", strong(names.of(bridge)), f" {told}"))


def bridge_blown(event: BridgeBlown, names: Names) -> Line:
    """Tell a bridge that is gone."""
    return _bridge(event.bridge, "blown", names)


def bridge_finished(event: BridgeFinished, names: Names) -> Line:
    """Tell a bridge that is there again."""
    return _bridge(event.bridge, "stands", names)


def bridging_began(event: BridgingBegan, names: Names) -> Line:
    """Tell a bridge that is being built."""
    return _bridge(event.bridge, f"under construction, {counted(event.waits, 'activation')} to wait", names)


def work_failed(event: BridgeWorkFailed, names: Names) -> Line:
    """Tell work on a bridge that failed."""
    return _bridge(event.bridge, f"could not be {'blown' if event.work == 'demolish' else 'repaired'}", names)


def sudden(event: SuddenVictory, names: Names) -> Line:
    """Tell the sudden end."""
    return Line("turn", words("Both ports are Allied and no Germans are left: the game ends"))


def die_rolled(event: DieRolled, names: Names) -> Line | None:
    """Tell a die; that of a combat is told with its result."""
    told = roll_of(event.purpose).told
    if not told:
        return None
    place = event.subject.area or event.subject.bridge
    return Line("detail", words(die(event.die), f" {told}", f", {names.of(place)}" if place else ""))
