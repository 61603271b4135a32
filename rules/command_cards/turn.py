"""The course of a game: the deal, turns, rounds, medals, objectives and victory (CMD-turn, CMD-hit)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from rules.command_cards.cards import draw_for, entrench, lay_by, take_effect, take_in, take_up, whole_deck
from rules.command_cards.staging import EMPTY
from rules.command_cards.state import (
    SEATS,
    Begin,
    Medal,
    Objective,
    Ordered,
    Scenario,
    State,
    Table,
    Unit,
    card_in_play,
    other,
)
from rules.command_cards.targets import occupants, own_units
from rules.engine.frames import Conclusion, Frame, Procedure
from rules.engine.plain import read

# --- Medals, objectives and victory (CMD-hit-03, -06, -07) ---------------------------------------------------------

MEDALS: Final = "medals"
NOBODY_LEFT: Final = "nobody left"
LIMIT: Final = "limit"
SOURCES: Final = {"unit": "enemy units destroyed", "exit": "units that left the board"}
"""What medals are for, in words; those of an objective are for its place."""


def award(game: Table, seat: str, medal: Medal) -> None:
    """Put a medal on a side's stand; the game ends at once when it has enough (CMD-hit-07)."""
    if game.state.winner:
        return
    won = game.state.medals[seat] = (*game.state.medals[seat], medal)
    game.emit("MedalWon", seat=seat, source=medal.source, name=medal.name, medals=len(won))
    if len(won) >= game.scenario.sides[seat].medals:
        win(game, seat, MEDALS)


def win(game: Table, seat: str, why: str) -> None:
    """End the game: whatever waits is dropped."""
    game.state.winner, game.state.ending = seat, why
    game.emit("GameOver", winner=seat, why=why)
    game.conclude("over")


def score_lines(seat: str, won: Sequence[Medal]) -> list[dict[str, Any]]:
    """Return what a side has its medals for: side, medals as `points`, and in words."""
    count = Counter(SOURCES.get(medal.source) or f"{medal.name} held" for medal in won)
    return [{"side": seat, "points": number, "text": words} for words, number in count.items()]


def anybody_left(game: Table, seat: str) -> None:
    """End the game if a side has no unit left on the board."""
    if not game.state.winner and not own_units(game, seat):
        win(game, other(seat), NOBODY_LEFT)


def is_met(game: Table, objective: Objective) -> bool:
    """Tell whether a side stands on an objective, on all of its hexes where all are needed."""
    at, units = occupants(game), game.state.units
    held = [place in at and units[at[place]].seat == objective.seat for place in objective.hexes]
    return all(held) if objective.need_all else any(held)


def is_held(game: Table, place: int) -> bool:
    """Tell whether the medals of an objective lie on a stand."""
    seat = game.scenario.objectives[place].seat
    return any(medal.source == "objective" and medal.place == place for medal in game.state.medals[seat])


def count_objectives(game: Table) -> None:
    """Award the objectives of the side whose turn ends, one medal after another."""
    for place, objective in enumerate(game.scenario.objectives):
        if objective.seat == game.state.seat and not is_held(game, place) and is_met(game, objective):
            for _ in range(objective.medals):
                award(game, objective.seat, Medal("objective", objective.name, place))


def hand_back(game: Table) -> None:
    """Take back at once the medals of objectives that do not stay and are no longer held."""
    if game.state.winner:
        return
    for place, objective in enumerate(game.scenario.objectives):
        if not objective.keep and is_held(game, place) and not is_met(game, objective):
            seat = objective.seat
            game.state.medals[seat] = tuple(
                medal for medal in game.state.medals[seat] if (medal.source, medal.place) != ("objective", place)
            )
            game.emit("MedalReturned", seat=seat, name=objective.name, medals=len(game.state.medals[seat]))


OVER: Final = Conclusion("over", {"over": lambda game: None})
"""Stands at the bottom when the game has ended: nothing after the last medal happens."""


# --- The course of a game: the deal, turns of five steps, rounds, the limit (CMD-turn-01, -02, -04) ----------------


def deal(game: Table) -> str:
    """Deal until both hands are full or no card is left, then begin; a hand that the scenario tells stays as it is."""
    scenario, state = game.scenario, game.state
    told = scenario.begin.hands if scenario.begin is not None else {}
    seats = (seat for seat in (scenario.first, other(scenario.first)) if seat not in told)
    short = next((seat for seat in seats if len(state.hands[seat]) < scenario.sides[seat].hand), None)
    if short is None or not (any(state.deck.values()) or state.discards):
        return "begin"
    draw_for(game, short)
    return "dealt"


def dealt(game: Table) -> str:
    """Take up a card that was dealt; the last of a hand tells how many they are."""
    take_up(game)
    seat = game.frame["drawer"]
    cards_held = len(game.state.hands[seat])
    if cards_held == game.scenario.sides[seat].hand:
        game.emit("HandDealt", seat=seat, cards=cards_held)
    return "deal"


def begin(game: Table) -> None:
    """Begin the first round, or the turn in which the scenario begins."""
    begin = game.scenario.begin
    game.state.round, game.state.seat = (1, game.scenario.first) if begin is None else (begin.round, begin.side)


def turn(game: Table) -> None:
    """Let the side on turn play."""
    game.push("turn")


def follow(game: Table) -> str | None:
    """Go on to the other side; after the last round the limit decides."""
    state = game.state
    state.seat = other(state.seat)
    if state.seat == game.scenario.first:
        if state.round >= game.scenario.rounds:
            win(game, game.scenario.limit_winner, LIMIT)
            return None
        state.round += 1
    return "turn"


GAME: Final = Procedure("game", {"deal": deal, "dealt": dealt, "begin": begin, "turn": turn, "follow": follow})


def open_turn(game: Table) -> None:
    """Begin a turn: a card that lay in wait is over, ground changes, reinforcements arrive."""
    game.checkpoint()
    state = game.state
    game.emit("TurnBegan", seat=state.seat, round=state.round)
    take_in(game)
    if state.seat == game.scenario.first:
        _change_ground(game)
    _arrive(game)


def _change_ground(game: Table) -> None:
    for change in game.scenario.changes:
        if change.round == game.state.round:
            game.state.terrain.update(change.hexes)
            game.emit("GroundChanged", hexes=dict(change.hexes))


def _arrive(game: Table) -> None:
    """Put reinforcements on the free hexes of their list in its order; who finds none waits."""
    state = game.state
    for name in state.due:
        unit = game.scenario.units[name]
        free = [place for place in unit.entries if place not in occupants(game)]
        if unit.seat == state.seat and unit.round <= state.round and free:
            state.units[name] = Unit(unit.kind, unit.seat, free[0], game.scenario.figures(name))
            state.due = tuple(other_ for other_ in state.due if other_ != name)
            game.emit("UnitArrived", unit=name, hex=free[0], kind=unit.kind)


def play_card(game: Table) -> None:
    """Step 1: a card is played, with its orders."""
    step(game, "card")
    if game.state.hands[game.state.seat]:
        game.push("staging", seat=game.state.seat, **EMPTY)
    else:
        game.update(units=(), targets=(), restored="")


def strike(game: Table) -> None:
    """Let the card strike or bring figures back, before anybody is ordered."""
    if game.state.played:
        take_effect(game, card_in_play(game))


def order(game: Table) -> None:
    """Step 2: units are ordered; after a strike, or with figures brought back, one is asked for."""
    step(game, "order")
    played = game.state.played
    card = card_in_play(game) if played else None
    if card is not None and (card.strike is not None or card.restore):
        game.push("ordering", seat=game.state.seat, restored=game.frame["restored"])


def ordered(game: Table) -> None:
    """Announce all orders before anything moves (CMD-order-01)."""
    state, units = game.state, game.frame["units"]
    state.orders = {name: Ordered() for name in units if name in state.units}
    hexes = {name: state.units[name].hex for name in state.orders}
    game.emit("UnitsOrdered", seat=state.seat, units=tuple(state.orders), hexes=hexes)
    if state.played and card_in_play(game).entrench:
        entrench(game, tuple(state.orders))


def move(game: Table) -> None:
    """Step 3: ordered units move."""
    card = card_in_play(game) if game.state.played else None
    moves = card is not None and not card.no_move and _somebody_acts(game)
    step(game, "move", idle=not moves)
    if moves:
        game.push("moving", mover="")


def battle(game: Table) -> None:
    """Step 4: ordered units battle (CMD-turn-02)."""
    counters = _somebody_acts(game)
    step(game, "battle", idle=not counters)
    if counters:
        game.push("battling")


def _somebody_acts(game: Table) -> bool:
    return any(not order.acted for order in game.state.orders.values())


def objectives(game: Table) -> None:
    """Count the objectives at the end of one's own turn."""
    game.state.orders = {}
    count_objectives(game)


def discard(game: Table) -> None:
    """Lay the card by, and ask for a card to throw away where it lets its player."""
    state = game.state
    game.update(draws=1)
    step(game, "draw")
    if not state.played:
        return
    exchange = card_in_play(game).exchange
    lay_by(game)
    if exchange and state.hands[state.seat]:
        game.push("exchange", seat=state.seat)


def draw(game: Table) -> str | None:
    """Step 5: draw the cards that are due."""
    draws = game.frame["draws"]
    if not draws:
        return "end"
    game.update(draws=draws - 1)
    draw_for(game, game.state.seat)
    return None


def drawn(game: Table) -> str:
    """Take up what was drawn."""
    if take_up(game):
        seat = game.state.seat
        game.emit("HandGrew", seat=seat, cards=len(game.state.hands[seat]))
    return "draw"


def step(game: Table, name: str, *, idle: bool = False) -> None:
    """Tell that a step of the turn begins (CMD-turn-01), and whether nobody does anything in it."""
    more: dict[str, Any] = {"idle": True} if idle else {}
    game.emit("StepBegan", step=name, seat=game.state.seat, **more)


TURN: Final = Procedure(
    "turn",
    {
        "open": open_turn,
        "card": play_card,
        "strike": strike,
        "order": order,
        "ordered": ordered,
        "move": move,
        "battle": battle,
        "objectives": objectives,
        "discard": discard,
        "draw": draw,
        "drawn": drawn,
    },
)

# --- The position before the cards are dealt, and one from plain data ----------------------------------------------


def start(scenario: Scenario) -> State:
    """Return the position at the start, before the deal."""
    here = {name: unit for name, unit in scenario.units.items() if not unit.round}
    state = State(
        frames=[Frame("game", "deal")],
        seat=scenario.first,
        units={name: Unit(u.kind, u.seat, u.hex, u.figures or scenario.figures(name)) for name, u in here.items()},
        due=tuple(name for name, unit in scenario.units.items() if unit.round),
        obstacles=dict(scenario.obstacles),
        deck=whole_deck(scenario),
        hands=dict.fromkeys(SEATS, ()),
        medals=dict.fromkeys(SEATS, ()),
    )
    if scenario.begin is not None:
        _go_on(scenario, scenario.begin, state)
    return state


def _go_on(scenario: Scenario, begin: Begin, state: State) -> None:
    """Stand in the middle of a game: the cards that are known are out of the deck, the rest is dealt."""
    state.seat, state.discards, state.lying = begin.side, begin.discards, dict(begin.lying)
    state.hands.update(begin.hands)
    state.medals.update(begin.medals)
    for card in (*begin.discards, *begin.lying.values(), *chain.from_iterable(begin.hands.values())):
        state.deck[card] -= 1
    state.terrain.update(scenario.changed_before(begin))


def decode(raw: dict[str, Any]) -> State:
    """Return a position from plain data; raise ValueError naming the field if it is not exactly one."""
    return read(State, raw)
