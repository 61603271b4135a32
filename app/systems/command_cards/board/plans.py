"""What a click means, found among the orders on offer, and what is told of the thing under the pointer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath

from app.board.washes import Wash
from app.play.seat import GameLike, answered
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.board.geometry import FOOT, center, region
from app.systems.command_cards.seen import NOTHING, laid_out, view_of
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES
from rules.command_cards.charts import Charts
from rules.command_cards.hexes import NEIGHBOURS, SECTIONS, distance, sections
from rules.command_cards.queries import Reach, Sight
from rules.command_cards.state import BattleMap
from rules.command_cards.view import UnitView, View
from rules.engine.command import Command, Reason, cmd
from rules.engine.frozen import frozen
from rules.engine.options import Decision

# --- What a click means: the orders that a hex answers to, found among those on offer ------------------------------

ASKED = "First answer:"
"""How a reason begins that repeats the present question."""
TOGGLES = ("release", "spare", "order", "aim", "restore")


@frozen
class ClickPlan:
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


def unit_at(view: View, place: str) -> str:
    """Return the unit in a hex, or ""."""
    return next((name for name, unit in view.units.items() if unit.hex == place), "")


def said(reasons: Iterable[Reason]) -> str:
    """Return reasons as one text, without the question that stands in the prompt anyway."""
    told = list(reasons)
    return "  ".join(map(str, [one for one in told if not one.text.startswith(ASKED)] or told))


def marks(game: GameLike, picked: str) -> Marks:
    """Return what the board shows while a unit, or none, is picked up."""
    decision = game.decision
    if decision is None:
        return Marks()
    if decision.kind == "moving":
        movers = _first(game.offers("move"), "unit")
        found = answered(Reach, game.query("reach", unit=picked)) if picked in movers else None
        hexes = found.hexes if found else {}
        return Marks(movers, {place: (way.battle, way.dice) for place, way in hexes.items()})
    if decision.kind == "battling":
        battles = game.offers("battle")
        targets = tuple(c.text("target") for c in battles if c.text("unit") == picked)
        return Marks(_first(battles, "unit"), targets=targets)
    asked = decision.text("unit") or ""
    if decision.kind == "overrun":
        return Marks((asked,), targets=_first(game.offers("overrun"), "target"), asked=asked)
    if decision.kind == "way_back":
        flags = decision.number("flags")
        dead = tuple(place for place, ways in decision.numbers("onward").items() if flags and not ways)
        return Marks(answers=_first(game.offers("retreat"), "to"), asked=asked, word="retreat", dead=dead)
    if decision.kind == "ground":
        return Marks(answers=(decision.text("to") or "",), asked=asked, word="take")
    staged = view_of(game).staged
    able = _first([*game.offers("order"), *game.offers("restore")], "unit")
    chosen = staged.targets if staged is not None else ()
    return Marks(targets=_first(game.offers("aim"), "unit"), asked=asked, chosen=chosen, able=able)


def _first(commands: Iterable[Command], key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(command.text(key) for command in commands))


def plan(game: GameLike, picked: str, place: str) -> ClickPlan:
    """Return what a click on a hex means while a unit, or none, is picked up."""
    decision, unit = game.decision, unit_at(view_of(game), place)
    if decision is None:
        return ClickPlan()
    if decision.kind in ("staging", "ordering"):
        return _toggle(game, decision, unit)
    if decision.kind == "moving":
        return _move(game, decision, picked, unit, place)
    if decision.kind in ("battling", "overrun"):
        return _battle(game, decision, picked, unit, place)
    if decision.kind == "way_back":
        return _given(game, cmd("retreat", to=place))
    if decision.kind == "ground" and place == decision.text("to"):
        return ClickPlan((cmd("take_ground"),))
    return ClickPlan()


def _given(game: GameLike, command: Command) -> ClickPlan:
    decision = game.decision
    if decision is not None and command in decision.options:
        return ClickPlan((command,))
    return ClickPlan(why=said(game.explain(command)))


def _toggle(game: GameLike, decision: Decision, unit: str) -> ClickPlan:
    if not unit:
        return ClickPlan()
    for verb in TOGGLES:
        if any(command.text("unit") == unit for command in game.offered.get(verb, ())):
            return ClickPlan((cmd(verb, unit=unit),))
    own = view_of(game).units[unit].seat == decision.seat
    verb = "order" if own and not _restores(game) else "restore" if own else "aim"
    return ClickPlan(why=said(game.explain(cmd(verb, unit=unit)))) if verb in decision.options.verbs() else ClickPlan()


def _restores(game: GameLike) -> bool:
    return bool(game.offers("restore"))


def _move(game: GameLike, decision: Decision, picked: str, unit: str, place: str) -> ClickPlan:
    own = bool(unit) and view_of(game).units[unit].seat == decision.seat
    if own and unit != picked:
        able = unit in marks(game, "").movers or _leaves(game, unit)
        return ClickPlan(picked=unit) if able else ClickPlan(why=_why_not(game, unit))
    if not picked or unit == picked:
        return ClickPlan()
    found = answered(Reach, game.query("reach", unit=picked))
    way = found.hexes.get(place) if found else None
    if way:
        return ClickPlan(tuple(cmd("move", unit=picked, to=step) for step in way.path))
    return ClickPlan(why=said(game.explain(cmd("move", unit=picked, to=place))))


def _leaves(game: GameLike, unit: str) -> bool:
    return any(command.text("unit") == unit for command in game.offers("leave"))


def _why_not(game: GameLike, unit: str) -> str:
    """Return why a unit cannot move, told of a hex beside it."""
    here = view_of(game).units[unit].hex
    return said(game.explain(cmd("move", unit=unit, to=NEIGHBOURS[here][0])))


def why_idle(game: GameLike, unit: str, place: str) -> str:
    """Return why an own unit that is dragged to a hex cannot go or battle there."""
    decision, view = game.decision, view_of(game)
    here, foe = view.units[unit].hex, unit_at(view, place)
    enemy = bool(foe) and view.units[foe].seat != view.units[unit].seat
    if enemy and decision is not None and decision.kind == "battling":
        return said(game.explain(cmd("battle", unit=unit, target=foe)))
    if decision is not None and decision.kind == "battling" and _has_battled(view.units[unit]) and place != here:
        return _no_ground(game, here, place) or said(
            game.explain(cmd("battle", unit=unit, target=_any_foe(game, unit)))
        )
    return said(game.explain(cmd("move", unit=unit, to=place if place not in ("", here) else NEIGHBOURS[here][0])))


def _has_battled(unit: UnitView) -> bool:
    return unit.order is not None and unit.order.battled


def _no_ground(game: GameLike, here: str, place: str) -> str:
    """Return why a unit that has battled does not advance into an empty hex beside it."""
    if place not in NEIGHBOURS[here] or unit_at(view_of(game), place):
        return ""
    return said(reason for reason in game.explain(cmd("take_ground")) if reason.rule.startswith("CMD-ground"))


def _any_foe(game: GameLike, unit: str) -> str:
    units = view_of(game).units
    return next((name for name, told in units.items() if told.seat != units[unit].seat), "")


def _battle(game: GameLike, decision: Decision, picked: str, unit: str, place: str) -> ClickPlan:
    if not unit:
        idle = picked and decision.kind == "battling"
        return ClickPlan(why=why_idle(game, picked, place)) if idle else ClickPlan()
    if decision.kind == "overrun":
        return _given(game, cmd("overrun", target=unit)) if unit != decision.text("unit") else ClickPlan()
    if view_of(game).units[unit].seat == decision.seat:
        if unit in marks(game, "").movers or _wired(game, unit):
            return ClickPlan(picked=unit)
        foe = _any_foe(game, unit)
        return ClickPlan(why=said(game.explain(cmd("battle", unit=unit, target=foe)))) if foe else ClickPlan()
    if not picked:
        return ClickPlan(why="Click your unit first, then its target.")
    return _given(game, cmd("battle", unit=picked, target=unit))


def _wired(game: GameLike, unit: str) -> bool:
    return any(command.text("unit") == unit for command in game.offers("clear_wire"))


def lit_sections(name: str | None, charts: Charts) -> frozenset[str]:
    """Return the sections that a card orders; all of them where it orders anywhere, or where there is none."""
    card = charts.cards.get(name or "")
    if card is None:
        return frozenset(SECTIONS)
    named = {allotment.section for allotment in card.orders}
    return frozenset(SECTIONS) if not named or "any" in named else frozenset(named)


def nearest(game: GameLike, place: str, charts: Charts) -> tuple[Command, ...]:
    """Return the orders for units in the section of a hex, the nearest first; none if the card does not order it."""
    decision = game.decision
    if decision is None or decision.kind != "staging":
        return ()
    view = view_of(game)
    edge, units = view.sides[decision.seat].edge, view.units
    here = lit_sections(laid_out(view), charts) & set(sections(place, edge))
    near = [c for c in game.offers("order") if here & set(sections(units[c.text("unit")].hex, edge))]
    return tuple(sorted(near, key=lambda c: distance(units[c.text("unit")].hex, place)))


def all_that_fit(game: GameLike) -> Command | None:
    """Return the next order of a card whose limit is not reached, or None."""
    offered = game.offers("order")
    return offered[0] if offered and game.decision is not None and game.decision.kind == "staging" else None


# --- What is told of the thing under the pointer: a hex, a stand, the line of sight to a target --------------------


def sight(game: GameLike, attacker: str, target: str, charts: Charts) -> list[tuple[QPainterPath, Wash]]:
    """Return the line from a unit that may battle to an enemy further off, and what blocks it."""
    decision, units = game.decision, view_of(game).units
    if decision is None or decision.kind not in ("battling", "overrun") or not {attacker, target} <= units.keys():
        return []
    start, to = units[attacker].hex, units[target].hex
    if units[attacker].seat == units[target].seat or distance(start, to) < 2:
        return []
    found, palette = answered(Sight, game.query("los", origin=start, target=to)), palettes.current()
    if found is None:
        return []
    clear = found.clear or not charts.units[units[attacker].kind].needs_los
    line = QPainterPath(center(start) + FOOT)
    line.lineTo(center(to) + FOOT)
    style = Qt.PenStyle.SolidLine if clear else Qt.PenStyle.DashLine
    colour = QColor(palette.good if clear else palette.bad)
    shown = [(line, Wash(edge=colour, edge_width=3.0, style=style, halo=QColor(palette.halo)))]
    if not clear:
        blocked = Wash(hatch=QColor(palette.bad), kind="rising", gap=7, edge=QColor(palette.bad), edge_width=2.4)
        shown.append((region(by.hex for by in found.by), blocked))
    return shown


def on_stand(view: View, seat: str, charts: Charts) -> str:
    """Return what the medals of a side are for; "" for no side."""
    side = view.sides.get(seat)
    if side is None:
        return ""
    told = [kind_name(medal.name, charts) if medal.source != "objective" else medal.name for medal in side.medals]
    return f"{NAMES[seat]} medals, {len(told)} of {side.needed}: {', '.join(told) or 'none yet'}"


def described(view: View, battle_map: BattleMap | None, place: str, charts: Charts) -> str:
    """Return what is in a hex, for the status line and screen readers."""
    if battle_map is None or view is NOTHING:
        return place
    terrain = kind_name(view.terrain.get(place) or battle_map.terrain[place], charts)
    parts = [place, *([battle_map.names[place]] if place in battle_map.names else []), terrain]
    if any(place in road for road in battle_map.courses):
        parts.append("road")
    if place in view.obstacles:
        parts.append(kind_name(view.obstacles[place], charts))
    if unit := view.units.get(unit_at(view, place)):
        told = f"{NAMES[unit.seat]} {kind_name(unit.kind, charts)}, {unit.figures} of {unit.full}"
        parts.append(told)
    return ", ".join(parts)
