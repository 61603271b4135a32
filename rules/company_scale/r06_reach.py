"""Where units could go in one movement: cheapest paths, costs and dangers (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, NamedTuple

from rules.company_scale.pieces import counter, known_unit, side_of
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import is_active, under_direct_command, unknown_unit
from rules.company_scale.r06_danger import Danger
from rules.company_scale.r06_movement import condition_reasons, fresh
from rules.company_scale.r06_steps import At, Best, Steps
from rules.company_scale.r08_5_4_status import allowance, can_move
from rules.company_scale.r12_3_along import companions
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, MalformedCommand, Reason, cmd
from rules.engine.frames import Choice, Frame
from rules.hexes.ids import hex_id, hex_name


@dataclass(slots=True, eq=False)
class Trace:
    """The way to a hex: the way to the hex before (None: the start), the hex, and by what it is entered."""

    before: Trace | None
    hex: int
    by: str
    told: _Told | None = None


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
    teller = _Teller(start, reached)
    return {
        "begin": [c.to_json() for c in start.begin],
        "hexes": {hex_name(h): teller.entry(at, trace) for h, (at, trace) in sorted(reached.items())},
        "refused": {hex_name(h): [reason.to_plain() for reason in reasons] for h, reasons in sorted(refused.items())},
        "why": [],
    }  # fmt: skip


def walk(game: Battle, units: list[str] | tuple[str, ...], hexes: list[str]) -> dict[str, Any] | None:
    """Return the cheapest way along exactly these hexes, in the form of one hex of `reach`; None if there is none."""
    start = _start(game, tuple(units))
    if start.frame is None or not hexes:
        return None
    here, steps = start.hex, Steps(start.game, start.frame)
    states: list[tuple[At, Trace | None]] = [(At.of(start.frame), None)]
    for name in hexes:
        if here != start.hex and not can_move(start.game.state.status(here)):  # pinned or suppressed on entering
            return None
        best = Best()
        states = [
            (after, Trace(trace, near, by))
            for at, trace in states
            for near, after, by in steps.of(at, here, best)
            if hex_name(near) == name
        ]
        if not states:
            return None
        here = hex_id(name)
    at, trace = max(states, key=lambda state: state[0].left)
    assert trace is not None
    return _Teller(start, map(hex_id, hexes)).entry(at, trace)


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
            game.state.turn_to(unit, False)
    why = [reason for unit in units for reason in condition_reasons(game, unit)]
    if len({game.state.units[unit].hex for unit in units}) > 1:
        why.append(Reason("Only units in one hex move together.", "6.0"))
    if why:
        return _Start(game, [], None, why)
    points = tuple(allowance(game, unit) for unit in units)
    begin.append(cmd("move", units=units))
    return _Start(game, begin, Frame("movement", "", fresh(units, points, companions(game, units))), [])


# ---- searching ----


def _search(start: _Start) -> tuple[dict[int, tuple[At, Trace]], dict[int, list[Reason]]]:
    """Try every step from every place reached, most points first; keep the best way to each hex."""
    assert start.frame is not None
    begin, best, steps = At.of(start.frame), Best(), Steps(start.game, start.frame)
    best.note(begin, start.hex)
    hexes: dict[int, tuple[At, Trace]] = {}
    queue: list[tuple[int, int, int, At, Trace | None]] = [(0, 0, start.hex, begin, None)]
    count = 0
    while queue:
        _, _, here, at, trace = heappop(queue)
        if not best.has(at, here):
            continue
        for near, after, by in steps.of(at, here, best):
            longer = Trace(trace, near, by)
            if near != start.hex and (near not in hexes or hexes[near][0].left < after.left):
                hexes[near] = (after, longer)
            if steps.can_go_on(near):
                count += 1
                heappush(queue, (-after.left, count, near, after, longer))
    refused = {h: steps.refusal(h) for h in steps.first_refusals if h not in hexes and h != start.hex}
    return hexes, refused


# ---- telling ----


class _Told(NamedTuple):
    """What `reach` says of the way to a hex, apart from what is left there."""

    path: list[list[str]]
    fire: list[str]
    air: list[str]


class _Teller:
    """Puts what is known of the hexes of a reach in words; what ways have in common is found out once."""

    def __init__(self, start: _Start, hexes: Iterable[int]) -> None:
        assert start.frame is not None
        self._start = start.hex
        self._danger = Danger(start.game.branch(), start.units, {start.hex, *hexes})
        activities = [start.game.state.activity.get(unit) for unit in start.units]
        self._second = start.frame["steps"] == 0 and any(activity and activity.used == 1 for activity in activities)

    def entry(self, at: At, trace: Trace) -> dict[str, Any]:
        """Return what `reach` says of a hex."""
        path, fire, air = self._told(trace)
        return {"mp_left": max(0, at.left) / 2, "path": path, "fire": fire, "watched": self._danger.watched(trace.hex),
                "air": air, "second": self._second}  # fmt: skip

    def _told(self, trace: Trace) -> _Told:
        if trace.told is None:
            before = _Told([], [], []) if trace.before is None else self._told(trace.before)
            here = self._start if trace.before is None else trace.before.hex
            step = [hex_name(trace.hex), trace.by]
            fire = self._danger.leaving(here, trace.hex)
            trace.told = _Told(
                [*before.path, step],
                sorted({*before.fire, *fire}) if fire else before.fire,
                [*before.air, step[0]]
                if self._danger.may_be_attacked_from_the_air(trace.hex, trace.by)
                else before.air,
            )
        return trace.told
