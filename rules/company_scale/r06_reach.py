"""Where units could go in one movement: cheapest paths, costs and dangers (6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, known_unit, side_of
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import is_active, under_direct_command, unknown_unit
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, crossing, ways_of
from rules.company_scale.r06_danger import Danger
from rules.company_scale.r06_movement import (
    Prices,
    changes_road,
    condition_reasons,
    fresh,
    pay,
    price_reasons,
    prices,
    step_reasons,
    under_barrage,
    under_dg,
    way_reasons,
)  # fmt: skip
from rules.company_scale.r08_5_4_status import allowance, can_move
from rules.company_scale.r12_3_along import companions, riders
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle, Unit
from rules.engine.command import Command, MalformedCommand, Reason, cmd
from rules.engine.frames import Choice, Frame
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_id, hex_name

Key = tuple[int, str, bool, int, tuple[str, ...]]
Path = list[list[str]]
Best = dict[Key, list[tuple[int, ...]]]


def reach(game: Battle, units: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """Return every hex the units could reach in one movement action, with points left, path and dangers.

    `begin` lists the commands to submit first (stop, activate, change formation, move); `refused` explains
    neighbouring hexes that cannot be entered; `why` says why nothing can move at all. `fire` are the enemy hexes
    that may fire on the way, `watched` those that may when the units go on, `air` hexes on the way where aircraft may
    attack. Units that are not active are shown as if they were.
    """
    start = _start(game, tuple(units))
    if start.frame is None:
        return {"begin": [], "hexes": {}, "refused": {}, "why": [reason.to_plain() for reason in start.why]}
    reached, refused = _search(start)
    return {
        "begin": [c.to_json() for c in start.begin],
        "hexes": {hex_name(h): _entry(start, frame, path) for h, (frame, path) in sorted(reached.items())},
        "refused": {hex_name(h): [reason.to_plain() for reason in reasons] for h, reasons in sorted(refused.items())},
        "why": [],
    }  # fmt: skip


def walk(game: Battle, units: list[str] | tuple[str, ...], hexes: list[str]) -> dict[str, Any] | None:
    """Return the cheapest way along exactly these hexes, in the form of one hex of `reach`; None if there is none."""
    start = _start(game, tuple(units))
    if start.frame is None or not hexes:
        return None
    here = start.hex
    states: list[tuple[Frame, Path]] = [(start.frame, [])]
    for name in hexes:
        if here != start.hex and not can_move(start.game.state.status(here)):  # pinned or suppressed on entering
            return None
        best: Best = {}
        longer = [
            (after, [*path, [name, by]])
            for frame, path in states
            for near, after, by in _Steps(start.game).of(frame, here)
            if hex_name(near) == name and _is_better(best, near, after)
        ]
        if not longer:
            return None
        states, here = longer, hex_id(name)
    return _entry(start, *max(states, key=lambda state: _left(state[0])))


# ---- beginning ----


@dataclass
class _Start:
    """Where a search begins: the working copy, the commands before the first step, the movement (None: no move)."""

    game: Battle
    begin: list[Command]
    frame: Frame | None
    why: list[Reason]

    def __post_init__(self) -> None:
        if self.frame is not None:
            self.units: tuple[str, ...] = self.frame["units"]
            self.frame = self.frame.having(dg=self.game.state.status(self.hex).dg)
            self.danger = Danger(self.game.branch(), self.units)

    @property
    def hex(self) -> int:
        """Return the hex the units stand in."""
        return self.game.state.units[self.units[0]].hex


def _start(game: Battle, units: tuple[str, ...]) -> _Start:
    for unit in units:
        known_unit(game, unit)
    if not units:
        raise MalformedCommand("Name the units that would move.")
    game = game.branch()
    frame = game.frame if game.state.frames else None
    if frame is not None and frame.kind == "movement" and set(units) == set(frame["units"]):
        return _Start(game, [], frame, [])
    if frame is not None and _may_act(game, frame, units):
        return _by_commands(game, units)
    return _supposed(game, units)


def _may_act(game: Battle, frame: Frame, units: tuple[str, ...]) -> bool:
    """Tell whether it is these units' side's turn to decide and they are active, or could be made so."""
    if frame.kind not in ("activation", "movement"):
        return False
    seat = frame["seat"] if frame.kind == "activation" else side_of(game, frame["units"][0])
    if any(side_of(game, unit) != seat for unit in units):
        return False
    return under_direct_command(game) or all(is_active(game, unit) for unit in units)


def _by_commands(game: Battle, units: tuple[str, ...]) -> _Start:
    """Begin the movement in the copy with the commands the player would give."""
    begin = []
    for command in _orders(game, units):
        lost = [reason for unit in units for reason in unknown_unit(game, unit)]  # 8.7.5: by becoming active
        if lost:
            return _Start(game, [], None, lost)
        game.index = len(game.state.frames) - 1
        choice = game.kinds[game.frame.kind]
        assert isinstance(choice, Choice)
        action = choice.action(command.verb)
        assert action is not None
        reasons = list(action.reasons(game, command))
        if reasons:
            return _Start(game, [], None, reasons)
        game.apply(command)
        begin.append(command)
    return _Start(game, begin, game.state.frames[-1], [])


def _orders(game: Battle, units: tuple[str, ...]) -> Iterator[Command]:
    """Yield the commands a movement begins with, each for the position left by the ones before."""
    if game.frame.kind == "movement":
        yield cmd("stop")
    for unit in units:
        if under_direct_command(game) and not is_active(game, unit):
            yield cmd("activate", unit=unit)
        if _must_turn(game, unit):
            yield cmd("change_formation", unit=unit)
    yield cmd("move", units=units)


def _must_turn(game: Battle, unit: str) -> bool:
    """Tell whether a unit stands deployed and could move in column only (2.0)."""
    record, printed = game.state.units[unit], counter(game, unit)
    if not record.deployed or record.place != MAP or printed.column is None or printed.column.move is None:
        return False
    if would_abandon(game, unit):  # 21.2: the player decides that
        return False
    return printed.face(True).move is None and next(formation_reasons(game, unit), None) is None


def _supposed(game: Battle, units: tuple[str, ...]) -> _Start:
    """Begin the movement as if the units were active."""
    away = [Reason(f"{counter(game, u).name} is not on the map.") for u in units if game.state.units[u].place != MAP]
    if away:
        return _Start(game, [], None, away)
    begin = []
    for unit in units:
        if _must_turn(game, unit):
            begin.append(cmd("change_formation", unit=unit))
            record = game.state.units[unit]
            game.state.units[unit] = Unit(record.hex, record.place, False)
    why = [reason for unit in units for reason in condition_reasons(game, unit)]
    if len({game.state.units[unit].hex for unit in units}) > 1:
        why.append(Reason("Only units in one hex move together.", "6.0"))
    if why:
        return _Start(game, [], None, why)
    points = tuple(allowance(game, unit) for unit in units)
    begin.append(cmd("move", units=units))
    return _Start(game, begin, Frame("movement", "", fresh(units, points, companions(game, units))), [])


# ---- searching ----


def _left(frame: Frame) -> int:
    points: tuple[int, ...] = frame["points"]
    return min(points)


def _key(here: int, frame: Frame) -> Key:
    return here, frame["road"], frame["trail"], frame["dg"], frame["carried"]


def _is_better(best: Best, here: int, frame: Frame) -> bool:
    """Note a way, and return True, unless a known one leaves every unit as many points in the same circumstances."""
    others, points = best.setdefault(_key(here, frame), []), frame["points"]
    if any(_covers(other, points) for other in others):
        return False
    others[:] = [points, *(other for other in others if not _covers(points, other))]
    return True


def _search(start: _Start) -> tuple[dict[int, tuple[Frame, Path]], dict[int, list[Reason]]]:
    """Try every step from every place reached, most points first; keep the best way to each hex."""
    assert start.frame is not None
    best: Best = {_key(start.hex, start.frame): [start.frame["points"]]}
    hexes: dict[int, tuple[Frame, Path]] = {}
    steps = _Steps(start.game)
    queue: list[tuple[int, int, int, Frame, Path]] = [(0, 0, start.hex, start.frame, [])]
    count = 0
    while queue:
        _, _, here, frame, path = heappop(queue)
        if frame["points"] not in best[_key(here, frame)]:
            continue
        for near, after, by in steps.of(frame, here):
            if not _is_better(best, near, after):
                continue
            longer = [*path, [hex_name(near), by]]
            if near != start.hex and (near not in hexes or _left(hexes[near][0]) < _left(after)):
                hexes[near] = (after, longer)
            if can_move(start.game.state.status(near)):
                count += 1
                heappush(queue, (-_left(after), count, near, after, longer))
    return hexes, {h: rs for h, rs in steps.refused.items() if h not in hexes and h != start.hex}


def _covers(points: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(points, others, strict=True))


class _Steps:
    """The steps of a movement; what does not depend on the points left is worked out once per step."""

    def __init__(self, game: Battle) -> None:
        self.game = game
        self.refused: dict[int, list[Reason]] = {}
        self._open: dict[tuple[int, int, str, tuple[str, ...]], Crossing | None] = {}
        self._prices: dict[tuple[int, int, str, str], Prices] = {}

    def of(self, frame: Frame, here: int) -> Iterator[tuple[int, Frame, str]]:
        """Yield each step possible from a hex: where to, the movement after it, by which way."""
        ground = ground_of(self.game)
        for near in neighbours(here):
            if near not in ground.hexes:
                continue
            entered = False
            for by in ways_of(ground.side(here, near)):
                step = self._way(frame, here, near, by)
                costs = self._costs(frame, step) if step is not None else ()
                if step is not None and next(price_reasons(self.game, frame, step, costs), None) is None:
                    entered = True
                    yield near, self._after(frame, step, costs), by
                elif by == OFF_ROAD and not entered and near not in self.refused:
                    self.refused[near] = list(step_reasons(self.game, frame, here, near, by))

    def _way(self, frame: Frame, here: int, near: int, by: str) -> Crossing | None:
        """Return a step if only its price could rule it out."""
        key = here, near, by, frame["carried"]
        if key not in self._open:
            step = crossing(ground_of(self.game), here, near, by)
            self._open[key] = step if next(way_reasons(self.game, frame, step), None) is None else None
        return self._open[key]

    def _costs(self, frame: Frame, step: Crossing) -> Prices:
        key = step.a, step.b, step.by, frame["road"] if changes_road(frame, step) else ""
        if key not in self._prices:
            self._prices[key] = prices(self.game, frame, step)
        return self._prices[key]

    def _after(self, frame: Frame, step: Crossing, costs: Prices) -> Frame:
        """Return the movement after a step: paid for, with its weapons, under the new hex's markers (6.1.1, 8.7.2)."""
        game, near = self.game, step.b
        level = max(frame["dg"], game.state.status(near).dg)
        after = frame.having(**pay(frame, step, costs), steps=frame["steps"] + 1, dg=level)
        if frame["carried"]:
            after = after.having(carried=riders(game, after, frame["units"], step))
        if level > frame["dg"]:
            after = under_dg(after, frame["dg"], level)
        return under_barrage(game, after, near) if near in game.state.barrages else after


def _entry(start: _Start, frame: Frame, path: Path) -> dict[str, Any]:
    assert start.frame is not None
    activities = [start.game.state.activity.get(unit) for unit in start.units]
    second = start.frame["steps"] == 0 and any(activity is not None and activity.used == 1 for activity in activities)
    fire, watched = start.danger.on_the_way([start.hex, *(hex_id(name) for name, _ in path)])
    return {"mp_left": max(0, _left(frame)) / 2, "path": path, "fire": fire, "watched": watched,
            "air": start.danger.from_the_air(path), "second": second}  # fmt: skip
