"""What the reach says and what stepping allows are the same, on random small boards (6.0, 6.1.1, 6.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.company_scale.ground import ground_of
from rules.company_scale.integrity import KINDS
from rules.company_scale.state import State
from rules.engine.command import Command, cmd
from rules.engine.game import Game
from rules.hexes.grid import hex_id, hex_name, hexside, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import column
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, tank, us, weapon

COLUMNS, ROWS = range(10, 14), range(30, 33)
HEXES = [c * 100 + r for c in COLUMNS for r in ROWS]
SIDES = sorted({hexside(h, near) for h in HEXES for near in neighbours(h) if near in HEXES})
EDGES = ("stream", "river", "slope", "steep_slope", "ridge", "gray")
KINDS_OF_ROAD = ("trail", "paved", "railroad", "evacuation")


@dataclass
class Position:
    """A random board with movers in its middle, friends, weapons and markers; no enemy interferes."""

    rows: str
    features: dict[str, Any]
    pieces: dict[str, Piece]
    units: tuple[str, ...]
    weapons: dict[str, Any] = field(default_factory=dict)
    markers: list[tuple[str, str, Any]] = field(default_factory=list)

    def table(self) -> TableTop:
        """Set the position up with the chit of the movers in play."""
        ground = board(self.rows, levels=self.features["levels"], roads=self.features["roads"],
                       **{edge: self.features[edge] for edge in EDGES})  # fmt: skip
        return activation(ground, self.pieces, "formation:r141", weapons=self.weapons, markers=self.markers)


@st.composite
def ways(draw: st.DrawFn) -> str:
    """Draw a road: some hexes, each next to the one before."""
    way = [draw(st.sampled_from(HEXES))]
    for turn in draw(st.lists(st.integers(0, 5), min_size=1, max_size=5)):
        near = neighbours(way[-1])[turn]
        if near in HEXES and near not in way:
            way.append(near)
    return " ".join(map(hex_name, way))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position."""
    letters = st.sampled_from("........wvmVC~")
    rows = ["".join(draw(letters) for _ in COLUMNS) for _ in ROWS]
    rows[1] = rows[1][0] + "." + rows[1][2:]  # the movers stand on clear ground
    levels = ["".join(draw(st.sampled_from("112")) for _ in COLUMNS) for _ in ROWS]
    edges: dict[str, list[str]] = {edge: [] for edge in EDGES}
    for a, b in draw(st.lists(st.sampled_from(SIDES), max_size=8, unique=True)):
        edges[draw(st.sampled_from((*EDGES, "ridge", "ridge")))].append(f"{hex_name(a)}/{hex_name(b)}")
    roads = {kind: draw(st.lists(ways(), max_size=2)) for kind in KINDS_OF_ROAD}
    pieces = {"a": draw(movers())}
    if draw(st.booleans()):
        pieces["b"] = draw(movers())
    units = tuple(pieces)
    if draw(st.booleans()):
        pieces["stays"] = us("11.31", deployed=draw(st.booleans()))
    markers, weapons = [], {}
    for i, here in enumerate(draw(st.lists(st.sampled_from(HEXES), max_size=3, unique=True))):
        row = rows[here % 100 - ROWS[0]]
        if here != 1131 and row[here // 100 - COLUMNS[0]] != "~":
            pieces[f"friend{i}"] = us(hex_name(here))
            markers.append((hex_name(here), *draw(st.sampled_from(MARKS))))
            if draw(st.booleans()):
                weapons[f"w{i}"] = (hex_name(here), weapon(f"w{i}", ("red", 1, 1)))
    dg = draw(st.integers(0, 3))
    if dg:
        markers.append(("11.31", "dg", dg))
    if draw(st.booleans()):
        weapons["m"] = ("11.31", weapon("m", ("red", 1, 1)))
    for here in draw(st.lists(st.sampled_from(HEXES), max_size=2, unique=True)):
        markers.append((hex_name(here), "barrage", draw(st.sampled_from(("smoke", "medium", "heavy")))))
    features = {"levels": "\n".join(levels), "roads": roads, **edges}
    return Position("\n".join(rows), features, pieces, units, weapons, markers)


MARKS = (("dg", 1), ("dg", 2), ("dg", 3), ("dg", 4), ("pinned", None), ("suppressed", None))


@st.composite
def movers(draw: st.DrawFn) -> Piece:
    """Draw a column, a company to turn, or a deployed tank."""
    kind = draw(st.sampled_from(("column", "column", "column", "company", "tank")))
    if kind == "tank":
        return tank("11.31", us)
    move, most = draw(st.sampled_from((("leg", 7), ("leg", 7), ("wheeled", 14), ("tracked", 12))))
    return column("11.31", (move, draw(st.integers(1, most))), deployed=kind == "company")


def explore(table: TableTop) -> dict[int, int]:
    """Return the most points (of the poorest unit, in halves) with which each hex is entered by any row of steps."""
    depth = len(table.state.frames)
    best: dict[int, int] = {}
    seen: set[str] = set()
    queue: list[State] = [table.state]
    while queue:
        state = queue.pop()
        game = Game(KINDS, table.session.scenario, state.copy())
        decision = KINDS["movement"].ask(game)  # type: ignore[union-attr]
        for command in list(decision.options) if decision is not None else []:
            if command.verb != "step":
                continue
            after = Game(KINDS, table.session.scenario, state.copy())
            after.apply(command)
            assert after.run(depth) is None
            frame, here = after.state.frames[-1], hex_id(str(command.get("to")))
            best[here] = max(best.get(here, -99), min(frame["points"]))
            mark = repr((here, sorted(frame.data.items()), after.state.hexes, after.state.weapons))
            mark = mark.replace(f"('steps', {frame['steps']})", "")
            if mark not in seen:
                seen.add(mark)
                queue.append(after.state)
    return best


def begun(table: TableTop, commands: list[dict[str, Any]]) -> TableTop:
    """Submit the commands a reach begins with."""
    for raw in commands:
        command = Command.from_json(raw)
        table.session.submit(table.decision.seat, table.session.seq, command)
    return table


def check(table: TableTop, units: tuple[str, ...]) -> None:
    """Compare the reach with what stepping allows, from the present position."""
    reach = table.session.query("reach", units=list(units))
    for reasons in reach["refused"].values():
        assert reasons and all(reason["rule"] and reason["text"] for reason in reasons)
    if not reach["begin"] and table.decision.kind != "movement":
        assert reach["why"] and all(reason["rule"] for reason in reach["why"])
        return
    start = table.where(units[0])
    table = begun(TableTop(table.session.fork(), None), reach["begin"])  # type: ignore[arg-type]
    best = {hex_name(h): points for h, points in explore(table).items() if hex_name(h) != start}
    assert {h: max(0, points) / 2 for h, points in best.items()} == {h: e["mp_left"] for h, e in reach["hexes"].items()}
    assert not set(reach["refused"]) & set(best)
    for name, reasons in reach["refused"].items():
        if hex_id(name) in neighbours(hex_id(start)):
            told = table.session.explain(table.decision.seat, cmd("step", to=name, by="terrain"))
            assert [reason.to_plain() for reason in told] == reasons
    for name, entry in reach["hexes"].items():
        walked = TableTop(table.session.fork(), None)  # type: ignore[arg-type]
        for to, by in entry["path"]:
            walked.do("step", to=to, by=by)
        assert all(walked.where(unit) == name for unit in units)
        if walked.decision.kind == "movement":
            assert max(0, min(walked.decision.subject["points"])) / 2 == entry["mp_left"]  # type: ignore[type-var]
        along = table.session.query("walk", units=list(units), hexes=[to for to, _ in entry["path"]])
        assert along["mp_left"] == entry["mp_left"]  # the way may be another one just as cheap


def check_parts(table: TableTop, units: tuple[str, ...]) -> None:
    """Compare what a map asks, all hexes at once and then one by one, with the whole reach."""
    ask, named = table.session.query, list(units)
    reach, shown = ask("reach", units=named), ask("reachable", units=named)
    assert (shown["begin"], shown["why"]) == (reach["begin"], reach["why"])
    assert shown["hexes"] == {name: entry["mp_left"] for name, entry in reach["hexes"].items()}
    assert shown["watched"] == [name for name, entry in reach["hexes"].items() if entry["watched"]]
    assert all(entry["second"] == shown["second"] for entry in reach["hexes"].values())
    for here in ground_of(table.game).hexes:
        name = hex_name(here)
        told = ask("way", units=named, hex=name)
        assert told["way"] == reach["hexes"].get(name)
        assert told["refused"] == (reach["refused"].get(name, []) if not reach["why"] else reach["why"])
        if told["way"] is None:
            assert told["points"] == []
            continue
        path = [to for to, _ in told["way"]["path"]]
        assert len(told["points"]) == len(path) and told["points"][-1] == told["way"]["mp_left"]
        for n, left in enumerate(told["points"], 1):  # along the same hexes one of them may be entered by another road
            assert ask("walk", units=named, hexes=path[:n])["mp_left"] >= left


@settings(max_examples=40)
@given(positions())
def test_what_is_asked_of_one_hex_is_what_the_reach_says(position: Position) -> None:
    check_parts(position.table(), position.units)


def test_what_is_asked_of_one_hex_is_what_the_reach_says_next_to_enemies() -> None:
    table = activation(board("...\n...\n..."), {"a": us("10.30", deployed=False), "x": ge("12.32")}, "formation:r141")
    check_parts(table, ("a",))
    check_parts(table, ("x",))
    assert table.session.query("reachable", units=["a"])["watched"]


@settings(max_examples=60)
@given(positions())
def test_the_reach_is_what_stepping_allows(position: Position) -> None:
    check(position.table(), position.units)


@settings(max_examples=30)
@given(positions(), st.data())
def test_the_reach_in_the_middle_of_a_move_too(position: Position, data: st.DataObject) -> None:
    table = position.table()
    commands = table.session.query("reach", units=list(position.units))["begin"]
    if not commands:
        return
    begun(table, commands)
    for _ in range(2):
        if table.decision.kind == "movement" and table.offered("step"):
            step = data.draw(st.sampled_from(table.offered("step")))
            table.do("step", to=str(step.get("to")), by=str(step.get("by")))
    if table.decision.kind == "movement":
        check(table, tuple(table.decision.subject["units"]))  # type: ignore[arg-type]
