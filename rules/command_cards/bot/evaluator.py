"""What Battle Cards teaches the computer opponent, what that fears, and what a player who learns hears."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from rules.command_cards.bot.hand import medals
from rules.command_cards.bot.plans import moment_of, stances_of
from rules.command_cards.bot.position_evaluation import PositionEvaluation, value_of
from rules.command_cards.bot.script import CardScript
from rules.command_cards.bot.weights import WEIGHTS, Stakes, Weights, weights_of
from rules.command_cards.moving import reach
from rules.command_cards.state import State, Table, card_in_play, title_of
from rules.command_cards.targets import enemies_near, own_units, the
from rules.command_cards.turn import is_held, is_met
from rules.engine.command import Command
from rules.engine.english import capital
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision

# --- What the computer fears for a side's units, told to a player who learns ---------------------------------------

MOST: Final = 3
"""Fears that are told."""
LEAST: Final = 0.05  # medals


def fears(game: Table, seat: str, weights: Weights, stakes: Stakes) -> tuple[str, ...]:
    """Return which units the enemy may hurt most in his next turn, by what the script takes that to cost."""
    evaluation = PositionEvaluation(game, seat, weights, stakes)
    dangers = {unit: evaluation.danger(unit, game.state.units[unit].hex) for unit in own_units(game, seat)}
    worst = sorted((unit for unit in dangers if dangers[unit] >= LEAST), key=lambda unit: -dangers[unit])
    return tuple(
        f"{capital(the(game, unit))}: the enemy's next turn may cost it {medals(dangers[unit])}."
        for unit in worst[:MOST]
    )


# --- What a player who learns hears before an order that he may regret ---------------------------------------------


def warning(game: Table, decision: Decision, command: Command) -> str | None:
    """Return why an order is likely to be a mistake, in one sentence, or None."""
    return next(_warnings(game, decision, command), None)


def _warnings(game: Table, decision: Decision, command: Command) -> Iterator[str]:
    if command.verb == "move":
        yield from _leaves(game, decision.seat, command)
    elif command.verb != "done":
        return
    elif decision.kind == "moving":
        for name, unit, to in goals_not_taken(game, decision.seat):
            yield f"{name} in {to} is empty, and {the(game, unit)} could still enter it."
    elif decision.kind == "battling":
        for unit in battles_left(decision):
            yield f"{capital(the(game, unit))} could still battle, and dice cost nothing."
        card = idle_card(game)
        if card:
            yield f"No unit that {card} has ordered has done anything."


def _leaves(game: Table, seat: str, command: Command) -> Iterator[str]:
    """Yield the medal hex that a unit leaves to an enemy next to it."""
    here, goals = game.state.units[command.text("unit")].hex, contested(game)
    near = enemies_near(game, seat, here)
    if here in goals and command.text("to") not in goals and near:
        yield f"This leaves the medal hex {here} to {the(game, near[0])}, next to it."


def contested(game: Table) -> set[str]:
    """Return the hexes whose medals can still change hands."""
    objectives = enumerate(game.scenario.objectives)
    open_ = [one for place, one in objectives if not (one.keep and is_held(game, place))]
    return {place for objective in open_ for place in objective.hexes}


def goals_not_taken(game: Table, seat: str) -> Iterator[tuple[str, str, str]]:
    """Yield each empty objective that an ordered unit could still enter: its name, such a unit, and the hex."""
    ways = {unit: reach(game, unit) for unit in game.state.orders}
    for place, objective in enumerate(game.scenario.objectives):
        if objective.seat != seat or objective.need_all or is_held(game, place) or is_met(game, objective):
            continue
        found = ((unit, to) for unit, way in ways.items() for to in objective.hexes if to in way)
        unit, to = next(found, ("", ""))
        if unit:
            yield objective.name, unit, to


def battles_left(decision: Decision) -> list[str]:
    """Return the ordered units that could still battle."""
    return list(dict.fromkeys(command.text("unit") for command in decision.options.of("battle")))


def idle_card(game: Table) -> str:
    """Return the title of a card played only to order units, none of which has moved, battled or acted; else ""."""
    if not game.state.played:
        return ""
    card = card_in_play(game)
    for_orders = not (card.strike or card.restore or card.entrench or card.lies or card.exchange)
    idle = not any(order.moved or order.battled or order.acted for order in game.state.orders.values())
    return title_of(game, game.state.played) if for_orders and idle else ""


# --- What Battle Cards teaches the computer opponent ---------------------------------------------------------------


class CardJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        return CardScript(weights_of(manner), _stakes(manner), stance.data if stance is not None else None)

    def moment(self, game: Table, decision: Decision) -> Moment | None:
        """Return the moment when a card is to be chosen."""
        return moment_of(game, decision)

    def stances(self, game: Table, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return cards with their tasks."""
        return stances_of(game, decision, weights_of(manner), _stakes(manner))

    def value(self, game: Table, seat: str) -> tuple[WorthPart, ...]:
        """Return the lead in medals."""
        return value_of(game, seat, weights_of(Manner()), _stakes(Manner()))

    def warning(self, game: Table, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Table, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat, weights_of(Manner()), _stakes(Manner()))

    def date(self, state: State) -> Hashable:
        """Return the round and whose turn it is."""
        return state.round, state.seat


@cache
def _stakes(manner: Manner) -> Stakes:
    return Stakes(weights_of(manner))


EVALUATOR: Final = CardJudgement()
