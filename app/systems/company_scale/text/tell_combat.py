"""Log lines for fire, indirect fire and airpower, and what comes of them: markers, routs, losses, rallies."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import result_words
from app.systems.company_scale.text.tell import units
from app.text.names import Names, humanize
from app.text.parts import Line, TextPart, die, hexref, strong, words
from rules.company_scale.records.combat_events import (
    AirAttackDeclared,
    AirAttacked,
    AirCombat,
    AirSupportArrived,
    AirSupportPlaced,
    AirSupportRemoved,
    Fired,
    FireDeclared,
    ForcedFromPosition,
    IlluminationFired,
    IndirectFired,
    IndirectFireDeclared,
    MarkerPlaced,
    MarkerRemoved,
    MarkersCleared,
    Rallied,
    RoutChecked,
    SmokePlaced,
    StackingPenalty,
    UnitArrived,
    UnitEliminated,
    UnitReturned,
    UnitRouted,
)
from rules.company_scale.records.event import UnitInHex
from rules.company_scale.records.piece_events import (
    LeaderLeft,
    LeaderMoved,
    WeaponAttached,
    WeaponAvailable,
    WeaponRemoved,
)

# --- Log lines for airpower: aircraft that come and go, air combat, air attacks (16.0) -----------------------------


def arrived(event: AirSupportArrived, names: Names) -> Line:
    """Tell how many aircraft arrive."""
    allied, german = names.side_name("allied"), names.side_name("german")
    return Line("line", words(f"Air support: {event.allied} {allied} and {event.german} {german} markers arrive"))


def combat(event: AirCombat, names: Names) -> Line:
    """Tell one shot in air combat."""
    what = f"hits; {event.left} enemy left" if event.hit else "misses"
    return Line("detail", words(die(event.die), f" {names.side_name(event.side)} aircraft ", strong(what)))


def placed(event: AirSupportPlaced, names: Names) -> Line:
    """Tell how much air support a division has available."""
    return Line("detail", words(f"{names.of(event.division)}: {event.value} air support available"))


def removed(event: AirSupportRemoved, names: Names) -> Line:
    """Tell that nightfall has ended all air support."""
    return Line("detail", words("All air support is removed for the night"))


def declared(event: AirAttackDeclared, names: Names) -> Line:
    """Tell an air attack."""
    who = f"Aircraft of {names.of(event.division)} attack "
    return Line("line", (*words(who), *aimed_at(event, names), *words(f" ({value_of(event)})")))


# --- Log lines for indirect fire: barrages, smoke, illumination rounds, guns forced from their position ------------


def indirect_fire_declared(event: IndirectFireDeclared, names: Names) -> Line:
    """Tell who fires at which hex with what value."""
    how = "for a barrage only" if event.harmless else value_of(event)
    says = words(" fires indirectly at ", hexref(event.hex), f" ({how})")
    return Line("line", (*units(event, names), *says))


def smoke_placed(event: SmokePlaced, names: Names) -> Line:
    """Tell where smoke is placed."""
    return Line("line", (*units(event, names), *words(" lays smoke in ", hexref(event.hex))))


def illumination_fired(event: IlluminationFired, names: Names) -> Line:
    """Tell an illumination round and whether it lights up."""
    lit = "it works" if event.lit else "it fails"
    says = words(" fires an illumination round at ", hexref(event.hex), ": ", die(event.die), " ", lit)
    return Line("line", (*units(event, names), *says))


def forced_from_position(event: ForcedFromPosition, names: Names) -> Line:
    """Tell why guns leave their firing position."""
    return Line("result", (*units(event, names), *words(" has an enemy next to it in ", hexref(event.hex))))


# --- Log lines for fire and what comes of it: markers, routs, losses, rallies --------------------------------------


def place(event: UnitInHex | UnitArrived | UnitEliminated | WeaponAttached) -> tuple[TextPart, ...]:
    """Return " in 18.40" where an event names a hex."""
    return words(" in ", hexref(event.hex)) if event.hex else ()


def fire_declared(event: FireDeclared, names: Names) -> Line:
    """Tell who fires at what, how and with what value."""
    kind = event.type
    says = " opportunity fires at " if event.opportunity_fire else " fires at "
    how = f" ({wording.FIRE_TYPES.get(kind, humanize(kind)).lower()}, {value_of(event)})"
    return Line("line", (*units(event, names), *words(says), *aimed_at(event, names), *words(how)))


def value_of(event: FireDeclared | IndirectFireDeclared | AirAttackDeclared) -> str:
    """Return the value of a fire or air attack in words, with a true minus sign if negative."""
    return f"value {event.value}".replace("-", "\u2212")


def aimed_at(event: FireDeclared | AirAttackDeclared, names: Names) -> tuple[TextPart, ...]:
    """Return the target hex of a fire or air attack, and the hard target in it if it is aimed at one."""
    target = words(names.unit(event.aim), " in ") if event.aim != "hex" else ()
    return (*target, hexref(event.hex))


def fired(event: Fired | IndirectFired | AirAttacked, names: Names) -> Line:
    """Tell the die of a fire or an air attack and its result."""
    result = event.result or ""
    if event.harmless:
        return Line("detail", words(die(event.die), " rolled for the barrage"))
    if not result:
        return Line("detail", words(die(event.die), " on the table: ", strong("no effect")))
    return Line("detail", words(die(event.die), " on the table: ", strong(result), f" ({result_words(result)})"))


def rout_checked(event: RoutChecked, names: Names) -> Line:
    """Tell a rout check."""
    passed = "passes" if event.passed else "fails"
    kind = f" ({event.result})" if event.result else ""
    return Line("detail", words(die(event.die), f" rout check{kind}: ", *units(event, names), " ", strong(passed)))


def marker_placed(event: MarkerPlaced, names: Names) -> Line:
    """Tell a marker put on a hex."""
    marker = wording.marker(event.kind, event.value, names)
    return Line("result", words(hexref(event.hex), f": {marker}"))


def marker_removed(event: MarkerRemoved, names: Names) -> Line:
    """Tell a marker taken off a hex."""
    name = wording.MARKERS.get(event.kind, humanize(event.kind))
    return Line("detail", words(hexref(event.hex), f": {name} removed"))


def markers_cleared(event: MarkersCleared, names: Names) -> Line:
    """Tell that an empty hex loses its markers."""
    return Line("detail", words(hexref(event.hex), " is empty: its markers are removed"))


def unit_routed(event: UnitRouted, names: Names) -> Line:
    """Tell a rout."""
    return Line("result", (*units(event, names), *words(" routs from ", hexref(event.hex))))


def unit_eliminated(event: UnitEliminated, names: Names) -> Line:
    """Tell a loss; a lost headquarters may return (8.5)."""
    returns = "; a headquarters goes to the Routed Units box" if event.place == "routed" else ""
    return Line("result", (*units(event, names), *words(" is eliminated"), *place(event), *words(returns)))


def unit_returned(event: UnitReturned, names: Names) -> Line:
    """Tell a return from the Routed Units box."""
    return Line("line", (*units(event, names), *words(" returns"), *place(event)))


def unit_arrived(event: UnitArrived, names: Names) -> Line:
    """Tell reinforcements."""
    return Line("line", (*units(event, names), *words(" arrives"), *place(event)))


def rallied(event: Rallied, names: Names) -> Line:
    """Tell what a rally removed."""
    removed = event.removed
    what = f"DG falls to {event.value}" if removed == "dg" else f"no longer {wording.MARKERS.get(removed, removed)}"
    if removed == "dg" and not event.value:
        what = "no longer disorganized"
    return Line("line", (*units(event, names), *words(" rallies"), *place(event), *words(f": {what}")))


def weapon_removed(event: WeaponRemoved, names: Names) -> Line:
    """Tell a support weapon leaving the map."""
    box = humanize(event.place or "").lower()
    gone = f" goes to the {box} box" if box and box != "out" else " is out of the game"
    return Line("result", words(names.unit(event.weapon), gone))


def leader_moved(event: LeaderMoved, names: Names) -> Line:
    """Tell that a leader relocates or comes back."""
    goes = "goes to" if event.start else "is back, in"
    return Line("line", words(event.name, f" {goes} ", hexref(event.hex)))


def leader_left(event: LeaderLeft, names: Names) -> Line:
    """Tell that a leader has nobody left to lead."""
    gone = " has nobody left to lead and leaves the game" if event.out else " waits off the map for his men"
    return Line("result", words(event.name, gone))


def weapon_attached(event: WeaponAttached, names: Names) -> Line:
    """Tell that a support weapon is attached in a hex."""
    return Line("line", words(names.unit(event.weapon), " is attached", *place(event)))


def weapon_available(event: WeaponAvailable, names: Names) -> Line:
    """Tell that a support weapon can be attached again."""
    return Line("detail", words(names.unit(event.weapon), " is available again"))


def stacking_penalty(event: StackingPenalty, names: Names) -> Line:
    """Tell a penalty for too many or mixed units."""
    why = []
    if event.units:
        why.append("too many units")
    if event.mixed:
        why.append("different formations")
    return Line("result", words(hexref(event.hex), f": {' and '.join(why)}, DG +{event.points}"))
