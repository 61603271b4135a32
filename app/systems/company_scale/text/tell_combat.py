"""Log lines for airpower: aircraft that come and go, air combat, air attacks (16.0)."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import result_words
from app.systems.company_scale.text.events import tells, units
from app.text.names import Names, humanize
from app.text.parts import Line, TextPart, die, hexref, strong, words
from app.text.words import Event

# --- Log lines for airpower: aircraft that come and go, air combat, air attacks (16.0) -----------------------------


@tells("AirSupportArrived")
def arrived(event: Event, names: Names) -> Line:
    """Tell how many aircraft arrive."""
    return Line("line", words(f"Air support: {event['allied']} Allied and {event['german']} German markers arrive"))


@tells("AirCombat")
def combat(event: Event, names: Names) -> Line:
    """Tell one shot in air combat."""
    what = f"hits; {event['left']} enemy left" if event.get("hit") else "misses"
    return Line("detail", words(die(event["die"]), f" {wording.side(str(event['side']))} aircraft ", strong(what)))


@tells("AirSupportPlaced")
def placed(event: Event, names: Names) -> Line:
    """Tell how much air support a division has available."""
    return Line("detail", words(f"{names.of(str(event['division']))}: {event['value']} air support available"))


@tells("AirSupportRemoved")
def removed(event: Event, names: Names) -> Line:
    """Tell that nightfall has ended all air support."""
    return Line("detail", words("All air support is removed for the night"))


@tells("AirAttackDeclared")
def declared(event: Event, names: Names) -> Line:
    """Tell an air attack."""
    who = f"Aircraft of {names.of(str(event['division']))} attack "
    return Line("line", (*words(who), *aimed_at(event, names), *words(f" ({value_of(event)})")))


# --- Log lines for indirect fire: barrages, smoke, illumination rounds, guns forced from their position ------------


@tells("IndirectFireDeclared")
def indirect_fire_declared(event: Event, names: Names) -> Line:
    """Tell who fires at which hex with what value."""
    how = "for a barrage only" if event.get("harmless") else value_of(event)
    says = words(" fires indirectly at ", hexref(str(event["hex"])), f" ({how})")
    return Line("line", (*units(event, names), *says))


@tells("SmokePlaced")
def smoke_placed(event: Event, names: Names) -> Line:
    """Tell where smoke is placed."""
    return Line("line", (*units(event, names), *words(" lays smoke in ", hexref(str(event["hex"])))))


@tells("IlluminationFired")
def illumination_fired(event: Event, names: Names) -> Line:
    """Tell an illumination round and whether it lights up."""
    lit = "it works" if event.get("lit") else "it fails"
    says = words(" fires an illumination round at ", hexref(str(event["hex"])), ": ", die(event["die"]), " ", lit)
    return Line("line", (*units(event, names), *says))


@tells("ForcedFromPosition")
def forced_from_position(event: Event, names: Names) -> Line:
    """Tell why guns leave their firing position."""
    return Line("result", (*units(event, names), *words(" has an enemy next to it in ", hexref(str(event["hex"])))))


# --- Log lines for fire and what comes of it: markers, routs, losses, rallies --------------------------------------


def place(event: Event) -> tuple[TextPart, ...]:
    """Return " in 18.40" where an event names a hex."""
    return words(" in ", hexref(str(event["hex"]))) if event.get("hex") else ()


@tells("FireDeclared")
def fire_declared(event: Event, names: Names) -> Line:
    """Tell who fires at what, how and with what value."""
    kind = str(event.get("type", ""))
    says = " opportunity fires at " if event.get("opportunity_fire") else " fires at "
    how = f" ({wording.FIRE_TYPES.get(kind, humanize(kind)).lower()}, {value_of(event)})"
    return Line("line", (*units(event, names), *words(says), *aimed_at(event, names), *words(how)))


def value_of(event: Event) -> str:
    """Return the value of a fire or air attack in words, with a true minus sign if negative."""
    return f"value {event['value']}".replace("-", "\u2212")


def aimed_at(event: Event, names: Names) -> tuple[TextPart, ...]:
    """Return the target hex of a fire or air attack, and the hard target in it if it is aimed at one."""
    aim = str(event.get("aim") or "hex")
    target = words(names.unit(aim), " in ") if aim != "hex" else ()
    return (*target, hexref(str(event["hex"])))


@tells("Fired", "IndirectFired", "AirAttacked")
def fired(event: Event, names: Names) -> Line:
    """Tell the die of a fire or an air attack and its result."""
    result = str(event.get("result") or "")
    if event.get("harmless"):
        return Line("detail", words(die(event["die"]), " rolled for the barrage"))
    if not result:
        return Line("detail", words(die(event["die"]), " on the table: ", strong("no effect")))
    return Line("detail", words(die(event["die"]), " on the table: ", strong(result), f" ({result_words(result)})"))


@tells("RoutChecked")
def rout_checked(event: Event, names: Names) -> Line:
    """Tell a rout check."""
    passed = "passes" if event.get("passed") else "fails"
    kind = f" ({event['result']})" if event.get("result") else ""
    return Line("detail", words(die(event["die"]), f" rout check{kind}: ", *units(event, names), " ", strong(passed)))


@tells("MarkerPlaced")
def marker_placed(event: Event, names: Names) -> Line:
    """Tell a marker put on a hex."""
    marker = wording.marker(str(event["kind"]), event.get("value"))
    return Line("result", words(hexref(str(event["hex"])), f": {marker}"))


@tells("MarkerRemoved")
def marker_removed(event: Event, names: Names) -> Line:
    """Tell a marker taken off a hex."""
    name = wording.MARKERS.get(str(event["kind"]), humanize(str(event["kind"])))
    return Line("detail", words(hexref(str(event["hex"])), f": {name} removed"))


@tells("MarkersCleared")
def markers_cleared(event: Event, names: Names) -> Line:
    """Tell that an empty hex loses its markers."""
    return Line("detail", words(hexref(str(event["hex"])), " is empty: its markers are removed"))


@tells("UnitRouted")
def unit_routed(event: Event, names: Names) -> Line:
    """Tell a rout."""
    return Line("result", (*units(event, names), *words(" routs from ", hexref(str(event["hex"])))))


@tells("UnitEliminated")
def unit_eliminated(event: Event, names: Names) -> Line:
    """Tell a loss; a lost headquarters may return (8.5)."""
    returns = "; a headquarters goes to the Routed Units box" if event.get("place") == "routed" else ""
    return Line("result", (*units(event, names), *words(" is eliminated"), *place(event), *words(returns)))


@tells("UnitReturned")
def unit_returned(event: Event, names: Names) -> Line:
    """Tell a return from the Routed Units box."""
    return Line("line", (*units(event, names), *words(" returns"), *place(event)))


@tells("UnitArrived")
def unit_arrived(event: Event, names: Names) -> Line:
    """Tell reinforcements."""
    return Line("line", (*units(event, names), *words(" arrives"), *place(event)))


@tells("Rallied")
def rallied(event: Event, names: Names) -> Line:
    """Tell what a rally removed."""
    removed = str(event.get("removed", ""))
    what = f"DG falls to {event['value']}" if removed == "dg" else f"no longer {wording.MARKERS.get(removed, removed)}"
    if removed == "dg" and not event.get("value"):
        what = "no longer disorganized"
    return Line("line", (*units(event, names), *words(" rallies"), *place(event), *words(f": {what}")))


@tells("WeaponRemoved")
def weapon_removed(event: Event, names: Names) -> Line:
    """Tell a support weapon leaving the map."""
    box = humanize(str(event.get("place", ""))).lower()
    gone = f" goes to the {box} box" if box and box != "out" else " is out of the game"
    return Line("result", words(names.unit(str(event["weapon"])), gone))


@tells("LeaderMoved")
def leader_moved(event: Event, names: Names) -> Line:
    """Tell that a leader relocates or comes back."""
    goes = "goes to" if event.get("from") else "is back, in"
    return Line("line", words(str(event["name"]), f" {goes} ", hexref(str(event["hex"]))))


@tells("LeaderLeft")
def leader_left(event: Event, names: Names) -> Line:
    """Tell that a leader has nobody left to lead."""
    gone = " has nobody left to lead and leaves the game" if event.get("out") else " waits off the map for his men"
    return Line("result", words(str(event["name"]), gone))


@tells("WeaponAttached")
def weapon_attached(event: Event, names: Names) -> Line:
    """Tell that a support weapon is attached in a hex."""
    return Line("line", words(names.unit(str(event["weapon"])), " is attached", *place(event)))


@tells("WeaponAvailable")
def weapon_available(event: Event, names: Names) -> Line:
    """Tell that a support weapon can be attached again."""
    return Line("detail", words(names.unit(str(event["weapon"])), " is available again"))


@tells("StackingPenalty")
def stacking_penalty(event: Event, names: Names) -> Line:
    """Tell a penalty for too many or mixed units."""
    why = []
    if event.get("units"):
        why.append("too many units")
    if event.get("mixed"):
        why.append("different formations")
    return Line("result", words(hexref(str(event["hex"])), f": {' and '.join(why)}, DG +{event.get('points')}"))
