"""Where units could go in one movement: cheapest paths, costs and dangers (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import counter, known_unit, side_of
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import is_active, under_direct_command, unknown_unit
from rules.company_scale.r06_2_terrain import OFF_ROAD
from rules.company_scale.r06_movement import condition_reasons, fresh
from rules.company_scale.r06_search import Danger, along, search
from rules.company_scale.r06_steps import PLACE_BITS, Best, Steps, entered_by, hex_of, place_of
from rules.company_scale.r08_5_4_status import allowance
from rules.company_scale.r12_support_weapons import companions
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, MalformedCommand, Reason, cmd
from rules.engine.frames import Choice, Frame
from rules.hexes.grid import hex_name

Units: TypeAlias = Sequence[str]


def reach(game: Battle, units: Units) -> dict[str, Any]:
    """Return every hex the units could reach in one movement action, with points left, path and dangers.

    `begin` lists the commands to submit first (stop, activate, change formation, move); `refused` explains
    neighbouring hexes that cannot be entered; `why` says why nothing can move at all. `fire` are the enemy hexes
    that may fire on the way, `watched` those that may when the units go on, `air` hexes on the way where aircraft may
    attack. Units that are not active are shown as if they were.
    """
    start = _start(game, tuple(units))
    if start.frame is None:
        return {"begin": [], "hexes": {}, "refused": {}, "why": _plain(start.why)}
    found = search(start.game, start.frame)
    tell = _Teller(start, found.before, found.hexes)
    return {
        "begin": [c.to_json() for c in start.begin],
        "hexes": {hex_name(h): tell.entry(*found.hexes[h]) for h in sorted(found.hexes)},
        "refused": {hex_name(h): _plain(reasons) for h, reasons in sorted(found.refused().items())},
        "why": [],
    }


def reachable(game: Battle, units: Units) -> dict[str, Any]:
    """Return what a map shows of `reach`, which is found several times as fast: `hexes` are the points left in each.

    `watched` names those hexes that enemies watch; `second` tells whether the move takes a second action.
    """
    start = _start(game, tuple(units))
    if start.frame is None:
        return {"begin": [], "hexes": {}, "watched": [], "second": False, "why": _plain(start.why)}
    found = search(start.game, start.frame)
    tell = _Teller(start, found.before, found.hexes)
    return {
        "begin": [c.to_json() for c in start.begin],
        "hexes": {hex_name(h): _points(left) for h, (left, _) in found.hexes.items()},
        "watched": [hex_name(h) for h in sorted(found.hexes.keys() & tell.danger.near) if tell.danger.watched(h)],
        "second": tell.second,
        "why": [],
    }


def way_to(game: Battle, units: Units, to: int) -> dict[str, Any]:
    """Return what `reach` says of one hex: the cheapest `way` to it, or None and why entering it is `refused`.

    `points` are those left after each step of the way.
    """
    start = _start(game, tuple(units))
    if start.frame is None:
        return {"way": None, "points": [], "refused": _plain(start.why)}
    found = search(start.game, start.frame)
    if to not in found.hexes:
        return {"way": None, "points": [], "refused": _plain(found.refused((to,)).get(to, ()))}
    ways = along(found.before, found.hexes[to][1])
    tell = _Teller(start, found.before, map(hex_of, ways))
    points = [_points(found.at(way).left) for way in ways]
    return {"way": tell.entry(*found.hexes[to]), "points": points, "refused": []}


def walk(game: Battle, units: Units, hexes: list[str]) -> dict[str, Any] | None:
    """Return the cheapest way along exactly these hexes, in the form of one hex of `reach`; None if there is none."""
    start = _start(game, tuple(units))
    if start.frame is None or not hexes:
        return None
    steps = Steps(start.game, start.frame)
    here, ways = start.hex, [place_of(start.hex, OFF_ROAD)]
    before, ends = {ways[0]: -1}, {ways[0]: steps.begin}
    for near in map(read_hex, hexes):
        if near is None or (here != start.hex and here in steps.halting):  # pinned or suppressed on entering
            return None
        best, longer = Best(), []
        for way in ways:
            for _, after, by in steps.of(ends[way], here, near):
                if best.is_better(after, near):
                    longer.append(len(ends) << PLACE_BITS | place_of(near, by))
                    before[longer[-1]], ends[longer[-1]] = way, after
        if not longer:
            return None
        here, ways = near, longer
    way = max(ways, key=lambda way: ends[way].left)
    return _Teller(start, before, map(hex_of, before)).entry(ends[way].left, way)


def _plain(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [reason.to_plain() for reason in reasons]


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
        raise MalformedCommand("Name the units to move.")
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
        why.append(Reason("Only units in the same hex can move together.", "6.0"))
    if why:
        return _Start(game, [], None, why)
    points = tuple(allowance(game, unit) for unit in units)
    begin.append(cmd("move", units=units))
    return _Start(game, begin, Frame("movement", "", fresh(units, points, companions(game, units))), [])


# ---- telling ----


Words: TypeAlias = tuple[list[list[str]], list[str], list[str]]
"""What `reach` says of a way apart from what is left at its end: path, fire and air."""


def _points(left: int) -> float:
    """Return what is left as it is told: halves as points, a debt from the trail bonus as none."""
    return max(0, left) / 2


class _Teller:
    """Puts ways in words, with their dangers; what ways have in common is worked out once."""

    def __init__(self, start: _Start, before: Mapping[int, int], hexes: Iterable[int]) -> None:
        assert start.frame is not None
        self.danger = Danger(start.game.branch(), start.units, {start.hex, *hexes})
        activities = [start.game.state.activity.get(unit) for unit in start.units]
        self.second = start.frame["steps"] == 0 and any(activity and activity.used == 1 for activity in activities)
        self._before = before
        self._told: dict[int, Words] = {-1: ([], [], [])}

    def entry(self, left: int, way: int) -> dict[str, Any]:
        """Return what `reach` says of a hex where a way ends, with these points left in halves."""
        path, fire, air = self._of(way)
        return {
            "mp_left": _points(left),
            "path": path,
            "fire": fire,
            "watched": self.danger.watched(hex_of(way)),
            "air": air,
            "second": self.second,
        }

    def _of(self, way: int) -> Words:
        told, untold = self._told, []
        while way not in told:
            untold.append(way)
            way = self._before[way]
        path, fire, air = told[way]
        for way in reversed(untold):
            told[way] = path, fire, air = self._on(way, path, fire, air)
        return path, fire, air

    def _on(self, way: int, path: list[list[str]], fire: list[str], air: list[str]) -> Words:
        """Return what is said of a way, by what is said of the one it continues."""
        here, by, before, danger = hex_of(way), entered_by(way), self._before[way], self.danger
        if before < 0:
            return path, fire, air
        if more := danger.leaving(hex_of(before), here):
            fire = sorted({*fire, *more})
        if danger.may_be_attacked_from_the_air(here, by):
            air = [*air, hex_name(here)]
        return [*path, [hex_name(here), by]], fire, air
