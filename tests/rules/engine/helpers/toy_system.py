"""The toy as a registered system: scenarios, loading, decoding, migration, queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine.command import Command, MalformedCommand, Reason
from rules.engine.evaluator import Evaluator
from rules.engine.frames import Frame
from rules.engine.house_rules import HouseRules, ScenarioRow
from rules.engine.plain import digest, read
from rules.engine.system import Migration, register
from tests.rules.engine.helpers.toy import KINDS, SEATS, Lane, Piece, State, Toy, is_hit

DUEL: dict[str, Any] = {
    "format": "toy/1",
    "id": "duel",
    "title": "Duel",
    "width": 7,
    "rounds": 4,
    "pieces": {
        "r1": {"side": "red", "at": 0},
        "r2": {"side": "red", "at": 1, "strength": 2},
        "b1": {"side": "blue", "at": 5},
        "b2": {"side": "blue", "at": 6, "strength": 2},
    },
}
CROWD: dict[str, Any] = {
    **DUEL,
    "id": "crowd",
    "title": "Crowd",
    "width": 12,
    "rounds": 9,
    "pieces": {f"{seat[0]}{n}": {"side": seat, "at": n * 2 % 12, "strength": 3} for seat in SEATS for n in range(6)},
}


class ToyError(ValueError):
    """The scenario cannot be read."""


class ToySystem:
    """Duel on a lane, registered."""

    id = "toy"
    title = "Duel on a Lane"
    schema = 2
    rules_version = 1
    seats = SEATS
    kinds = KINDS
    hides = False

    def __init__(self) -> None:
        self.evaluator: Evaluator | None = None
        self.house_rules = HouseRules()
        self.shipped = {"duel": DUEL, "crowd": CROWD}
        self.queries: Mapping[str, Callable[..., Any]] = {"reach": reach, "odds": odds}
        self.migrations = {1: Migration(state=name_the_fields_of_pieces)}

    def check_files(self, paths: Sequence[str]) -> int:
        """Find nothing wrong: there are no files."""
        return 0

    def scenarios(self) -> list[ScenarioRow]:
        """Return the two shipped scenarios."""
        return [ScenarioRow(name, document["title"]) for name, document in self.shipped.items()]

    def load(self, source: Any) -> Lane:
        """Return a scenario from an id or an inline document."""
        document = source if isinstance(source, Mapping) else self.shipped.get(str(source))
        if document is None or document.get("format") != "toy/1":
            raise ToyError(f'There is no scenario "{source}"; known are {", ".join(self.shipped)}.')
        pieces = {name: Piece(**piece) for name, piece in document["pieces"].items()}
        return Lane(document["id"], document["title"], document["width"], document["rounds"], pieces, digest(document))

    def as_read_by(self, rules_version: int, source: Any) -> Any:
        """Return the source: there is one version."""
        return source

    def start(self, scenario: Lane) -> State:
        """Return the state at the start."""
        return State(frames=[Frame("round", "begin")], pieces=dict(scenario.pieces))

    def decode(self, scenario: Lane, raw: dict[str, Any]) -> State:
        """Return a state from plain data; raise ValueError if it is not exactly one."""
        return read(State, raw)

    def view(self, game: Toy, seat: str | None) -> dict[str, Any]:
        """Return everything: nothing is hidden."""
        plain = game.state.to_plain()
        return {"round": plain["round"], "pieces": plain["pieces"], "for": seat, "over": None}

    def redeal_hidden(self, scenario: Lane, state: State, seat: str | None, seed: int) -> State:
        """Return the state: nothing is hidden."""
        return state

    def check(self, scenario: Lane, state: State) -> list[str]:
        """Return what is wrong with a state."""
        problems = [
            f"{name} stands at {piece.at}, off the lane."
            for name, piece in state.pieces.items()
            if not 0 <= piece.at < scenario.width
        ]
        problems += [f"{name} has no strength." for name, piece in state.pieces.items() if piece.strength < 1]
        return problems + [f"{name} is unknown." for name in state.pieces if name not in scenario.pieces]

    def explain(self, game: Toy, command: Command) -> list[Reason]:
        """Say when the common orders are given."""
        if command.verb in ("march", "shoot", "scout"):
            return [Reason("Orders are given when your chit is drawn.", "1")]
        return []

    def result(self, scenario: Lane, state: State) -> dict[str, Any]:
        """Return the winner: the side with more strength left."""
        strength = {s: sum(p.strength for p in state.pieces.values() if p.side == s) for s in SEATS}
        winner = max(SEATS, key=lambda seat: strength[seat]) if len(set(strength.values())) == 2 else ""
        return {"winner": winner, "text": f"red {strength['red']}, blue {strength['blue']}"}


def reach(game: Toy, unit: str) -> dict[str, Any]:
    """Return the spaces a piece may march to."""
    if unit not in game.state.pieces:
        raise MalformedCommand(f'There is no piece "{unit}".')
    at = game.state.pieces[unit].at
    return {"spaces": [to for to in range(at - 2, at + 3) if to != at and 0 <= to < game.scenario.width]}


def odds(game: Toy) -> dict[str, Any]:
    """Return the exact chance of a hit of the shot being composed, by the code that resolves it."""
    if not game.state.frames or game.frame.kind != "aim":
        raise MalformedCommand("No shot is being composed.")
    return {"chance": [sum(is_hit(die, game.frame["helpers"]) for die in range(10)), 10]}


def name_the_fields_of_pieces(raw: dict[str, Any]) -> dict[str, Any]:
    """Migrate schema 1 to 2: a piece was [side, space]; now it names its fields and has a strength."""
    pieces = {name: {"side": side, "at": at, "strength": 1} for name, (side, at) in raw["pieces"].items()}
    return {**raw, "pieces": pieces}


TOY = ToySystem()
register(TOY)
