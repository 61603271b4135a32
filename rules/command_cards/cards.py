"""Deck, hands and discards, and what cards do beside ordering (CMD-card, CMD-order-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.command_cards.charts import Card, UnitType
from rules.command_cards.dice import STAR, roll_dice
from rules.command_cards.state import Scenario, Table, Unit, card_in_play, title_of, type_of
from rules.command_cards.terrain import place_sandbags
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options

# --- Deck, hands and discards: a deck is a count of each card, a draw its owner's secret (CMD-card-01 to -05) ------


def whole_deck(scenario: Scenario) -> dict[str, int]:
    """Return how many of each card there are, those set aside left out."""
    return {name: 0 if name in scenario.set_aside else card.copies for name, card in scenario.charts.cards.items()}


def draw_for(game: Table, seat: str) -> None:
    """Ask nature for a card of the deck that only its owner sees; an empty deck is the discards first (CMD-card-02)."""
    state = game.state
    if not any(state.deck.values()) and state.discards:
        for card in state.discards:
            state.deck[card] += 1
        state.discards = ()
        game.emit("DeckRenewed", cards=sum(state.deck.values()))
    game.update(drawer=seat)
    if any(state.deck.values()):
        game.draw("card", state.face_down(), only=seat)


def take_up(game: Table) -> bool:
    """Put the card drawn, if there was one, into the hand; no frame tells of it later."""
    seat, card, state = game.frame["drawer"], game.frame.get("result", ""), game.state
    if not card:
        return False
    game.update(result="")
    state.deck[card] -= 1
    state.hands[seat] = tuple(sorted((*state.hands[seat], card)))
    game.emit("CardDrawn", only=seat, seat=seat, card=card)
    return True


def lay_by(game: Table) -> None:
    """Put the card of the turn on the discards, or beside its player where it lies in wait."""
    state = game.state
    card, as_it_works = state.played, card_in_play(game)
    if as_it_works.lies:
        state.lying[state.seat] = card
        game.emit("CardLies", seat=state.seat, card=card)
    else:
        state.discards = (*state.discards, card)
    state.played, state.stand_in = "", False


def take_in(game: Table) -> None:
    """Put a card that has lain in wait for a round on the discards."""
    state = game.state
    card = state.lying.pop(state.seat, "")
    if card:
        state.discards = (*state.discards, card)
        game.emit("CardExpired", seat=state.seat, card=card)


class Throw(Action):
    """Throw a card of the hand away and draw one more."""

    verb = "throw"
    fields = takes(card=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each kind of card in the hand."""
        yield from (cmd("throw", card=card) for card in sorted(set(game.state.hands[game.frame["seat"]])))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a card cannot be thrown away."""
        card = command.text("card")
        if card not in game.state.hands[game.frame["seat"]]:
            yield Reason(f"{title_of(game, card)} isn't in your hand.", "CMD-card-02")

    def apply(self, game: Table, command: Command) -> None:
        """Show the card: all discards lie open (CMD-card-04)."""
        seat, card, state = game.frame["seat"], command.text("card"), game.state
        hand = list(state.hands[seat])
        hand.remove(card)
        state.hands[seat] = tuple(hand)
        state.discards = (*state.discards, card)
        game.reveal()
        game.emit("CardThrown", seat=seat, card=card)
        game.finish(draws=2)


class Keep(BareAction):
    """Keep the hand."""

    verb = "keep"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish(draws=1)


class Exchange(Choice):
    """Asks whether a card is thrown away before the draw."""

    kind = "exchange"
    actions = (Throw(), Keep())

    def ask(self, game: Table) -> Decision:
        """Ask; the cards on offer are nobody else's business."""
        prompt = "Discard a card and draw one more?"
        options = Options(game, self.actions)
        return Decision(game.frame["seat"], "exchange", prompt, "CMD-card-02", options, secret=True)


# --- What cards do beside ordering: strikes, stragglers, sandbags (CMD-card-03, CMD-order-08) ----------------------

_SYMBOL: Final = {"infantry": "infantry", "armor": "armor", "artillery": "grenade"}


def take_effect(game: Table, card: Card) -> None:
    """Let a card just played strike or bring figures back, before its unit is ordered."""
    frame, seat = game.frame, game.state.seat
    if card.strike is not None:
        game.push("strike", seat=seat, targets=frame["targets"], dice=card.strike.dice)
    elif card.restore and frame["restored"]:
        game.push("restoring", unit=frame["restored"], dice=card.restore)


def _next_target(game: Table) -> str | None:
    targets = [name for name in game.frame["targets"] if name in game.state.units]
    if not targets:
        return "end"
    game.update(targets=tuple(targets[1:]), target=targets[0])
    game.emit("UnitStruck", unit=targets[0], hex=game.state.units[targets[0]].hex, dice=game.frame["dice"])
    roll_dice(game, game.frame["dice"], "strike", "", targets[0])
    return None


def _struck(game: Table) -> str:
    frame = game.frame
    game.push("result", target=frame["target"], seat=frame["seat"], rolled=frame["rolled"], stars=True)
    return "target"


STRIKE: Final = Procedure("strike", {"target": _next_target, "struck": _struck})
"""Dice against each of `targets`, without terrain or line of sight."""


def figures_back(rolled: Sequence[str], unit: Unit, kind: UnitType) -> int:
    """Return how many figures dice bring back to a unit: stars and its own symbol, up to its full number."""
    symbols = sum(face in (STAR, _SYMBOL[kind.cls]) for face in rolled)
    return min(symbols, kind.figures - unit.figures)


def _throw(game: Table) -> None:
    roll_dice(game, game.frame["dice"], "restore", game.frame["unit"], "")


def _bring_back(game: Table) -> None:
    name = game.frame["unit"]
    unit = game.state.units[name]
    back = figures_back(game.frame["rolled"], unit, type_of(game, unit))
    game.state.units[name] = replace(unit, figures=unit.figures + back)
    game.emit("FiguresRestored", unit=name, hex=unit.hex, back=back, left=unit.figures + back)


RESTORING: Final = Procedure("restoring", {"roll": _throw, "restore": _bring_back})
"""Figures that come back to `unit`."""


def entrench(game: Table, units: Sequence[str]) -> None:
    """Put sandbags on the hexes of ordered units, which do nothing else."""
    for name in units:
        place_sandbags(game, game.state.units[name].hex)
        game.state.orders[name] = replace(game.state.orders[name], acted="dug in")
