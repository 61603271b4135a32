"""What the script keeps in mind through one game, shared by its behaviours."""

from __future__ import annotations

from random import Random

from rules.company_scale.judgement.fire import KeptLosses
from rules.company_scale.judgement.ground import March
from rules.company_scale.judgement.offers import Offer
from rules.company_scale.judgement.orders import USUAL, Order
from rules.company_scale.judgement.outlook import Outlook
from rules.company_scale.judgement.reasons import NO_REASON
from rules.company_scale.judgement.weights import Weights
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.state import Battle
from rules.engine.options import Decision


class Mind:
    """One side's random numbers and memory: the move or fire under way, what it has considered and seen.

    `paid_for` is what a unit has just been paid for (5.1), `done` what is not tried again under the same chit, `busy`
    which chits have something to do this turn; `sights`, `shots` and `targets` hold until someone fires,
    `losses` wherever nothing has changed that they follow from.
    `left` is the hex each unit last moved from, with the turn: it does not go back there at once.
    `why` is the reason for the last answer, as far as the behaviour told it.
    """

    def __init__(self, seed: int, weights: Weights, order: Order = USUAL) -> None:
        self.random, self.weights = Random(seed), weights
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
        self._outlook: Outlook | None = None
        self._is_old = False

    def recall(self, other: Mind) -> None:
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

    def outlook(self, game: Battle, seat: str) -> Outlook:
        """Return the outlook; until someone fires, one's own moves do not change it."""
        if self._outlook is None or self._is_old or self._outlook.seat != seat:
            self._outlook, self._is_old = Outlook(game, seat, self.weights, self._outlook), False
        self._outlook.game = game
        self._outlook.left = {unit: h for unit, (h, turn) in self.left.items() if game.state.turn - turn <= 1}
        return self._outlook
