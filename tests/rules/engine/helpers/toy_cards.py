"""Duel of cards: the smallest game with hidden hands, symbol dice and a reaction that only its owner knows of.

Each side holds three cards and plays one in its turn. A probe draws a card; an attack opens a window in which the
other side may turn the tables with an ambush; then three dice are rolled and each hit costs a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from rules.engine.command import Command, MalformedCommand, Plain, Reason, cmd
from rules.engine.evaluator import Evaluator
from rules.engine.frames import Action, BareAction, Choice, Die, Frame, Procedure, registry, takes
from rules.engine.game import Game, Steady
from rules.engine.house_rules import HouseRules, ScenarioRow
from rules.engine.options import Decision, Options
from rules.engine.plain import digest, read
from rules.engine.system import Migration, register

SEATS = ("red", "blue")
FACES = ("hit", "hit", "grenade", "star", "flag", "miss")
DECK = {"ambush": 3, "attack": 6, "probe": 5}
HAND = 3
DICE = 3
LAST_TURN = 40


def other(seat: str) -> str:
    """Return the opponent."""
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Deal:
    """The static part: how many figures each side has."""

    id: str
    title: str
    figures: int
    hash: str


@dataclass(slots=True)
class State(Steady):
    """Everything that changes. The deck is a count of each card, so there is no order to peek at."""

    frames: list[Frame] = field(default_factory=list)
    turn: int = 0
    deck: dict[str, int] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    figures: dict[str, int] = field(default_factory=dict)

    def copy(self) -> State:
        """Return a copy that shares only what never changes."""
        return State(self.frames[:], self.turn, self.deck.copy(), self.hands.copy(), self.figures.copy())

    def to_plain(self) -> dict[str, Plain]:
        """Return the state as plain data."""
        return {
            "frames": [frame.to_plain() for frame in self.frames],
            "turn": self.turn,
            "deck": dict(self.deck),
            "hands": dict(self.hands),
            "figures": dict(self.figures),
        }

    def face_down(self) -> tuple[str, ...]:
        """Return the cards of the deck, sorted."""
        return tuple(card for card, left in sorted(self.deck.items()) for _ in range(left))

    def discard(self, seat: str, card: str) -> None:
        """Take a card out of a hand."""
        hand = list(self.hands[seat])
        hand.remove(card)
        self.hands[seat] = tuple(hand)


Duel: TypeAlias = Game[State, Deal]


def draw_for(game: Duel, seat: str) -> None:
    """Draw a card that only its owner sees."""
    game.update(drawer=seat)
    game.draw("card", game.state.face_down(), only=seat)


def take_up(game: Duel) -> None:
    """Put the card drawn into the hand."""
    seat, card = game.frame["drawer"], game.frame["result"]
    game.update(result="")  # so that no frame reveals it later
    game.state.deck[card] -= 1
    game.state.hands[seat] = tuple(sorted((*game.state.hands[seat], card)))
    game.emit("CardDrawn", only=seat, seat=seat, card=card)
    game.emit("HandGrew", seat=seat, cards=len(game.state.hands[seat]))


def deal(game: Duel) -> str:
    """Deal until both hands are full, then begin the first turn."""
    short = next((seat for seat in SEATS if len(game.state.hands[seat]) < HAND), None)
    if short is None:
        return "turn"
    draw_for(game, short)
    return "dealt"


def dealt(game: Duel) -> str:
    """Take up a card that was dealt."""
    take_up(game)
    return "deal"


def turn(game: Duel) -> None:
    """Let the side whose turn it is play a card."""
    game.state.turn += 1
    game.checkpoint()
    game.push("play", seat=SEATS[game.state.turn % 2])


def react(game: Duel) -> str | None:
    """Open the window of an attack whatever the enemy holds: leaving it out would give his hand away."""
    if game.frame["card"] != "attack":
        return "draw"
    game.push("window", seat=other(game.frame["seat"]))
    return None


def roll(game: Duel) -> str | None:
    """Roll one die after another."""
    rolled = game.frame.get("dice", 0)
    if rolled == DICE:
        return "strike"
    game.update(dice=rolled + 1)
    game.roll("battle", seat=game.frame["seat"])
    return None


def count(game: Duel) -> str:
    """Count a hit."""
    game.update(hits=game.frame.get("hits", 0) + (game.frame["result"] in ("hit", "grenade")))
    return "roll"


def strike(game: Duel) -> None:
    """Remove figures of the enemy, or of an ambushed attacker."""
    seat, hits = game.frame["seat"], game.frame.get("hits", 0)
    victim = seat if game.frame.get("ambushed") else other(seat)
    game.state.figures[victim] = max(0, game.state.figures[victim] - hits)
    game.emit("Battled", victim=victim, hits=hits)


def draw(game: Duel) -> str | None:
    """Draw a card for the side whose turn it is, while there are any."""
    if not any(game.state.deck.values()):
        return "close"
    draw_for(game, game.frame["seat"])
    return None


def close(game: Duel) -> str | None:
    """Begin the next turn, or end the game."""
    state = game.state
    if min(state.figures.values()) == 0 or not any(state.hands.values()) or state.turn > LAST_TURN:
        game.finish()
        return None
    state.frames[game.index] = Frame("duel", "turn")
    return None


class Reaction(BareAction):
    """A card or its refusal."""

    card = ""

    def reasons(self, game: Duel, command: Command) -> Iterator[Reason]:
        """Yield why the card cannot be played."""
        if self.card and self.card not in game.state.hands[game.frame["seat"]]:
            yield Reason(f"You hold no {self.card}.", "2.1")

    def apply(self, game: Duel, command: Command) -> None:
        """Play the card, if it is one, and close the question."""
        seat = game.frame["seat"]
        if self.card:
            game.state.discard(seat, self.card)
            game.reveal()
            game.emit("CardPlayed", seat=seat, card=self.card)
        game.finish(ambushed=bool(self.card))


class Ambush(Reaction):
    """Turn the attack back on the attacker."""

    verb = "ambush"
    card = "ambush"


class Stand(Reaction):
    """Let the dice be rolled."""

    verb = "stand"


class PlayCard(Action):
    """Play an attack or a probe from the hand."""

    verb = "play"
    fields = takes(card=str)

    def candidates(self, game: Duel) -> Iterator[Command]:
        """Yield each card of the hand once."""
        yield from (cmd("play", card=card) for card in sorted(set(game.state.hands[game.frame["seat"]])))

    def reasons(self, game: Duel, command: Command) -> Iterator[Reason]:
        """Yield why the card cannot be played."""
        card = command.text("card")
        if card not in game.state.hands[game.frame["seat"]]:
            yield Reason(f"You hold no {card}.", "1.1")
        elif card == "ambush":
            yield Reason("An ambush answers an attack.", "1.2")

    def apply(self, game: Duel, command: Command) -> None:
        """Show the card."""
        seat, card = game.frame["seat"], command.text("card")
        game.state.discard(seat, card)
        game.reveal()
        game.emit("CardPlayed", seat=seat, card=card)
        game.finish(seat=seat, card=card)


class Rest(BareAction):
    """Draw a card and play none."""

    verb = "rest"

    def apply(self, game: Duel, command: Command) -> None:
        """Close the question."""
        game.finish(seat=game.frame["seat"], card="")


class Play(Choice):
    """The side whose turn it is plays a card."""

    kind = "play"
    actions = (PlayCard(), Rest())

    def ask(self, game: Duel) -> Decision:
        """Ask in secret: the cards on offer are nobody else's business."""
        return Decision(game.frame["seat"], "play", "Play a card.", "1", Options(game, self.actions), secret=True)


class Window(Choice):
    """The reaction to an attack."""

    kind = "window"
    actions = (Ambush(), Stand())

    def ask(self, game: Duel) -> Decision | None:
        """Ask whether or not the hand holds an ambush."""
        return Decision(game.frame["seat"], "window", "React?", "2", Options(game, self.actions), secret=True)


DUEL = Procedure(
    "duel",
    {
        "deal": deal, "dealt": dealt, "turn": turn, "react": react, "roll": roll, "count": count, "strike": strike,
        "draw": draw, "drawn": take_up, "close": close,
    },
)  # fmt: skip
KINDS = registry(DUEL, Play(), Window(), Die("die", FACES))


class CardToy:
    """Duel of cards, registered."""

    id = "cards"
    title = "Duel of Cards"
    schema = 1
    rules_version = 1
    seats = SEATS
    kinds = KINDS
    hides = True

    def __init__(self) -> None:
        self.evaluator: Evaluator | None = None
        self.house_rules = HouseRules()
        self.queries: Mapping[str, Callable[..., Any]] = {"holds": holds}
        self.migrations: Mapping[int, Migration] = {}

    def check_files(self, paths: Sequence[str]) -> int:
        """Find nothing wrong: there are no files."""
        return 0

    def scenarios(self) -> list[ScenarioRow]:
        """Return the one shipped scenario."""
        return [ScenarioRow("hands", "Hands")]

    def load(self, source: Any) -> Deal:
        """Return the scenario."""
        if source != "hands":
            raise LookupError(f'There is no scenario "{source}"; known are hands.')
        return Deal("hands", "Hands", 6, digest("hands"))

    def as_read_by(self, rules_version: int, source: Any) -> Any:
        """Return the source: there is one version."""
        return source

    def start(self, scenario: Deal) -> State:
        """Return the state before the cards are dealt."""
        figures = dict.fromkeys(SEATS, scenario.figures)
        return State([Frame("duel", "deal")], 0, dict(DECK), dict.fromkeys(SEATS, ()), figures)

    def decode(self, scenario: Deal, raw: dict[str, Any]) -> State:
        """Return a state from plain data."""
        return read(State, raw)

    def view(self, game: Duel, seat: str | None) -> dict[str, Any]:
        """Return the table and the seat's own hand."""
        state = game.state
        return {
            "turn": state.turn,
            "figures": dict(state.figures),
            "deck": sum(state.deck.values()),
            "hand": list(state.hands[seat]) if seat else [],
            "cards": {name: len(hand) for name, hand in state.hands.items()},
        }

    def redeal_hidden(self, scenario: Deal, state: State, seat: str | None, seed: int) -> State:
        """Return the state with the deck and the other hands shuffled together and dealt anew."""
        made, hidden = state.copy(), [name for name in SEATS if name != seat]
        pool = sorted([*state.face_down(), *(card for name in hidden for card in state.hands[name])])
        Random(seed).shuffle(pool)
        for name in hidden:
            size = len(state.hands[name])
            made.hands[name], pool = tuple(sorted(pool[:size])), pool[size:]
        made.deck = {card: pool.count(card) for card in DECK}
        if made.frames and made.frames[-1].kind == "draw":
            made.frames[-1] = made.frames[-1].having(items=made.face_down())
        return made

    def check(self, scenario: Deal, state: State) -> list[str]:
        """Return what is wrong with a state."""
        return [f"the deck holds {left} of {card}" for card, left in state.deck.items() if left < 0]

    def explain(self, game: Duel, command: Command) -> list[Reason]:
        """Return nothing: the engine's own sentence says what is possible."""
        return []

    def result(self, scenario: Deal, state: State) -> dict[str, Any]:
        """Return the side with more figures left."""
        red, blue = (state.figures[seat] for seat in SEATS)
        winner = "" if red == blue else "red" if red > blue else "blue"
        return {"winner": winner, "text": f"red {red}, blue {blue}"}


def holds(game: Duel, seat: str, card: str) -> bool:
    """Tell whether a seat holds a card, as far as the asker may know."""
    if seat not in SEATS:
        raise MalformedCommand(f'There is no seat "{seat}".')
    return card in game.state.hands[seat]


CARDS = CardToy()
register(CARDS)
