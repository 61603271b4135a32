"""The verbs of the game as players read them: button labels, keys, and whole commands in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.names import Names
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
    "use_hero": Verb("He helps", "", "Let the hero help; he may be gone afterwards."),
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


_PHRASES: Mapping[str, str] = {
    "fire": "Fire at {hex} with {who}",
    "indirect_fire": "{label} at {hex} with {who}",
    "illuminate": "{label} at {hex} with {who}",
    "smoke": "Smoke in {hex} by {who}",
    "assign": "{who} assaults {hex}",
    "place_assault": "{label}: {hex}",
    "call_off": "{label}: {hex}",
    "retreat": "{label} to {hex}",
    "take_dg": "{label}: {hex}",
}


def describe(command: Command, names: Names, decision: Decision | None = None) -> str:
    """Return a command as a short phrase for a list of options."""
    if command.verb == "step":
        return _step(command, decision)
    who = " + ".join(names.label(unit) for unit in units_of(command))
    if command.verb in _PHRASES:
        return _PHRASES[command.verb].format(label=verb(command.verb).label, who=who, hex=command.get("hex"))
    teller = _TELLERS.get(command.verb)
    return teller(command, names, who) if teller else _plainly(command, names, who)


def _step(command: Command, decision: Decision | None) -> str:
    to, by = str(command.get("to")), str(command.get("by"))
    start = str((decision.subject if decision else {}).get("hex", ""))
    heading = wording.direction(start, to) if start else ""
    way = WAYS.get(by, wording.humanize(by).lower())
    return f"{to} {heading} {way}".replace("  ", " ")


def _build(command: Command, names: Names, who: str) -> str:
    return f"{wording.WORKS.get(str(command.get('what')), 'Build')} with {who}"


def _return_unit(command: Command, names: Names, who: str) -> str:
    return f"Return {who} to {command.get('hex')}, {'deployed' if command.get('deployed') else 'in column'}"


def _chit(command: Command, names: Names, who: str) -> str:
    return f"{verb(command.verb).label}: {names.of(str(command.get('chit')))}"


def _attachment(command: Command, names: Names, who: str) -> str:
    return f"Attach {names.of(str(command.get('formation')))} to {names.of(str(command.get('division')))}"


def _fire_type(command: Command, names: Names, who: str) -> str:
    kind = str(command.get("type"))
    return wording.FIRE_TYPES.get(kind, wording.humanize(kind))


def _aim(command: Command, names: Names, who: str) -> str:
    target = str(command.get("target"))
    return "The whole hex" if target == "hex" else names.of(target)


def _from_the_air(command: Command, names: Names, who: str) -> str:
    target, here, division = (str(command.get(name, "")) for name in ("target", "hex", "division"))
    what = "the hex" if target == "hex" else names.of(target)
    where = (here if target == "hex" else f"{what} in {here}") if here else what
    whose = f" with aircraft of {names.of(division)}" if division else ""
    return f"{verb(command.verb).label} {where}{whose}"


def _choice(command: Command, names: Names, who: str) -> str:
    thing = next((str(value) for _, value in command.args if value), "")
    if thing:
        return names.of(str(thing))
    return "None" if "weapon" in dict(command.args) else "Choose"


def _plainly(command: Command, names: Names, who: str) -> str:
    """Return the label of a command and what it is about: carrier, hero, weapon, leader, units or hex."""
    label, here = verb(command.verb).label, str(command.get("hex") or "")
    if carrier := command.get("transport") or command.get("tank"):
        return f"{label}: {who} on {names.of(str(carrier))}"
    if hero := command.get("hero"):
        return f"{names.of(str(hero))}: {label} {who or here}".rstrip()
    if thing := command.get("weapon") or command.get("leader"):
        return f"{label}: {names.of(str(thing))}" + (f" to {here}" if here else "")
    return f"{label} {who or here}".strip()


_TELLERS: Mapping[str, Callable[[Command, Names, str], str]] = {
    "build": _build,
    "return_unit": _return_unit,
    "buy_chit": _chit,
    "add_chit": _chit,
    "buy_now": _chit,
    "return_chit": _chit,
    "change_attachment": _attachment,
    "fire_type": _fire_type,
    "aim": _aim,
    "air_strike": _from_the_air,
    "interdict": _from_the_air,
    "choose": _choice,
}

TOGGLES = ("concentrate", "leave_smoke")


def simple(offered: Mapping[str, list[Command]]) -> list[Command]:
    """Return the offered commands without arguments, forward ones first and those that back out last."""
    found = [
        commands[0]
        for commands in offered.values()
        if len(commands) == 1 and not commands[0].args and commands[0].verb not in TOGGLES
    ]
    return sorted(found, key=lambda c: (verb(c.verb).back, not verb(c.verb).forward))
