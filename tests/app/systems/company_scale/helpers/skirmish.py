"""A small skirmish with its own rules, for tests of the board: one point a hex, half a point on the road."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from app.play.controller import GameController
from app.systems.base import presentation_of
from rules.company_scale.records.answers import FireHexes, SeenHexes, Sight, SightPart
from rules.company_scale.records.view import MoveView, UnitView
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_id, hex_name, neighbours, within
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position, unit

HEXES = frozenset(c * 100 + r for c in range(10, 23) for r in range(34, 47))
ROAD = {1440, 1539, 1640, 1739, 1840}
LAKE = {1742, 1643, 1743}


def units() -> tuple[UnitView, ...]:
    """Return both sides of the skirmish."""
    moving = {"deployed": False, "move": MoveView("tracked", 4), "active": True}
    return (
        unit("f_117", "F/117 Cav", "allied", "14.40", symbol="armor", armor="tank", **moving),
        unit("b_117", "B/117 Cav", "allied", "13.41", active=True),
        unit("c_117", "C/117 Cav", "allied", "13.41", **moving),
        unit("d_117", "D/117 Cav", "allied", "13.41", **moving),
        unit("e_117", "E/117 AG", "allied", "12.38", symbol="assault_gun", deployed=False, move=MoveView("tracked", 4)),
        unit("r1", "1/AA 11", "german", "17.40", symbol="cavalry_armored"),
        unit("r2", "2/AA 11", "german", "17.40", symbol="infantry", armor="soft"),
        unit("r3", "3/AA 11", "german", "19.38", symbol="infantry", armor="soft"),
    )


class Skirmish(FakeSession):
    """A session with a little movement and fire: entering a hex of `watched` interrupts the move."""

    def __init__(self, watched: Iterable[int] = (), knows_walk: bool = True) -> None:
        super().__init__(position(units=units(), markers=(), chit=None), None)
        self.watched = set(watched)
        self.aircraft = False
        self.knows_walk = knows_walk
        self.moving: tuple[str, ...] = ()
        self.points = 0.0
        self.firing: tuple[str, str] | None = None
        self.asked_fire = False

    def find(self, name: str) -> UnitView:
        return next(u for u in self._view.units if u.id == name)

    def at(self, name: str) -> int:
        return hex_id(self.find(name).hex or "")

    def put(self, name: str, **parts: Any) -> None:
        self.change(units=tuple([replace(u, **parts) if u.id == name else u for u in self._view.units]))

    def enemies(self, at: int, side: str = "german") -> list[str]:
        return [u.id for u in self._view.units if u.hex == hex_name(at) and u.side == side]

    @property
    def decision(self) -> Decision | None:
        if self.asked_fire:
            at = self.find(self.moving[0]).hex
            fire = cmd("fire", unit="r3", hex=at)
            return decide("german", "opportunity_fire", "Fire?", fire, cmd("hold"), units=self.moving, hex=at)
        if self.firing:
            unit_, at = self.firing
            aims = [cmd("aim", target=name) for name in self.enemies(hex_id(at))]
            return decide(
                "allied",
                "fire",
                "Compose the fire.",
                *aims,
                cmd("support", unit="b_117"),
                cmd("confirm"),
                cmd("cancel"),
                unit=unit_,
                hex=at,
                support=("b_117",),
            )
        if self.moving:
            steps = [
                cmd("step", to=hex_name(to), by=by)
                for to, by, cost in self.ways(self.at(self.moving[0]))
                if cost <= self.points
            ]
            return decide(
                "allied",
                "movement",
                "Move on.",
                *steps,
                cmd("stop"),
                units=self.moving,
                hex=self.find(self.moving[0]).hex,
                mp=int(self.points * 2),
            )
        return decide("allied", "activation", "Act.", *self._actions(), chit="tfb_117cav")

    def _actions(self) -> list[Command]:
        orders = [cmd("end_activation")]
        ready = [u for u in self._view.units if u.active and u.hex and u.actions_used == 0]
        movers = [u.id for u in ready if u.face.move]
        orders += [cmd("move", units=(name,)) for name in movers]
        orders += [cmd("move", units=("c_117", "d_117"))] if {"c_117", "d_117"} <= set(movers) else []
        for u in ready:
            near = [at for at in within(hex_id(u.hex or ""), 3) if self.enemies(at)]
            orders += [cmd("fire", unit=u.id, hex=hex_name(at)) for at in near]
        return [*orders, cmd("change_formation", unit="f_117")]

    def ways(self, here: int) -> list[tuple[int, str, float]]:
        ways = []
        for to in neighbours(here):
            if to in HEXES and to not in LAKE and not self.enemies(to):
                ways.append((to, "terrain", 1.0))
                if here in ROAD and to in ROAD:
                    ways.append((to, "paved", 0.5))
        return ways

    def submit(self, seq: int, command: Command) -> Any:
        self.now = self.decision
        self.script = {command.verb: getattr(self, f"_do_{command.verb}", lambda *_: [])}
        update = super().submit(seq, command)
        return update._replace(decision=self.decision)

    def _do_move(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.moving = tuple(command.get("units"))  # type: ignore[arg-type]
        self.points = 4.0
        return []

    def _do_step(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        to, by = str(command.get("to")), command.get("by")
        self.points -= 0.5 if by == "paved" else 1.0
        for name in self.moving:
            self.put(name, hex=to, actions_used=1)
        self.asked_fire = hex_id(to) in self.watched
        return [{"event": "UnitMoved", "unit": name, "to": to} for name in self.moving]

    def _do_stop(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.moving = ()
        return []

    def _do_hold(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.asked_fire = False
        return []

    def _do_fire(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.firing = (str(command.get("unit")), str(command.get("hex")))
        return []

    def _do_cancel(self, _: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.firing = None
        return []

    def explain(self, command: Command) -> list[Reason]:
        if self.decision is not None and command in self.decision.options:
            return []
        if command.verb == "move":
            names = command.get("units")
            first = self.find(names[0]) if isinstance(names, tuple) else {}
            if not first.active:
                return [Reason(f"{first.label} is not active.", "5.1")]
            return [Reason(f"{first.label} is deployed; it moves in column.", "3.2")]
        if command.verb == "fire":
            return [Reason(f"{command.get('hex')} is out of range.", "8.1")]
        return [Reason("This is not one of the options.", "5.2")]

    def query(self, name: str, **args: Any) -> Any:
        self.queries.append((name, args))
        answer = getattr(self, f"_ask_{name}", None)
        return answer(**args) if answer else None

    def _ask_reachable(self, units: list[str]) -> dict[str, Any]:
        best = self._best(units)
        begin = [] if self.moving else [{"do": "move", "units": list(units)}]
        if not self.moving and any(self.find(u).face.move is None for u in units):
            why = [{"text": f"{self.find(units[0]).label} is deployed; it moves in column.", "rule": "3.2"}]
            return {"begin": [], "hexes": {}, "watched": [], "second": False, "why": why}
        return {
            "begin": begin,
            "hexes": {hex_name(at): left for at, (left, _) in best.items()},
            "watched": [hex_name(at) for at in best if at in self.watched],
            "second": False,
            "why": [],
        }

    def _ask_way(self, units: list[str], hex: str) -> dict[str, Any]:
        best, to = self._best(units), hex_id(hex)
        if to not in best:
            refused = [{"text": "No counter swims.", "rule": "6.2.1"}] if to in LAKE else []
            return {"way": None, "points": [], "refused": refused}
        left, path = best[to]
        way = {
            "mp_left": left,
            "path": path,
            "watched": ["17.40"] if to in self.watched else [],
            "air": [at for at, _ in path] if self.aircraft else [],
            "fire": ["17.40"] if any(hex_id(at) in self.watched for at, _ in path[:-1]) else [],
        }
        return {"way": way, "points": [best[hex_id(at)][0] for at, _ in path], "refused": []}

    def _best(self, units: list[str]) -> dict[int, tuple[float, list[list[str]]]]:
        start = self.at(units[0])
        points = self.points if set(units) == set(self.moving) else 4.0
        best: dict[int, tuple[float, list[list[str]]]] = {start: (points, [])}
        queue: list[tuple[float, int]] = [(-points, start)]
        while queue:
            left, here = heapq.heappop(queue)
            for to, by, cost in self.ways(here):
                rest = -left - cost
                if rest >= 0 and (to not in best or rest > best[to][0]):
                    best[to] = (rest, [*best[here][1], [hex_name(to), by]])
                    heapq.heappush(queue, (-rest, to))
        del best[start]
        return best

    def _ask_walk(self, units: list[str], hexes: list[str]) -> dict[str, Any] | None:
        if not self.knows_walk:
            return None
        left, here, path = (self.points if set(units) == set(self.moving) else 4.0), self.at(units[0]), []
        for to in map(hex_id, hexes):
            ways = sorted((cost, by) for at, by, cost in self.ways(here) if at == to)
            if not ways or ways[0][0] > left:
                return None
            left, here = left - ways[0][0], to
            path.append([hex_name(to), ways[0][1]])
        return {"mp_left": left, "path": path, "fire": [], "second": False}

    def _ask_visible(self, hex: str) -> SeenHexes:
        near = [at for at in within(hex_id(hex), 3) if at in HEXES]
        return SeenHexes(tuple([hex_name(at) for at in near if at not in LAKE]), tuple(map(hex_name, LAKE)))

    def _ask_fire_zone(self, side: str) -> FireHexes:
        zone = {at for u in self._view.units if u.side == side for at in within(hex_id(u.hex or ""), 1)}
        return FireHexes(tuple(map(hex_name, sorted(zone))))

    def _ask_los(self, a: str, b: str) -> Sight:
        away, woods = distance(hex_id(a), hex_id(b)), "Woods at 16.41 block"
        if hex_id(b) // 100 <= 16:
            return Sight(True, away, "Nothing blocks.", "7.1", ())
        return Sight(False, away, woods, "7.3", (SightPart("hex", "16.41", "woods", 2, True, False, woods, "7.3"),), 0)


def skirmish(
    watched: Iterable[int] = (), knows_walk: bool = True, session: Skirmish | None = None
) -> tuple[GameController, Skirmish]:
    """Return a controller with the skirmish, or the given session, on it, and that session."""
    session = session or Skirmish(watched, knows_walk)
    game = GameController(told_in=presentation_of)
    game.play(session)
    return game, session
