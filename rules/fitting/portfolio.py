"""Plans for a whole chit: what each unit does first or leaves undone, and what each could do otherwise than usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from rules.company_scale.bot.activation import Activation
from rules.company_scale.bot.chits import chit_of
from rules.company_scale.bot.ground import March
from rules.company_scale.bot.memory import Order, ScriptMemory
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.shots import Shots
from rules.company_scale.bot.unit_actions import action_of, move_of, unit_of
from rules.company_scale.bot.value import Offer
from rules.company_scale.bot.weights import Weights, weights_of
from rules.company_scale.pieces import enemy_holds, is_deployed, units_on_map
from rules.company_scale.r05_command import pending_unit, under_direct_command
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, cmd
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.options import Decision
from rules.hexes.grid import hex_name

# --- A plan: what each unit does first or leaves undone under one chit ----------------------------------------------


class Part(NamedTuple):
    """What one unit is to do: an action that comes first, if any, and the actions it leaves undone."""

    text: str
    first: Offer | None = None
    barred: frozenset[str] = frozenset()


USUAL: Final = Part("as usual")
Plan: TypeAlias = tuple[tuple[str, Part], ...]
"""A part for each unit that does not act as usual, in the order in which they begin."""
NOTHING: Final[Plan] = ()


class PlannedScript:
    """Plays as usual but for a plan under one chit."""

    def __init__(self, seed: int, plan: Plan, chit: tuple[int, int]) -> None:
        self._script = CompanyScript(seed, Manner())
        barred = frozenset[str]().union(*(part.barred for _, part in plan))
        self._script.mind.order = Order("plan", chit, barred)
        self._firsts = [part.first for _, part in plan if part.first is not None]
        self._chit = chit

    def choose(self, game: Battle, decision: Decision) -> BotChoice:
        """Return the next first action of the plan when a unit may begin one, else what the script does."""
        mind = self._script.mind
        if self._firsts and decision.kind == "activation" and chit_of(game.state) == self._chit:
            mind.turn_to(game, decision)
            if not pending_unit(game) and mind.first is None and not isinstance(mind.intent, March):
                mind.first = self._firsts.pop(0)
        return self._script.choose(game, decision)


# --- The portfolio: what each unit could do first ------------------------------------------------------------------

VARIANTS: Final[Mapping[str, Mapping[str, float]]] = {
    "rush": {"exposed": 0.2, "cover": 0.5, "shot_at": 0.2, "pull": 1.5, "out_of_command": 0, "veto_fire": 30},
    "keep to cover": {"exposed": 2.5, "cover": 2, "shot_at": 3},
    "come to shoot": {"shooting": 4, "exposed": 0.7, "pull": 0.6},
    "draw back": {"exposed": 6, "pull": 0.1, "shooting": 0, "cover": 3},
}
"""Other ways to choose a move: by what the weights of the script are multiplied."""
QUICK: Final = 2
"""How many of a unit's actions without a move may come first."""


@cache
def _variant(name: str) -> Weights:
    usual = weights_of(Manner())
    changed = VARIANTS[name]
    return Weights(**{f.name: getattr(usual, f.name) * changed.get(f.name, 1.0) for f in fields(Weights)})


def active_units(game: Battle, seat: str) -> list[str]:
    """Return the units on the map that the chit in play makes active, or that could be paid for."""
    state = game.state
    if under_direct_command(game):
        return [u for u in units_on_map(game, seat) if not game.scenario.units[u].marker]
    return [u for u in state.activity if state.units[u].place == MAP and not game.scenario.units[u].marker]


def portfolio(game: Battle, decision: Decision) -> dict[str, list[Part]]:
    """Return for each unit that could act what it may do otherwise than usual."""
    mind = ScriptMemory(0, weights_of(Manner()))
    activation = Activation(mind, Shots(mind))
    mind.turn_to(game, decision)
    offers = activation.all_offers(game, decision)
    evaluations = {name: PositionEvaluation(game, decision.seat, _variant(name)) for name in VARIANTS}
    found: dict[str, list[Part]] = {}
    for unit in active_units(game, decision.seat):
        own = [offer for offer in offers if unit_of(offer.command) == unit]
        parts = list(_parts(game, decision.seat, unit, own, activation, evaluations))
        if parts:
            found[unit] = parts
    return found


def _parts(
    game: Battle,
    seat: str,
    unit: str,
    own: Sequence[Offer],
    activation: Activation,
    evaluations: Mapping[str, PositionEvaluation],
) -> Iterator[Part]:
    quick = [offer for offer in own if not isinstance(offer.intent, March)]
    usual = next((offer.intent for offer in own if isinstance(offer.intent, March)), None)
    if usual is not None:
        yield Part("hold", None, frozenset({move_of(unit)}))
        yield Part("move first", next(o for o in own if isinstance(o.intent, March)))
    if own:
        yield Part("wait", None, everything(game, seat, unit, own))
    for offer in quick[:QUICK]:
        yield Part(f"first {offer.command.verb}", offer)
    if under_direct_command(game) and not own:
        return
    stuck = not activation._may_leave(game, unit) or (is_deployed(game, unit) and would_abandon(game, unit))
    ends = {usual.steps[-1][0]} if usual is not None and usual.steps else set()
    for name, evaluation in evaluations.items():
        march = None if stuck else evaluation.errand(unit, settles=activation._settles(game, unit)).move()
        if march is not None and march.steps and march.steps[-1][0] not in ends:
            ends.add(march.steps[-1][0])
            turn = cmd("change_formation", unit=unit) if is_deployed(game, unit) else cmd("move", units=(unit,))
            yield Part(name, Offer(1.0, turn, march))


def everything(game: Battle, seat: str, unit: str, own: Sequence[Offer]) -> frozenset[str]:
    """Return all that a unit could do of its own accord."""
    enemies = [h for h in game.state.stacks if enemy_holds(game, h, seat)]
    commands: list[Command] = [cmd("rally", unit=unit), cmd("change_formation", unit=unit)]
    commands += [cmd("build", unit=unit, what=what) for what in ("foxhole", "trench")]
    commands += [cmd("fire", unit=unit, hex=hex_name(h)) for h in enemies]
    commands += [cmd("indirect_fire", unit=unit, hex=hex_name(h)) for h in enemies]
    return frozenset({move_of(unit), *map(str, commands), *(action_of(offer) for offer in own)})
