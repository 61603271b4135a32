"""What a click or a drop on the map means: orders on offer, or why not; no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.systems.striking_anvil.text.facts import area_of, other
from app.systems.striking_anvil.text.names import Names, counted
from app.systems.striking_anvil.text.tell_combat import signed
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision

REACTIONS = ("pursuit", "counter_attack")
COMPOSING = ("activation", *REACTIONS)
REACH, STOP, TARGET, ANSWER, SOURCE = "reach", "stop", "target", "answer", "source"
PLACED = {"ffi": "attempt", "surrender": "demand"}
"""Questions that are answered by a place, with their verbs."""


class Game(Protocol):
    """What a plan needs of the game on the table."""

    @property
    def view(self) -> dict[str, Any]: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def offered(self) -> dict[str, list[Command]]: ...
    @property
    def names(self) -> Any: ...
    def explain(self, command: Command) -> list[Reason]: ...
    def query(self, name: str, **args: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders to give one after another, as far as they are on offer; or why nothing; what to say before a drop."""

    orders: tuple[Command, ...] = ()
    why: str = ""
    words: str = ""


@dataclass(slots=True)
class Marks:
    """What the board shows for a question: lit places with words, counters chosen and on offer."""

    places: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    able: tuple[str, ...] = ()


class On(Protocol):
    """What is under the pointer: a place, a counter and a bridge site there, or ""."""

    @property
    def place(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def site(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Group:
    """Units that are dragged or led: where they stand, and the orders that make them ready to step."""

    at: str
    units: tuple[str, ...]
    before: tuple[Command, ...] = ()


def said(reasons: Iterable[Reason]) -> str:
    """Return reasons as one text."""
    return "  ".join(map(str, reasons))


def own(view: Mapping[str, Any], place: str, side: str) -> list[str]:
    """Return the units of a side in a place."""
    return [unit for unit, told in view["units"].items() if told["at"] == place and told["side"] == side]


# --- marks -------------------------------------------------------------------------------------------------------


def about(decision: Decision) -> Mapping[str, Any]:
    """Return what a question is about."""
    return decision.subject


def marks(game: Game) -> Marks:
    """Return what the board shows for the present question."""
    decision = game.decision
    if decision is None:
        return Marks()
    kind, subject = decision.kind, about(decision)
    if kind in PLACED:
        places = {command.text("area"): ANSWER for command in game.offered.get(PLACED[kind], ())}
        return Marks(places)
    if kind in COMPOSING:
        return _composed(game, decision)
    if kind == "way":
        return _led(game, subject)
    if kind in ("strike", "payment"):
        units = tuple(subject.get("units", ()))
        return Marks({str(subject["area"]): SOURCE}, chosen=units)
    return Marks()


def _composed(game: Game, decision: Decision) -> Marks:
    area, units = str(about(decision)["area"]), tuple(about(decision)["units"])
    able = tuple(command.text("unit") for command in game.offered.get("take", ()))
    shown = Marks({area: SOURCE}, chosen=units, able=able)
    if decision.kind == "activation" and "move" in game.offered:
        _add_reach(game, shown)
    return shown


def _led(game: Game, subject: Mapping[str, Any]) -> Marks:
    shown = Marks({subject["at"]: SOURCE}, chosen=tuple(subject["group"]))
    _add_reach(game, shown)
    if subject["target"]:
        shown.places[subject["target"]] = TARGET
    return shown


def reached(game: Game, group: Group) -> Marks:
    """Return what the board shows while a group is carried."""
    shown = Marks({group.at: SOURCE}, chosen=group.units)
    _add_reach(game, shown, group.units if group.before else ())
    return shown


def _add_reach(game: Game, shown: Marks, units: Sequence[str] = ()) -> None:
    """Add the places in reach, each with its points."""
    found = game.query("reach", units=tuple(units))
    if not found:
        return
    side = game.decision.seat if game.decision is not None else ""
    for row in found["places"]:
        enemies = [
            unit for unit, told in game.view["units"].items() if told["at"] == row["to"] and told["side"] != side
        ]
        shown.places[row["to"]] = TARGET if enemies else STOP if row["stops"] else REACH
        shown.words[row["to"]] = str(row["spent"])


# --- clicks ------------------------------------------------------------------------------------------------------


def clicked(game: Game, on: On, *, mobile: bool = False, marker: str = "") -> Plan:
    """Return what a click means; `mobile` names the place the target of a combat, `marker` is to be placed there."""
    decision, place, unit = game.decision, on.place, on.unit
    if decision is None or not place:
        return Plan()
    kind, subject = decision.kind, about(decision)
    if kind == "order":
        return activated(game, place)
    if kind in PLACED:
        return given(game, cmd(PLACED[kind], area=place))
    if kind == "bombing_phase":
        return given(game, cmd("place", marker=marker or str(subject["markers"][0]), area=place))
    if kind in COMPOSING and place == subject["area"]:
        return _toggled(game, decision, unit)
    if kind == "activation" and on.site and len(subject["units"]) == 1 and subject["area"] in on.site.split("-"):
        return worked(game, on.site)
    if kind == "activation":
        return led(game, Group(str(subject["area"]), tuple(subject["units"])), place, mobile=mobile)
    if kind == "way":
        if place == subject["at"] and unit:
            return _regrouped(game, decision, unit)
        return led(game, Group(str(subject["at"]), tuple(subject["group"])), place)
    if kind in REACTIONS:
        return Plan(why=f"The reaction takes place in {game.names.of(str(subject['area']))}.")
    return Plan()


def given(game: Game, command: Command) -> Plan:
    """Return an order, or why it is not possible."""
    decision = game.decision
    if decision is not None and command in decision.options:
        return Plan((command,))
    return Plan(why=said(game.explain(command)))


def activated(game: Game, place: str) -> Plan:
    """Return the orders that activate a place with everybody who can act together there."""
    plan = given(game, cmd("activate", area=place))
    return plan if plan.why else Plan((*plan.orders, cmd("take_all")))


def _toggled(game: Game, decision: Decision, unit: str) -> Plan:
    if not unit or game.view["units"][unit]["side"] != decision.seat:
        return Plan()
    chosen = about(decision)["units"]
    return given(game, cmd("drop" if unit in chosen else "take", unit=unit))


def _regrouped(game: Game, decision: Decision, unit: str) -> Plan:
    if game.view["units"][unit]["side"] != decision.seat:
        return Plan()
    group = about(decision)["group"]
    return given(game, cmd("drop" if unit in group else "take", unit=unit))


# --- ways --------------------------------------------------------------------------------------------------------


def group_at(game: Game, place: str, unit: str = "") -> Group | None:
    """Return whom a drag from a place takes along: the chosen units, the group, or all who can move; None for nobody.

    With a unit it is that unit alone.
    """
    decision = game.decision
    if decision is None:
        return None
    subject = about(decision)
    if decision.kind == "way":
        return Group(place, tuple(subject["group"])) if place == subject["at"] else None
    if decision.kind == "activation":
        if place != subject["area"]:
            return None
        return _taken(game, place, tuple(subject["units"]), unit)
    if decision.kind == "order" and cmd("activate", area=place) in decision.options:
        return _with_units(game, place, (cmd("activate", area=place),), unit)
    return None


def _taken(game: Game, place: str, chosen: tuple[str, ...], unit: str) -> Group | None:
    """Return whom a drag takes along while an activation is put together."""
    if unit:
        others = tuple(cmd("drop", unit=one) for one in chosen if one != unit)
        return Group(place, (unit,), (*others, *(() if unit in chosen else (cmd("take", unit=unit),))))
    return Group(place, chosen) if chosen else _with_units(game, place, ())


def dropped(game: Game, group: Group, on: On, *, mobile: bool = False) -> Plan:
    """Return what it means that carried units are put down: a way, an attack on enemies, a ride, work on a bridge."""
    decision = game.decision
    if decision is None or not on.place:
        return Plan()
    if on.place != group.at:
        return led(game, group, on.place, mobile=mobile)
    target = game.view["units"].get(on.unit, {})
    if target and target["side"] != decision.seat:
        return _attacked(game, group)
    if target.get("kind") == "transport" and decision.kind == "activation" and len(group.units) == 1:
        return _loaded(game, about(decision)["units"], group.units[0], on.unit)
    if on.site and decision.kind == "activation":
        return worked(game, on.site)
    return Plan()


def _loaded(game: Game, chosen: Sequence[str], unit: str, transport: str) -> Plan:
    """Return the orders that put a unit on a transport, both being ticked first, or why it cannot ride there."""
    missing = [given(game, cmd("take", unit=one)) for one in (unit, transport) if one not in chosen]
    load = cmd("load", unit=unit, transport=transport)
    if not missing:
        return given(game, load)
    why = next((plan.why for plan in missing if plan.why), "")
    return Plan(why=why) if why else Plan((*(order for plan in missing for order in plan.orders), load))


def _attacked(game: Game, group: Group) -> Plan:
    """Return the attack of an area's units on the enemies beside them."""
    decision = game.decision
    if decision is not None and decision.kind == "activation":
        return given(game, cmd("attack"))
    begun = tuple(command for command in group.before if command.verb == "activate")
    return Plan((*begun, cmd("take_all"), cmd("attack")), words="Attack with all who can act.")


def worked(game: Game, site: str) -> Plan:
    """Return the work that is possible on a bridge, or why none is."""
    stands = any(row["border"] == site and row["stands"] for row in game.view["bridges"])
    return given(game, cmd("demolish" if stands else "repair", bridge=site))


def _with_units(game: Game, place: str, before: tuple[Command, ...], unit: str = "") -> Group | None:
    if unit and game.view["units"][unit]["kind"] == "train":
        return Group(place, (unit,), (*before, cmd("take", unit=unit)))
    found = game.query("together", area=place, moving=True)
    units = (unit,) if unit else tuple(found["units"]) if found else ()
    if not units:
        return None
    return Group(place, units, (*before, *(cmd("take", unit=one) for one in units)))


def led(game: Game, group: Group, to: str, *, mobile: bool = False) -> Plan:
    """Return the orders that lead a group to a place step by step, or why it cannot go there."""
    decision = game.decision
    if decision is None or to == group.at:
        return Plan()
    under = decision.kind == "way"
    found = game.query("reach", units=group.units if group.before else ())
    way = way_to(found, to) if found else ()
    if not way:
        return Plan(why=_why_not(game, group, to))
    steps = tuple(cmd("step", to=place) for place in way)
    begin = cmd("mobile", target=to) if mobile else cmd("move")
    if not under and not group.before and (refused := given(game, begin)).why:
        return refused
    orders = (*group.before, *(() if under else (begin,)), *steps)
    return Plan(orders, words=promise(game, group, found, to, mobile=mobile))


def way_to(found: Mapping[str, Any], to: str) -> tuple[str, ...]:
    """Return the steps to a place of an answer to "reach", () if it is out of reach."""
    before = {row["to"]: row["before"] for row in found["places"]}
    way: list[str] = []
    while to in before and to not in way:
        way.insert(0, to)
        to = before[to]
    return tuple(way) if to == found["from"] else ()


def _why_not(game: Game, group: Group, to: str) -> str:
    """Return why a group cannot go to a place, by the first reason that the rules give."""
    decision = game.decision
    assert decision is not None
    if decision.kind == "way":
        return said(game.explain(cmd("step", to=to)))
    if decision.kind == "activation":
        refused = said(game.explain(cmd("move")))
        if refused:
            return refused
    found = game.query("way", units=group.units, to=to)
    return said(Reason(row["text"], row["rule"]) for row in found["reasons"]) if found else ""


def promise(game: Game, group: Group, found: Mapping[str, Any], to: str, *, mobile: bool) -> str:
    """Return what a way to a place costs, where it must end, and who may strike on the way."""
    names: Names = game.names
    row = next(row for row in found["places"] if row["to"] == to)
    cost, left = row["spent"] - found["spent"], found["capacity"] - found["spent"]
    told = [f"{names.of(to)}: {cost} of {counted(left, 'movement point')}"]
    if cost > left:
        told = [f"{names.of(to)}: {cost} points, as a move of one area is always possible"]
    if row["stops"]:
        told[0] += ", must stop there"
    via = way_to(found, to)
    for place in [found["from"], *via[:-1]]:
        if place in found["pursuit"]:
            both = game.query("pursuit", units=group.units) if place == found["from"] else None
            sums = f" ({both['pursuer']} against {both['rearguard']})" if both else ""
            told.append(f"Pursuit is possible out of {names.of(place)}{sums}.")
    if mobile:
        told.append(_battle(game, group, to, via))
    return "\n".join(told)


def _battle(game: Game, group: Group, to: str, via: Sequence[str]) -> str:
    by = ([group.at, *via])[-2]
    odds = game.query("odds", units=group.units, target=to, by=by)
    if not odds or not odds["faces"]:
        return "Nobody could fight there."
    attacker, defender = (odds["expected"][role][0] / odds["expected"][role][1] for role in ("attacker", "defender"))
    sums = f"strength {odds['strength']}, die {signed(odds['modifier'])}"
    told = f"Mobile combat: {sums}; expected hits {attacker:.1f} taken, {defender:.1f} given."
    area = area_of(game.view, to)
    good = area["stacks"][other(odds["side"])]["good"] if area is not None else 0
    return f"{told}\nThe enemy may counter-attack with {good}." if good else told
