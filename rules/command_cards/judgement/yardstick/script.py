"""Looks one step ahead: the card whose units can do most, moves toward battles, the best battle first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from rules.command_cards.judgement.yardstick.plans import Planner, next_mover
from rules.command_cards.judgement.yardstick.worth import battle_worth, place_worth
from rules.command_cards.state import Table
from rules.engine.command import Command, cmd
from rules.engine.judgement import Choice
from rules.engine.options import Decision

ADVANCE: Final = 0.4  # what ground may be worse than the hex left and is still taken: it was won


class CardScript:
    """Chooses for one side through one game; `steps` are commands it has decided on."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.steps: deque[Command] = deque()
        self.answers: Mapping[str, Callable[[Table, Decision], Command | None]] = {
            "staging": self._card, "ordering": self._unit, "moving": self._move, "battling": self._battle,
            "overrun": self._overrun, "ground": self._ground, "way_back": self._retreat, "flag": self._flag,
            "ambush": self._ambush, "exchange": self._exchange,
        }  # fmt: skip

    def choose(self, game: Table, decision: Decision) -> Choice:
        """Return an option."""
        if self.steps and self.steps[0] in decision.options:
            return Choice(self.steps.popleft(), decision.kind)
        self.steps.clear()
        game.memo = {}  # the position is only looked at
        command = self.answers[decision.kind](game, decision)
        if command is not None and command in decision.options:
            return Choice(command, decision.kind)
        return Choice(self.random.choice(list(decision.options)), "chance")

    def _card(self, game: Table, decision: Decision) -> Command | None:
        plan = Planner(game, decision.seat).best()
        if game.frame["card"] == plan.card:  # laid out by somebody else
            return cmd("confirm")
        self.steps.extend(cmd("order", unit=unit) for unit in plan.units)
        self.steps.extend(cmd("aim", unit=unit) for unit in plan.targets)
        self.steps.extend([cmd("restore", unit=plan.restored)] if plan.restored else [])
        self.steps.append(cmd("confirm"))
        return cmd("choose", card=plan.card)

    def _unit(self, game: Table, decision: Decision) -> Command | None:
        planner = Planner(game, decision.seat)
        worth = {command: planner.deed(command.text("unit")) for command in decision.options.of("order")}
        return max(worth, key=worth.__getitem__, default=None)

    def _move(self, game: Table, decision: Decision) -> Command | None:
        leaving = decision.options.of("leave")
        if leaving:
            return leaving[0]
        unit, deed = next_mover(game, tuple(game.state.orders))
        if not unit:
            return cmd("done")
        self.steps.extend(cmd("move", unit=unit, to=to) for to in deed.path[1:])
        return cmd("move", unit=unit, to=deed.path[0])

    def _battle(self, game: Table, decision: Decision) -> Command | None:
        worth = {c: battle_worth(game, c.text("unit"), c.text("target")) for c in decision.options.of("battle")}
        return max(worth, key=worth.__getitem__, default=cmd("done"))

    def _overrun(self, game: Table, decision: Decision) -> Command | None:
        unit = game.frame["unit"]
        worth = {c: battle_worth(game, unit, c.text("target")) for c in decision.options.of("overrun")}
        return max(worth, key=worth.__getitem__, default=None)

    def _ground(self, game: Table, decision: Decision) -> Command | None:
        unit, to = game.frame["unit"], game.frame["to"]
        here = game.state.units[unit]
        gain = place_worth(game, unit, to) - place_worth(game, unit, here.hex)
        return cmd("take_ground" if gain > -ADVANCE or here.type.overrun else "stay")

    def _retreat(self, game: Table, decision: Decision) -> Command | None:
        frame = game.frame
        onward = decision.subject["onward"]
        assert isinstance(onward, Mapping)
        unit, flags = frame["unit"], frame["flags"]
        worth = {to: place_worth(game, unit, to) + (0.0 if not flags or ways else -1.5) for to, ways in onward.items()}
        best = max(worth, key=worth.__getitem__)
        here = game.state.units[unit].hex
        return (
            cmd("halt") if frame["more"] and place_worth(game, unit, here) >= worth[best] else cmd("retreat", to=best)
        )

    def _flag(self, game: Table, decision: Decision) -> Command | None:
        return cmd("ignore")

    def _ambush(self, game: Table, decision: Decision) -> Command | None:
        return cmd("spring")

    def _exchange(self, game: Table, decision: Decision) -> Command | None:
        planner = Planner(game, decision.seat)
        worth = {card: planner.plan_of(card) for card in sorted(set(game.state.hands[decision.seat]))}
        worst = min(worth, key=worth.__getitem__)
        return cmd("throw", card=worst) if worth[worst] <= 0.5 else cmd("keep")
