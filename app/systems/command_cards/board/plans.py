"""What a click means: the orders that a hex answers to, found among those on offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.command_cards.charts import cards
from rules.command_cards.hexes import NEIGHBOURS, SECTIONS, distance, sections
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision

ASKED = "First answer:"
"""How a reason begins that repeats the present question."""
TOGGLES = ("release", "spare", "order", "aim", "restore")


class Game(Protocol):
    """What a plan needs of the game on the table."""

    @property
    def view(self) -> dict[str, Any]: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def offered(self) -> dict[str, list[Command]]: ...
    def explain(self, command: Command) -> list[Reason]: ...
    def query(self, name: str, **args: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What a click does: orders to give one after another, a unit to pick up, or why nothing."""

    orders: tuple[Command, ...] = ()
    picked: str = ""
    why: str = ""


@dataclass(slots=True)
class Marks:
    """What the board shows for a question: where units may go, whom they may battle, who answers.

    `reach` tells of each hex whether a unit may battle there and with how many dice at most; `word` stands in answers,
    of which those that are `dead` lead nowhere while further flags wait. `chosen` are the targets of a strike laid out,
    `able` the own units that a card laid out could still order or restore.
    """

    movers: tuple[str, ...] = ()
    reach: dict[str, tuple[bool, int]] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    asked: str = ""
    word: str = ""
    dead: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    able: tuple[str, ...] = ()


def unit_at(view: Mapping[str, Any], place: str) -> str:
    """Return the unit in a hex, or ""."""
    return next((name for name, unit in view.get("units", {}).items() if unit["hex"] == place), "")


def said(reasons: Iterable[Reason]) -> str:
    """Return reasons as one text, without the question that stands in the prompt anyway."""
    told = list(reasons)
    return "  ".join(map(str, [one for one in told if not one.text.startswith(ASKED)] or told))


def marks(game: Game, picked: str) -> Marks:
    """Return what the board shows while a unit, or none, is picked up."""
    decision, offered = game.decision, game.offered
    if decision is None:
        return Marks()
    if decision.kind == "moving":
        movers = _first(offered.get("move", ()), "unit")
        found = game.query("reach", unit=picked) if picked in movers else None
        hexes = found["hexes"] if found else {}
        return Marks(movers, {place: (way["battle"], way["dice"]) for place, way in hexes.items()})
    if decision.kind == "battling":
        battles = offered.get("battle", ())
        targets = tuple(c.text("target") for c in battles if c.text("unit") == picked)
        return Marks(_first(battles, "unit"), targets=targets)
    asked = str(decision.subject.get("unit", ""))
    if decision.kind == "overrun":
        return Marks((asked,), targets=_first(offered.get("overrun", ()), "target"), asked=asked)
    if decision.kind == "way_back":
        about: Mapping[str, Any] = decision.subject
        dead = tuple(place for place, ways in about["onward"].items() if about["flags"] and not ways)
        return Marks(answers=_first(offered.get("retreat", ()), "to"), asked=asked, word="retreat", dead=dead)
    if decision.kind == "ground":
        return Marks(answers=(str(decision.subject["to"]),), asked=asked, word="take")
    staged = game.view.get("staged", {})
    able = _first([*offered.get("order", ()), *offered.get("restore", ())], "unit")
    chosen = tuple(staged.get("targets", ()))
    return Marks(targets=_first(offered.get("aim", ()), "unit"), asked=asked, chosen=chosen, able=able)


def _first(commands: Iterable[Command], key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(command.text(key) for command in commands))


def plan(game: Game, picked: str, place: str) -> Plan:
    """Return what a click on a hex means while a unit, or none, is picked up."""
    decision, unit = game.decision, unit_at(game.view, place)
    if decision is None:
        return Plan()
    if decision.kind in ("staging", "ordering"):
        return _toggle(game, decision, unit)
    if decision.kind == "moving":
        return _move(game, decision, picked, unit, place)
    if decision.kind in ("battling", "overrun"):
        return _battle(game, decision, picked, unit, place)
    if decision.kind == "way_back":
        return _given(game, cmd("retreat", to=place))
    if decision.kind == "ground" and place == decision.subject["to"]:
        return Plan((cmd("take_ground"),))
    return Plan()


def _given(game: Game, command: Command) -> Plan:
    decision = game.decision
    if decision is not None and command in decision.options:
        return Plan((command,))
    return Plan(why=said(game.explain(command)))


def _toggle(game: Game, decision: Decision, unit: str) -> Plan:
    if not unit:
        return Plan()
    for verb in TOGGLES:
        if any(command.text("unit") == unit for command in game.offered.get(verb, ())):
            return Plan((cmd(verb, unit=unit),))
    own = game.view["units"][unit]["seat"] == decision.seat
    verb = "order" if own and not _restores(game) else "restore" if own else "aim"
    return Plan(why=said(game.explain(cmd(verb, unit=unit)))) if verb in decision.options.verbs() else Plan()


def _restores(game: Game) -> bool:
    return bool(game.offered.get("restore"))


def _move(game: Game, decision: Decision, picked: str, unit: str, place: str) -> Plan:
    own = bool(unit) and game.view["units"][unit]["seat"] == decision.seat
    if own and unit != picked:
        able = unit in marks(game, "").movers or _leaves(game, unit)
        return Plan(picked=unit) if able else Plan(why=_why_not(game, unit))
    if not picked or unit == picked:
        return Plan()
    found = game.query("reach", unit=picked)
    way = found["hexes"].get(place) if found else None
    if way:
        return Plan(tuple(cmd("move", unit=picked, to=step) for step in way["path"]))
    return Plan(why=said(game.explain(cmd("move", unit=picked, to=place))))


def _leaves(game: Game, unit: str) -> bool:
    return any(command.text("unit") == unit for command in game.offered.get("leave", ()))


def _why_not(game: Game, unit: str) -> str:
    """Return why a unit cannot move, told of a hex beside it."""
    here = game.view["units"][unit]["hex"]
    return said(game.explain(cmd("move", unit=unit, to=NEIGHBOURS[here][0])))


def why_idle(game: Game, unit: str, place: str) -> str:
    """Return why an own unit that is dragged to a hex cannot go or battle there."""
    decision, view = game.decision, game.view
    here, foe = view["units"][unit]["hex"], unit_at(view, place)
    enemy = bool(foe) and view["units"][foe]["seat"] != view["units"][unit]["seat"]
    if enemy and decision is not None and decision.kind == "battling":
        return said(game.explain(cmd("battle", unit=unit, target=foe)))
    if decision is not None and decision.kind == "battling" and view["units"][unit].get("battled") and place != here:
        return _no_ground(game, here, place) or said(
            game.explain(cmd("battle", unit=unit, target=_any_foe(game, unit)))
        )
    return said(game.explain(cmd("move", unit=unit, to=place if place not in ("", here) else NEIGHBOURS[here][0])))


def _no_ground(game: Game, here: str, place: str) -> str:
    """Return why a unit that has battled does not advance into an empty hex beside it."""
    if place not in NEIGHBOURS[here] or unit_at(game.view, place):
        return ""
    return said(reason for reason in game.explain(cmd("take_ground")) if reason.rule.startswith("CMD-ground"))


def _any_foe(game: Game, unit: str) -> str:
    units = game.view["units"]
    return next((name for name, told in units.items() if told["seat"] != units[unit]["seat"]), "")


def _battle(game: Game, decision: Decision, picked: str, unit: str, place: str) -> Plan:
    if not unit:
        idle = picked and decision.kind == "battling"
        return Plan(why=why_idle(game, picked, place)) if idle else Plan()
    if decision.kind == "overrun":
        return _given(game, cmd("overrun", target=unit)) if unit != decision.subject["unit"] else Plan()
    if game.view["units"][unit]["seat"] == decision.seat:
        if unit in marks(game, "").movers or _wired(game, unit):
            return Plan(picked=unit)
        foe = _any_foe(game, unit)
        return Plan(why=said(game.explain(cmd("battle", unit=unit, target=foe)))) if foe else Plan()
    if not picked:
        return Plan(why="Click your unit first, then its target.")
    return _given(game, cmd("battle", unit=picked, target=unit))


def _wired(game: Game, unit: str) -> bool:
    return any(command.text("unit") == unit for command in game.offered.get("clear_wire", ()))


def lit_sections(card: str) -> frozenset[str]:
    """Return the sections a card orders; all of them where it orders anywhere."""
    if card not in cards():
        return frozenset(SECTIONS)
    named = {allotment.section for allotment in cards()[card].orders}
    return frozenset(SECTIONS) if not named or "any" in named else frozenset(named)


def nearest(game: Game, place: str) -> tuple[Command, ...]:
    """Return the orders for units in the section of a hex, the nearest first; none if the card does not order it."""
    decision = game.decision
    if decision is None or decision.kind != "staging":
        return ()
    view = game.view
    edge, units = view["sides"][decision.seat]["edge"], view["units"]
    here = lit_sections(view["staged"].get("card", "")) & set(sections(place, edge))
    near = [c for c in game.offered.get("order", ()) if here & set(sections(units[c.text("unit")]["hex"], edge))]
    return tuple(sorted(near, key=lambda c: distance(units[c.text("unit")]["hex"], place)))


def all_that_fit(game: Game) -> Command | None:
    """Return the next order of a card whose limit is not reached, or None."""
    offered: Sequence[Command] = game.offered.get("order", ())
    return offered[0] if offered and game.decision is not None and game.decision.kind == "staging" else None
