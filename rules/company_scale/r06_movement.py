"""Movement actions: starting, stepping from hex to hex, stopping (6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeAlias

from rules.company_scale.battle_map import Terrain, no_hex, read_hex
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds, is_deployed, is_on_map, name_of
from rules.company_scale.r05_command import (
    able_units,
    action_reasons,
    no_assault_reasons,
    under_direct_command,
    use_action,
)
from rules.company_scale.r06_2_terrain import (
    OFF_ROAD,
    TRAIL_BONUS,
    WAYS,
    Crossing,
    bars_weapons,
    change_cost,
    crossing,
    passable,
    step_cost,
    ways_of,
)
from rules.company_scale.r08_5_4_status import (
    after_barrage,
    after_new_dg,
    allowance,
    can_move,
    exhausting_rule,
    halting_rule,
)
from rules.company_scale.r08_7_1_spotting import LeaveSmoke
from rules.company_scale.r12_support_weapons import Take, TakeLeader, companions, weapon_reasons
from rules.company_scale.r18_reinforcements import zone_reasons
from rules.company_scale.r25_rail_guns import is_bound, rail_reasons
from rules.company_scale.state import MAP, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import are_adjacent, hex_id, hex_name, neighbours

Prices: TypeAlias = tuple[int | None, ...]
"""What a step costs each moving unit in halves, None where it cannot be made at any price (6.2.1)."""
MARKER_WAYS: Final = ("paved", "railroad")  # 22.2


class Move(Action):
    """Begin a movement action with one unit, or several in one hex."""

    verb = "move"
    fields = takes(units=tuple)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit alone; stacks are legal too but not listed."""
        for unit, activity in game.state.activity.items():
            if activity.used < 2:
                yield cmd("move", units=(unit,))

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the units that may act and can move."""
        for unit in able_units(game):
            record = game.state.units[unit]
            status = game.state.status(record.hex)
            if _can_move(game, unit, record.deployed, status.dg, status.stress):
                yield cmd("move", units=(unit,))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why these units cannot begin to move together."""
        units = command.texts("units")
        if not units or len(set(units)) != len(units):
            yield Reason("Name each moving unit once.", "6.0")
            return
        for unit in units:
            yield from start_reasons(game, unit)
        if len(units) > 1 and all(unit in game.state.units for unit in units):
            yield from stack_reasons(game, units)

    def apply(self, game: Battle, command: Command) -> None:
        """Open the movement; nothing is spent before the first step."""
        units = command.texts("units")
        points = tuple(allowance(game, unit) for unit in units)
        game.push("movement", **fresh(units, points, companions(game, units)))


def fresh(units: tuple[str, ...], points: tuple[int, ...], carried: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the locals of a new movement.

    `points` are halves, `road` is the road by which the hex was entered, `trail` tells that no step has left a
    trail, `carried` are the support weapons and leaders that go along, `smoke` tells that German tanks leave smoke.
    """
    return {"units": units, "points": points, "road": "", "trail": True, "steps": 0, "carried": carried, "smoke": False}


def start_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot begin a movement action (6.0)."""
    reasons = list(action_reasons(game, unit, seat=game.frame["seat"]))
    yield from reasons
    if not is_on_map(game, unit):
        return
    yield from condition_reasons(game, unit)


@derived(State.in_view)
def _can_move(game: Battle, unit: str, deployed: bool, dg: int, stress: str) -> bool:
    return not any(condition_reasons(game, unit))


def condition_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot move in its present state, active or not (2.0, 3.2, 8.5.4)."""
    record = game.state.units[unit]
    printed = counter(game, unit)
    status = game.state.status(record.hex)
    if not can_move(status):
        yield Reason(f"{printed.name} is {status.stress} and can't move. Rally first.", halting_rule(status))
    if printed.face(record.deployed).move is None:
        if record.deployed and printed.column is not None and printed.column.move is not None:
            yield Reason(f"{printed.name} is deployed. Change it to column to move.", "3.2")
        else:
            yield Reason(f"{printed.name} can't move: its counter has no movement allowance.", "3.2")
    elif can_move(status) and allowance(game, unit) == 0:
        rule = exhausting_rule(game, unit)
        what = "barrage" if rule == "8.7.2" else "disorganization"
        yield Reason(f"The {what} in its hex leaves {printed.name} no movement points.", rule)


def stack_reasons(game: Battle, units: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why several units cannot move as a stack (6.0, 5.2, 4.0)."""
    if under_direct_command(game):
        yield Reason("Under a Direct Command chit units act one at a time.", "4.0")
    hexes = {game.state.units[unit].hex for unit in units}
    starts = {a.start for a in (game.state.activity.get(unit) for unit in units) if a is not None}
    if len(hexes) > 1 or len(starts) > 1 or 0 in starts:  # 0: a routed unit that has come back
        yield Reason("Only units that shared a hex when the activation began can move together.", "6.0")
    used = {a.used for a in (game.state.activity.get(unit) for unit in units) if a is not None}
    if len(used) > 1:
        yield Reason("Units moving together must all be on their first action, or all on their second.", "5.1")
    divisions = {counter(game, unit).division for unit in units}
    for division in divisions:
        need = sum(1 for u in units if counter(game, u).division == division and _must_pay(game, u))
        have = game.state.divisions[division].commands
        if need > have:
            yield Reason(f"Second actions for {need} units cost {need} direct commands; you have {have}.", "5.1")


def _must_pay(game: Battle, unit: str) -> bool:
    activity = game.state.activity.get(unit)
    return activity is not None and activity.used == 1 and not activity.paid


def here_of(game: Battle, frame: Frame) -> int:
    """Return the hex a moving stack is in."""
    return game.state.units[frame["units"][0]].hex


def live_units(game: Battle, units: tuple[str, ...], hex_id: int) -> tuple[str, ...]:
    """Return those units still on the map in a hex."""
    state = game.state
    return tuple(u for u in units if state.units[u].place == MAP and state.units[u].hex == hex_id)


class Step(Action):
    """Go to a neighbouring hex, along a road (`by` paved, railroad, trail) or off it (`by` terrain)."""

    verb = "step"
    fields = takes(to=str, by=str)
    optional = frozenset({"by"})

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every way into every neighbouring hex."""
        here = here_of(game, game.frame)
        for near in neighbours(here):
            if near not in ground_of(game).hexes:
                continue
            name = hex_name(near)
            for by in ways_of(ground_of(game).side(here, near)):
                yield cmd("step", to=name, by=by)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones."""
        frame, here = game.frame, here_of(game, game.frame)
        for command in self.candidates(game):
            (_, by), (_, to) = command.args
            if not any(step_reasons(game, frame, here, hex_id(str(to)), str(by))):
                yield command

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the moving units cannot take this step."""
        frame = game.frame
        here, to = here_of(game, frame), read_hex(command.text("to"))
        if to is None:
            yield no_hex(command.text("to"), like=hex_name(here))
            return
        if not are_adjacent(here, to):
            yield Reason(f"{hex_name(to)} is not next to {hex_name(here)}. Move one hex at a time.", "6.0")
            return
        yield from step_reasons(game, frame, here, to, str(command.get("by", OFF_ROAD)))

    def apply(self, game: Battle, command: Command) -> None:
        """Pay for the step, then leave the hex (6.0: points first)."""
        frame = game.frame
        here, to = here_of(game, frame), hex_id(command.text("to"))
        by = str(command.get("by", OFF_ROAD))
        if frame["steps"] == 0:
            for unit in frame["units"]:
                use_action(game, unit)
        step = crossing(ground_of(game), here, to, by, is_bound(game, frame["units"][0]))
        paid = pay(frame, step, prices(game, frame, step))
        game.update(**paid, steps=frame["steps"] + 1)
        game.push("entering", units=frame["units"], origin=here, to=to, by=by)


def step_reasons(game: Battle, frame: Frame, here: int, to: int, by: str) -> Iterator[Reason]:
    """Yield why a moving stack cannot go from `here` to the neighbouring `to` (6.0, 6.2)."""
    if by not in WAYS:
        yield Reason(f'"{by}" isn\'t a way to move. Use one of {", ".join(WAYS)}.', "6.2.1")
        return
    step = crossing(ground_of(game), here, to, by, is_bound(game, frame["units"][0]))
    open_way = True
    for reason in way_reasons(game, frame, step):
        open_way = False
        yield reason
    if open_way or not any(any(passable(ground_of(game), move, step)) for move, _ in _classes(game, frame["units"])):
        yield from price_reasons(game, frame, step, prices(game, frame, step))


def way_reasons(game: Battle, frame: Frame, step: Crossing) -> Iterator[Reason]:
    """Yield why a stack cannot make a step, whatever its points and the road it is on (6.0, 6.2)."""
    ground, to, by = ground_of(game), step.b, step.by
    yield from marker_reasons(game, frame["units"][0], by)  # 22.2
    yield from (reason for unit in frame["units"] for reason in rail_reasons(game, unit, by))  # 25.0
    for move, unit in _classes(game, frame["units"]):
        yield from passable(ground, move, step)
        if step.on_road and is_deployed(game, unit):
            yield Reason(f"{name_of(game, unit)} is deployed. Only units in column can use roads.", "6.2.1")
        in_city = to in ground.hexes and ground.hexes[to].terrain is Terrain.CITY
        if in_city and is_deployed(game, unit) and move is not MoveClass.LEG:
            yield Reason(f"{name_of(game, unit)} must be in column in a city.", "6.2.1")
    side = counter(game, frame["units"][0]).side
    yield from zone_reasons(game, side, step.a, to)  # 18.0
    if enemy_holds(game, to, side):
        yield Reason(f"Enemy units hold {hex_name(to)}. You can enter it only by assault.", "6.0")
        yield from no_assault_reasons(game)
    if to in game.state.on_fire:
        yield Reason(f"{hex_name(to)} is on fire.", "8.8.1")
    if bars_weapons(step):
        yield from weapon_reasons(game, frame, step.a)


def marker_reasons(game: Battle, unit: str, by: str) -> Iterator[Reason]:
    """Yield why an evacuation marker cannot go this way (22.2)."""
    if by not in MARKER_WAYS and counter(game, unit).marker:
        yield Reason("Evacuation markers move only by paved road or railroad.", "22.2")


def _classes(game: Battle, units: tuple[str, ...]) -> Iterator[tuple[MoveClass, str]]:
    seen: set[tuple[MoveClass, bool]] = set()
    for unit in units:
        key = (counter(game, unit).move_class, is_deployed(game, unit))
        if key not in seen:
            seen.add(key)
            yield key[0], unit


def price_reasons(game: Battle, frame: Frame, step: Crossing, costs: Prices) -> Iterator[Reason]:
    """Yield why units cannot afford a passable step, each at its own cost (6.0, 6.2.1)."""
    for unit, left, cost in zip(frame["units"], frame["points"], costs, strict=True):
        if cost is None:
            yield Reason(f"{name_of(game, unit)} can't change roads in {hex_name(step.a)}.", "6.2.1")
        elif cost > left + extra(frame["trail"], step.by, left):
            what = "Changing roads and entering" if changes_road(frame, step) else "Entering"
            yield too_dear(game, unit, what, step.b, cost, left)


def too_dear(game: Battle, unit: str, what: str, to: int, cost: int, left: int) -> Reason:
    """Return the reason that a step costs a unit more than it has left, both in halves (6.0)."""
    price, purse = points_text(cost), points_text(max(left, 0))
    return Reason(
        f"{what} {hex_name(to)} costs {price} movement points; {name_of(game, unit)} has {purse} left.", "6.0"
    )


def changes_road(frame: Frame, step: Crossing) -> bool:
    """Tell whether a step leaves by a different road from the one its hex was entered by (6.2.1)."""
    return bool(frame["road"]) and step.on_road and step.by != frame["road"]


def price(game: Battle, frame: Frame, unit: str, step: Crossing) -> int | None:
    """Return what a step costs a unit in halves, with any change of road in the hex it leaves (6.2.1).

    None where the unit cannot change roads because that hex's terrain is closed to it.
    """
    ground, move = ground_of(game), counter(game, unit).move_class
    if not changes_road(frame, step):
        return step_cost(ground, move, step)
    change = change_cost(ground, move, step.a, frame["road"])  # RULINGS 4
    return None if change is None else change + step_cost(ground, move, step)


def prices(game: Battle, frame: Frame, step: Crossing) -> Prices:
    """Return what a step costs each of the moving units."""
    return tuple(price(game, frame, unit, step) for unit in frame["units"])


def extra(trail: bool, by: str, left: int) -> int:
    """Return the trail bonus for a step if `trail`: while every step so far and this one follow a trail (6.2.1)."""
    return TRAIL_BONUS if trail and by == "trail" and left + TRAIL_BONUS > 0 else 0


def pay(frame: Frame, step: Crossing, costs: Prices) -> dict[str, Any]:
    """Return the locals changed by paying for a step; points spent from the trail bonus show as negative."""
    return {
        "points": tuple(left - (cost or 0) for left, cost in zip(frame["points"], costs, strict=True)),
        "road": step.by if step.on_road else "",
        "trail": frame["trail"] and step.by == "trail",
    }


def under_dg(frame: Frame, old: int, new: int) -> Frame:
    """Return a movement under a higher disorganization; a trail bonus already taken stays taken (6.0)."""
    return frame.having(points=tuple(min(left, after_new_dg(left, old, new)) for left in frame["points"]))


def under_barrage(game: Battle, frame: Frame, hex_id: int) -> Frame:
    """Return a movement that has come under the barrage marker of a hex, if any (8.7.2).

    A barrage that forbids all movement forbids the trail bonus too.
    """
    points = tuple(min(left, after_barrage(game, left, hex_id)) for left in frame["points"])
    halts = after_barrage(game, 4, hex_id) == 0
    return frame.having(points=points, trail=frame["trail"] and not halts)


@cache
def points_text(halves: int) -> str:
    """Return movement points as players write them: 5 halves are "2½"."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


class Stop(BareAction):
    """End the movement; before the first step nothing has been spent."""

    verb = "stop"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the movement."""
        game.finish()


class Movement(Choice):
    """A movement action under way."""

    kind = "movement"
    actions = (Step(), Take(), TakeLeader(), LeaveSmoke(), Stop())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision while units are left, still together and able to go on."""
        frame = game.frame
        units = tuple(u for u in frame["units"] if game.state.units[u].place == MAP)
        if not units or not can_move(game.state.status(game.state.units[units[0]].hex)):
            return None
        if units != frame["units"]:
            self._shrink(game, frame, units)
            frame = game.frame
        options = Options(game, self.actions)
        if frame["steps"] and not options.offers("step"):
            return None
        here = here_of(game, frame)
        left = min(frame["points"])
        subject = {
            "units": list(units),
            "hex": hex_name(here),
            "points": list(frame["points"]),
            "steps": frame["steps"],
            "smoke": frame["smoke"],
            "carried": list(frame["carried"]),
        }
        who = f"{counter(game, units[0]).label} moves" if len(units) == 1 else f"{len(units)} units move"
        return Decision(
            counter(game, units[0]).side,
            "movement",
            f"{who}: {points_text(max(left, 0))} movement points left.",
            "6.0",
            options,
            subject,
        )

    def _shrink(self, game: Battle, frame: Frame, units: tuple[str, ...]) -> None:
        points = tuple(p for u, p in zip(frame["units"], frame["points"], strict=True) if u in units)
        game.update(units=units, points=points)
