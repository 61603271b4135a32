"""Small positions for tests: pieces on a text board, a chit in play, dice by script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules import company_scale
from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import (
    Armor,
    Box,
    Counter,
    Division,
    Face,
    FirePower,
    Formation,
    LeaderCounter,
    MoveClass,
    Stripe,
    WeaponCounter,
)  # fmt: skip
from rules.company_scale.loading.forces import build_charts
from rules.company_scale.scenario import (
    Charts,
    DivisionStart,
    MarkerStart,
    Reinforcement,
    Scenario,
    Setup,
    Victory,
    VictoryHex,
)
from rules.company_scale.setting_up import start
from rules.company_scale.state import Battle, HexStatus, State, Unit
from rules.company_scale.system import SYSTEM
from rules.engine.command import Arg, Command, IllegalCommand, Plain, cmd
from rules.engine.frames import Frame
from rules.engine.game import Game
from rules.engine.nature import ScriptedNature
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.files.documents import read_file
from rules.hexes.grid import hex_id

HOUSE = build_charts(read_file(Path(company_scale.__path__[0], "charts", "house.yaml")).mapping)
CHARTS = replace(HOUSE, events=())  # no random event happens in a test that does not ask for them
RULE = re.compile(r"(\d+(\.\d+)*( [a-z]+)?)?")  # as 8.5.1, 7.1.2 c; none where a command names nothing there is
DIVISIONS = {
    "butler": Division("butler", "Task Force Butler", "allied", "#a9b27c", "#000000", 6, 6, 7, free_chit=True),
    "d36": Division("d36", "36th Infantry Division", "allied", "#a9b27c", "#000000", 4, 5, 6),
    "pz11": Division("pz11", "11th Panzer Division", "german", "#6b727a", "#ffffff", 7, 4, 7),
    "d198": Division("d198", "198th Infantry Division", "german", "#6b727a", "#ffffff", 5, 4, 5),
}
FORMATIONS = {
    "r141": Formation("r141", "141st Regiment", "d36", "#0000ff"),
    "r142": Formation("r142", "142nd Regiment", "d36", "#00ff00"),
    "cav117": Formation("cav117", "117th Cavalry", "butler", "#ffff00"),
    "pg110": Formation("pg110", "110th Regiment", "pz11", "#ff0000"),
    "pg111": Formation("pg111", "111th Regiment", "pz11", "#00ffff"),
    "pz15": Formation("pz15", "15th Panzer Regiment", "pz11", "#ffffff"),
    "gr305": Formation("gr305", "305th Regiment", "d198", "#ff00ff"),
}


@dataclass(frozen=True)
class Piece:
    """A unit for a test: a plain rifle company unless told otherwise. `formation` "" makes it white-stripe.

    `fire` and `column_fire` are (box, value, range) or None, `move` is (class, column allowance or None),
    `boxed` the movement number of the deployed side, `hq` "division" or "formation".
    """

    hex: str
    side: str = "allied"
    formation: str = "r141"
    division: str = ""
    stripe: str = ""
    deployed: bool = True
    fire: tuple[str, int, int] | None = ("red", 4, 1)
    column_fire: tuple[str, int, int] | None = ("red", 3, 1)
    defense: int = 0
    column_defense: int = 1
    move: tuple[str, int | None] = ("leg", 5)
    boxed: int | None = None
    armor: str = "soft"
    hq: str = ""
    command_range: int = 0
    troop_quality: int | None = None
    sustained_fire: bool = False
    engineer: bool = False
    flamethrower: bool = False
    never_column: bool = False
    place: str = "map"
    indirect: tuple[str, int, int] | None = None
    symbol: str = "infantry"
    dual_purpose: bool = False
    abandons_guns: bool = False
    transport: bool = False
    rail_only: bool = False

    def counter(self, name: str) -> Counter:
        """Return the printed facts."""
        division = self.division or FORMATIONS[self.formation].division
        stripe = Stripe(self.stripe) if self.stripe else Stripe.COLOURED if self.formation else Stripe.WHITE
        fire = FirePower(Box(self.fire[0]), *self.fire[1:]) if self.fire else None
        indirect = FirePower(Box(self.indirect[0]), *self.indirect[1:]) if self.indirect else None
        column_fire = FirePower(Box(self.column_fire[0]), *self.column_fire[1:]) if self.column_fire else None
        return Counter(
            id=name, name=name, label=name, side=DIVISIONS[division].side, division=division,
            formation=self.formation if stripe is Stripe.COLOURED else "", stripe=stripe, type="test",
            deployed=None if self.transport else Face(fire, self.defense, self.boxed, indirect),
            column=None if self.never_column else Face(column_fire, self.column_defense, self.move[1]),
            move_class=MoveClass(self.move[0]), armor=Armor(self.armor), engineer=self.engineer,
            sustained_fire=self.sustained_fire, hq=self.hq, command_range=self.command_range,
            troop_quality=self.troop_quality, flamethrower=self.flamethrower, symbol=self.symbol,
            dual_purpose=self.dual_purpose,
            abandons_guns=self.abandons_guns, transport=self.transport, rail_only=self.rail_only,
        )  # fmt: skip


def us(hex: str, **changes: Any) -> Piece:
    """Return an American rifle company of the 141st Regiment (36th Division), deployed."""
    return Piece(hex, **changes)


def ge(hex: str, **changes: Any) -> Piece:
    """Return a German company of the 110th Regiment (11th Panzer Division), deployed."""
    return replace(Piece(hex, "german", "pg110"), **changes)


def tank(hex: str, base: Any = ge, **changes: Any) -> Piece:
    """Return a tank company: white 5 range 2, defense -2, boxed movement 4, column 12."""
    plain: dict[str, Any] = {
        "fire": ("white", 5, 2), "column_fire": ("white", 4, 1), "defense": -2, "column_defense": -1,
        "move": ("tracked", 12), "boxed": 4, "armor": "tank",
    }  # fmt: skip
    found: Piece = base(hex, **{**plain, **changes})
    return found


def weapon(name: str, fire: tuple[str, int, int], **changes: Any) -> WeaponCounter:
    """Return a support weapon of the 141st Regiment unless told otherwise."""
    formation = changes.pop("formation", "r141")
    division = FORMATIONS[formation].division
    box, value, reach = fire
    stripe, side = changes.pop("stripe", Stripe.COLOURED), DIVISIONS[division].side
    return WeaponCounter(
        name, name, side, division, formation, stripe, "test", FirePower(Box(box), value, reach), **changes
    )


def leader(name: str, fire: int, troop_quality: int, **changes: Any) -> LeaderCounter:
    """Return a leader of the 141st Regiment unless told otherwise."""
    formation = changes.pop("formation", "r141")
    division = changes.pop("division", "") or FORMATIONS[formation].division
    stripe = changes.pop("stripe", Stripe.COLOURED)
    return LeaderCounter(name, name, DIVISIONS[division].side, division, formation, stripe, fire, troop_quality,
                         **changes)  # fmt: skip


class TableTop:
    """A position under test: submits for whoever decides, scripts dice, reads the state."""

    def __init__(self, session: Session, dice: ScriptedNature) -> None:
        self.session = session
        self._dice = dice

    @property
    def state(self) -> State:
        """Return the state."""
        found: State = self.session.state
        return found

    @property
    def game(self) -> Battle:
        """Return the position for rules functions; do not change it."""
        return Game(SYSTEM.kinds, self.session.scenario, self.state)

    @property
    def decision(self) -> Decision:
        """Return the decision; fail if nobody decides."""
        assert self.session.decision is not None, "nobody decides"
        return self.session.decision

    @property
    def asked(self) -> tuple[str, str]:
        """Return who is asked what: (seat, kind of decision)."""
        return self.decision.seat, self.decision.kind

    def dice(self, *outcomes: Plain) -> TableTop:
        """Script the next dice (numbers) and draws (chit ids)."""
        self._dice.add(*outcomes)
        return self

    def do(self, verb: str, /, **args: Arg) -> list[dict[str, Any]]:
        """Submit a command for whoever decides; return the events."""
        return self.session.submit(self.decision.seat, self.session.seq, cmd(verb, **args)).events

    def refused(self, verb: str, /, **args: Arg) -> list[str]:
        """Submit a command that must be refused; return the rule numbers of the reasons and check nothing changed.

        Every reason must be a sentence; its rule, if it has one, a number of the rulebook.
        """
        before = self.session.digest()
        command = cmd(verb, **args)
        assert command not in self.decision.options
        try:
            self.session.submit(self.decision.seat, self.session.seq, command)
        except IllegalCommand as error:
            assert self.session.digest() == before
            assert all(RULE.fullmatch(r.rule) and r.text.endswith((".", "?", "!")) for r in error.reasons), error
            return [reason.rule for reason in error.reasons]
        raise AssertionError(f"{command} was accepted")

    def offered(self, verb: str) -> list[Command]:
        """Return the offered commands of a verb."""
        return self.decision.options.by_verb().get(verb, [])

    def verbs(self) -> set[str]:
        """Return the verbs offered."""
        return set(self.decision.options.by_verb())

    def unit(self, name: str) -> Unit:
        """Return a unit's record."""
        return self.state.units[name]

    def where(self, name: str) -> str:
        """Return "18.40" for a unit on the map, else its place."""
        record = self.state.units[name]
        return f"{record.hex // 100:02d}.{record.hex % 100:02d}" if record.place == "map" else record.place

    def hex(self, name: str) -> HexStatus:
        """Return the status markers of a hex."""
        return self.state.status(hex_id(name))

    def step(self, *path: str, by: str = "terrain") -> list[dict[str, Any]]:
        """Take steps of the movement under way."""
        events: list[dict[str, Any]] = []
        for name in path:
            events += self.do("step", to=name, by=by)
        return events


def named(events: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    """Return the events of one kind."""
    return [e for e in events if e["event"] == event]


def scenario_of(
    ground: BattleMap,
    pieces: Mapping[str, Piece],
    *,
    weapons: Mapping[str, tuple[str, WeaponCounter]] | None = None,
    leaders: Mapping[str, tuple[str, LeaderCounter]] | None = None,
    divisions: Mapping[str, DivisionStart] | None = None,
    markers: Iterable[tuple[str, str, int | str | None]] = (),
    first_turn: str = "0900",
    turns: int = 3,
    weather: str = "clear",
    initiative: str = "german",
    victory: Iterable[VictoryHex] = (),
    eliminated: Mapping[str, int] | None = None,
    margin: int = 1,
    checks: tuple[str, ...] = (),
    rules: Mapping[str, object] | None = None,
    ratings: Mapping[str, Division] | None = None,
    charts: Charts = CHARTS,
    reinforcements: Iterable[Reinforcement] = (),
    entries: Mapping[str, frozenset[int]] | None = None,
) -> Scenario:
    """Build a scenario. `weapons` and `leaders` map a name to (hex or box, counter); `markers` (hex, kind, value)."""
    counters = {name: piece.counter(name) for name, piece in pieces.items()}
    known = {**DIVISIONS, **(ratings or {})}
    used = {c.division for c in counters.values()}
    rich = DivisionStart(dispatch=5, commands=10, fatigue=0, troop_quality=5)
    return Scenario(
        id="test", title="Test", map=ground, divisions={d: v for d, v in known.items() if d in used},
        formations={f: v for f, v in FORMATIONS.items() if v.division in used}, units=counters,
        weapons={n: w for n, (_, w) in (weapons or {}).items()},
        leaders={n: x for n, (_, x) in (leaders or {}).items()},
        setup={n: Setup(hex_id(p.hex), p.deployed) for n, p in pieces.items() if p.place == "map"},
        weapon_setup={n: hex_id(h) if h[0].isdigit() else 0 for n, (h, _) in (weapons or {}).items()},
        leader_setup={n: hex_id(h) for n, (h, _) in (leaders or {}).items() if h[0].isdigit()},
        division_setup={d: (divisions or {}).get(d, rich) for d in used},
        markers=tuple(MarkerStart(hex_id(h), k, v) for h, k, v in markers), date="1944-08-22", first_turn=first_turn,
        turns=turns, weather=weather, initiative=initiative,
        victory=Victory(
            tuple(victory), {"german": 1, "allied": 1} if eliminated is None else eliminated, margin, checks=checks
        ), charts=charts,
        rules=dict(rules or {}), reinforcements=tuple(reinforcements), entries=entries or {},
    )  # fmt: skip


def game_from_start(ground: BattleMap, pieces: Mapping[str, Piece], *outcomes: Plain, **facts: Any) -> TableTop:
    """Start a scenario at its first turn with scripted dice and draws."""
    nature = ScriptedNature(outcomes)
    scenario = scenario_of(ground, pieces, **facts)
    return TableTop(Session.new(SYSTEM, scenario, nature=nature), nature)


def acting(seat: str, step: str = "2.C.iii.f") -> Frame:
    """Return the frame of a seat's activation at a step of 4.0 iii."""
    return Frame("formation_activation", step, {"seat": seat})


def in_action_phase(
    scenario: Scenario, state: State, chit: str, *frames: Frame, dice: Iterable[Plain] = (), drawn: bool = True
) -> TableTop:
    """Go on at these frames in the middle of an action phase with `chit` in play, drawn from the Cup or bought."""
    state.phase, state.chit = "action", chit
    state.frames = [Frame("turn", "3.A"), Frame("action_phase", "2.C.v", {"chit": chit, "drawn": drawn}), *frames]
    nature = ScriptedNature(dice)
    session = Session(SYSTEM, scenario, state, nature)
    session.resume()
    return TableTop(session, nature)


def activation(
    ground: BattleMap, pieces: Mapping[str, Piece], chit: str, *, dice: Iterable[Plain] = (), cup: tuple[str, ...] = (),
    prepare: bool = False, step: str = "2.C.iii.f", **facts: Any,
) -> TableTop:  # fmt: skip
    """Start in the middle of an action phase with `chit` just in play; nobody prepares assaults but with `prepare`.

    `step` is the step of 4.0 iii to begin at: "2.C.iii.b" asks for leaders and support weapons too.
    `chit` is "division:d36", "formation:r141", "command:allied" …; a direct command chit first rolls one die for
    each of its side's divisions whose headquarters is on the map.
    """
    scenario = scenario_of(ground, pieces, **facts)
    state = start(scenario)
    for name, piece in pieces.items():
        if piece.place != "map":
            state.units[name] = Unit(0, piece.place, piece.deployed)
    for name, (box, _) in {**facts.get("weapons", {}), **facts.get("leaders", {})}.items():
        if not box[0].isdigit():
            state.put(name, 0, box)
    kind, _, about = chit.partition(":")
    if kind == "division":
        frame = acting(scenario.divisions[about].side, step)
    elif kind == "kampfgruppe":
        frame = acting("german")
    elif kind == "formation":
        side = scenario.divisions[scenario.formations[about].division].side
        frame = acting(side, step)
    else:
        frame = Frame("direct_command", "2.C.iv.a", {"seat": about})
    state.cup = cup
    above = (Frame("kampfgruppe", "", {"seat": "german"}),) if kind == "kampfgruppe" else ()
    table = in_action_phase(scenario, state, chit, frame, *above, dice=dice)
    decision = table.session.decision
    if decision is not None and decision.kind == "assault_markers" and not prepare:
        table.do("done")
    return table
