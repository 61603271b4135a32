"""What a seat may see: the board, the counts, its own hand (CMD-card-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from random import Random

from rules.command_cards.battle import may_battle
from rules.command_cards.staging import EMPTY
from rules.command_cards.state import SEATS, Placed, Scenario, State, Table, type_of
from rules.command_cards.targets import night_range
from rules.command_cards.turn import is_held
from rules.engine.frozen import SPREAD, frozen, none_as


@frozen
class MedalView:
    """A medal won: for a "unit", an "objective" or an "exit", and the name of what it was won for."""

    source: str
    name: str


@frozen
class SideView:
    """What is open of a side; `lying` is its card that lies in wait, `needed` how many medals win."""

    edge: str
    cards: int
    medals: tuple[MedalView, ...]
    needed: int
    lying: str | None = field(metadata=none_as(""))


@frozen
class OrderView:
    """What an ordered unit has done this turn: hexes moved, a battle, a special action, terrain that forbids battle."""

    moved: int
    battled: bool
    acted: str | None = field(metadata=none_as(""))
    barred: str | None = field(metadata=none_as(""))
    may_battle: bool


@frozen
class UnitView:
    """A unit on the board, of `full` figures when it is whole."""

    kind: str
    seat: str
    hex: str
    figures: int
    full: int
    badge: str | None = field(metadata=none_as(""))
    ordered: bool
    order: OrderView | None = field(metadata=SPREAD)


@frozen
class DueView:
    """A reinforcement: when it comes, and the hexes it may come in by."""

    unit: str
    kind: str
    seat: str
    round: int
    hexes: tuple[str, ...]


@frozen
class ObjectiveView:
    """Hexes worth medals to a side."""

    name: str
    seat: str
    hexes: tuple[str, ...]
    medals: int
    keep: bool
    need_all: bool
    held: bool


@frozen
class StagedView:
    """What a seat has laid out unseen: its card, whom it orders, at whom it strikes, whom it restores."""

    card: str | None = field(metadata=none_as(""))
    units: tuple[str, ...]
    targets: tuple[str, ...]
    restored: str | None = field(metadata=none_as(""))


@frozen
class View:
    """What a seat may see; `night` is how far a battle may reach in the dark, None by day."""

    round: int
    rounds: int
    turn: str
    sides: Mapping[str, SideView]
    hand: tuple[str, ...]
    staged: StagedView | None = field(metadata=none_as({}))
    deck: int
    discards: tuple[str, ...]
    played: str | None = field(metadata=none_as(""))
    stand_in: bool
    units: Mapping[str, UnitView]
    due: tuple[DueView, ...]
    obstacles: Mapping[str, str]
    terrain: Mapping[str, str]
    objectives: tuple[ObjectiveView, ...]
    night: int | None = field(metadata=none_as(0))
    over: bool


def view(game: Table, seat: str | None) -> View:
    """Return what a seat may see."""
    state, scenario = game.state, game.scenario
    return View(
        state.round,
        scenario.rounds,
        state.seat,
        {name: _side(game, name) for name in SEATS},
        tuple(state.hands[seat]) if seat else (),
        _staged(state, seat),
        sum(state.deck.values()),
        state.discards,
        state.played or None,
        state.stand_in,
        {name: _unit(game, name) for name in state.units},
        tuple(_due(name, scenario.units[name]) for name in state.due),
        dict(state.obstacles),
        dict(state.terrain),
        tuple(_objective(game, place) for place in range(len(scenario.objectives))),
        night_range(game) or None,
        bool(state.winner),
    )


def _side(game: Table, seat: str) -> SideView:
    side, state = game.scenario.sides[seat], game.state
    medals = tuple(MedalView(medal.source, medal.name) for medal in state.medals[seat])
    return SideView(side.edge, len(state.hands[seat]), medals, side.medals, state.lying.get(seat) or None)


def _unit(game: Table, name: str) -> UnitView:
    unit, done = game.state.units[name], game.state.orders.get(name)
    kind, order = type_of(game, unit), None
    if done is not None:
        order = OrderView(done.moved, done.battled, done.acted or None, done.barred or None, may_battle(game, name))
    return UnitView(
        unit.kind, unit.seat, unit.hex, unit.figures, kind.figures, kind.badge or None, order is not None, order
    )


def _due(name: str, placed: Placed) -> DueView:
    return DueView(name, placed.kind, placed.seat, placed.round, placed.entries)


def _objective(game: Table, place: int) -> ObjectiveView:
    goal = game.scenario.objectives[place]
    return ObjectiveView(goal.name, goal.seat, goal.hexes, goal.medals, goal.keep, goal.need_all, is_held(game, place))


def _staged(state: State, seat: str | None) -> StagedView | None:
    """Return what the seat itself has laid out."""
    frame = state.frames[-1] if state.frames else None
    if frame is None or frame.kind != "staging" or frame["seat"] != seat:
        return None
    card, units, targets, restored = (frame[name] for name in EMPTY)
    return StagedView(card or None, tuple(units), tuple(targets), restored or None)


def redeal_hidden(scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
    """Return the state with the deck and the hands that a seat does not see shuffled together and dealt anew."""
    made, hidden = state.copy(), [name for name in SEATS if name != seat]
    pool = sorted([*state.face_down(), *(card for name in hidden for card in state.hands[name])])
    Random(seed).shuffle(pool)
    for name in hidden:
        size = len(state.hands[name])
        made.hands[name], pool = tuple(sorted(pool[:size])), pool[size:]
    made.deck = dict.fromkeys(state.deck, 0)
    for card in pool:
        made.deck[card] += 1
    top = made.frames[-1] if made.frames else None
    if top is not None and top.kind == "staging" and top["seat"] in hidden:
        made.frames[-1] = top.having(**EMPTY)  # what is laid out unseen
    elif top is not None and top.kind == "draw":
        made.frames[-1] = top.having(items=made.face_down())
    return made
