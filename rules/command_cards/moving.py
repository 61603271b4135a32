"""The move step, hex by hex, where a unit can move, what happens when it enters or leaves (CMD-move, CMD-hit)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rules.command_cards.charts import FORBIDDEN, STOP
from rules.command_cards.hexes import NEIGHBOURS, ORDER
from rules.command_cards.state import Medal, Ordered, Table, Unit, card_in_play, cls_of, type_of
from rules.command_cards.targets import occupants, own_reasons, the
from rules.command_cards.terrain import (
    along_road,
    battle_limit,
    closed_by,
    entering,
    is_barred,
    is_shut_in,
    left_behind,
    move_limit,
    obstacle_at,
    run_over,
    stopped_by,
    terrain_at,
)
from rules.command_cards.turn import anybody_left, award, hand_back
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, spelled
from rules.engine.frames import Action, Choice, Done, takes
from rules.engine.options import Decision, Options

# --- What happens to the board when a unit enters a hex or leaves the board, in whatever way -----------------------


def put(game: Table, unit: str, to: str) -> None:
    """Put a unit, all its figures together, into another hex (CMD-move-06)."""
    old = game.state.units[unit]
    new = game.state.units[unit] = replace(old, hex=to)
    left_behind(game, old.hex)
    run_over(game, new)
    hand_back(game)


def take_off(game: Table, unit: str) -> None:
    """Take a unit off the board."""
    old = game.state.units.pop(unit)
    game.state.orders.pop(unit, None)
    left_behind(game, old.hex)


def eliminate(game: Table, unit: str, seat: str) -> None:
    """Take a unit without figures off the board; its last one is a medal of the side that rolled (CMD-hit-03, -06)."""
    old = game.state.units[unit]
    take_off(game, unit)
    game.emit("UnitEliminated", unit=unit, hex=old.hex, kind=old.kind)
    award(game, seat, Medal("unit", old.kind))
    hand_back(game)
    anybody_left(game, old.seat)


def lose_figures(game: Table, unit: str, number: int, seat: str, why: str) -> None:
    """Remove figures, no more than there are; `seat` is who gets the medal for the last (CMD-hit-02, -05)."""
    old = game.state.units[unit]
    lost = min(number, old.figures)
    left = old.figures - lost
    game.state.units[unit] = replace(old, figures=left)
    game.emit("FiguresLost", unit=unit, hex=old.hex, lost=lost, left=left, why=why)
    if left == 0:
        eliminate(game, unit, seat)


# --- The move step: ordered units one after another, hex by hex (CMD-move-01 to -12, CMD-terrain-01, CMD-obst-02) ---

_LIMIT_RULE: Final = {"infantry": "CMD-move-08", "armor": "CMD-move-10", "artillery": "CMD-move-11"}
OTHER: Final = "other"


def unit_reasons(game: Table, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot move at all."""
    if (wrong := next(own_reasons(game, unit, game.state.seat), None)) is not None:
        yield wrong
        return
    order, who = game.state.orders.get(unit), capital(the(game, unit))
    if order is None:
        yield Reason(f"{who} has no orders this turn.", "CMD-order-04")
        return
    if (stays := stays_put(game)) is not None:
        yield stays
    if order.acted:
        yield Reason(f"{who} {order.acted} and can do nothing else this turn.", "CMD-order-08")
    if order.halted == OTHER:
        yield Reason(f"{who} has finished moving: another unit has moved since.", "CMD-move-01")
    elif order.halted:
        rule = stop_rule(game, order.halted)
        yield Reason(f"{who} stopped on entering {order.halted} and can't move again this turn.", rule)
    if is_shut_in(game, game.state.units[unit]):
        yield Reason(f"{who} is in a bunker and can't leave it.", "CMD-obst-03")


def stays_put(game: Table) -> Reason | None:
    """Return why the card in play lets nobody move, or None (CMD-order-02)."""
    card = card_in_play(game) if game.state.played else None
    if card is None or not card.no_move:
        return None
    return Reason(f"Units ordered by {card.title} can't move; they can only battle.", "CMD-order-02")


def stop_rule(game: Table, name: str) -> str:
    """Return the clause that ends a move: that of an obstacle (CMD-obst-02), else of the terrain (CMD-terrain-01)."""
    obstacles = (kind.name for kind in game.scenario.charts.obstacles.values())
    return "CMD-obst-02" if name in obstacles else "CMD-terrain-01"


def step_reasons(game: Table, unit: Unit, order: Ordered, here: str, to: str) -> Iterator[Reason]:
    """Yield why a unit that has moved so far cannot go from a hex into the next."""
    kind = type_of(game, unit)
    if to not in NEIGHBOURS[here]:
        yield Reason(f"{to} isn't next to {here}. Move one hex at a time.", "CMD-move-12")
        return
    road = order.road and (here, to) in game.scenario.map.roads
    limit = move_limit(kind, card_in_play(game), along_road(game) if road else 0)
    if order.moved >= limit:
        done = f" It has moved {order.moved}." if order.moved else ""
        yield Reason(f"{capital(kind.name)} can move {spelled(limit, 'hex')} at most.{done}", _LIMIT_RULE[kind.cls])
    at = occupants(game)
    if to in at and to != unit.hex:
        yield Reason(f"{to} is occupied. Units can't enter or pass through each other's hexes.", "CMD-move-05")
    if entering(game, kind.cls, to) == FORBIDDEN:
        closed, obstacle = closed_by(game, kind.cls, to), obstacle_at(game, to)
        rule = "CMD-obst-03" if obstacle is not None and closed == obstacle.name else "CMD-terrain-04"
        yield Reason(f"{capital(kind.name)} can't enter {to} ({closed}).", rule)


def stepped(game: Table, unit: Unit, order: Ordered, here: str, to: str) -> Ordered:
    """Return what a unit has done after a step into a hex."""
    cls, terrain = cls_of(game, unit), terrain_at(game, to)
    return Ordered(
        moved=order.moved + 1,
        road=order.road and (here, to) in game.scenario.map.roads,
        halted=stopped_by(game, cls, to) if entering(game, cls, to) == STOP else "",
        barred=terrain.name if is_barred(type_of(game, unit), terrain.no_battle) else order.barred,
        battled=order.battled,
        acted=order.acted,
    )


class Move(Action):
    """Move an ordered unit into the next hex; one unit's move is over when another's begins."""

    verb = "move"
    fields = takes(unit=str, to=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each free hex next to each unit that may move."""
        at = occupants(game)
        for unit in game.state.orders:
            if next(unit_reasons(game, unit), None) is None:
                here = game.state.units[unit].hex
                yield from (cmd("move", unit=unit, to=to) for to in NEIGHBOURS[here] if to not in at)

    def legal(self, game: Table) -> Iterator[Command]:
        """Yield the candidates whose step is open: the units have been asked for reasons."""
        for command in self.candidates(game):
            name = command.text("unit")
            unit, order = game.state.units[name], game.state.orders[name]
            if next(step_reasons(game, unit, order, unit.hex, command.text("to")), None) is None:
                yield command

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot move, or not there."""
        name, to = command.text("unit"), command.text("to")
        yield from unit_reasons(game, name)
        unit = game.state.units.get(name)
        if to not in NEIGHBOURS:
            yield Reason(f'There is no hex "{to}". The board runs from A1 to I13.')
        elif to == (unit.hex if unit else ""):
            yield Reason(f"The unit is already in {to}. Choose a hex next to it.")
        elif unit is not None and unit.seat == game.state.seat:
            order = game.state.orders.get(name, Ordered())
            yield from step_reasons(game, unit, order, unit.hex, to)

    def apply(self, game: Table, command: Command) -> None:
        """Make the step; it is shown before what it brings about."""
        name, to = command.text("unit"), command.text("to")
        _begin(game, name)
        unit, order = game.state.units[name], game.state.orders[name]
        game.state.orders[name] = stepped(game, unit, order, unit.hex, to)
        game.emit("UnitMoved", unit=name, start=unit.hex, to=to)
        put(game, name, to)


def _begin(game: Table, unit: str) -> None:
    """End the move of the unit that moved before (CMD-move-01, -02)."""
    last = game.frame.get("mover", "")
    if last not in ("", unit) and last in game.state.orders:
        game.state.orders[last] = replace(game.state.orders[last], halted=OTHER)
    game.update(mover=unit)


class Leave(Action):
    """Leave the board by an exit, as the unit's move (CMD-order-08)."""

    verb = "leave"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each ordered unit where its side has an exit."""
        if game.scenario.exits:
            yield from (cmd("leave", unit=unit) for unit in game.state.orders)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot leave."""
        name = command.text("unit")
        yield from unit_reasons(game, name)
        unit = game.state.units.get(name)
        if unit is None or unit.seat != game.state.seat:
            return
        exits = [place for out in game.scenario.exits if out.seat == unit.seat for place in out.hexes]
        if unit.hex not in exits:
            where = f"Your exits: {', '.join(exits)}." if exits else "Your side has none in this scenario."
            yield Reason(f"{unit.hex} isn't an exit. {where}", "CMD-order-08")
        order = game.state.orders.get(name)
        if order is not None and order.moved:
            yield Reason(f"{capital(the(game, name))} has moved this turn; it can leave next turn.", "CMD-move-02")

    def apply(self, game: Table, command: Command) -> None:
        """Take the unit off the board and its side's medals onto the stand: it is no loss."""
        name = command.text("unit")
        _begin(game, name)
        unit = game.state.units[name]
        medals = next(out.medals for out in game.scenario.exits if out.seat == unit.seat and unit.hex in out.hexes)
        take_off(game, name)
        game.emit("UnitLeft", unit=name, hex=unit.hex, kind=unit.kind)
        for _ in range(medals):
            award(game, unit.seat, Medal("exit", unit.kind))
        hand_back(game)
        anybody_left(game, unit.seat)


class Moving(Choice):
    """Asks for moves until the side on turn is done: all of them come before the first battle (CMD-turn-02)."""

    kind = "moving"
    actions = (Move(), Leave(), Done())

    def ask(self, game: Table) -> Decision | None:
        """Ask while an ordered unit is left on the board."""
        if not game.state.orders:
            return None
        prompt = "Move your ordered units one at a time, then press End moves."
        return Decision(game.state.seat, "moving", prompt, "CMD-move-01", Options(game, self.actions))


# --- Where a unit can move, by which way, and whether it may battle afterwards (CMD-move-07 to -12) ----------------


class Way(NamedTuple):
    """A way into a hex: its steps, what the unit has done then, and whether it may still battle."""

    path: tuple[str, ...]
    order: Ordered
    battle: bool


def reach(game: Table, unit: str) -> dict[str, Way]:
    """Return the best way of an ordered unit into each hex: one after which it may battle, then the shortest."""
    if next(unit_reasons(game, unit), None) is not None:
        return {}
    found: dict[str, Way] = {}
    piece, start = game.state.units[unit], game.state.orders[unit]
    kind, card, at = type_of(game, piece), card_in_play(game), occupants(game)
    along = {False: 0, True: along_road(game)}
    furthest = {road: move_limit(kind, card, along[road]) for road in along}
    fighting = {road: battle_limit(kind, card, along[road]) for road in along}
    roads = game.scenario.map.roads
    closed: dict[str, bool] = {}
    seen = set()
    queue: deque[tuple[str, Ordered, tuple[str, ...]]] = deque([(piece.hex, start, ())])
    while queue:
        here, order, path = queue.popleft()
        for to in NEIGHBOURS[here]:
            road = order.road and (here, to) in roads
            if order.moved >= furthest[road] or (to in at and to != piece.hex):
                continue
            if to not in closed:
                closed[to] = entering(game, kind.cls, to) == FORBIDDEN
            alike = to, order.moved, road, order.barred
            if closed[to] or alike in seen:
                continue
            seen.add(alike)
            then, way = stepped(game, piece, order, here, to), (*path, to)
            battle = not then.barred and then.moved <= fighting[then.road]
            if to not in found or (battle and not found[to].battle):
                found[to] = Way(way, then, battle)
            if not then.halted:
                queue.append((to, then, way))
    return {place: found[place] for place in sorted(found, key=ORDER.__getitem__) if place != piece.hex}
