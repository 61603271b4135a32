"""Passing for a player where he has said that he hardly ever acts; every pass is logged and may be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.settings import Settings
from rules.engine.command import Command, cmd
from rules.engine.options import Decision

if TYPE_CHECKING:
    from app.game import GameController

KEY = "pass_for"
SIDES = ("german", "allied")


@dataclass(frozen=True, slots=True)
class Passing:
    """A kind of question that may be passed over: the order that lets it go by, its name, when it is put."""

    kind: str
    verb: str
    name: str
    when: str


KINDS: tuple[Passing, ...] = (
    Passing("purchase", "pass", "Buying a chit at once", "before each draw"),
    Passing("leaders", "done", "Relocating leaders", "at the start of an activation"),
    Passing("attach", "done", "Attaching support weapons", "at the start of an activation"),
    Passing("detach", "done", "Detaching support weapons", "at the start of an activation"),
    Passing("assault_markers", "done", "Preparing assaults", "in an activation, before the actions"),
    Passing("evacuation_moves", "done", "Moving evacuation markers", "at a German Direct Command chit"),
    Passing("air_strikes", "done", "Air strikes", "at the start of an activation"),
    Passing("opportunity_fire", "hold", "Opportunity fire", "whenever an enemy moves in sight"),
    Passing("defensive_fire", "hold", "Defensive fire", "in an assault on your units"),
    Passing("assault_indirect", "pass", "Indirect fire before an assault", "in an assault of yours"),
    Passing("interdiction", "hold", "Interdiction by aircraft", "when a column is seen on a road"),
    Passing("ambush", "decline", "FFI ambushes", "when a lone German unit passes"),
    Passing("ridge_claim", "decline", "Claiming ridges", "when your units stand on one"),
    Passing("reroll", "keep", "Bourbon and Cognac", "after each die, while the marker is there"),
    Passing("hero", "no_hero", "A hero's help", "when a hero could help with a die"),
    Passing("air_barrage", "no_barrage", "Barrages by aircraft", "after an air attack"),
    Passing("take_up", "leave_markers", "Taking up evacuation markers", "when all three are in play"),
)
BY_KIND: Mapping[str, Passing] = {passing.kind: passing for passing in KINDS}


def chosen(settings: Settings) -> dict[str, set[str]]:
    """Return the kinds each side wants to be passed over; none at first."""
    kept = settings.get(KEY, {})
    return {side: {k for k in kept.get(side, ()) if k in BY_KIND} for side in SIDES}


def choose(settings: Settings, kinds: Mapping[str, Iterable[str]]) -> None:
    """Keep what each side wants to be passed over."""
    settings.set(KEY, {side: sorted(kinds.get(side, ())) for side in SIDES})


def pass_order(decision: Decision | None, wanted: Mapping[str, set[str]]) -> Command | None:
    """Return the order that passes a decision over, if its player wants that and it is on offer."""
    if decision is None or decision.kind not in wanted.get(decision.seat, ()):
        return None
    order = cmd(BY_KIND[decision.kind].verb)
    return order if order.verb in decision.options.verbs() and order in decision.options else None


class PassForMe(QObject):
    """Give the passing order of a game where a player wants it.

    After an undo the question that has come back is put to the player, whatever he chose. What was passed is kept by
    position, so that the log can tell it again.
    """

    def __init__(self, game: GameController, settings: Settings) -> None:
        super().__init__(game)
        self.game, self.settings = game, settings
        self.passed: dict[int, dict[str, Any]] = {}
        self._held = -1

    def started(self) -> None:
        """Forget the passes of another game."""
        self.passed, self._held = {}, -1

    def gone_back(self) -> None:
        """Put the question that an undo has brought back."""
        session = self.game.session
        self._held = session.seq if session is not None else -1
        self.passed = {seq: event for seq, event in self.passed.items() if seq < self._held}

    def go_on(self) -> list[dict[str, Any]]:
        """Pass over one question if its player wants that; return the line for the log, which is told before it."""
        session, order = self.game.session, pass_order(self.game.decision, chosen(self.settings))
        if session is None or order is None or session.seq == self._held:
            return []
        decision = self.game.decision
        assert decision is not None
        self.passed[session.seq] = {"event": "PassedFor", "side": decision.seat, "kind": decision.kind}
        return [self.passed[session.seq]]

    def carry_out(self) -> None:
        """Give the order that `go_on` has announced."""
        order = pass_order(self.game.decision, chosen(self.settings))
        if order is not None:
            self.game.submit(order)

    def history(self) -> list[dict[str, Any]]:
        """Return every event of the present line with the passes between them."""
        session = self.game.session
        events = list(session.events) if session is not None else []
        marked = [(seq + 1, -1, event) for seq, event in self.passed.items()]
        marked += [(seq, place, event) for place, (seq, event) in enumerate(events)]
        return [event for _, _, event in sorted(marked, key=lambda entry: entry[:2])]
