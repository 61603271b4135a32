"""What a click on the map means, and what the board shows for a question; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.play.seat import PlayedGame, answered
from app.systems.striking_anvil.hand.ways import DropPlan, Group, On, given, led, worked
from app.systems.striking_anvil.seen import view_of
from rules.engine.command import cmd
from rules.engine.options import Decision
from rules.striking_anvil.answers import Reach

REACTIONS = ("pursuit", "counter_attack")
COMPOSING = ("activation", *REACTIONS)
REACH, STOP, TARGET, ANSWER, SOURCE = "reach", "stop", "target", "answer", "source"
PLACED = {"ffi": "attempt", "surrender": "demand"}
"""Questions that are answered by a place, with their verbs."""


@dataclass(slots=True)
class Marks:
    """What the board shows for a question: lit places with words, counters chosen and on offer."""

    places: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    able: tuple[str, ...] = ()


# --- marks -------------------------------------------------------------------------------------------------------


def marks(game: PlayedGame) -> Marks:
    """Return what the board shows for the present question."""
    decision = game.decision
    if decision is None:
        return Marks()
    kind = decision.kind
    if kind in PLACED:
        places = {command.text("area"): ANSWER for command in game.offered.get(PLACED[kind], ())}
        return Marks(places)
    if kind in COMPOSING:
        return _composed(game, decision)
    if kind == "way":
        return _led(game, decision)
    if kind in ("strike", "payment"):
        return Marks({decision.text("area") or "": SOURCE}, chosen=decision.texts("units"))
    return Marks()


def _composed(game: PlayedGame, decision: Decision) -> Marks:
    area, units = decision.text("area") or "", decision.texts("units")
    able = tuple(command.text("unit") for command in game.offered.get("take", ()))
    shown = Marks({area: SOURCE}, chosen=units, able=able)
    if decision.kind == "activation" and "move" in game.offered:
        _add_reach(game, shown)
    return shown


def _led(game: PlayedGame, decision: Decision) -> Marks:
    shown = Marks({decision.text("at") or "": SOURCE}, chosen=decision.texts("group"))
    _add_reach(game, shown)
    if target := decision.text("target"):
        shown.places[target] = TARGET
    return shown


def reached(game: PlayedGame, group: Group) -> Marks:
    """Return what the board shows while a group is carried."""
    shown = Marks({group.at: SOURCE}, chosen=group.units)
    _add_reach(game, shown, group.units if group.before else ())
    return shown


def _add_reach(game: PlayedGame, shown: Marks, units: Sequence[str] = ()) -> None:
    """Add the places in reach, each with its points."""
    found = answered(Reach, game.query("reach", units=tuple(units)))
    if found is None:
        return
    side = game.decision.seat if game.decision is not None else ""
    for row in found.places:
        enemies = [unit for unit, told in view_of(game).units.items() if told.at == row.to and told.side != side]
        shown.places[row.to] = TARGET if enemies else STOP if row.stops else REACH
        shown.words[row.to] = str(row.spent)


# --- clicks ------------------------------------------------------------------------------------------------------


def clicked(game: PlayedGame, on: On, *, mobile: bool = False, marker: str = "") -> DropPlan:
    """Return what a click means; `mobile` names the place the target of a combat, `marker` is to be placed there."""
    decision, place, unit = game.decision, on.place, on.unit
    if decision is None or not place:
        return DropPlan()
    kind, area, units = decision.kind, decision.text("area") or "", decision.texts("units")
    if kind == "order":
        return activated(game, place)
    if kind in PLACED:
        return given(game, cmd(PLACED[kind], area=place))
    if kind == "bombing_phase":
        return given(game, cmd("place", marker=marker or decision.texts("markers")[0], area=place))
    if kind in COMPOSING and place == area:
        return _toggled(game, decision, unit)
    if kind == "activation" and on.site and len(units) == 1 and area in on.site.split("-"):
        return worked(game, on.site)
    if kind == "activation":
        return led(game, Group(area, units), place, mobile=mobile)
    if kind == "way":
        at = decision.text("at") or ""
        if place == at and unit:
            return _regrouped(game, decision, unit)
        return led(game, Group(at, decision.texts("group")), place)
    if kind in REACTIONS:
        return DropPlan(why=f"This reaction is in {game.names.of(area)}.")
    return DropPlan()


def activated(game: PlayedGame, place: str) -> DropPlan:
    """Return the orders that activate a place with everybody who can act together there."""
    plan = given(game, cmd("activate", area=place))
    return plan if plan.why else DropPlan((*plan.orders, cmd("take_all")))


def _toggled(game: PlayedGame, decision: Decision, unit: str) -> DropPlan:
    if not unit or view_of(game).units[unit].side != decision.seat:
        return DropPlan()
    return given(game, cmd("drop" if unit in decision.texts("units") else "take", unit=unit))


def _regrouped(game: PlayedGame, decision: Decision, unit: str) -> DropPlan:
    if view_of(game).units[unit].side != decision.seat:
        return DropPlan()
    return given(game, cmd("drop" if unit in decision.texts("group") else "take", unit=unit))
