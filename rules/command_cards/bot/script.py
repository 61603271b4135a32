"""Plays every decision of one side: the best card, its battles, and what is asked in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.command_cards.battle import may_battle
from rules.command_cards.bot.hand import (
    CardPlan,
    HandEvaluation,
    Task,
    medals,
    parts_of,
    sentence,
    share_out,
    short,
    told,
    upper,
)
from rules.command_cards.bot.plans import Plotted, turn_of
from rules.command_cards.bot.position_evaluation import (
    Candidate,
    Fight,
    PositionEvaluation,
    candidates_of,
    fight_of,
    fight_worth,
)
from rules.command_cards.bot.weights import Stakes, Standing, Weights, after, fall, standing
from rules.command_cards.moving import unit_reasons
from rules.command_cards.retreat import ways_back
from rules.command_cards.state import Table, cls_of, title_of, type_of
from rules.command_cards.targets import targets_of, the
from rules.engine.command import Command, cmd
from rules.engine.english import capital, spelled
from rules.engine.evaluator import BotChoice, Offer, WorthPart
from rules.engine.options import Decision

# --- Which battle comes first: the one that, with all that the others can do after it, is worth most ---------------

Fights = Mapping[str, Sequence[tuple[Command, Fight]]]


def best_battles(evaluation: PositionEvaluation, game: Table, options: Sequence[Command]) -> list[BotChoice]:
    """Return the battles on offer, the best to begin with first; those that are worth nothing are left out."""
    fights: dict[str, list[tuple[Command, Fight]]] = {}
    for command in options:
        fight = fight_of(evaluation, game, command.text("unit"), command.text("target"))
        fights.setdefault(command.text("unit"), []).append((command, fight))
    rated = []
    for unit, own in fights.items():
        for command, fight in own:
            worth = fight_worth(evaluation, fight, _now(game, fight))
            rated.append((worth + _rest(evaluation, game, fights, unit, fight), worth, command, fight))
    rated = sorted((found for found in rated if found[1] > 0), key=lambda found: -found[0])
    return [battle_choice(evaluation, game, command, command.text("unit"), fight) for _, _, command, fight in rated]


def _now(game: Table, fight: Fight) -> Standing:
    return standing(game.state.units[fight.target].figures)


def _rest(evaluation: PositionEvaluation, game: Table, fights: Fights, first: str, fight: Fight) -> float:
    """Return what the other units' best battles are worth after a battle."""
    victim = game.state.units[fight.target]
    then = after(_now(game, fight), fight.dice, cls_of(game, victim), fight.spared, fight.shut)
    found = 0.0
    for unit, theirs in fights.items():
        if unit != first:
            found += max(
                fight_worth(evaluation, other, then if other.target == fight.target else _now(game, other))
                for _, other in theirs
            )
    return found


def battle_choice(evaluation: PositionEvaluation, game: Table, command: Command, unit: str, fight: Fight) -> BotChoice:
    """Return a battle with what it is worth, part by part."""
    victim, cls = game.state.units[fight.target], cls_of(game, game.state.units[fight.target])
    harm, lost, goes = evaluation.stakes.harm(fight.dice, cls, victim.figures, fight.spared, fight.shut)
    share = fight.takes_place
    parts = (
        WorthPart("figures", share * harm),
        WorthPart("what its loss also brings", share * lost * fight.lost),
        WorthPart("value of its retreat", share * goes * fight.goes),
        WorthPart("the card lying in wait", -fight.met),
    )
    worth = sum(part.points for part in parts)
    figures = fall(fight.dice, cls, victim.figures, fight.spared, fight.shut).figures_lost(victim.figures)
    text = (
        f"{capital(the(game, unit))} battles {the(game, fight.target)} with {spelled(fight.dice, 'die')}: "
        f"{lost:.0%} to destroy it, {goes:.0%} to drive it back, {figures:.1f} of its figures lost on average; "
        f"all this is worth {medals(worth)}."
    ).replace("dies:", "dice:")
    if fight.met:
        text += f" The enemy's card lying in wait makes it worth {medals(fight.met)} less."
    return BotChoice(command, "battling", text, tuple(part for part in parts if part.points))


def offers(choices: Sequence[BotChoice]) -> tuple[Offer, ...]:
    """Return choices as offers."""
    return tuple(Offer(c.command, sum(part.points for part in c.parts), c.text) for c in choices)


# --- What is asked in between: ground to take, ways back, flags, ambushes, overruns, cards to throw away -----------


def overrun(evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Return the best second battle."""
    unit, found = game.frame["unit"], []
    for command in decision.options.of("overrun"):
        fight = fight_of(evaluation, game, unit, command.text("target"))
        worth = fight_worth(evaluation, fight, standing(game.state.units[fight.target].figures))
        found.append((worth, battle_choice(evaluation, game, command, unit, fight)))
    found.sort(key=lambda rated: -rated[0])
    best, *others = [choice for _, choice in found]
    return replace(best, others=offers(others[:3]))


def ground(evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Take a hex that is worth more than the one left, with the overrun it allows."""
    unit, to = game.frame["unit"], game.frame["to"]
    here = game.state.units[unit]
    parts = list(evaluation.difference(unit, here.hex, to))
    if type_of(game, here).overrun:
        parts.append(WorthPart("a second battle", evaluation.weights.overrun))
    gain = sum(part.points for part in parts)
    who = capital(the(game, unit))
    if gain > 0:
        return BotChoice(cmd("take_ground"), "ground", f"{who} takes {to}, worth {medals(gain)}.", tuple(parts))
    stays = tuple(WorthPart(part.text, -part.points) for part in parts)
    return BotChoice(cmd("stay"), "ground", f"{who} stays: {to} is worth {medals(-gain)} less.", stays)


def way_back(evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Fall back where a unit is safest and of most use."""
    frame, onward = game.frame, decision.subject["onward"]
    assert isinstance(onward, Mapping)
    unit, flags = frame["unit"], frame["flags"]
    here = game.state.units[unit]
    figure = evaluation.stakes.unit(cls_of(game, here), here.figures) - evaluation.stakes.unit(
        cls_of(game, here), here.figures - 1
    )
    rated: list[tuple[float, Command, tuple[WorthPart, ...]]] = []
    for to, ways in onward.items():
        parts = evaluation.difference(unit, here.hex, to)
        parts += (WorthPart("figure lost with nowhere to retreat", -figure),) if flags and not ways else ()
        rated.append((sum(part.points for part in parts), cmd("retreat", to=to), parts))
    rated += [(0.0, cmd("halt"), ())] if frame["more"] else []
    rated.sort(key=lambda found: -found[0])
    _, command, parts = rated[0]
    who = capital(the(game, unit))
    text = f"{who} falls back to {command.text('to')}." if command.verb == "retreat" else f"{who} stops here."
    return BotChoice(command, "way_back", text, parts, tuple(Offer(other, points) for points, other, _ in rated[1:3]))


def flag(evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Ignore the flag, unless the hex behind is the better one."""
    unit = game.frame["unit"]
    here = game.state.units[unit].hex
    back = [evaluation.difference(unit, here, to) for to in ways_back(game, unit)]
    best = max(back, key=lambda parts: sum(part.points for part in parts), default=())
    gain, who = sum(part.points for part in best), capital(the(game, unit))
    if gain > evaluation.weights.obey and game.frame["flags"] == 1:
        return BotChoice(cmd("obey"), "flag", f"{who} retreats: the hex behind is worth {medals(gain)} more.", best)
    stays = tuple(WorthPart(part.text, -part.points) for part in best)
    text = f"{who} stands: {here} is worth at least as much as retreating."
    if gain > 0:
        text = f"{who} ignores the flag: retreating gains too little."
    return BotChoice(cmd("ignore"), "flag", text, stays)


def ambush(evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Spring the ambush if it is worth it; another assault may come this turn."""
    unit, spring = game.frame["unit"], cmd("spring")
    if spring not in decision.options:
        return BotChoice(cmd("hold"), "ambush", f"{capital(the(game, unit))} has no dice against the attacker.")
    fight = fight_of(evaluation, game, unit, game.frame["target"], extra=False)
    choice = battle_choice(evaluation, game, spring, unit, fight)
    if fight_worth(evaluation, fight, standing(game.state.units[fight.target].figures)) > evaluation.weights.spring:
        return choice
    return BotChoice(
        cmd("hold"), "ambush", f"The card waits for a better chance: {choice.text}", others=offers([choice])
    )


def exchange(hand: HandEvaluation, game: Table, decision: Decision) -> BotChoice:
    """Throw the card away that promises least, if a card of the deck promises more."""
    rated = sorted((hand.promise(card), card) for card in sorted(set(game.state.hands[decision.seat])))
    worth, worst = rated[0]
    gain, title = hand.average - worth, title_of(game, worst)
    parts = (WorthPart("an average card from the deck", hand.average), WorthPart(title, -worth))
    if gain > hand.weights.throw:
        return BotChoice(
            cmd("throw", card=worst), "exchange", f"{title} is worth less than an average card from the deck.", parts
        )
    return BotChoice(cmd("keep"), "exchange", f"No card is worth discarding. {title} is the weakest.")


# --- Plays every decision of one side ------------------------------------------------------------------------------

REPLIES: Final[Mapping[str, Callable[[PositionEvaluation, Table, Decision], BotChoice]]] = {
    "overrun": overrun,
    "ground": ground,
    "way_back": way_back,
    "flag": flag,
    "ambush": ambush,
}


class CardScript:
    """Plays one side through one game; `steps` are choices it has made already."""

    def __init__(self, weights: Weights, stakes: Stakes, plotted: Plotted | None = None) -> None:
        self.weights, self.stakes, self.plotted = weights, stakes, plotted
        self.steps: deque[BotChoice] = deque()

    def choose(self, game: Table, decision: Decision) -> BotChoice:
        """Return an option."""
        if self.steps and self._is_next(decision):
            return self.steps.popleft()
        self.steps.clear()
        game.memo = {}  # what is asked of the position is asked once
        try:
            return self._answer(game, decision)
        finally:
            game.memo = None  # a rollout plays on with the same game

    def _answer(self, game: Table, decision: Decision) -> BotChoice:
        if decision.kind == "staging":
            return self._card(game, decision)
        if decision.kind in ("ordering", "exchange"):
            hand = self._hand(game, decision.seat)
            return exchange(hand, game, decision) if decision.kind == "exchange" else self._unit(hand, game, decision)
        evaluation = PositionEvaluation(game, decision.seat, self.weights, self.stakes)
        if decision.kind == "moving":
            return self._move(evaluation, game, decision)
        if decision.kind == "battling":
            return self._battle(evaluation, game, decision)
        return REPLIES[decision.kind](evaluation, game, decision)

    def _hand(self, game: Table, seat: str) -> HandEvaluation:
        return HandEvaluation(game, seat, self.weights, self.stakes)

    # --- card and orders ---------------------------------------------------------------------------------------------

    def _card(self, game: Table, decision: Decision) -> BotChoice:
        if self.plotted is not None and self.plotted.turn == turn_of(game):
            return self._laid_out(game, self.plotted.plan, [])
        plans = self._hand(game, decision.seat).plans()
        return self._laid_out(game, plans[0], plans[1:])

    def _laid_out(self, game: Table, plan: CardPlan, others: Sequence[CardPlan]) -> BotChoice:
        """Lay a card out; what belongs to its plan follows."""
        text, parts = sentence(game, plan, others[0] if others else None), parts_of(plan, game)
        frame, steps = game.frame, self.steps
        laid = frame["card"] == plan.card
        units, targets = (frame["units"], frame["targets"]) if laid else ((), ())
        offered = tuple(Offer(cmd("choose", card=p.card), p.worth, short(p, game)) for p in others[:3])

        def step(verb: str, **args: str) -> None:
            steps.append(BotChoice(cmd(verb, **args), "staging", text, parts, offered))

        if not laid:
            step("choose", card=plan.card)
        for unit in units:
            if unit not in plan.units:
                step("release", unit=unit)
        steps.extend(
            self._step(game, task, "order", unit=task.candidate.unit)
            for task in plan.tasks
            if task.candidate.unit not in units
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
        if not game.scenario.charts.cards[plan.card].no_move:
            steps.append(BotChoice(cmd("done"), "moving", "All planned moves are done."))
        return steps.popleft()

    def _go(self, game: Table, tasks: Sequence[Task]) -> None:
        for task in tasks:
            self.steps.extend(
                self._step(game, task, "move", unit=task.candidate.unit, to=to) for to in task.candidate.path
            )

    def _step(self, game: Table, task: Task, verb: str, **args: str) -> BotChoice:
        what = told(game, task.candidate)
        return BotChoice(
            cmd(verb, **args), "moving" if verb == "move" else "staging", upper(what), (WorthPart(what, task.worth),)
        )

    def _unit(self, hand: HandEvaluation, game: Table, decision: Decision) -> BotChoice:
        """Order the unit that can do most now."""
        able = [command.text("unit") for command in decision.options.of("order")]
        tasks = share_out(
            hand.evaluation, {unit: hand.candidates(unit) for unit in able}, lambda beside, unit: not beside
        )
        if not tasks:
            return BotChoice(cmd("done"), "ordering", "No unit is worth an order.")
        first = self._step(game, tasks[0], "order", unit=tasks[0].candidate.unit)
        self.steps.append(replace(first, others=self._other_units(hand, game, able, tasks[0])))
        self._go(game, tasks)
        self.steps.append(BotChoice(cmd("done"), "moving", "All planned moves are done."))
        return self.steps.popleft()

    def _other_units(self, hand: HandEvaluation, game: Table, able: Sequence[str], first: Task) -> tuple[Offer, ...]:
        """Return the best that each other unit could do instead, the best first."""
        found = []
        for unit in able:
            if unit != first.candidate.unit:
                tasks = share_out(hand.evaluation, {unit: hand.candidates(unit)}, lambda beside, one: True)
                found += [Offer(cmd("order", unit=unit), t.worth, upper(told(game, t.candidate))) for t in tasks]
        return tuple(sorted(found, key=lambda offer: -offer.worth)[:3])

    # --- moves and battles -------------------------------------------------------------------------------------------

    def _is_next(self, decision: Decision) -> bool:
        """Tell whether the next step answers this question; another, as whom to order, may offer it too."""
        step = self.steps[0]
        asked = step.behaviour == decision.kind and step.command in decision.options
        return asked and not self._may_leave(decision)

    def _may_leave(self, decision: Decision) -> bool:
        return decision.kind == "moving" and bool(decision.options.of("leave"))

    def _move(self, evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
        for command in decision.options.of("leave"):
            worth = sum(out.medals for out in game.scenario.exits if out.seat == decision.seat)
            return BotChoice(command, "moving", "The unit exits for a medal.", (WorthPart("the exit", float(worth)),))
        candidates = {unit: self._left_to_do(evaluation, game, unit) for unit in game.state.orders}
        tasks = share_out(evaluation, candidates, lambda beside, unit: True)
        self._go(game, [task for task in tasks if task.candidate.path][:1])
        if self.steps:
            return self.steps.popleft()
        return BotChoice(cmd("done"), "moving", "No move gains anything.")

    def _left_to_do(self, evaluation: PositionEvaluation, game: Table, unit: str) -> list[Candidate]:
        """Return what an ordered unit can still do; its battle from here is one of them even after a move."""
        found = candidates_of(evaluation, game, unit) if next(unit_reasons(game, unit), None) is None else []
        if game.state.orders[unit].moved and may_battle(game, unit):
            here = game.state.units[unit].hex
            found += [
                Candidate(unit, (), here, fight_of(evaluation, game, unit, t), 0.0) for t in targets_of(game, unit)
            ]
        return found

    def _battle(self, evaluation: PositionEvaluation, game: Table, decision: Decision) -> BotChoice:
        found = best_battles(evaluation, game, list(decision.options.of("battle")))
        if not found:
            return BotChoice(cmd("done"), "battling", "No battle is worth its risk.")
        best, *others = found
        offered, text = offers(others[:3]), best.text
        more = max(offered, key=lambda offer: offer.worth, default=None)
        if more is not None and more.worth > sum(part.points for part in best.parts):
            who, whom = (the(game, more.command.text(key)) for key in ("unit", "target"))
            text += f" {capital(who)} against {whom} alone is worth {medals(more.worth)}, but all battles together"
            text += " are worth more with this one first."
        return BotChoice(best.command, best.behaviour, text, best.parts, offered)
