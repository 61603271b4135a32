"""The course of a move: groups, steps, pursuit on leaving, arrival, the end (4, 5.6, 1.3.2, 1.3.3)."""

from __future__ import annotations

from typing import Final

from rules.engine.frames import Frame, Procedure
from rules.striking_anvil.r01_1_exits import bind
from rules.striking_anvil.r01_1_map import border_of, is_area, is_exit
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_4_ffi import liberate
from rules.striking_anvil.r01_3_units import (
    counter_of,
    disorganize,
    in_place,
    is_combat,
    is_good,
    is_vehicle,
    reduce_unit,
    strength,
)
from rules.striking_anvil.r04_group import group_at, remaining, still_in
from rules.striking_anvil.r04_movement import (
    Group,
    capacity,
    group_reasons,
    is_only_vehicles,
    is_train,
    must_stop,
    step_cost,
)
from rules.striking_anvil.r05_2_resolution import begin_combat
from rules.striking_anvil.r05_3_mobile import arrive, countered, fight, strike
from rules.striking_anvil.r05_6_pursuit import pursuit_right
from rules.striking_anvil.r05_battle import PURSUIT, Battle
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.scenario import SUPPORT, other_side
from rules.striking_anvil.state import Anvil


def _way(game: Anvil) -> str | None:
    frame = game.frame
    if frame["under_way"]:
        if not in_place(game, frame["group"], frame["at"]):
            return "halt"
    elif not remaining(game, frame):
        return "arrive"
    game.push("way")
    return None


def _do(game: Anvil) -> str | None:
    return str(game.frame["then"])


def movers_from(game: Anvil, frame: Frame) -> tuple[str, ...]:
    """Return the units of the activation that a pursuit would strike where the group stands (4, 5.6)."""
    here = frame["at"]
    moving = remaining(game, frame) if here == frame["start"] else in_place(game, frame["group"], here)
    return tuple(unit for unit in moving if not is_vehicle(game, unit))


def _leave(game: Anvil) -> str | None:
    """Leave trenches, and let the enemy pursue who outnumbers what stays behind (4, 5.6)."""
    frame, here = game.frame, game.frame["at"]
    for unit in still_in(game, frame):
        if unit in frame["group"]:
            reduce_unit(game, unit, willingly=True)  # 4: reduced to be able to move
    enemy = other_side(frame["seat"])
    game.update(reply=(), asked=frame["asked"])
    if here in frame["asked"] or not is_area(game, here) or is_only_vehicles(game, group_at(game, frame).units):
        return None
    if pursuit_right(game, enemy, here, frame["units"]):
        game.update(asked=(*frame["asked"], here))
        game.push("reaction", seat=enemy, kind=PURSUIT, area=here, units=(), movers=movers_from(game, frame))
    return None


def _pursued(game: Anvil) -> str | None:
    frame = game.frame
    if frame["reply"]:
        battle = Battle(PURSUIT, other_side(frame["seat"]), frame["at"], frame["reply"])
        begin_combat(game, battle, movers_from(game, frame))
    return None


def going_on(game: Anvil, group: Group) -> tuple[str, ...]:
    """Return who of a group goes on: Good Order units, support units with an escort, transports anyway (5.6)."""
    good = [unit for unit in group.units if is_good(game, unit)]
    escorted = any(is_combat(game, unit) for unit in good)
    return tuple(unit for unit in good if escorted or counter_of(game, unit).kind != SUPPORT)


def _enter(game: Anvil) -> str | None:
    frame, here, to = game.frame, game.frame["at"], game.frame["to"]
    before = group_at(game, frame)
    group = before._replace(units=going_on(game, before))
    group = group._replace(loads={unit: by for unit, by in group.loads.items() if unit in group.units})
    if next(group_reasons(game, group), None) is not None:
        return "halt"  # nobody is left who could go on
    cost = step_cost(game, group, here, to)
    spent = frame["spent"] + (cost.total if cost is not None else 0)
    border = border_of(game, here, to)
    landing = frame["landing"] or (lands(game, here) and is_hostile_beach(game, to))
    stops = must_stop(game, group.side, to)
    game.emit("Moved", units=group.units, area=here, to=to, cost=cost.total if cost is not None else 0)
    liberate(game, to, group.side)
    for unit in group.units:
        _put(game, unit, to)
    if stops and is_area(game, to) and spent < capacity(game, group):
        game.emit("MustStop", units=group.units, area=to)  # 4
    abandon(game, here)
    abandon(game, to)
    game.update(group=group.units, at=to, spent=spent, border=border.id if border is not None else "",
                landing=landing, trail=(*frame["trail"], here), under_way=True)  # fmt: skip
    if is_train(game, group.units):
        return "way"
    return "halt" if stops or spent >= capacity(game, group) else "way"


def _put(game: Anvil, unit: str, to: str) -> None:
    """Move a unit on; off the map it counts with the strength it shows (1.1, STA-VIC-01)."""
    bind(game, unit, game.state.units[unit].at)
    game.state.place(unit, to)
    if is_exit(game, to):
        game.state.groups.pop(unit, None)
        if is_combat(game, unit):
            game.state.points[to] = game.state.points.get(to, 0) + strength(game, unit)
        game.emit("Exited", unit=unit, box=to)


def _halt(game: Anvil) -> str | None:
    """End a group's way; the next begins where all began."""
    frame = game.frame
    moved = (*frame["moved"], *(unit for unit in frame["group"] if unit not in frame["moved"]))
    game.update(moved=moved, under_way=False)
    if frame["target"]:
        return "arrive"
    game.update(group=remaining(game, game.frame), at=frame["start"], spent=0, trail=(), landing=False)
    return "way"


def _end(game: Anvil) -> str | None:
    """Turn everybody who was activated (1.3)."""
    on_map = [unit for unit in game.frame["units"] if is_area(game, game.state.units[unit].at)]
    disorganize(game, on_map)
    return None


MARCH: Final = Procedure(
    "march",
    {
        "way": _way, "do": _do, "leave": _leave, "pursued": _pursued, "enter": _enter, "halt": _halt,
        "arrive": arrive, "countered": countered, "strike": strike, "fight": fight, "turned": _end,
    },
)  # fmt: skip
