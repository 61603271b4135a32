"""Orders given for nothing (CMD-turn-01, CMD-battle-02)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command_cards.charts import as_played, cards
from rules.command_cards.state import Table
from rules.command_cards.targets import enemies_near, the
from rules.testing.blunder_counter import Blunder, BlunderCounter, Step


def ends_battles(step: Step) -> bool:
    """Tell whether a step ends what ordered units do in a turn."""
    return step.decision.kind == "battling" and step.command.verb == "done"


class IdleCard(BlunderCounter):
    """Counts the cards played only to order units none of which then moves, battles or does anything else."""

    name = "cards that no unit acts on"
    wanted = 0.2

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield the card."""
        game: Table = step.before
        if not ends_battles(step) or not game.state.played:
            return
        card = as_played(cards()[game.state.played], game.state.stand_in)
        for_orders = not (card.strike or card.restore or card.entrench or card.lies or card.exchange)
        if for_orders and not any(order.moved or order.battled or order.acted for order in game.state.orders.values()):
            who = ", ".join(the(game, unit) for unit in game.state.orders)
            yield Blunder(step.seat, f"{cards()[game.state.played].title} orders {who}")


class BattleLeftOut(BlunderCounter):
    """Counts the ordered units that could battle and do not: dice cost nothing."""

    name = "battles not fought"
    wanted = 0.2

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such unit."""
        if ends_battles(step):
            game: Table = step.before
            for unit in dict.fromkeys(command.text("unit") for command in step.decision.options.of("battle")):
                yield Blunder(step.seat, the(game, unit))


class LastFigureForward(BlunderCounter):
    """Counts the units with one figure left that move up to an enemy, off any objective, and do not battle."""

    name = "last figures next to the enemy for nothing"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such unit."""
        if not ends_battles(step):
            return
        game: Table = step.before
        goals = {place for objective in game.scenario.objectives for place in objective.hexes}
        for name, order in game.state.orders.items():
            unit = game.state.units[name]
            near = enemies_near(game, unit.seat, unit.hex)
            if unit.figures == 1 and order.moved and not order.battled and near and unit.hex not in goals:
                yield Blunder(step.seat, f"{the(game, name)}, next to {the(game, near[0])}")
