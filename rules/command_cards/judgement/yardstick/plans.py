"""Which card the bot plays, whom it orders, where they go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.command_cards.charts import Card, cards
from rules.command_cards.dice import FACES
from rules.command_cards.hexes import distance
from rules.command_cards.judgement.yardstick.worth import best_attack, dice_worth, place_worth
from rules.command_cards.moving import unit_reasons
from rules.command_cards.ordering import all_fit, allotments, can_be_restored, stands_in
from rules.command_cards.pieces import enemies_near, own_units
from rules.command_cards.reach import reach
from rules.command_cards.scenario import other
from rules.command_cards.state import Ordered, Table

GRUDGE: Final = 0.3  # what a unit's action must be worth to be ordered rather than kept for another card


class Deed(NamedTuple):
    """The best a unit can do: what it is worth, and the way to the hex where it does it."""

    worth: float
    path: tuple[str, ...] = ()


class Plan(NamedTuple):
    """A card with whom it orders and whom it strikes, or whom it brings figures back to."""

    worth: float
    card: str
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    restored: str = ""


def best_deed(game: Table, unit: str) -> Deed:
    """Return the best an ordered unit can do: a battle here, or a move with a battle after it."""
    here = game.state.units[unit].hex
    order = game.state.orders[unit]
    at_home = place_worth(game, unit, here)
    best = Deed(best_attack(game, unit) if not order.moved else 0.0)
    for place, way in reach(game, unit).items():
        gain = place_worth(game, unit, place) - at_home
        worth = gain + (best_attack(game, unit, place) if way.battle else 0.0)
        if worth > best.worth:
            best = Deed(worth, way.path)
    return best


class Planner:
    """Weighs the cards of a hand; what a unit can do without a card's help is found once."""

    def __init__(self, game: Table, seat: str) -> None:
        self.game, self.seat = game, seat
        self.own = own_units(game, seat)
        self._plain: dict[str, float] = {}

    def best(self) -> Plan:
        """Return the best plan of all cards in the hand."""
        hand = sorted(set(self.game.state.hands[self.seat]))
        return max((self.plan(cards()[card]) for card in hand), key=lambda plan: plan.worth)

    def plan(self, card: Card) -> Plan:
        """Return the best that a card can do."""
        alone = stands_in(self.game, self.seat, card)
        if card.strike is not None and not alone:
            targets, worth = self._strike(card)
            return Plan(worth + self._best_one(), card.id, targets=targets)
        if card.restore and not alone:
            restored, worth = self._restore(card)
            return Plan(worth + self.deed(restored), card.id, restored=restored)
        orders = allotments(self.game, self.seat, card)
        if card.entrench and not alone:
            values = {unit: self._digging(unit) for unit in self.own}
        else:
            values = {unit: self.deed(unit, None if alone else card) for unit in self.own}
        chosen: list[str] = []
        for unit in sorted(values, key=values.__getitem__, reverse=True):
            if values[unit] > 0 and all_fit(self.game, self.seat, [*chosen, unit], orders):
                chosen.append(unit)
        worth = sum(values[unit] for unit in chosen) - GRUDGE * sum(one.units for one in card.orders if one.units < 9)
        return Plan(worth + (0.9 if card.lies else 0.2 * card.exchange), card.id, tuple(chosen))

    def plan_of(self, card: str) -> float:
        """Return what the best plan with a card is worth."""
        return self.plan(cards()[card]).worth

    def deed(self, unit: str, card: Card | None = None) -> float:
        """Return what a unit can do when it is ordered by a card."""
        helps = card is not None and (card.move_extra or card.battle_after or card.no_move or card.dice)
        if not helps and unit in self._plain:
            return self._plain[unit]
        work = self.game.branch()
        work.state.played = card.id if card is not None and helps else "staff-officer"
        work.state.orders = {unit: Ordered()}
        work.memo = {}  # nothing moves on this board: what is asked of it is asked once
        worth = best_deed(work, unit).worth
        if not helps:
            self._plain[unit] = worth
        return worth

    def _best_one(self) -> float:
        return max((self.deed(unit) for unit in self.own), default=0.0)

    def _strike(self, card: Card) -> tuple[tuple[str, ...], float]:
        assert card.strike is not None
        worth = {
            name: dice_worth(self.game, card.strike.dice, name, stars=True)
            for name in own_units(self.game, other(self.seat))
        }
        units = self.game.state.units
        first = max(worth, key=worth.__getitem__)
        near = [n for n in worth if n != first and distance(units[n].hex, units[first].hex) <= card.strike.apart]
        if card.strike.targets == 1 or not near:
            return (first,), worth[first]
        second = max(near, key=worth.__getitem__)
        return (first, second), worth[first] + worth[second]

    def _restore(self, card: Card) -> tuple[str, float]:
        share = {"infantry": 3, "armor": 2, "artillery": 2}
        found = {}
        for name in self.own:
            if can_be_restored(self.game, self.seat, name):
                unit = self.game.state.units[name]
                back = card.restore * share[unit.cls] / len(FACES)
                found[name] = min(back, float(unit.type.figures - unit.figures)) * (1.4 if unit.figures == 1 else 0.8)
        best = max(found, key=found.__getitem__)
        return best, found[best]

    def _digging(self, unit: str) -> float:
        found = self.game.state.units[unit]
        return 0.5 if found.cls != "armor" and enemies_near(self.game, self.seat, found.hex) else 0.25


def next_mover(game: Table, units: Sequence[str]) -> tuple[str, Deed]:
    """Return the unit that gains most by moving now, and its way; '' if none gains."""
    best, who = Deed(0.0), ""
    for unit in units:
        if game.state.orders[unit].moved or next(unit_reasons(game, unit), None) is not None:
            continue
        deed = best_deed(game, unit)
        if deed.path and deed.worth > best.worth:
            best, who = deed, unit
    return who, best
