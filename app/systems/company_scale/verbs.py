"""The verbs of the Company Scale System, one row for each, and its commands as short phrases for a list of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from app.systems.company_scale.text import names as wording
from app.text import words
from app.text.names import Names, humanize
from rules.engine.command import Command
from rules.engine.frozen import frozen
from rules.engine.options import Decision

# --- Commands of the Company Scale System as short phrases for a list of options -----------------------------------

Phrase: TypeAlias = "Callable[[Command, Names, str, str], str]"
"""Makes a phrase from a command, the names, the units it is for in words, and the verb's label."""

WAYS: Mapping[str, str] = {
    "terrain": "across country",
    "trail": "along the trail",
    "paved": "by the paved road",
    "railroad": "along the railway",
    "evacuation": "by the evacuation road",
}


def step(command: Command, start: str) -> str:
    """Return a step to a neighbour: hex, compass direction, way; `start` is the hex it leads from, or ""."""
    to, by = command.text("to"), command.text("by")
    heading = wording.direction(start, to) if start else ""
    way = WAYS.get(by, humanize(by).lower())
    return f"{to} {heading} {way}".replace("  ", " ")


def build(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is built, and by whom."""
    return f"{wording.WORKS.get(command.text('what'), 'Build')} with {who}"


def return_unit(command: Command, names: Names, who: str, label: str) -> str:
    """Return where a routed unit returns to, and on which side."""
    return f"Return {who} to {command.text('hex')}, {'deployed' if command.flag('deployed') else 'in column'}"


def chit(command: Command, names: Names, who: str, label: str) -> str:
    """Return which chit is meant."""
    return f"{label}: {names.of(command.text('chit'))}"


def attachment(command: Command, names: Names, who: str, label: str) -> str:
    """Return which formation joins which division."""
    return f"Attach {names.of(command.text('formation'))} to {names.of(command.text('division'))}"


def fire_type(command: Command, names: Names, who: str, label: str) -> str:
    """Return the type of fire."""
    kind = command.text("type")
    return wording.FIRE_TYPES.get(kind, humanize(kind))


def aim(command: Command, names: Names, who: str, label: str) -> str:
    """Return the target."""
    target = command.text("target")
    return "The whole hex" if target == "hex" else names.of(target)


def from_the_air(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is attacked from the air, where, and by whose aircraft."""
    target, here, division = (str(command.get(name, "")) for name in ("target", "hex", "division"))
    what = "the hex" if target == "hex" else names.of(target)
    where = (here if target == "hex" else f"{what} in {here}") if here else what
    whose = f" with aircraft of {names.of(division)}" if division else ""
    return f"{label} {where}{whose}"


def choice(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is chosen."""
    thing = next((str(value) for _, value in command.args if value), "")
    if thing:
        return names.of(str(thing))
    return "None" if "weapon" in dict(command.args) else "Choose"


def plainly(command: Command, names: Names, who: str, label: str) -> str:
    """Return the label of a command and what it is about: carrier, hero, weapon, leader, units or hex."""
    here = command.text("hex")
    if carrier := command.text("transport") or command.text("tank"):
        return f"{label}: {who} on {names.of(str(carrier))}"
    if hero := command.text("hero"):
        return f"{names.of(str(hero))}: {label} {who or here}".rstrip()
    if thing := command.text("weapon") or command.text("leader"):
        return f"{label}: {names.of(str(thing))}" + (f" to {here}" if here else "")
    return f"{label} {who or here}".strip()


# --- The verbs of the Company Scale System, one row for each -------------------------------------------------------


@frozen
class Verb(words.Verb):
    """How a verb of this system is offered.

    `of_unit`: an order to one unit in its activation; `of_hero`: to a hero in his box.
    `shot`: it begins a fire; when asked who fires, a click on the unit gives it.
    `tap`: the arguments that a click on a unit or token supplies, if the verb takes no others.
    `fanned`: a stack in which several units could be meant is fanned out at once.
    `aimed`: the order waits for its hex on the map, to send there one of several "thing"s or a "unit", which may also
    be dragged, or as a unit's order at a "target", of which far more are legal than the decision lists.
    `nowhere`: said after a unit's name if an aimed order has no hex.
    `phrase`: the whole command in words.
    """

    of_unit: bool = False
    of_hero: bool = False
    shot: bool = False
    tap: tuple[str, ...] = ()
    fanned: bool = False
    aimed: str = ""
    nowhere: str = ""
    phrase: str | Phrase = plainly


VERBS: Mapping[str, Verb] = {
    "confirm": Verb("Confirm", "", "Carry out the order.", forward=True),
    "claim": Verb("Claim the ridge", "Y", "Place your Ridge marker here.", forward=True, apart=True),
    "decline": Verb("Leave the ridge", "N", "Don't claim it.", back=True),
    "hold": Verb("Hold fire", "H", "No opportunity fire this time.", forward=True),
    "done": Verb("Done", "D", "Finish this step.", forward=True),
    "pass": Verb("Pass", "D", "Do nothing here.", forward=True),
    "stop": Verb("End the move", "S", "The move ends here.", forward=True),
    "cancel": Verb("Cancel", "", "Go back; nothing has been spent.", back=True),
    "end_activation": Verb("End activation", "E", "Finish this chit.", forward=True, sure="Really end it?"),
    "activate": Verb("Activate", "A", "Pay 1 direct command so that this unit can act.", of_unit=True),
    "move": Verb("Move", "M", "Start a movement action.", of_unit=True),
    "fire": Verb(
        "Fire",
        "F",
        "Set up a fire action.",
        of_unit=True,
        shot=True,
        nowhere="has no target now. Drop it on a hex to see why not.",
        phrase="Fire at {hex} with {who}",
    ),
    "indirect_fire": Verb(
        "Indirect fire",
        "G",
        "Set up indirect fire at any spotted hex.",
        of_unit=True,
        shot=True,
        aimed="target",
        nowhere="has no target for indirect fire now. Drop it on a hex to see why not.",
        phrase="{label} at {hex} with {who}",
    ),
    "illuminate": Verb(
        "Illuminate",
        "O",
        "Fire an illumination round; it fails on a 9.",
        of_unit=True,
        aimed="target",
        nowhere="can't illuminate any hex now.",
        phrase="{label} at {hex} with {who}",
    ),
    "smoke": Verb(
        "Smoke",
        "W",
        "Place smoke in its own hex or an adjacent one, as a direct fire action.",
        of_unit=True,
        aimed="target",
        nowhere="can't place smoke anywhere now.",
        phrase="Smoke in {hex} by {who}",
    ),
    "change_formation": Verb("Change formation", "C", "Switch between column and deployed.", of_unit=True),
    "rally": Verb("Rally", "R", "Take a rally action.", of_unit=True),
    "build": Verb("Build", "B", "Dig foxholes, or build trenches with engineers.", of_unit=True, phrase=build),
    "return_unit": Verb(
        "Return",
        "T",
        "Return a routed unit next to its headquarters.",
        of_unit=True,
        nowhere="can't return to any hex now.",
        phrase=return_unit,
    ),
    "load": Verb(
        "Load",
        "L",
        "Put a transport from the pool on this unit; this takes the transport's whole movement action.",
        of_unit=True,
    ),
    "unload": Verb("Unload", "U", "Set the unit down deployed; the transport returns to its pool.", of_unit=True),
    "mount": Verb("Ride on a tank", "Q", "Have this leg unit climb on a tank in its hex.", of_unit=True),
    "dismount": Verb("Get off", "Shift+Q", "Have the leg unit get off its tank.", of_unit=True),
    "pass_unit": Verb("Pass", "P", "The unit does nothing.", of_unit=True),
    "leave_smoke": Verb("Leave smoke", "W", "The tanks place smoke in the hex they are leaving.", toggle=True),
    "remove_ridge_marker": Verb("Give up the ridge", "", "Remove your Ridge marker from this hex."),
    "relocate": Verb("Move", "", "Send this leader to a unit of his command.", aimed="thing"),
    "use_hero": Verb("Use the hero", "", "The hero helps; he may leave afterward.", tap=("hero",)),
    "no_hero": Verb("Don't use him", "N", "Roll without the hero.", back=True),
    "place_hero": Verb("The hero joins", "", "The hero joins this unit.", tap=("unit",)),
    "bring_hero": Verb("Bring on", "", "The hero comes on with this unit."),
    "demand_surrender": Verb("Demand surrender", "", "The hero makes this enemy unit surrender.", of_hero=True),
    "request_surrender": Verb("Ask to surrender", "", "All enemies in the hex check or surrender.", of_hero=True),
    "clear_markers": Verb("Clear markers", "", "The hero removes every status marker from the hex.", of_hero=True),
    "assault_at_once": Verb(
        "Assault at once", "", "Mark the hex and assault it now, for 1 dispatch point.", of_hero=True
    ),
    "light": Verb("Illuminate", "", "Illuminate this hex for free."),
    "attach": Verb("Attach", "", "Attach an available support weapon to a hex with an active leg unit.", aimed="thing"),
    "detach": Verb("Detach", "", "Send a support weapon back to the Reallocating box.", tap=("weapon",)),
    "take": Verb("Take along", "", "This support weapon goes along with the moving units, or stays.", tap=("weapon",)),
    "take_leader": Verb("Take along", "", "This leader goes along with the moving units, or stays.", tap=("leader",)),
    "step": Verb("Step", "", "Move one hex."),
    "aim": Verb("Target", "", "Choose the target.", tap=("target",), fanned=True, phrase=aim),
    "fire_type": Verb("Fire type", "", "Choose the fire type.", phrase=fire_type),
    "support": Verb("Supporting unit", "", "Add this unit's +1 to the fire.", tap=("unit",)),
    "use_weapon": Verb("Support weapon", "", "Use this support weapon.", tap=("weapon",)),
    "use_leader": Verb("Leader", "", "Use this leader for the fire.", tap=("leader",)),
    "concentrate": Verb("Concentrated fire", "X", "+1; the hex is marked and loses its fire zone.", toggle=True),
    "buy_chit": Verb("Buy", "", "Pay dispatch points and put the chit in the Cup.", put_back="Return", phrase=chit),
    "add_chit": Verb("Add", "", "Put the chit in the Cup for free.", put_back="Return", phrase=chit),
    "buy_now": Verb("Buy now", "", "Pay dispatch points and play the chit at once.", phrase=chit),
    "change_attachment": Verb(
        "Attach",
        "",
        "Pay 2 dispatch points from its present division to attach the formation to another.",
        phrase=attachment,
    ),
    "ambush": Verb("Ambush", "", "Roll for an FFI ambush: 5 or less places it.", aimed="thing"),
    "take_up": Verb("Remove", "", "Remove this evacuation marker so that it is placed again.", tap=("unit",)),
    "leave_markers": Verb("Leave them", "", "No marker is placed.", back=True),
    "place_marker": Verb("Place Kampfgruppe", "", "Your units within two hexes may each take one action."),
    "choose": Verb("Choose", "", "Choose this one.", tap=("unit", "weapon", "leader"), fanned=True, phrase=choice),
    "reroll": Verb("Reroll", "R", "Use today's marker and reroll the die."),
    "keep": Verb("Keep the roll", "K", "Keep the marker; the roll stands.", forward=True),
    "keep_for_turn": Verb(
        "Skip for this turn", "", "The roll stands, and you aren't asked again this turn.", back=True
    ),
    "air_strike": Verb(
        "Air strike:", "", "Attack this hex, or one hard target in it, for 1 direct command.", phrase=from_the_air
    ),
    "interdict": Verb("Interdict", "", "Attack the column on the road for 1 direct command.", phrase=from_the_air),
    "place_barrage": Verb("Place the barrage", "Y", "Leave a barrage marker on the hex."),
    "no_barrage": Verb("No barrage", "N", "Leave no marker.", back=True),
    "place_assault": Verb(
        "Prepare an assault",
        "J",
        "Pay 1 dispatch point for a marker; the assault comes in a later activation.",
        phrase="{label}: {hex}",
    ),
    "call_off": Verb(
        "Cancel assault",
        "",
        "Cancel this assault; its marker is removed. Choose it again to reinstate it.",
        phrase="{label}: {hex}",
    ),
    "assign": Verb("Assault", "", "Send this unit against this hex.", aimed="unit", phrase="{who} assaults {hex}"),
    "retreat": Verb("Retreat", "", "Every unit leaves the hex and is suppressed.", phrase="{label} to {hex}"),
    "stand": Verb("Stand", "", "Stay and fight.", forward=True),
    "advance": Verb("Advance", "", "This unit advances, or stays where it is.", tap=("unit",)),
    "take_dg": Verb("Disorganize", "", "Put one point on this hex.", phrase="{label}: {hex}"),
}


def having(**fields: object) -> tuple[str, ...]:
    """Return the verbs whose rows have these values, in the order of the rows."""
    return tuple(
        name for name, row in VERBS.items() if all(getattr(row, key) == value for key, value in fields.items())
    )


UNIT_VERBS = having(of_unit=True)
HEX_ORDERS = ("place_assault",)
"""Orders for a hex of the map instead of a unit."""
HERO_VERBS = having(of_hero=True)
PLACE_VERBS = having(aimed="thing")
SENT_VERBS = having(aimed="unit")
TARGET_VERBS = having(aimed="target")
SHOTS = having(shot=True)
FANNED = having(fanned=True)
TAPPED: Mapping[str, tuple[str, ...]] = {name: row.tap for name, row in VERBS.items() if row.tap}


def verb(name: str) -> Verb:
    """Return how a verb is offered; an unknown one gets a label made from its name."""
    return words.bound(name, VERBS.get(name) or Verb(humanize(name)))


def units_of(command: Command) -> tuple[str, ...]:
    """Return the units a command is for."""
    given = command.texts("units") or command.text("unit")
    if isinstance(given, tuple):
        return given
    return (given,) if isinstance(given, str) and given else ()


def describe(command: Command, names: Names, decision: Decision | None = None) -> str:
    """Return a command as a short phrase for a list of options."""
    if command.verb == "step":
        return step(command, (decision.text("hex") if decision else None) or "")
    row, who = verb(command.verb), " + ".join(names.label(unit) for unit in units_of(command))
    if isinstance(row.phrase, str):
        return row.phrase.format(label=row.label, who=who, hex=command.text("hex"))
    return row.phrase(command, names, who, row.label)
