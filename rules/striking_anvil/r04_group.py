"""The units of a move: who is on its way, who is still to go, who goes together (4, 1.3.2, 1.3.3, 10)."""

from __future__ import annotations

from rules.engine.frames import Frame
from rules.striking_anvil.r01_3_3_transport import block
from rules.striking_anvil.r01_3_units import in_place, is_good
from rules.striking_anvil.r04_movement import Group
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.state import Anvil


def begin_march(game: Anvil, target: str) -> None:
    """Turn the composition at work into a move, with mobile combat on a target or without."""
    frame = game.frame
    units, seat, area = frame["units"], frame["seat"], frame["area"]
    game.finish()
    game.emit("Activated", seat=seat, area=area, units=units, action="mobile" if target else "move")
    game.push(
        "march", seat=seat, start=area, at=area, units=units, loads=frame["loads"], dug=frame["dug"], target=target,
        group=units, moved=(), spent=0, under_way=False, asked=(), trail=(), border="", landing=False, reply=(),
    )  # fmt: skip


def group_at(game: Anvil, frame: Frame) -> Group:
    """Return the group that is to move, or on its way: who is still there (1.3.2, 5.6)."""
    units = in_place(game, frame["group"], frame["at"])
    return Group(frame["seat"], units, {u: by for u, by in frame["loads"].items() if u in units}, still_in(game, frame))


def still_in(game: Anvil, frame: Frame) -> tuple[str, ...]:
    """Return who is to leave its trenches and has not yet (4)."""
    return tuple(unit for unit in frame["dug"] if not game.state.units[unit].reduced)


def remaining(game: Anvil, frame: Frame) -> tuple[str, ...]:
    """Return the activated units that have not moved yet and still can."""
    waiting = [unit for unit in in_place(game, frame["units"], frame["start"]) if unit not in frame["moved"]]
    return tuple(unit for unit in waiting if is_good(game, unit))


def blocked_with(game: Anvil, frame: Frame, unit: str) -> tuple[str, ...]:
    """Return who of the remaining units goes wherever a unit goes: its transport and riders, its group (1.3.3, 10)."""
    left = remaining(game, frame)
    found = {one for mate in block_of(game, unit) for one in block(left, frame["loads"], mate)}
    return tuple(one for one in left if one in found)
