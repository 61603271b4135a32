"""Pieces in the division displays and on the map, and the orders that send them somewhere. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.play.seat import PlayedGame
from app.systems.company_scale.board.orders import Aim, alike, group_words
from app.systems.company_scale.board.routes import sentences
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import describe
from rules.engine.command import Command, cmd
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id, hex_name

MAP = "map"
KEYS = ("unit", "units", "weapon", "leader", "hero", "transport", "formation")
DROPPED_HERO = ("bring_hero", "demand_surrender", "clear_markers", "request_surrender")
"""What dropping a hero on the map may mean, the usual order first."""


@frozen
class Held:
    """A piece in a box, or a token on the map: kind, ids (several if alike), division, box ("map" for the map).

    Kinds: weapon, routed, transport, hero, leader, air, formation.
    """

    kind: str
    things: tuple[str, ...]
    division: str = ""
    box: str = MAP

    @property
    def thing(self) -> str:
        """Return the id of the piece, the first of several."""
        return self.things[0] if self.things else ""


def orders_of(decision: Decision | None, held: Held) -> list[Command]:
    """Return every offered order that involves this piece."""
    if decision is None:
        return []
    if held.kind == "air":
        return _air_orders(decision, held.division)
    return [command for command in decision.options if names_piece(command, held)]


def acting(decision: Decision | None) -> set[str]:
    """Return every piece with an order, in one pass over the options; aircraft as air:DIVISION."""
    pieces: set[str] = set()
    for command in decision.options if decision is not None else ():
        if command.verb == "air_strike" and decision is not None:
            pieces.add(f"air:{decision.text('division')}")
        elif command.verb == "interdict":
            pieces.add(f"air:{command.text('division')}")
        for key, value in command.args:
            if key in KEYS:
                pieces.update(map(str, value) if isinstance(value, tuple) else (str(value),))
    return pieces


def _air_orders(decision: Decision, division: str) -> list[Command]:
    if decision.kind == "air_strikes" and decision.text("division") != division:
        return []
    return [
        command
        for command in decision.options
        if command.verb == "air_strike" or (command.verb == "interdict" and command.text("division") == division)
    ]


def names_piece(command: Command, held: Held) -> bool:
    """Tell whether an order names a piece."""
    for key, value in command.args:
        if key in KEYS and (value in held.things or (isinstance(value, tuple) and set(value) & set(held.things))):
            return True
    return False


def place_of(command: Command, held: Held, where: Mapping[str, int], decision: Decision) -> int | None:
    """Return the hex of an order: the one it names, or that of the unit it is for."""
    if command.text("hex"):
        return hex_id(command.text("hex"))
    if command.verb == "interdict":
        return hex_id(decision.text("hex") or "")
    unit = command.text("unit")
    return where.get(unit) if unit and unit not in held.things else None


def orders_by_hex(decision: Decision | None, held: Held, where: Mapping[str, int]) -> dict[int, list[Command]]:
    """Return the orders for a piece by their hex."""
    by_hex: dict[int, list[Command]] = {}
    for command in orders_of(decision, held):
        at = place_of(command, held, where, decision) if decision is not None else None
        if at is not None:
            by_hex.setdefault(at, []).append(command)
    return by_hex


def box_orders(decision: Decision | None, held: Held, division: str = "") -> list[Command]:
    """Return the orders that put a piece into a box, or a formation under another division."""
    wanted = "change_attachment" if held.kind == "formation" else "detach"
    return [
        command
        for command in orders_of(decision, held)
        if command.verb == wanted and (wanted == "detach" or command.text("division") == division)
    ]


def tried(held: Held, at: str, unit: str, verbs: tuple[str, ...] = ()) -> Command | None:
    """Return the order meant by dropping a piece on a hex, legal or not; None if none can be meant."""
    if held.kind == "weapon":
        return cmd("attach", weapon=held.thing, hex=at)
    if held.kind == "leader":
        return cmd("relocate", leader=held.thing, hex=at)
    if held.kind == "routed":
        return cmd("return_unit", unit=held.thing, hex=at, deployed=True)
    if held.kind == "air":
        return cmd("air_strike", hex=at, target="hex")
    if held.kind == "transport":
        return cmd("load", unit=unit, transport=held.thing) if unit else None
    if held.kind == "hero":
        name = next((name for name in DROPPED_HERO if name in verbs), DROPPED_HERO[0])
        about = {"hex": at} if name in ("clear_markers", "request_surrender") else {"unit": unit}
        return cmd(name, hero=held.thing, **about) if unit or "hex" in about else None
    return None


def why_not(game: PlayedGame, held: Held, at: int, unit: str) -> str:
    """Return why a piece cannot go to a hex, in words."""
    verbs = tuple(game.decision.options.verbs()) if game.decision is not None else ()
    command = tried(held, hex_name(at), unit, verbs)
    if command is None:
        return f"There is no unit in {hex_name(at)}." if held.kind in ("transport", "hero") else "It can't go there."
    return sentences(game.explain(command)) or "It can't go there now."


def why_never(game: PlayedGame, held: Held, hexes: Sequence[int]) -> str:
    """Return why a piece can go to no hex at all while others like it can, ignoring reasons about a single hex."""
    for at in hexes:
        command = tried(held, hex_name(at), "")
        if command is not None and game.decision is not None and command.verb in game.decision.options.verbs():
            reasons = [reason for reason in game.explain(command) if hex_name(at) not in reason.text]
            return sentences(reasons[:1])
    return ""


def why_not_box(game: PlayedGame, held: Held, division: str) -> str:
    """Return why a piece cannot go into a box of a display, in words."""
    if held.kind == "weapon":
        return sentences(game.explain(cmd("detach", weapon=held.thing)))
    if held.kind == "formation":
        return sentences(game.explain(cmd("change_attachment", formation=held.thing, division=division)))
    return "Leaders stay on the map." if held.kind == "leader" else "It can't go into a box."


@frozen
class DisplayChoice:
    """One line of a piece's menu: its words, and its orders by hex, or a single `command`."""

    words: str
    orders: Mapping[int, Command]
    command: Command | None = None


def choices_of(game: PlayedGame, held: Held) -> list[DisplayChoice]:
    """Return what a piece may do; orders that differ only by their hex share one line."""
    decision, names = game.decision, CompanyScaleNames(view_of(game))
    choices = []
    for commands in alike(orders_of(decision, held)):
        if len(commands) == 1:
            choices.append(DisplayChoice(describe(commands[0], names, decision), {}, commands[0]))
        else:
            hexes = {hex_id(command.text("hex")): command for command in commands}
            choices.append(DisplayChoice(f"{_group_words(commands[0], names)}: choose the hex on the map", hexes))
    return choices


def _group_words(command: Command, names: CompanyScaleNames) -> str:
    target = command.text("target")
    label = group_words(command)
    return f"{label} on {names.of(target)}" if target not in ("", "hex") else label


def aim_for(held: Held, choice: DisplayChoice, name: str) -> Aim:
    """Return a choice as an order that waits for its hex."""
    sample = next(iter(choice.orders.values()))
    return Aim(sample.verb, held.thing, choice.orders, f"{name}: choose the hex. Esc cancels.")
