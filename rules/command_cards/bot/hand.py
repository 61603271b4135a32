"""What each card of the hand can do now, in words too, and the plans of a turn that are worth comparing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import chain
from math import comb
from typing import Final, NamedTuple

from rules.command_cards.bot.position_evaluation import Candidate, PositionEvaluation, candidates_of, fight_worth
from rules.command_cards.bot.weights import Stakes, Standing, Weights, after, standing, usual_worth
from rules.command_cards.charts import Card
from rules.command_cards.dice import FACES
from rules.command_cards.hexes import distance
from rules.command_cards.ordering import all_fit, allotments, can_be_restored, stands_in
from rules.command_cards.state import Ordered, Table, cls_of, other, title_of, type_of
from rules.command_cards.targets import occupants, own_units, the
from rules.engine.english import capital, listed, spelled
from rules.engine.evaluator import WorthPart

# --- What the script does, in words: candidates, plans, battles as a player would tell them ---------------------------

EFFECTS: Final = {
    "strike": "the strike",
    "restore": "figures restored",
    "lies": "the ambush",
    "exchange": "the extra draw",
}


def medals(worth: float) -> str:
    """Return a worth in words: 1.2 medals."""
    return f"{worth:.1f} medals" if abs(worth - 1) >= 0.05 else "one medal"


def told(game: Table, candidate: Candidate) -> str:
    """Return a candidate within a sentence: the infantry in E5 goes to D5 and battles the armor in C5."""
    who = the(game, candidate.unit)
    goes = f"goes to {candidate.place}" if candidate.path else ""
    fights = f"battles {the(game, candidate.fight.target)}" if candidate.fight else ""
    does = " and ".join(part for part in (goes, fights) if part)
    return f"{who} {does or 'digs in'}"


def short(plan: CardPlan, game: Table) -> str:
    """Return a plan in one line that tells it from others: its card, and who goes where against whom."""
    units, title = game.state.units, title_of(game, plan.card)
    candidates = []
    for candidate, _ in plan.tasks:
        way = f" to {candidate.place}" if candidate.path else ""
        against = f" against {units[candidate.fight.target].hex}" if candidate.fight else ""
        candidates.append(f"{units[candidate.unit].hex}{way}{against}")
    candidates += [f"strikes {units[target].hex}" for target in plan.targets]
    candidates += [f"figures for {units[plan.restored].hex}"] if plan.restored else []
    return f"{title}: {', '.join(candidates)}" if candidates else title


def sentence(game: Table, plan: CardPlan, second: CardPlan | None) -> str:
    """Return why a card is played, in one line."""
    cards = game.scenario.charts.cards
    card, fights = cards[plan.card], sum(candidate.fight is not None for candidate, _ in plan.tasks)
    moves = sum(bool(candidate.path) for candidate, _ in plan.tasks)
    does = [f"{spelled(fights, 'unit')} can battle"] if fights else []
    does += [f"{spelled(moves, 'unit')} can move"] if moves else []
    does += ["it strikes"] if plan.targets else ["it restores figures"] if plan.restored else []
    text = f"{card.title}: {listed(does) or 'nothing better to do'}, worth {medals(plan.worth)}"
    if second is not None:
        text += f"; next best is {cards[second.card].title} at {second.worth:.1f}"
    return text + "."


def parts_of(plan: CardPlan, game: Table) -> tuple[WorthPart, ...]:
    """Return what a plan's worth adds up from."""
    parts = [WorthPart(told(game, task.candidate), task.worth) for task in plan.tasks]
    card = game.scenario.charts.cards[plan.card]
    named = [text for name, text in EFFECTS.items() if getattr(card, name)]
    parts += [WorthPart(named[0] if named else "the card itself", plan.effect)] if plan.effect else []
    parts += [WorthPart("not having the card later", -plan.missed)] if plan.missed else []
    return tuple(parts)


def upper(text: str) -> str:
    """Return a sentence of a text."""
    return capital(text) + "."


# --- Which units do what together: the best candidate first, then the best beside it; no two in one hex, none wasted --


class Task(NamedTuple):
    """A candidate that was chosen, and what it adds to those chosen before it."""

    candidate: Candidate
    worth: float


def share_out(
    evaluation: PositionEvaluation,
    candidates: Mapping[str, Sequence[Candidate]],
    may: Callable[[Sequence[str], str], bool],
) -> list[Task]:
    """Return the tasks of units that are worth an order each; `may` tells who fits beside others."""
    units = evaluation.game.state.units
    stand: dict[str, Standing] = {}
    taken = set(occupants(evaluation.game))
    chosen: list[Task] = []
    left = dict(candidates)

    def worth(candidate: Candidate) -> float:
        if candidate.fight is None:
            return candidate.gain
        target = candidate.fight.target
        return candidate.gain + fight_worth(
            evaluation, candidate.fight, stand.get(target) or standing(units[target].figures)
        )

    while (best := _best(left, worth, evaluation.weights.order, taken)) is not None:
        name = best.candidate.unit
        del left[name]
        if not may([task.candidate.unit for task in chosen], name):
            continue
        chosen.append(best)
        if best.candidate.path:
            taken.add(best.candidate.place)
        if (fight := best.candidate.fight) is not None:
            now = stand.get(fight.target) or standing(units[fight.target].figures)
            stand[fight.target] = after(
                now, fight.dice, cls_of(evaluation.game, units[fight.target]), fight.spared, fight.shut
            )
    return chosen


def _best(
    left: Mapping[str, Sequence[Candidate]], worth: Callable[[Candidate], float], least: float, taken: Set[str]
) -> Task | None:
    """Return the first of the best candidates that are worth more than `least` and end in no hex that is taken."""
    best = None
    for candidate in chain.from_iterable(left.values()):
        if not (candidate.path and candidate.place in taken) and (rated := worth(candidate)) > least:
            best, least = Task(candidate, rated), rated
    return best


# --- What each card of the hand can do now: whom it orders and for what, whom it strikes, who gets figures back ----

PLAIN: Final = "staff-officer"
"""A card that changes nothing of what a unit can do."""


class CardPlan(NamedTuple):
    """A card with the tasks of the units it orders, whom it strikes, who gets figures back; parts add up to it."""

    card: str
    worth: float
    tasks: tuple[Task, ...] = ()
    targets: tuple[str, ...] = ()
    restored: str = ""
    effect: float = 0.0
    missed: float = 0.0

    @property
    def units(self) -> tuple[str, ...]:
        """Return whom it orders."""
        return tuple(task.candidate.unit for task in self.tasks)


class Deed(NamedTuple):
    """What a candidate comes to: a unit, the hex where it ends, its target or ""."""

    unit: str
    place: str
    target: str


def deed_of(candidate: Candidate) -> Deed:
    """Return what a candidate comes to."""
    return Deed(candidate.unit, candidate.place, candidate.fight.target if candidate.fight else "")


class HandEvaluation:
    """Weighs the cards of a hand; what units can do without a card's help is found once."""

    def __init__(self, game: Table, seat: str, weights: Weights, stakes: Stakes) -> None:
        self.game, self.seat, self.weights, self.stakes = game, seat, weights, stakes
        self.plain = self._board(PLAIN)
        self.evaluation = PositionEvaluation(self.plain, seat, weights, stakes)
        self._deeds: dict[str, list[Candidate]] = {}

    def _board(self, card: str) -> Table:
        work = self.game.branch()
        work.state.played, work.state.stand_in = card, False
        work.state.orders = {unit: Ordered() for unit in own_units(work, self.seat)}
        work.state.seat = self.seat
        work.memo = {}  # nothing moves on this board: what is asked of it is asked once
        return work

    def plans(self) -> list[CardPlan]:
        """Return the best plan of each card in the hand, the best first."""
        held = sorted(set(self.game.state.hands[self.seat]))
        return sorted((self.plan(self.game.scenario.charts.cards[card]) for card in held), key=lambda plan: -plan.worth)

    def plan(self, card: Card, without: Deed | None = None) -> CardPlan:
        """Return the best that a card can do, or the best without one deed."""
        missed = self.weights.keeping * usual_worth(card.id)
        if stands_in(self.game, self.seat, card):
            return self._ordering(card, self.candidates, 0.0, missed, without)
        if card.strike is not None:
            return self.strikes(card, missed)[0]
        if card.restore:
            return self.restorings(card, missed)[0]
        extra = self.weights.wait if card.lies else self.weights.exchange * card.exchange
        if card.entrench:
            return self._ordering(card, self._digging().__getitem__, extra, missed, without)
        helps = card.move_extra or card.battle_after or card.no_move or card.dice
        if not helps:
            return self._ordering(card, self.candidates, extra, missed, without)
        work = self._board(card.id)
        return self._ordering(card, lambda unit: candidates_of(self.evaluation, work, unit), extra, missed, without)

    def candidates(self, unit: str) -> list[Candidate]:
        """Return what a unit can do without a card's help."""
        if unit not in self._deeds:
            self._deeds[unit] = candidates_of(self.evaluation, self.plain, unit)
        return self._deeds[unit]

    @property
    def average(self) -> float:
        """Return what a card of the deck is usually worth."""
        deck = self.game.scenario.charts.cards.values()
        return sum(usual_worth(card.id) * card.copies for card in deck) / sum(card.copies for card in deck)

    def promise(self, card: str) -> float:
        """Return what a card promises: half what it could do now, half what it usually does."""
        now = self.plan(self.game.scenario.charts.cards[card])
        return (now.worth + now.missed + usual_worth(card)) / 2

    def _plain_candidates(self) -> Mapping[str, Sequence[Candidate]]:
        return {unit: self.candidates(unit) for unit in self.evaluation.own}

    def _ordering(
        self,
        card: Card,
        candidates: Callable[[str], list[Candidate]],
        effect: float,
        missed: float,
        without: Deed | None = None,
    ) -> CardPlan:
        orders = allotments(self.game, self.seat, card)
        fitting = {u: candidates(u) for u in self.evaluation.own if all_fit(self.game, self.seat, [u], orders)}
        if without is not None:
            fitting[without.unit] = [c for c in fitting.get(without.unit, ()) if deed_of(c) != without]

        def may(beside: Sequence[str], unit: str) -> bool:
            return all_fit(self.game, self.seat, [*beside, unit], orders)

        tasks = share_out(self.evaluation, fitting, may)
        return CardPlan(
            card.id, sum(t.worth for t in tasks) + effect - missed, tuple(tasks), effect=effect, missed=missed
        )

    def _then_one(self, candidates: Mapping[str, Sequence[Candidate]]) -> float:
        """Return what the one unit does that is ordered later, when the dice have fallen."""
        return sum(task.worth for task in share_out(self.evaluation, candidates, lambda beside, unit: not beside))

    def _later(self, card: Card, effect: float, missed: float) -> CardPlan:
        return CardPlan(card.id, effect - missed, effect=effect, missed=missed)

    def strikes(self, card: Card, missed: float) -> list[CardPlan]:
        """Return the plans of a card that strikes, the best targets first."""
        assert card.strike is not None
        units, worth = self.game.state.units, {}
        for name in own_units(self.game, other(self.seat)):
            unit = units[name]
            spared, shut, _ = self.evaluation.target(name)
            harm, lost, goes = self.stakes.harm(
                card.strike.dice, cls_of(self.game, unit), unit.figures, spared, shut, True
            )
            worth[name] = harm + lost * self.evaluation.medal(self.seat) + goes * self.weights.push
        rated = [(sum(worth[name] for name in pair), pair) for pair in self._pairs(card, worth)]
        rated.sort(key=lambda found: -found[0])
        one = self._then_one(self._plain_candidates())
        return [self._later(card, effect + one, missed)._replace(targets=pair) for effect, pair in rated]

    def _pairs(self, card: Card, worth: Mapping[str, float]) -> list[tuple[str, ...]]:
        assert card.strike is not None
        units, names = self.game.state.units, list(worth)
        found: list[tuple[str, ...]] = [(name,) for name in names]
        if card.strike.targets > 1:
            found += [
                (a, b)
                for a in names
                for b in names
                if a < b and distance(units[a].hex, units[b].hex) <= card.strike.apart
            ]
        return found

    def restorings(self, card: Card, missed: float) -> list[CardPlan]:
        """Return the plans of a card that brings figures back, the best unit first."""
        found = []
        for name in self.evaluation.own:
            if can_be_restored(self.game, self.seat, name):
                then = self._then_one({name: self.candidates(name)})
                effect = self._back(name, card.restore) + then
                found.append(self._later(card, effect, missed)._replace(restored=name))
        return sorted(found, key=lambda plan: -plan.worth)

    def _back(self, name: str, dice: int) -> float:
        unit = self.game.state.units[name]
        symbol = {"infantry": 3, "armor": 2, "artillery": 2}[cls_of(self.game, unit)] / len(FACES)
        worth, now = 0.0, self.stakes.unit(cls_of(self.game, unit), unit.figures)
        for back in range(dice + 1):
            figures = min(type_of(self.game, unit).figures, unit.figures + back)
            chance = comb(dice, back) * symbol**back * (1 - symbol) ** (dice - back)
            worth += chance * (self.stakes.unit(cls_of(self.game, unit), figures) - now)
        return worth

    def _digging(self) -> Mapping[str, list[Candidate]]:
        made: dict[str, list[Candidate]] = {}
        work = self.plain.branch()
        work.memo = {}
        for name in self.evaluation.own:
            unit = self.game.state.units[name]
            if unit.hex not in self.game.state.obstacles:
                work.state.obstacles[unit.hex] = "sandbags"
        dug = PositionEvaluation(work, self.seat, self.weights, self.stakes)
        for name in self.evaluation.own:
            place = self.game.state.units[name].hex
            saved = self.evaluation.danger(name, place) - dug.danger(name, place)
            made[name] = [Candidate(name, (), place, None, saved * self.weights.sandbags)]
        return made
