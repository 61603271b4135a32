"""The course of a move: groups, steps, who goes next, pursuit, arrival (4, 5.3, 5.6, 1.3.2, 1.3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, bind, border_of, is_area, is_exit
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_4_ffi import liberate
from rules.striking_anvil.r01_3_units import (
    block,
    counter_of,
    disorganize,
    in_place,
    is_combat,
    is_good,
    is_vehicle,
    label,
    names,
    reduce_unit,
    strength,
)
from rules.striking_anvil.r04_movement import (
    Group,
    capacity,
    group_reasons,
    is_only_vehicles,
    is_train,
    leads_to,
    must_stop,
    step_cost,
    step_reasons,
)
from rules.striking_anvil.r05_3_mobile import arrive, countered, fight, strike
from rules.striking_anvil.r05_6_pursuit import pursuit_right
from rules.striking_anvil.r05_battle import PURSUIT, Battle, begin_combat
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.scenario import SUPPORT, other_side
from rules.striking_anvil.state import Anvil

# --- The units of a move: who is on its way, who is still to go, who goes together (4, 1.3.2, 1.3.3, 10) -----------


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


# --- The course of a move: groups, steps, pursuit on leaving, arrival, the end (4, 5.6, 1.3.2, 1.3.3) --------------


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
    game.update(
        group=group.units,
        at=to,
        spent=spent,
        border=border.id if border is not None else "",
        landing=landing,
        trail=(*frame["trail"], here),
        under_way=True,
    )
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
        "way": _way,
        "do": _do,
        "leave": _leave,
        "pursued": _pursued,
        "enter": _enter,
        "halt": _halt,
        "arrive": arrive,
        "countered": countered,
        "strike": strike,
        "fight": fight,
        "turned": _end,
    },
)


# --- The commands of a move: who goes next, step by step, and when it ends (4, 1.3.2, 5.3) -------------------------


class OnMarch:
    """What the commands of a move share: the frame of the march lies below the choice."""

    def march(self, game: Anvil) -> Frame:
        """Return the frame of the march."""
        return game.state.frames[game.index - 1]


class GroupTake(OnMarch, Action):
    """Add a unit to the group that goes next."""

    verb = "take"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each activated unit."""
        for unit in self.march(game)["units"]:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot join."""
        frame, unit = self.march(game), command.text("unit")
        yield from self.grouping_reasons(game, frame, unit)
        if unit in frame["group"]:
            yield Reason(f"{label(game, unit)} is already in this group.", "3")

    def grouping_reasons(self, game: Anvil, frame: Frame, unit: str) -> Iterator[Reason]:
        """Yield why the group cannot be changed by this unit."""
        if frame["under_way"]:
            yield Reason("The group has started moving. Nobody can join or stay behind now.", "1.3.2")
        if frame["target"]:
            yield Reason("Mobile combat needs one stack moving along one route.", "5.3")
        if unit not in frame["units"]:
            yield Reason(f"{label(game, unit)} is not activated.", "3")
        elif unit not in remaining(game, frame):
            yield Reason(f"{label(game, unit)} can't move any more.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Add it with those it cannot part from."""
        frame = self.march(game)
        group = frame["group"]
        more = tuple(one for one in blocked_with(game, frame, command.text("unit")) if one not in group)
        game.finish(group=(*group, *more), then="way")


class GroupDrop(GroupTake):
    """Take a unit out of the group that goes next; it can go by another way later."""

    verb = "drop"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be left out."""
        frame, unit = self.march(game), command.text("unit")
        yield from self.grouping_reasons(game, frame, unit)
        if unit not in frame["group"]:
            yield Reason(f"{label(game, unit)} is not in this group.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Take it out with those it cannot part from."""
        frame = self.march(game)
        gone = blocked_with(game, frame, command.text("unit"))
        game.finish(group=tuple(one for one in frame["group"] if one not in gone), then="way")


class StepTo(OnMarch, Action):
    """Go one area or box on."""

    verb = "step"
    fields = takes(to=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each place next to the group."""
        frame = self.march(game)
        for to in leads_to(game, frame["seat"], frame["at"]):
            yield cmd(self.verb, to=to)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why the group cannot go there."""
        frame = self.march(game)
        yield from step_reasons(
            game, group_at(game, frame), frame["at"], command.text("to"), frame["spent"], frame["trail"]
        )

    def apply(self, game: Anvil, command: Command) -> None:
        """Leave, unless the enemy stops it."""
        game.finish(to=command.text("to"), then="leave")


class Stop(OnMarch, BareAction):
    """End the way of the group where it is."""

    verb = "stop"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot stop."""
        if not self.march(game)["under_way"]:
            yield Reason("The group hasn't moved yet.", "4")

    def apply(self, game: Anvil, command: Command) -> None:
        """Stop."""
        game.finish(then="halt")


class Finish(OnMarch, BareAction):
    """End the activation: who has not moved stays."""

    verb = "done"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot end now."""
        frame = self.march(game)
        if frame["under_way"]:
            yield Reason("The group is still moving. Stop it first.", "4")
        elif not frame["moved"] and not frame["asked"]:
            yield Reason("No one has moved yet. Move, or cancel.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Go on to the end."""
        game.finish(then="arrive")


class CancelMove(OnMarch, BareAction):
    """Go back to the composition; nobody has moved."""

    verb = "cancel"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it is too late."""
        frame = self.march(game)
        if frame["under_way"] or frame["moved"] or frame["asked"]:
            yield Reason("Units have already moved, so the move can't be cancelled.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Reopen the composition."""
        frame = self.march(game)
        game.finish()
        game.finish()
        game.push(
            "activation",
            seat=frame["seat"],
            area=frame["start"],
            units=frame["units"],
            loads=frame["loads"],
            dug=frame["dug"],
        )


class LeadOn(Choice):
    """The mover leads a group on, step by step, and then the next."""

    kind = "way"
    actions = (StepTo(), Stop(), GroupTake(), GroupDrop(), Finish(), CancelMove())

    def ask(self, game: Anvil) -> Decision:
        """Ask until everybody has moved or stays."""
        frame = game.state.frames[game.index - 1]
        group = group_at(game, frame)
        able = capacity(game, group)
        subject: dict[str, Plain] = {
            "at": frame["at"],
            "group": group.units,
            "spent": frame["spent"],
            "capacity": able,
            "target": frame["target"],
            "under_way": frame["under_way"],
        }
        count = len(group.units)
        who = names(game, group.units) if count == 1 else f"{count} units" if count else "a group"
        prompt = f"Move {who} from {area_name(game, frame['at'])}, or stop there."
        return Decision(frame["seat"], self.kind, prompt, "4", Options(game, self.actions), subject)
