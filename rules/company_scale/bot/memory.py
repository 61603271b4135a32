"""What the script remembers through one game, and the orders it plays under."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from rules.company_scale.bot.fire import KeptLosses
from rules.company_scale.bot.ground import March
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.reasons import NO_REASON
from rules.company_scale.bot.value import Offer
from rules.company_scale.bot.weights import Weights
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.state import Battle
from rules.engine.options import Decision

# --- What a plan orders: an action that comes first, and actions that are left undone under one chit ------------------


class Order(NamedTuple):
    """An order in words, given for one chit: `barred` are actions to be left undone, `first` is to be begun at once."""

    text: str
    chit: tuple[int, int] = (0, 0)
    barred: frozenset[str] = frozenset()
    first: Offer | None = None


USUAL: Final = Order("default plan")


# --- What the script keeps in mind through one game, shared by its behaviours --------------------------------------


class ScriptMemory:
    """One side's random numbers and memory: the move or fire under way, what it has considered and seen.

    `paid_for` is what a unit has just been paid for (5.1), `done` what is not tried again under the same chit, `busy`
    which chits have something to do this turn; `sights`, `shots` and `targets` hold until someone fires,
    `losses` wherever nothing has changed that they follow from.
    `left` is the hex each unit last moved from, with the turn: it does not go back there at once.
    `why` is the reason for the last answer, as far as the behaviour told it; one that `tells` compares with all else.
    """

    def __init__(self, seed: int, weights: Weights, order: Order = USUAL, *, tells: bool = False) -> None:
        self.random, self.weights, self.tells = Random(seed), weights, tells
        self.order = order
        self.intent: March | Shot | None = None
        self.paid_for: Offer | None = None
        self.first = order.first
        self.why = NO_REASON
        self.done: set[object] = set()
        self.left: dict[str, tuple[int, int]] = {}
        self.busy: dict[tuple[str, int], bool] = {}
        self.sights: dict[tuple[str, int], bool] = {}
        self.shots: dict[tuple[object, ...], tuple[float, Shot]] = {}
        self.targets: dict[tuple[object, ...], tuple[float, str]] = {}
        self.losses = KeptLosses()
        self._chit: tuple[int, int] = (0, 0)
        self._evaluation: PositionEvaluation | None = None
        self._is_old = False

    def recall(self, other: ScriptMemory) -> None:
        """Remember what the same side remembers under another order."""
        self.intent, self.paid_for, self.done = other.intent, other.paid_for, other.done
        self.left, self.busy, self._chit = other.left, other.busy, other._chit
        self.sights, self.shots, self.targets, self.losses = other.sights, other.shots, other.targets, other.losses

    def turn_to(self, game: Battle, decision: Decision) -> None:
        """Forget what no longer holds once someone has fired or another chit is in play."""
        chit = (game.state.turn, len(game.state.played))
        if chit != self._chit or decision.kind not in ("activation", "movement"):
            self._is_old = True
            for thoughts in (self.sights, self.shots, self.targets):
                thoughts.clear()
        if chit != self._chit:
            self._chit, self.done, self.intent = chit, set(), None
        if chit != self.order.chit:
            self.order, self.first = USUAL, None

    def evaluation(self, game: Battle, seat: str) -> PositionEvaluation:
        """Return the evaluation; until someone fires, one's own moves do not change it."""
        if self._evaluation is None or self._is_old or self._evaluation.seat != seat:
            self._evaluation, self._is_old = PositionEvaluation(game, seat, self.weights, self._evaluation), False
        self._evaluation.game = game
        self._evaluation.left = {unit: h for unit, (h, turn) in self.left.items() if game.state.turn - turn <= 1}
        return self._evaluation
