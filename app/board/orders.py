"""From gestures to commands: what is offered for a unit, and a path submitted step by step. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.board.routes import Step
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_name


class Game(Protocol):
    """What the board needs of the game: see app.game.GameController."""

    @property
    def view(self) -> dict[str, Any]: ...
    @property
    def decision(self) -> Decision | None: ...
    def query(self, name: str, **args: Any) -> Any: ...
    def submit(self, command: Command) -> bool: ...
    def explain(self, command: Command) -> list[Reason]: ...


def move_order(units: Sequence[str]) -> Command:
    """Return the command that begins to move these units."""
    return cmd("move", units=tuple(units))


def offers(decision: Decision | None, command: Command) -> bool:
    """Tell whether a decision offers a command."""
    return decision is not None and command in decision.options


def moving_units(decision: Decision | None) -> tuple[str, ...]:
    """Return the units of a movement under way."""
    if decision is None or decision.kind != "movement":
        return ()
    found = decision.subject.get("units")
    return tuple(str(unit) for unit in found) if isinstance(found, list | tuple) else ()


def same_units(a: Sequence[str], b: Sequence[str]) -> bool:
    """Tell whether two rows name the same units."""
    return bool(a) and set(a) == set(b)


def may_move(game: Game, units: Sequence[str]) -> bool:
    """Tell whether these units can begin a move or go on with theirs."""
    decision = game.decision
    return same_units(units, moving_units(decision)) or offers(decision, move_order(units))


def fire_orders(game: Game, unit: str) -> dict[str, Command]:
    """Return the fire commands offered for a unit, by target hex."""
    decision = game.decision
    if decision is None or "fire" not in decision.options.verbs():
        return {}
    return {str(command.get("hex")): command for command in decision.options.by_verb().get("fire", ())
            if command.get("unit") == unit}


def orders_for(decision: Decision | None, unit: str, hex_name_: str = "") -> list[Command]:
    """Return every offered command that names a unit, and the steps of the move it is on."""
    if decision is None:
        return []
    moving = unit in moving_units(decision)
    return [command for command in decision.options if names_unit(command, unit)
            or (moving and command.verb in ("step", "stop"))
            or (hex_name_ and command.verb != "step" and command.get("hex") == hex_name_ and not command.get("unit"))]


def names_unit(command: Command, unit: str) -> bool:
    """Tell whether a command is about a unit, support weapon or leader."""
    for key, value in command.args:
        if key in ("unit", "target", "weapon", "leader") and value == unit:
            return True
        if key == "units" and isinstance(value, tuple) and unit in value:
            return True
    return False


def tap_order(decision: Decision | None, thing: str) -> Command | None:
    """Return what a tap on a unit or token means while something is asked: choosing, aiming, joining a fire."""
    if decision is None:
        return None
    for verb, key in (("choose", "unit"), ("choose", "weapon"), ("aim", "target"), ("support", "unit"),
                      ("use_weapon", "weapon"), ("use_leader", "leader")):
        if verb in decision.options.verbs():
            command = cmd(verb, **{key: thing})
            if command in decision.options:
                return command
    return None


def asked_for(decision: Decision | None) -> set[str]:
    """Return the units and tokens a tap would choose, aim at or join now."""
    if decision is None:
        return set()
    found = set()
    for command in decision.options:
        if command.verb in ("choose", "aim", "support", "use_weapon", "use_leader"):
            found |= {str(value) for _, value in command.args if isinstance(value, str) and value not in ("", "hex")}
    return found


def joined(decision: Decision | None) -> set[str]:
    """Return the units and tokens that are in the fire being composed."""
    if decision is None or decision.kind != "fire":
        return set()
    return set().union(*(_ids(decision.subject.get(key)) for key in
                         ("unit", "target", "aim", "support", "weapon", "leader", "leaders")))


def _ids(value: object) -> set[str]:
    if isinstance(value, str):
        return {value} if value else set()
    return {str(item) for item in value} if isinstance(value, list | tuple) else set()


def walk(game: Game, units: Sequence[str], steps: Sequence[Step]) -> list[Step]:
    """Submit a move step by step until an interrupt; return the steps that are left.

    Another movement under way is ended first. A way that needs a second action begins it where the first ends.
    """
    if not _under_way(game, units) and not _begin(game, units):
        return list(steps)
    seat = game.decision.seat if game.decision else ""
    for i, (to, by) in enumerate(steps):
        command = cmd("step", to=hex_name(to), by=by)
        if _under_way(game, units) and not offers(game.decision, command):
            _end(game)
        if not _under_way(game, units) and not (i and _own_turn(game, seat) and _begin(game, units)):
            return list(steps[i:])
        if not offers(game.decision, command) or not game.submit(command):
            return list(steps[i:])
    return []


def _under_way(game: Game, units: Sequence[str]) -> bool:
    return same_units(units, moving_units(game.decision))


def _own_turn(game: Game, seat: str) -> bool:
    return game.decision is not None and game.decision.seat == seat and game.decision.kind == "activation"


def _begin(game: Game, units: Sequence[str]) -> bool:
    if moving_units(game.decision):
        _end(game)
    return offers(game.decision, move_order(units)) and game.submit(move_order(units))


def _end(game: Game) -> None:
    if offers(game.decision, cmd("stop")):
        game.submit(cmd("stop"))


def stand_on(view: Mapping[str, Any], unit: str) -> str:
    """Return the hex a unit stands on, or ""."""
    return next((str(u.get("hex") or "") for u in view.get("units", ()) if u["id"] == unit), "")
