"""From gestures to commands: what is offered for a unit, a path step by step, hexes that mean an order. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from app.play.seat import PlayedGame, answered
from app.systems.company_scale.board.routes import Reach, Step, sentences
from app.systems.company_scale.questions import question
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.hints import LOST, at_stake
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import FANNED, PLACE_VERBS, SHOTS, TAPPED, TARGET_VERBS, verb
from rules.company_scale.records.answers import Targets
from rules.engine.command import Command, cmd
from rules.engine.events import as_record
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id, hex_name

# --- From gestures to commands: what is offered for a unit, and a path submitted step by step. No Qt ---------------

ACTIVATE = "activate"


T = TypeVar("T")


def move_order(units: Sequence[str]) -> Command:
    """Return the command that begins to move these units."""
    return cmd("move", units=tuple(units))


def offers(decision: Decision | None, command: Command) -> bool:
    """Tell whether a decision offers a command."""
    return decision is not None and command in decision.options


def moving_units(decision: Decision | None) -> tuple[str, ...]:
    """Return the units of a movement under way."""
    return decision.texts("units") if decision is not None and decision.kind == "movement" else ()


@frozen
class MarkedAssault:
    """A hex marked for an assault (9.1): its adjacent `units`, those `assigned` to it, and whether it is called off."""

    hex: str
    called_off: bool
    empty: bool
    units: tuple[str, ...]
    assigned: tuple[str, ...]


@frozen
class HexPoints:
    """How many points of disorganization a hex has taken."""

    hex: str
    points: int


def marked_assaults(decision: Decision) -> list[MarkedAssault]:
    """Return the assaults that a question is about."""
    return _records(MarkedAssault, decision, "markers")


def points_taken(decision: Decision) -> list[HexPoints]:
    """Return the hexes among which a question divides points of disorganization."""
    return _records(HexPoints, decision, "hexes")


def _records(kind: Callable[..., T], decision: Decision, name: str) -> list[T]:
    listed = decision.subject.get(name)
    found = (as_record(kind, each) for each in listed) if isinstance(listed, list | tuple) else ()
    return [record for record in found if record is not None]


def same_units(a: Sequence[str], b: Sequence[str]) -> bool:
    """Tell whether two sequences name the same units."""
    return bool(a) and set(a) == set(b)


@frozen
class MovePlan:
    """How units could move: where to and by which commands first, or why not at all ("" if they can)."""

    units: tuple[str, ...]
    reach: Reach
    why_not: str = ""

    @property
    def ready(self) -> bool:
        """Tell whether the move can begin or go on now."""
        return not self.why_not


def plan_move(game: PlayedGame, units: Sequence[str]) -> MovePlan:
    """Return how these units could move now, as the rules answer."""
    units = tuple(units)
    decision = game.decision
    if moving_units(decision):
        if same_units(units, moving_units(decision)):
            return MovePlan(units, reach_of(game, units))
        return MovePlan(units, Reach(), _refusal(game, [move_order(units)]))
    if decision is None or not {"move", ACTIVATE} & set(decision.options.verbs()):
        return MovePlan(units, Reach(), _with_guns(game, units, _refusal(game, [move_order(units)])))
    reach = reach_of(game, units)
    first = [order for order in reach.begin if order.verb != "move"] or [move_order(units)]
    if first[0].verb == ACTIVATE:  # what follows is offered only then; the rules have tried it
        first = first[:1]
    if reach.why or not all(offers(decision, order) for order in first):
        why = _refusal(game, first) or sentences(reach.why)
        return MovePlan(units, Reach(), _with_guns(game, units, why))
    return MovePlan(units, reach)


def reach_of(game: PlayedGame, units: Sequence[str]) -> Reach:
    """Return where these units could go; ways are asked for as they are wanted."""
    named = list(units)
    answer = game.query("reachable", units=named)
    return Reach.read(answer, lambda at: game.query("way", units=named, hex=at))


def _with_guns(game: PlayedGame, units: Sequence[str], why: str) -> str:
    return "\n".join(filter(None, (why, *(_by_guns(game, unit) for unit in units))))


def _by_guns(game: PlayedGame, unit: str) -> str:
    """Return that a unit could move if it left its guns, which a drag never does unasked (21.2); else ""."""
    order, units = cmd("change_formation", unit=unit), view_of(game).units
    moves = any(u.id == unit and u.other_face and u.other_face.move for u in units)
    if not moves or not offers(game.decision, order) or not at_stake(order, game.query):
        return ""
    return f"In column it could move, but it {LOST}. Change its formation first if you mean it (21.2)."


def _refusal(game: PlayedGame, orders: Sequence[Command]) -> str:
    reasons = [reason for order in orders for reason in game.explain(order)]
    return sentences(reasons) or "This unit can do nothing now."


def fire_orders(game: PlayedGame, unit: str) -> dict[str, Command]:
    """Return the fire commands offered for a unit, by target hex."""
    decision = game.decision
    if decision is None or "fire" not in decision.options.verbs():
        return {}
    return {
        command.text("hex"): command
        for command in decision.options.by_verb().get("fire", ())
        if command.text("unit") == unit
    }


def orders_for(decision: Decision | None, unit: str) -> list[Command]:
    """Return every offered command that names a unit, and the steps of the move it is on."""
    if decision is None:
        return []
    moving = unit in moving_units(decision)
    return [
        command
        for command in decision.options
        if names_unit(command, unit) or (moving and command.verb in ("step", "stop"))
    ]


def is_of_hex(command: Command, at: str) -> bool:
    """Tell whether a command is about a hex alone."""
    return [key for key, _ in command.args] == ["hex"] and command.text("hex") == at


def names_unit(command: Command, unit: str) -> bool:
    """Tell whether a command is about a unit, support weapon or leader."""
    for key, value in command.args:
        if key in ("unit", "target", "weapon", "leader") and value == unit:
            return True
        if key == "units" and isinstance(value, tuple) and unit in value:
            return True
    return False


def firers(decision: Decision | None) -> dict[str, list[Command]]:
    """Return the fires a reaction window offers, by unit; an activation asks for no firer in particular."""
    if decision is None or question(decision.kind).acting or not set(SHOTS) & set(decision.options.verbs()):
        return {}
    fires: dict[str, list[Command]] = {}
    for name in SHOTS:
        for command in decision.options.by_verb().get(name, ()):
            fires.setdefault(command.text("unit"), []).append(command)
    return fires


def tap_order(decision: Decision | None, thing: str) -> Command | None:
    """Return the order of a tap on a unit or token: choosing, aiming, joining a fire."""
    if decision is None:
        return None
    fires = firers(decision).get(thing, [])
    if len(fires) == 1:
        return fires[0]
    verbs = decision.options.verbs()
    commands = (cmd(name, **{key: thing}) for name, keys in TAPPED.items() if name in verbs for key in keys)
    return next((command for command in commands if command in decision.options), None)


def asked_for(decision: Decision | None) -> set[str]:
    """Return the units and tokens a tap would choose, aim at, let join or let fire now."""
    return set(firers(decision)) | _tapped(decision, TAPPED)


def to_choose(decision: Decision | None) -> set[str]:
    """Return the units and tokens one of which is to be chosen or aimed at."""
    return _tapped(decision, FANNED)


def _tapped(decision: Decision | None, verbs: Collection[str]) -> set[str]:
    if decision is None or not set(verbs) & set(decision.options.verbs()):
        return set()
    return {
        value
        for command in decision.options
        if command.verb in verbs
        for key, value in command.args
        if key in TAPPED[command.verb] and isinstance(value, str) and value not in ("", "hex")
    }


def joined(decision: Decision | None) -> set[str]:
    """Return the units and tokens that have joined what is being composed."""
    if decision is None:
        return set()
    return set().union(*(_ids(decision.subject.get(key)) for key in question(decision.kind).joined))


def draggable(decision: Decision | None) -> set[str]:
    """Return the units that may be dragged to the hexes that answer a question."""
    key = question(decision.kind).dragged if decision is not None else ""
    return _ids(decision.subject.get(key)) if decision is not None and key else set()


def _ids(value: object) -> set[str]:
    if isinstance(value, str):
        return {value} if value else set()
    return {str(item) for item in value} if isinstance(value, list | tuple) else set()


def walk(game: PlayedGame, plan: MovePlan, steps: Sequence[Step]) -> list[Step]:
    """Submit a move step by step until an interrupt; return the steps that are left."""
    begin = () if _under_way(game, plan.units) else plan.reach.begin or (move_order(plan.units),)
    left = game.submit_all([*begin, *(cmd("step", to=hex_name(to), by=by) for to, by in steps)])
    return list(steps[len(steps) - min(len(left), len(steps)) :])


def end_other_move(game: PlayedGame, units: Sequence[str]) -> bool:
    """End the movement under way if it is not that of these units; return whether it was ended."""
    other = moving_units(game.decision)
    if not other or same_units(units, other) or not offers(game.decision, cmd("stop")):
        return False
    return game.submit(cmd("stop"))


def _under_way(game: PlayedGame, units: Sequence[str]) -> bool:
    return same_units(units, moving_units(game.decision))


# --- Hexes that mean an order: those a question is about, and those picked for a gun, a weapon ---------------------

THINGS = ("unit", "weapon", "leader")


@frozen
class Aim:
    """An order that waits for its hex: its verb, its unit, weapon or leader (or ""), the possible hexes."""

    verb: str
    thing: str
    orders: Mapping[int, Command]
    words: str

    def order(self, at: str) -> Command:
        """Return the order at a hex, legal or not; the orders differ only in their hex."""
        sample = next(iter(self.orders.values()))
        return cmd(self.verb, **{**dict(sample.args), "hex": at})


def alike(commands: Iterable[Command]) -> list[list[Command]]:
    """Return orders in groups that differ only in their hex."""
    groups: dict[tuple[object, ...], list[Command]] = {}
    for command in commands:
        key = tuple((key, value) for key, value in command.args if key != "hex")
        groups.setdefault((command.verb, *key), []).append(command)
    return list(groups.values())


def aim_at(commands: Sequence[Command], who: str) -> Aim:
    """Return orders that differ only in their hex as one order that waits for it."""
    first = commands[0]
    orders = {hex_id(command.text("hex")): command for command in commands}
    thing = str(first.get(thing_key(first)) or "")
    return Aim(first.verb, thing, orders, _words(group_words(first), who))


def _words(label: str, who: str) -> str:
    what = f"{who}, {label[0].lower()}{label[1:]}" if who else label
    return f"{what}: choose the hex. Esc cancels."


def group_words(command: Command) -> str:
    """Return the label of the orders that differ from this one only in their hex."""
    label = verb(command.verb).label.rstrip(":")
    if command.verb == "return_unit":
        return f"{label} {'deployed' if command.flag('deployed') else 'in column'}"
    return label


def hex_orders(decision: Decision | None) -> dict[int, Command]:
    """Return what a click on each hex answers while a question asks for a hex; an activation asks for none."""
    if decision is None or not question(decision.kind).points:
        return {}
    things = things_to_place(decision, PLACE_VERBS)
    if len(things) == 1:
        return next(iter(things.values()))
    by_hex: dict[int, list[Command]] = {}
    for command in decision.options:
        if [key for key, _ in command.args] == ["hex"]:
            by_hex.setdefault(hex_id(command.text("hex")), []).append(command)
    return {
        at: orders[0] for at, orders in by_hex.items() if len(orders) == 1
    }  # where there are two, the list or the menu decides


def things_to_place(decision: Decision | None, verbs: tuple[str, ...]) -> dict[str, dict[int, Command]]:
    """Return the hexes that each unit, weapon or leader can be sent to by one of these verbs."""
    by_thing: dict[str, dict[int, Command]] = {}
    for name in verbs if decision is not None else ():
        for command in decision.options.by_verb().get(name, ()) if decision is not None else ():
            key = thing_key(command)
            if key and command.text("hex"):
                by_thing.setdefault(str(command.get(key)), {})[hex_id(command.text("hex"))] = command
    return by_thing


def thing_key(command: Command) -> str:
    """Return which argument of a command names a unit, weapon or leader, or ""."""
    return next((key for key, _ in command.args if key in THINGS), "")


def targets_of(game: PlayedGame, unit: str, name: str) -> dict[int, Command]:
    """Return every hex a unit may choose now for indirect fire, illumination or smoke."""
    decision = game.decision
    if decision is None or not question(decision.kind).acting:
        return things_to_place(decision, (name,)).get(unit, {})
    targets = answered(Targets, game.query("targets", unit=unit)) or Targets()
    return {hex_id(at): cmd(name, unit=unit, hex=at) for at in targets.of(name)}


def aim_of(game: PlayedGame, name: str, thing: str = "") -> Aim | None:
    """Return an order that waits for its hex, or None if no hex is possible."""
    names = CompanyScaleNames(view_of(game))
    if name in TARGET_VERBS:
        orders = targets_of(game, thing, name)
    elif not thing:
        decision = game.decision
        commands = decision.options.by_verb().get(name, ()) if decision is not None else ()
        orders = {hex_id(command.text("hex")): command for command in commands}
    else:
        orders = things_to_place(game.decision, (name,)).get(thing, {})
    if not orders:
        return None
    return Aim(name, thing, orders, _words(verb(name).label, names.label(thing) if thing else ""))
