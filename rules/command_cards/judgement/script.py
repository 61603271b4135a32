"""Plays every decision of one side: the card with the best tasks for its units, then those tasks, battle by battle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar

from rules.command_cards.battle import may_battle
from rules.command_cards.charts import cards
from rules.command_cards.judgement.battles import best_battles, offers
from rules.command_cards.judgement.deeds import Deed, deeds_of, fight_of
from rules.command_cards.judgement.hand import Hand, Plan
from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.replies import ambush, exchange, flag, ground, overrun, way_back
from rules.command_cards.judgement.sharing import Task, share_out
from rules.command_cards.judgement.stakes import Stakes
from rules.command_cards.judgement.stances import Plotted, turn_of
from rules.command_cards.judgement.weights import Weights
from rules.command_cards.judgement.words import parts_of, sentence, short, told, upper
from rules.command_cards.moving import unit_reasons
from rules.command_cards.state import Table
from rules.command_cards.targets import targets_of
from rules.engine.command import cmd
from rules.engine.judgement import Choice, Offer, Part
from rules.engine.options import Decision

REPLIES: Final[Mapping[str, Callable[[Outlook, Table, Decision], Choice]]] = {
    "overrun": overrun, "ground": ground, "way_back": way_back, "flag": flag, "ambush": ambush,
}  # fmt: skip
T = TypeVar("T")


class CardScript:
    """Plays one side through one game; `steps` are choices it has made already."""

    def __init__(self, weights: Weights, stakes: Stakes, seed: int, plotted: Plotted | None = None) -> None:
        self.weights, self.stakes, self.plotted = weights, stakes, plotted
        self.random = Random(seed)
        self.steps: deque[Choice] = deque()

    def choose(self, game: Table, decision: Decision) -> Choice:
        """Return an option."""
        if self.steps and self.steps[0].command in decision.options and not self._may_leave(decision):
            return self.steps.popleft()
        self.steps.clear()
        game.memo = {}  # what is asked of the position is asked once
        try:
            return self._answer(game, decision)
        finally:
            game.memo = None  # a rollout plays on with the same game

    def _answer(self, game: Table, decision: Decision) -> Choice:
        if decision.kind == "staging":
            return self._card(game, decision)
        if decision.kind in ("ordering", "exchange"):
            hand = self._hand(game, decision.seat)
            return exchange(hand, game, decision) if decision.kind == "exchange" else self._unit(hand, game, decision)
        outlook = Outlook(game, decision.seat, self.weights, self.stakes)
        if decision.kind == "moving":
            return self._move(outlook, game, decision)
        if decision.kind == "battling":
            return self._battle(outlook, game, decision)
        return REPLIES[decision.kind](outlook, game, decision)

    def _hand(self, game: Table, seat: str) -> Hand:
        return Hand(game, seat, self.weights, self.stakes)

    def _any_of(self, found: Sequence[T]) -> T:
        """Return the best, or one of the best few for a level that does not know better."""
        among = int(self.weights.among)
        return found[0] if among == 1 else self.random.choice(found[:among])

    # --- card and orders ---------------------------------------------------------------------------------------------

    def _card(self, game: Table, decision: Decision) -> Choice:
        if self.plotted is not None and self.plotted.turn == turn_of(game):
            return self._laid_out(game, self.plotted.plan, [])
        plans = self._hand(game, decision.seat).plans()
        plan = self._any_of(plans)
        return self._laid_out(game, plan, [other for other in plans if other is not plan])

    def _laid_out(self, game: Table, plan: Plan, others: Sequence[Plan]) -> Choice:
        """Lay a card out; what belongs to its plan follows."""
        text, parts = sentence(plan, others[0] if others else None), parts_of(plan, game)
        frame, steps = game.frame, self.steps
        laid = frame["card"] == plan.card
        units, targets = (frame["units"], frame["targets"]) if laid else ((), ())
        offered = tuple(Offer(cmd("choose", card=p.card), p.worth, short(p, game)) for p in others[:3])

        def step(verb: str, **args: str) -> None:
            steps.append(Choice(cmd(verb, **args), "staging", text, parts, offered))

        if not laid:
            step("choose", card=plan.card)
        for unit in units:
            if unit not in plan.units:
                step("release", unit=unit)
        steps.extend(
            self._step(game, task, "order", unit=task.deed.unit) for task in plan.tasks if task.deed.unit not in units
        )
        for target in targets:
            if target not in plan.targets:
                step("spare", unit=target)
        for target in plan.targets:
            if target not in targets:
                step("aim", unit=target)
        if plan.restored and not (laid and frame["restored"] == plan.restored):
            step("restore", unit=plan.restored)
        step("confirm")
        self._go(game, plan.tasks)
        if not cards()[plan.card].no_move:
            steps.append(Choice(cmd("done"), "moving", "All planned moves are done."))
        return steps.popleft()

    def _go(self, game: Table, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self.steps.extend(self._step(game, task, "move", unit=task.deed.unit, to=to) for to in task.deed.path)

    def _step(self, game: Table, task: Task, verb: str, **args: str) -> Choice:
        what = told(game, task.deed)
        return Choice(
            cmd(verb, **args), "moving" if verb == "move" else "staging", upper(what), (Part(what, task.worth),)
        )

    def _unit(self, hand: Hand, game: Table, decision: Decision) -> Choice:
        """Order the unit that can do most now."""
        able = [command.text("unit") for command in decision.options.of("order")]
        tasks = share_out(hand.outlook, {unit: hand.deeds(unit) for unit in able}, lambda beside, unit: not beside)
        if not tasks:
            return Choice(cmd("done"), "ordering", "No unit is worth an order.")
        self.steps.append(self._step(game, tasks[0], "order", unit=tasks[0].deed.unit))
        self._go(game, tasks)
        self.steps.append(Choice(cmd("done"), "moving", "All planned moves are done."))
        return self.steps.popleft()

    # --- moves and battles -------------------------------------------------------------------------------------------

    def _may_leave(self, decision: Decision) -> bool:
        return decision.kind == "moving" and bool(decision.options.of("leave"))

    def _move(self, outlook: Outlook, game: Table, decision: Decision) -> Choice:
        for command in decision.options.of("leave"):
            worth = sum(out.medals for out in game.scenario.exits if out.seat == decision.seat)
            return Choice(command, "moving", "The unit exits for a medal.", (Part("the exit", float(worth)),))
        deeds = {unit: self._left_to_do(outlook, game, unit) for unit in game.state.orders}
        tasks = share_out(outlook, deeds, lambda beside, unit: True)
        self._go(game, [task for task in tasks if task.deed.path][:1])
        if self.steps:
            return self.steps.popleft()
        return Choice(cmd("done"), "moving", "No move gains anything.")

    def _left_to_do(self, outlook: Outlook, game: Table, unit: str) -> list[Deed]:
        """Return what an ordered unit can still do; its battle from here is one of them even after a move."""
        found = deeds_of(outlook, game, unit) if next(unit_reasons(game, unit), None) is None else []
        if game.state.orders[unit].moved and may_battle(game, unit):
            here = game.state.units[unit].hex
            found += [Deed(unit, (), here, fight_of(outlook, game, unit, t), 0.0) for t in targets_of(game, unit)]
        return found

    def _battle(self, outlook: Outlook, game: Table, decision: Decision) -> Choice:
        found = best_battles(outlook, game, list(decision.options.of("battle")))
        if not found:
            return Choice(cmd("done"), "battling", "No battle is worth its risk.")
        best = self._any_of(found)
        return Choice(
            best.command, best.behaviour, best.text, best.parts, offers([c for c in found if c is not best][:3])
        )
