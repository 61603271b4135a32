"""The verbs of the game as players read them: button labels, keys, and whole commands in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text import names as wording
from app.text.names import Names
from rules.engine.command import Command
from rules.engine.options import Decision


@dataclass(frozen=True, slots=True)
class Verb:
    """How one verb is offered: the button's label, its key, and what it does in one sentence.

    `forward` verbs answer to Space and Enter, `back` verbs to Escape.
    """

    label: str
    key: str = ""
    tip: str = ""
    forward: bool = False
    back: bool = False


VERBS: dict[str, Verb] = {
    "confirm": Verb("Confirm", "", "Carry out what has been composed.", forward=True),
    "claim": Verb("Claim the ridge", "Y", "Put your Ridge marker here.", forward=True),
    "decline": Verb("Leave the ridge", "N", "Do not claim it.", back=True),
    "hold": Verb("Hold fire", "H", "No more opportunity fire at this moment.", forward=True),
    "done": Verb("Done", "D", "Finish this step.", forward=True),
    "pass": Verb("Pass", "D", "Let this go by.", forward=True),
    "stop": Verb("End the move", "S", "The move ends here.", forward=True),
    "cancel": Verb("Cancel", "", "Back to where you were; nothing has been spent.", back=True),
    "end_activation": Verb("End activation", "E", "Finish this chit.", forward=True),
    "activate": Verb("Activate", "A", "Pay one Direct Command; this unit may act."),
    "change_formation": Verb("Change formation", "C", "Turn between Column and Deployed."),
    "move": Verb("Move", "M", "Start a Movement Action."),
    "fire": Verb("Fire", "F", "Compose a Fire Action."),
    "build": Verb("Build", "B", "Dig foxholes, or build trenches with engineers."),
    "indirect_fire": Verb("Indirect fire", "G", "Compose an Indirect Fire at any hex that is spotted."),
    "illuminate": Verb("Illuminate", "O", "Fire an illumination round; on a 9 it fails."),
    "smoke": Verb("Smoke", "W", "Put smoke in its own or a neighbouring hex as a Direct Fire Action."),
    "leave_smoke": Verb("Leave smoke", "W", "The tanks put smoke in the hex they are about to leave."),
    "rally": Verb("Rally", "R", "Take a Rally Action."),
    "return_unit": Verb("Return", "T", "Bring a routed unit back beside its headquarters."),
    "remove_ridge_marker": Verb("Give up the ridge", "", "Take your Ridge marker off this hex."),
    "load": Verb("Load", "L", "Put a transport of the pool on this unit; the transport's whole Movement Action."),
    "unload": Verb("Unload", "U", "Set the unit down, deployed; the transport goes back to its pool."),
    "mount": Verb("Ride on a tank", "Q", "Let this Leg Unit climb on a tank of its hex."),
    "dismount": Verb("Get off", "Shift+Q", "Let the Leg Unit get off its tank."),
    "pass_unit": Verb("Pass", "P", "The unit does nothing."),
    "relocate": Verb("Move", "", "Send this leader to a unit of his command."),
    "use_hero": Verb("Hero", "", "Let the hero help; he may be gone afterwards."),
    "no_hero": Verb("Without him", "N", "Do without the hero.", back=True),
    "place_hero": Verb("The hero joins", "", "The hero joins this unit."),
    "bring_hero": Verb("Bring on", "", "The hero takes the field with this unit."),
    "demand_surrender": Verb("Demand surrender", "", "The hero makes this enemy unit surrender."),
    "request_surrender": Verb("Ask to surrender", "", "All enemies in the hex check or surrender."),
    "clear_markers": Verb("Clear markers", "", "The hero takes every status marker off the hex."),
    "assault_at_once": Verb("Assault at once", "", "Mark the hex and assault it now, for 1 Dispatch Point."),
    "light": Verb("Illuminate", "", "Light up this hex for nothing."),
    "attach": Verb("Attach", "", "Give an available support weapon to a hex with an active leg unit."),
    "detach": Verb("Detach", "", "Send a support weapon back to the Reallocating box."),
    "take": Verb("Take along", "", "This support weapon goes with the moving units, or stays."),
    "take_leader": Verb("Take along", "", "This leader goes with the moving units, or stays."),
    "step": Verb("Step", "", "Move one hex."),
    "aim": Verb("Target", "", "Choose what is fired at."),
    "fire_type": Verb("Fire type", "", "Choose how to fire."),
    "support": Verb("Supporting unit", "", "Add this unit's point to the fire."),
    "use_weapon": Verb("Support weapon", "", "Use this support weapon."),
    "use_leader": Verb("Leader", "", "Let this leader direct the fire."),
    "concentrate": Verb("Concentrated fire", "X", "Add 1; the hex is marked and keeps no Fire Zone."),
    "buy_chit": Verb("Buy", "", "Pay Dispatch Points and put the chit in the Cup."),
    "add_chit": Verb("Add", "", "Put the chit in the Cup without cost."),
    "return_chit": Verb("Put back", "", "Take the chit out of the Cup again."),
    "buy_now": Verb("Buy now", "", "Pay Dispatch Points and play the chit at once."),
    "change_attachment": Verb(
        "Attach", "", "Pay 2 Dispatch Points of its present division; the formation joins another."
    ),
    "ambush": Verb("Ambush", "", "Roll for an FFI ambush: 5 or less places it."),
    "take_up": Verb("Take up", "", "Take this evacuation marker off, so that it is placed anew."),
    "leave_markers": Verb("Leave them", "", "No marker is placed.", back=True),
    "place_marker": Verb("Place Kampfgruppe", "", "Your units within two hexes may each take one action."),
    "choose": Verb("Choose", "", "Choose this one."),
    "reroll": Verb("Roll again", "R", "Use the marker of the day: the die is rolled again."),
    "keep": Verb("Let it stand", "K", "Keep the marker; the die stands.", forward=True),
    "keep_for_turn": Verb("Not this turn", "", "The die stands, and you are not asked again this turn.", back=True),
    "air_strike": Verb("Air strike:", "", "Attack this hex, or one hard target in it, for one Direct Command."),
    "interdict": Verb("Interdict", "", "Attack the column on the road for one Direct Command."),
    "place_barrage": Verb("Place the barrage", "Y", "Leave a barrage marker on the hex."),
    "no_barrage": Verb("No barrage", "N", "Leave no marker.", back=True),
    "place_assault": Verb(
        "Prepare an assault", "J", "Pay 1 Dispatch Point for a marker; the assault comes in a later activation."
    ),
    "call_off": Verb("Call off", "", "No assault on this hex: its marker is removed. Choose again to take it back."),
    "assign": Verb("Assault", "", "Send this unit against this hex."),
    "retreat": Verb("Retreat", "", "Leave the hex with all units, who are then suppressed."),
    "stand": Verb("Stand", "", "Stay and fight.", forward=True),
    "advance": Verb("Advance", "", "Let this unit go in, or leave it where it is."),
    "take_dg": Verb("Disorganize", "", "Put one of the points on this hex."),
}
UNIT_VERBS = (
    "activate",
    "move",
    "fire",
    "indirect_fire",
    "illuminate",
    "smoke",
    "change_formation",
    "rally",
    "build",
    "return_unit",
    "load",
    "unload",
    "mount",
    "dismount",
    "pass_unit",
)
WAYS = {
    "terrain": "across country",
    "trail": "along the trail",
    "paved": "by the paved road",
    "railroad": "along the railway",
    "evacuation": "by the evacuation road",
}


LABELS: Mapping[tuple[str, str], str] = {
    ("ambush", "decline"): "Let it pass",
    ("interdiction", "hold"): "Let them pass",
    ("air_strikes", "done"): "No more strikes",
    ("evacuation_moves", "done"): "No more markers",
    ("leaders", "done"): "Leaders stay",
    ("attach", "done"): "No more to attach",
    ("detach", "done"): "No more to detach",
    ("hero_lights", "done"): "No more lights",
}
"""What an order is called in one kind of decision, where its usual name would mislead."""


def label_in(kind: str, name: str) -> str:
    """Return the label of an order in a kind of decision."""
    return LABELS.get((kind, name)) or verb(name).label


def verb(name: str) -> Verb:
    """Return how a verb is offered; unknown ones get a label made from their name."""
    return VERBS.get(name) or Verb(wording.humanize(name))


def units_of(command: Command) -> tuple[str, ...]:
    """Return the units a command is for."""
    given = command.get("units") or command.get("unit")
    if isinstance(given, tuple):
        return given
    return (given,) if isinstance(given, str) and given else ()


def describe(command: Command, names: Names, decision: Decision | None = None) -> str:
    """Return a command as a short phrase for a list of options."""
    label = verb(command.verb).label
    who = " + ".join(names.label(unit) for unit in units_of(command))
    if command.verb == "fire":
        return f"Fire at {command.get('hex')} with {who}"
    if command.verb in ("indirect_fire", "illuminate"):
        return f"{label} at {command.get('hex')} with {who}"
    if command.verb == "assign":
        return f"{who} assaults {command.get('hex')}"
    if command.verb in ("place_assault", "call_off", "retreat", "take_dg"):
        return f"{label}: {command.get('hex')}"
    if command.verb == "smoke":
        return f"Smoke in {command.get('hex')} by {who}"
    if command.verb == "build":
        return f"{wording.WORKS.get(str(command.get('what')), 'Build')} with {who}"
    if command.verb in ("air_strike", "interdict"):
        return f"{label} {_from_the_air(command, names)}"
    if command.verb == "step":
        return _step(command, decision)
    if command.verb == "return_unit":
        state = "deployed" if command.get("deployed") else "in column"
        return f"Return {who} to {command.get('hex')}, {state}"
    if command.verb in ("buy_chit", "add_chit", "buy_now", "return_chit"):
        return f"{label}: {names.of(str(command.get('chit')))}"
    if command.verb == "change_attachment":
        formation, division = names.of(str(command.get("formation"))), names.of(str(command.get("division")))
        return f"Attach {formation} to {division}"
    if command.verb == "choose":
        return _choice(command, names)
    if command.verb == "fire_type":
        return wording.FIRE_TYPES.get(str(command.get("type")), wording.humanize(str(command.get("type"))))
    if command.verb == "aim":
        target = str(command.get("target"))
        return "The whole hex" if target == "hex" else names.of(target)
    carrier = command.get("transport") or command.get("tank")
    if carrier:
        return f"{label}: {who} on {names.of(str(carrier))}"
    if command.get("hero"):
        whom = f" {who or command.get('hex') or ''}".rstrip()
        return f"{names.of(str(command.get('hero')))}: {label}{whom}"
    thing = command.get("weapon") or command.get("leader")
    if thing:
        where = f" to {command.get('hex')}" if command.get("hex") else ""
        return f"{label}: {names.of(str(thing))}{where}"
    here = "" if who else str(command.get("hex") or "")
    return f"{label} {who or here}".strip()


def _step(command: Command, decision: Decision | None) -> str:
    to, by = str(command.get("to")), str(command.get("by"))
    start = str((decision.subject if decision else {}).get("hex", ""))
    heading = wording.direction(start, to) if start else ""
    way = WAYS.get(by, wording.humanize(by).lower())
    return f"{to} {heading} {way}".replace("  ", " ")


def _from_the_air(command: Command, names: Names) -> str:
    target, here, division = (str(command.get(name, "")) for name in ("target", "hex", "division"))
    what = "the hex" if target == "hex" else names.of(target)
    where = (here if target == "hex" else f"{what} in {here}") if here else what
    return f"{where} with aircraft of {names.of(division)}" if division else where


def _choice(command: Command, names: Names) -> str:
    thing = next((str(value) for _, value in command.args if value), "")
    if thing:
        return names.of(str(thing))
    return "None" if "weapon" in dict(command.args) else "Choose"


TOGGLES = ("concentrate", "leave_smoke")


def simple(offered: Mapping[str, list[Command]]) -> list[Command]:
    """Return the offered commands without arguments, forward ones first and those that back out last."""
    found = [
        commands[0]
        for commands in offered.values()
        if len(commands) == 1 and not commands[0].args and commands[0].verb not in TOGGLES
    ]
    return sorted(found, key=lambda c: (verb(c.verb).back, not verb(c.verb).forward))
