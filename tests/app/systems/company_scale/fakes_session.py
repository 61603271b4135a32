"""A session that plays a script: for tests of widgets, without any rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.engine.command import Command, IllegalCommand, NotYourDecision, Reason, cmd
from rules.engine.options import Decision

Step = Callable[["FakeSession", Command], list[dict[str, Any]]]


class FakeOptions:
    """A plain list of commands that looks like Options."""

    def __init__(self, commands: list[Command]) -> None:
        self.commands = commands

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def __len__(self) -> int:
        return len(self.commands)

    def __contains__(self, command: object) -> bool:
        return command in self.commands

    def by_verb(self) -> dict[str, list[Command]]:
        found: dict[str, list[Command]] = {}
        for command in self.commands:
            found.setdefault(command.verb, []).append(command)
        return found

    def verbs(self) -> tuple[str, ...]:
        return tuple(self.by_verb())


class FakeUpdate(NamedTuple):
    """What the fake gives back."""

    seq: int
    events: list[dict[str, Any]]
    decision: Decision | None


class FakeEntry(NamedTuple):
    """One accepted answer."""

    seat: str
    answer: Any


def decide(seat: str, kind: str, prompt: str, *commands: Command, rule: str = "", **subject: Any) -> Decision:
    """Make a decision with a plain list of options."""
    return Decision(seat, kind, prompt, rule, FakeOptions(list(commands)), subject)  # type: ignore[arg-type]


class FakeSystem(NamedTuple):
    """The system whose games the fakes look like."""

    id: str = "company_scale"
    hides: bool = False


class FakeScenario(NamedTuple):
    """A scenario without a map."""

    id: str = "fake"
    title: str = "A Fake Fight"
    map: Any = None


class FakeSession:
    """A seat at an open table: accepts what its decision offers, and runs the next step of the script."""

    name = None
    system = FakeSystem()
    scenario: Any = FakeScenario()

    def __init__(self, view: dict[str, Any], decision: Decision | None, script: dict[str, Step] | None = None) -> None:
        self._view = view
        self.now: Decision | None = decision
        self.script = script or {}
        self.request: Any = None
        self.entries: list[FakeEntry] = []
        self.told: list[tuple[int, dict[str, Any]]] = []
        self.submitted: list[Command] = []
        self.refusals: dict[str, list[Reason]] = {}
        self.answers: dict[str, Any] = {}
        self.queries: list[tuple[str, dict[str, Any]]] = []
        self.undone = 0

    @property
    def decision(self) -> Decision | None:
        return self.now

    @property
    def is_over(self) -> bool:
        return self.now is None and self.request is None

    @property
    def result(self) -> dict[str, Any] | None:
        over: dict[str, Any] | None = self._view.get("over") if self.is_over else None
        return over

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def can_undo(self) -> bool:
        return bool(self.entries)

    @property
    def asked(self) -> str:
        return self.now.seat if self.now else "nature" if self.request else ""

    def log(self) -> list[FakeEntry]:
        return self.entries

    def events_at(self) -> list[tuple[int, dict[str, Any]]]:
        return self.told

    def submit(self, seq: int, command: Command) -> FakeUpdate:
        if self.decision is None or seq != self.seq:
            raise NotYourDecision("Another seat decides now.")
        seat = self.decision.seat
        if command not in self.decision.options:
            raise IllegalCommand(self.explain(command))
        self.submitted.append(command)
        step = self.script.get(command.verb)
        events = step(self, command) if step else []
        self.entries.append(FakeEntry(seat, command))
        self.told += [(self.seq, event) for event in events]
        return FakeUpdate(self.seq, events, self.now)

    def nature(self, outcome: Any) -> FakeUpdate:
        self.entries.append(FakeEntry("nature", outcome))
        self.request = None
        return FakeUpdate(self.seq, [], self.now)

    def explain(self, command: Command) -> list[Reason]:
        return self.refusals.get(command.verb, [Reason("This is not one of the options.", "5.2")])

    def undo(self) -> int:
        self.undone += 1
        self.entries.pop()
        self.told = [event for event in self.told if event[0] <= self.seq]
        return self.seq

    def take_back(self, seq: int) -> int:
        del self.entries[seq:]
        self.told = [event for event in self.told if event[0] <= seq]
        return self.seq

    def view(self) -> dict[str, Any]:
        return dict(self._view, seq=self.seq)

    def change(self, **parts: Any) -> None:
        """Change parts of the view."""
        self._view = {**self._view, **parts}

    def query(self, name: str, **args: Any) -> Any:
        self.queries.append((name, args))
        answer = self.answers.get(name)
        return answer(**args) if callable(answer) else answer


def unit(key: str, label: str, side: str, hex_name: str | None, **more: Any) -> dict[str, Any]:
    """Make a unit of a view."""
    german = side == "german"
    return {
        "id": key,
        "name": more.pop("name", label),
        "label": label,
        "side": side,
        "division": "ge_11pz" if german else "tf_butler",
        "formation": "ge_aa11" if german else "tfb_117cav",
        "stripe": "#d8b13a" if german else "#2c5fb3",
        "colour": "#6d767e" if german else "#a9b27c",
        "ink": "#101214" if german else "#1b1b16",
        "symbol": "cavalry_armored",
        "size": "company",
        "armor": "hard",
        "engineer": False,
        "hex": hex_name,
        "place": "map" if hex_name else "reserve",
        "deployed": True,
        "fire": {"box": "white", "value": 3, "range": 1},
        "defense": 0,
        "move": None,
        "active": False,
        "actions_used": 0,
        "in_command": True,
        "hq": False,
        **more,
    }


def chit(name: str, words: str, kind: str, side: str) -> dict[str, Any]:
    """Make a chit of a view."""
    return {"id": name, "name": words, "kind": kind, "side": side}


CHITS = [
    chit("tfb_117cav", "117th Cavalry Squadron", "formation", "allied"),
    chit("tf_butler", "Task Force Butler", "division", "allied"),
    chit("ge_aa11", "Reconnaissance Battalion 11", "formation", "german"),
    chit("dc_german", "German Direct Command", "direct_command", "german"),
    chit("dc_allied", "Allied Direct Command", "direct_command", "allied"),
    chit("wind", "Wind", "wind", ""),
    chit("event", "Random Event", "event", ""),
]


def position(**more: Any) -> dict[str, Any]:
    """Make the view of a small position."""
    view: dict[str, Any] = {
        "system": "company_scale",
        "scenario": {"id": "fake", "title": "A Fake Fight"},
        "seq": 0,
        "turn": {"index": 1, "of": 5, "name": "0700", "date": "1944-08-22", "night": False},
        "weather": "clear",
        "phase": "action",
        "chit": CHITS[0],
        "cup": {"count": 4, "may_still_come": CHITS[2:6], "played": [CHITS[6]]},
        "divisions": [
            {
                "id": "tf_butler",
                "name": "Task Force Butler",
                "side": "allied",
                "dispatch": 4,
                "commands": 6,
                "fatigue": 0,
                "troop_quality": 6,
                "max_troop_quality": 7,
                "command_rating": 6,
                "dispatch_rating": 6,
            },
            {
                "id": "ge_11pz",
                "name": "11th Panzer Division",
                "side": "german",
                "dispatch": 3,
                "commands": 6,
                "fatigue": 2,
                "troop_quality": 6,
                "max_troop_quality": 7,
                "command_rating": 7,
                "dispatch_rating": 4,
            },
        ],
        "units": [
            unit("b_117", "B/117 Cav", "allied", "18.43", name="Troop B, 117th Cavalry", active=True),
            unit("c_117", "C/117 Cav", "allied", "18.43", name="Troop C, 117th Cavalry", active=True, actions_used=1),
            unit(
                "f_117",
                "F/117 Cav",
                "allied",
                "19.42",
                name="Company F, 117th Cavalry",
                active=True,
                symbol="armor",
                armor="tank",
                deployed=False,
                move={"class": "tracked", "allowance": 16},
            ),
            unit("r1", "1/AA 11", "german", "17.45", name="1st Company, Reconnaissance 11"),
            unit(
                "r2",
                "2/AA 11",
                "german",
                "16.45",
                name="2nd Company, Reconnaissance 11",
                symbol="infantry",
                armor="soft",
                fire={"box": "red", "value": 4, "range": 1},
            ),
            unit("r3", "3/AA 11", "german", None, name="3rd Company, Reconnaissance 11", place="routed"),
        ],
        "weapons": [],
        "leaders": [],
        "markers": [{"hex": "17.45", "kind": "dg", "value": 2}, {"hex": "17.45", "kind": "pinned", "value": None}],
        "victory": {
            "points": {"german": 5, "allied": 1},
            "hexes": [
                {"hex": "18.39", "name": "Hill 300", "colour": "red", "points": {"german": 5}, "held_by": "german"}
            ],
            "lines": [
                {"side": "german", "points": 5, "text": "Hill 300 (18.39) is held"},
                {"side": "allied", "points": 1, "text": "1 German unit eliminated"},
            ],
        },
        "over": None,
    }
    view.update(more)
    return view


def activation() -> Decision:
    """Return a decision of an activation with several verbs."""
    return decide(
        "allied",
        "activation",
        "117th Cavalry Squadron: act with your units.",
        cmd("move", units=("f_117",)),
        cmd("fire", unit="b_117", hex="17.45"),
        cmd("fire", unit="b_117", hex="18.44"),
        cmd("change_formation", unit="b_117"),
        cmd("pass_unit", unit="b_117"),
        cmd("pass_unit", unit="f_117"),
        cmd("end_activation"),
        rule="5.2",
        chit="tfb_117cav",
    )
