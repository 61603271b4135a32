"""Small positions for tests: units by hex, the rest open ground, dice that fall as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.command_cards.cards import whole_deck
from rules.command_cards.charts import house_charts
from rules.command_cards.hexes import HEXES, ROWS, width
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.state import Ordered, State, Unit
from rules.command_cards.system import SYSTEM
from rules.command_cards.turn import start
from rules.engine.command import Command, Plain, cmd
from rules.engine.frames import Frame, Request
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.session import Session

HAND = ("advance-centre", "advance-left", "advance-right", "push-centre", "push-left")
Units = Mapping[str, "str | tuple[str, int]"]


class Told:
    """Nature: dice fall as they are told, the first card of the deck is drawn unless another is named."""

    def __init__(self) -> None:
        self.dice: list[str] = []
        self.draws: list[str] = []

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain:
        if request.kind == "draw":
            return self.draws.pop(0) if self.draws else request.items[0]
        assert self.dice, f"a die is rolled ({request.purpose}) that the test did not expect"
        return self.dice.pop(0)


class Board:
    """A game under way; units are named by the hexes they stand in."""

    def __init__(self, session: Session, nature: Told) -> None:
        self.session, self.nature = session, nature
        self.start = len(session.events)

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def game(self) -> Game[Any, Any]:
        return Game(SYSTEM.kinds, self.session.scenario, self.state)

    @property
    def asked(self) -> str:
        return self.session.decision.kind if self.session.decision else ""

    def id(self, place: str) -> str:
        return next((name for name, unit in self.state.units.items() if unit.hex == place), place)

    def at(self, place: str) -> Unit | None:
        return self.state.units.get(self.id(place))

    def figures(self, place: str) -> int:
        unit = self.at(place)
        return unit.figures if unit else 0

    def medals(self, seat: str) -> int:
        return len(self.state.medals[seat])

    def command(self, verb: str, **args: str) -> Command:
        named = {key: self.id(value) if key in ("unit", "target") else value for key, value in args.items()}
        return cmd(verb, **named)

    def do(self, verb: str, /, *faces: str, **args: str) -> Board:
        """Carry a command of whoever decides out; `faces` are the dice that fall then."""
        self.nature.dice += faces
        assert self.session.decision is not None
        self.session.submit(self.session.decision.seat, self.session.seq, self.command(verb, **args))
        return self

    def why(self, verb: str, **args: str) -> list[tuple[str, str]]:
        """Return why a command of whoever decides is refused, as (rule, text)."""
        assert self.session.decision is not None
        reasons = self.session.explain(self.session.decision.seat, self.command(verb, **args))
        return [(reason.rule, reason.text) for reason in reasons]

    def rules(self, verb: str, **args: str) -> list[str]:
        return [rule for rule, _ in self.why(verb, **args)]

    def offers(self, verb: str, key: str) -> list[str]:
        """Return one argument of all commands of a verb on offer, units by their hexes."""
        assert self.session.decision is not None
        units = self.state.units
        told = [command.text(key) for command in self.session.decision.options.of(verb)]
        return [units[name].hex if name in units else name for name in told]

    def heard(self, event: str) -> list[dict[str, Any]]:
        """Return the events of a name since the position was set up."""
        return [told for _, told in self.session.events[self.start :] if told["event"] == event]

    def rolled(self, purpose: str = "battle") -> int:
        """Return how many dice have fallen."""
        return sum(told["purpose"] == purpose for told in self.heard("DieRolled"))

    def query(self, name: str, **args: str) -> Any:
        named = {key: self.id(value) if key in ("unit", "target") and name != "los" else value
                 for key, value in args.items()}  # fmt: skip
        return to_plain(self.session.query(name, **named))


def rows_of(terrain: Mapping[str, str]) -> list[str]:
    """Return the rows of a map that is open but for some hexes."""
    assert set(terrain) <= set(HEXES)
    codes = {name: ground.code for name, ground in house_charts().terrains.items()}
    return ["".join(codes[terrain.get(f"{row}{place}", "open")] for place in range(1, width(row) + 1)) for row in ROWS]


def board(
    german: Units,
    allied: Units,
    *,
    at: str = "battle",
    card: str = "staff-officer",
    ordered: Iterable[str] | None = None,
    terrain: Mapping[str, str] | None = None,
    roads: Sequence[Sequence[str]] = (),
    hands: Mapping[str, tuple[str, ...]] | None = None,
    round: int = 1,
    changes: Sequence[Mapping[str, Any]] = (),
    **scenario: Any,
) -> Board:
    """Set up a position in the Germans' turn (they are at the bottom): at the step "card", "move" or "battle".

    Units are hex: kind, or hex: (kind, figures). `ordered` are the hexes of ordered units, all of the Germans' unless
    told; the card is the one in play. `scenario` holds further fields of a scenario's file.
    """
    kinds = [{place: what if isinstance(what, str) else what[0] for place, what in side.items()}
             for side in (german, allied)]  # fmt: skip
    document = {
        "map": {"rows": rows_of(terrain or {}), "roads": [list(road) for road in roads]},
        "units": {"german": kinds[0], "allied": kinds[1]},
        "terrain": list(changes),
        **scenario,
    }
    made = load_scenario(document)
    state = start(made)
    for place, what in {**german, **allied}.items():
        if not isinstance(what, str):
            name = next(name for name, unit in state.units.items() if unit.hex == place)
            state.units[name] = replace(state.units[name], figures=what[1])
    state.hands = {"german": HAND, "allied": HAND, **(hands or {})}
    state.round, state.seat = round, "german"
    state.frames = [Frame("game", "turn")]
    if at != "card":
        state.played = card
        chosen = list(german) if ordered is None else list(ordered)
        state.orders = {name: Ordered() for name, unit in state.units.items() if unit.hex in chosen}
        turn = Frame("turn", at, {"units": tuple(state.orders), "targets": (), "restored": ""})
        state.frames = [Frame("game", "follow"), turn]
    state.deck = whole_deck(made)
    for name in (*state.hands["german"], *state.hands["allied"], *([state.played] if state.played else [])):
        state.deck[name] -= 1
    nature = Told()
    session = Session(SYSTEM, made, state, nature)
    session.resume()
    assert session.check() == []
    return Board(session, nature)
