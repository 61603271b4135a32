"""What the script does in an activation: ideas are tried on the rules first, commands are there to be spent (5, 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.company_scale.bot.assault import is_only_guard, keeps_marker
from rules.company_scale.bot.fire import rally_worth
from rules.company_scale.bot.ground import March
from rules.company_scale.bot.memory import ScriptMemory
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.reasons import Why, nothing_left, why
from rules.company_scale.bot.shots import Shots, best_target, is_gun
from rules.company_scale.bot.unit_actions import action_of, handling, move_of, unit_of, works_of
from rules.company_scale.bot.value import Answer, Offer, best_first, key_of
from rules.company_scale.pieces import counter, is_deployed, side_of
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import (
    KAMPFGRUPPE,
    action_reasons,
    chit_kind,
    commands_of,
    pending_unit,
    under_direct_command,
)
from rules.company_scale.r06_reach import walk
from rules.company_scale.r08_5_2_return import rally_points
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r08_direct_fire import targets_of
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.r23_1_ffi import price_of
from rules.company_scale.state import MAP, ROUTED, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import are_adjacent, distance, hex_id, hex_name

Able: TypeAlias = Sequence[tuple[str, float]]
"""The units that could act, each with what its action costs in worth."""


class Activation:
    """Answers where units act and while they move."""

    def __init__(self, mind: ScriptMemory, shots: Shots) -> None:
        self.mind, self.shots = mind, shots

    def answers(self) -> Mapping[str, Answer]:
        """Return the answers to decisions, by kind."""
        return {"activation": self._activation, "movement": self._movement, "ridge_claim": self._ridge_claim}

    def _activation(self, game: Battle, decision: Decision) -> Command:
        """Do what a unit was paid for, go on with a move, or do what is worth most."""
        mind, pending = self.mind, pending_unit(game)
        paid, mind.paid_for = mind.paid_for, None
        if paid is not None and pending and paid.command in decision.options:
            mind.why = self._why(game, decision, paid)
            mind.intent = paid.intent
            return paid.command
        first, mind.first = mind.first, None
        if first is not None and (command := self._begun(game, decision, first)) is not None:
            mind.why = self._why(game, decision, first)
            return command
        if isinstance(mind.intent, March) and move_of(mind.intent.unit) not in mind.order.barred:
            again = self._march(game, decision, mind.intent)
            if again is not None:
                return again
        least = 0.0 if pending else mind.weights.least_action
        for ranked in self._ranked(game, decision, least):
            command = self._best(game, decision, ranked)
            if command is not None:
                return command
        mind.why = nothing_left(least)
        return cmd("pass_unit", unit=pending) if pending else cmd("end_activation")

    def _ranked(self, game: Battle, decision: Decision, least: float) -> Iterator[list[Offer]]:
        """Yield what is worth more than the least, best first: what needs no move, then moves, then works."""
        able = list(self._acting(game, decision.seat))
        for offers in (
            self._quick(game, decision.seat, able),
            self._marches(game, decision, able),
            self._digging(game, decision.seat, able),
        ):
            ranked = best_first(offers)
            yield [offer for offer in ranked if offer.worth > least and action_of(offer) not in self.mind.order.barred]

    def considered(self, game: Battle, decision: Decision) -> tuple[Offer | None, list[Offer]]:
        """Return what is begun next, if anything, and all that could be done now and is worth something, best first."""
        self.mind.turn_to(game, decision)
        usual = None
        for ranked in self._ranked(game, decision, self.mind.weights.least_action):
            usual = next((offer for offer in ranked if self._begun(game, decision, offer) is not None), None)
            if usual is not None:
                break
        return usual, self.all_offers(game, decision)

    def all_offers(self, game: Battle, decision: Decision) -> list[Offer]:
        """Return all that any unit could do now and is worth something, of whatever kind, best first."""
        seat, able = decision.seat, list(self._acting(game, decision.seat))
        found = [*self._quick(game, seat, able), *self._digging(game, seat, able)]
        evaluation = self.mind.evaluation(game, seat)
        for unit, price in able:
            if game.state.units[unit].place == MAP and self._may_leave(game, unit):
                move = self._move(game, evaluation, unit, price)
                found += [move] if move is not None and self._can_begin(game, decision, move) else []
        return best_first(offer for offer in found if offer.worth > 0)

    def _others(self, game: Battle, decision: Decision, offer: Offer) -> list[Offer]:
        """Return what else any unit could begin now instead of what is offered, of whatever kind, best first."""
        done, order = self.mind.done, self.mind.order

        def is_open(other: Offer) -> bool:
            key = key_of(game, unit_of(other.command))
            tried = (str(other.command), key) in done or (isinstance(other.intent, March) and key in done)
            return not tried and action_of(other) not in order.barred and self._can_begin(game, decision, other)

        return [o for o in self.all_offers(game, decision) if action_of(o) != action_of(offer) and is_open(o)]

    def _best(self, game: Battle, decision: Decision, ranked: list[Offer]) -> Command | None:
        """Begin the best offer the rules allow now."""
        for place, offer in enumerate(ranked, 1):
            command = self._begun(game, decision, offer)
            if command is not None:
                self.mind.why = self._why(game, decision, offer, ranked[place:])
                return command
        return None

    def _why(self, game: Battle, decision: Decision, offer: Offer, ranked: Sequence[Offer] = ()) -> Why:
        """Return the reason for an offer, its move accounted for; `ranked` are those of its kind that come after it."""
        others = self._others(game, decision, offer) if self.mind.tells else ranked
        march = offer.intent
        if isinstance(march, March) and march.steps:
            evaluation = self.mind.evaluation(game, side_of(game, march.unit))
            errand = evaluation.errand(march.unit, settles=self._settles(game, march.unit))
            offer = offer._replace(intent=errand.account(march))
        return why(game, offer, self._cost(game, offer), others)

    def _cost(self, game: Battle, offer: Offer) -> float:
        """Return what the command for an offer's action is worth, 0 where it costs none (5.1)."""
        unit = unit_of(offer.command)
        activity = game.state.activity.get(unit)
        paid = activity is None or (activity.used == 1 and not activity.paid)
        return self._price(game, unit) if paid else 0.0

    def _begun(self, game: Battle, decision: Decision, offer: Offer) -> Command | None:
        """Return the command that begins what is offered, None where the rules do not allow it now."""
        unit = unit_of(offer.command)
        if not under_direct_command(game) or unit in game.state.activity:
            if offer.command not in decision.options:
                return None
            self.mind.intent = offer.intent
            return offer.command
        activate = cmd("activate", unit=unit)
        barred = (str(offer.command), key_of(game, unit))
        if barred in self.mind.done or activate not in decision.options:
            return None
        work = game.branch()
        work.run()
        work.apply(activate)
        asked = work.run()
        if not isinstance(asked, Decision) or offer.command not in asked.options:
            self.mind.done.add(barred)
            return None
        self.mind.paid_for = offer._replace(worth=offer.worth + self._cost(game, offer))
        return activate

    def _acting(self, game: Battle, seat: str) -> Iterator[tuple[str, float]]:
        """Yield each unit that can act, with what its action costs in worth."""
        direct, pending = under_direct_command(game), pending_unit(game)
        members = game.scenario.roster.sides.get(seat, ()) if direct else tuple(game.state.activity)
        for unit in members:
            record, activity = game.state.units[unit], game.state.activity.get(unit)
            if record.place not in (MAP, ROUTED) or side_of(game, unit) != seat or counter(game, unit).marker:
                continue
            if activity is None:
                if not direct or pending not in ("", unit) or commands_of(game, unit) < price_of(game, unit):
                    continue
            elif pending != unit if direct else activity.used >= 2:
                continue
            elif activity.used and next(action_reasons(game, unit, seat=seat, on_map=False), None):
                continue  # 5.1: out of command there is no second action
            if direct:
                yield unit, 0.0 if pending else self._price(game, unit)
            else:
                paid = activity is None or activity.used != 1 or activity.paid
                yield unit, 0.0 if paid else self._price(game, unit)

    def _price(self, game: Battle, unit: str) -> float:
        """Return what a command is worth: what is in stock comes again every turn, and the last turn needs none."""
        weights, left = self.mind.weights, game.scenario.turns - game.state.turn
        scarce = max(0.0, 1 - commands_of(game, unit) / weights.stock) if left else 0.0
        return weights.command * max(scarce, weights.plentiful)

    def _quick(self, game: Battle, seat: str, able: Able) -> Iterator[Offer]:
        """Yield actions of able units without a move: fires, rallies, returns, getting on and off transports."""
        yield from (Offer(worth, command) for worth, command in handling(game, seat, self.mind.weights))
        for unit, price in able:
            record = game.state.units[unit]
            if record.place == ROUTED:
                yield from (Offer(self.mind.weights.returning - price, c) for c in _returns(game, unit))
                continue
            worth = rally_worth(game, record.hex, self.mind.weights)
            if record.hex not in game.state.rallied:
                yield Offer(worth - price, cmd("rally", unit=unit))
            activity = game.state.activity.get(unit)
            bit = 2 if activity and activity.used == 1 else 1  # 8.0: one fire per hex among first actions, one later
            if game.state.fired.get(record.hex, 0) & bit:
                continue
            for target in targets_of(game, unit):
                yield from self._fires(game, unit, target, price)
            if is_gun(game, unit):
                yield from self._shells(game, unit, price)

    def _shells(self, game: Battle, unit: str, price: float) -> Iterator[Offer]:
        """Yield the best indirect fire, or the change that sets up a gun in column."""
        activity = game.state.activity.get(unit)
        if is_deployed(game, unit):
            key = (unit, 0, (), key_of(game, unit))
            if key in self.mind.done:
                return
            memo = (game.state.units[unit].hex, *key)
            if memo not in self.mind.targets:
                self.mind.targets[memo] = best_target(game, unit, self.mind.sights, self.mind.losses, self.mind.weights)
            worth, target = self.mind.targets[memo]
            if target:
                yield Offer(worth - price, cmd("indirect_fire", unit=unit, hex=target))
            else:
                self.mind.done.add(key)
        elif not (activity and activity.flipped) and _can_turn(game, unit) and self._in_range(game, unit):
            yield Offer(self.mind.weights.set_up_gun - price, cmd("change_formation", unit=unit))

    def _in_range(self, game: Battle, unit: str) -> bool:
        """Tell whether an enemy is in range of a gun, so that it is set up where it is."""
        power, here = indirect_of(counter(game, unit).deployed), game.state.units[unit].hex
        reach = 0 if power is None else min(power.range, 20)
        return any(distance(here, h) <= reach for h in self.mind.evaluation(game, side_of(game, unit)).enemies)

    def _fires(self, game: Battle, unit: str, target: int, price: float) -> Iterator[Offer]:
        """Yield a fire, preceded by the change to the deployed side if the unit is in column."""
        activity = game.state.activity.get(unit)
        if (unit, target, (), key_of(game, unit)) in self.mind.done:
            return
        worth, shot = self.shots.best(game, unit, target, ())
        if not is_deployed(game, unit) and not (activity and activity.flipped) and _can_turn(game, unit):
            yield Offer(worth + self.mind.weights.pause_to_deploy - price, cmd("change_formation", unit=unit))
        yield Offer(worth - price, cmd("fire", unit=unit, hex=hex_name(target)), shot)

    def _marches(self, game: Battle, decision: Decision, able: Able) -> Iterator[Offer]:
        """Yield the first move that pays and can begin; units with none are not tried again under this chit."""
        for unit, price in able:
            key = key_of(game, unit)
            if move_of(unit) in self.mind.order.barred:
                continue
            if key in self.mind.done or game.state.units[unit].place != MAP:
                continue
            stays = not self._may_leave(game, unit)
            offer = self._move(game, self.mind.evaluation(game, decision.seat), unit, price, stays=stays)
            pays = offer is not None and offer.worth > self.mind.weights.least_action
            if offer is not None and pays and self._can_begin(game, decision, offer):
                arriving = _arriving(game, offer)
                if arriving is not None:
                    yield arriving
                    return
            self.mind.done.add(key)

    def _can_begin(self, game: Battle, decision: Decision, offer: Offer) -> bool:
        if under_direct_command(game) and unit_of(offer.command) not in game.state.activity:
            return True  # tried out when it is paid for
        return offer.command in decision.options

    def _move(
        self, game: Battle, evaluation: PositionEvaluation, unit: str, price: float, *, stays: bool = False
    ) -> Offer | None:
        """Return the better of a move and a change to the deployed side; a unit that `stays` only changes."""
        deployed, here = is_deployed(game, unit), game.state.units[unit].hex
        activity = game.state.activity.get(unit)
        flipped = activity is not None and activity.flipped
        stuck = stays or (deployed and (flipped or would_abandon(game, unit)))  # 21.2: guns left behind are lost
        errand = evaluation.errand(unit, settles=not stuck and self._settles(game, unit))
        march = errand.move() if not stuck else None
        dig_in = 0.0 if deployed else errand.place(here, deployed=True) - errand.place(here, deployed=False)
        if march is not None and march.gain - price > max(
            self.mind.weights.least_action, 0.0 if deployed else dig_in - price
        ):
            turn = cmd("change_formation", unit=unit) if deployed else cmd("move", units=(unit,))
            return Offer(march.gain - price, turn, march)
        if not deployed and not flipped and dig_in > 0 and _can_turn(game, unit):
            return Offer(dig_in + self.mind.weights.pause_to_deploy - price, cmd("change_formation", unit=unit))
        return None

    def _settles(self, game: Battle, unit: str, *, begun: bool = False) -> bool:
        """Tell whether a unit that moves now has a second action to deploy with (5.1)."""
        activity = game.state.activity.get(unit)
        if activity is None or activity.used > begun or under_direct_command(game) or self.mind.weights.settling == 0:
            return False
        able = chit_kind(game.state.chit) != KAMPFGRUPPE and commands_of(game, unit) > 1
        return able and counter(game, unit).deployed is not None

    def _may_leave(self, game: Battle, unit: str) -> bool:
        """Tell whether a unit may move at all: not one that prepares an assault, nor a goal's only guard."""
        return not keeps_marker(game, unit) and not is_only_guard(game, unit, self.mind.weights)

    def _digging(self, game: Battle, seat: str, able: Able) -> Iterator[Offer]:
        """Yield works for units with an action left, and the turn to the deployed side that comes before."""
        for unit, price in able:
            if game.state.units[unit].place == MAP and side_of(game, unit) == seat:
                yield from works_of(game, unit, price, self.mind.weights)

    def _march(self, game: Battle, decision: Decision, march: March) -> Command | None:
        """Go on with a move that has not begun yet, turning to column first; one that is over is forgotten."""
        if march.steps and are_adjacent(march.steps[0][0], game.state.units[march.unit].hex):
            turn = cmd("change_formation", unit=march.unit)
            if is_deployed(game, march.unit) and turn in decision.options:
                return turn
            command = cmd("move", units=(march.unit,))
            if command in decision.options:
                return command
        self.mind.intent = None
        return None

    def _movement(self, game: Battle, decision: Decision) -> Command:
        """Follow the march; a move that cannot begin is not tried again."""
        subject: Any = decision.subject
        done = int(subject["steps"])
        if not done:  # it is not to go back there at once
            for unit in subject["units"]:
                self.mind.left[unit] = (game.state.units[unit].hex, game.state.turn)
        march = self.mind.intent
        if isinstance(march, March) and done < len(march.steps):
            to, by = march.steps[done]
            command = cmd("step", to=hex_name(to), by=by)
            if command in decision.options:
                return command
            march = None
        if march is None and (step := self._way_on(game, decision)):
            return step
        if not done:
            self.mind.done.add(key_of(game, subject["units"][0]))
        self.mind.intent = None
        return cmd("stop")

    def _way_on(self, game: Battle, decision: Decision) -> Command | None:
        """Return the next step of the best way on from here; what is left of a move is judged from the position."""
        subject: Any = decision.subject
        unit, points = subject["units"][0], min(subject["points"])
        settles = self._settles(game, unit, begun=bool(subject["steps"]))
        march = self.mind.evaluation(game, decision.seat).errand(unit, settles=settles).go_on(points)
        if march is None:
            return None
        to, by = march.steps[0]
        command = cmd("step", to=hex_name(to), by=by)
        if command not in decision.options:
            return None
        self.mind.intent = March(unit, march.gain, ((0, ""),) * int(subject["steps"]) + march.steps)
        return command

    def _ridge_claim(self, game: Battle, decision: Decision) -> Command:
        """Claim the ridge."""
        return cmd("claim")


def _can_turn(game: Battle, unit: str) -> bool:
    return next(formation_reasons(game, unit), None) is None


def _returns(game: Battle, unit: str) -> Iterator[Command]:
    for here in sorted(rally_points(game, unit)):
        yield cmd("return_unit", unit=unit, hex=hex_name(here), deployed=True)


def _arriving(game: Battle, offer: Offer) -> Offer | None:
    """Return the move of a headquarters by the ways that bring it where it is to go, None if none does.

    It had better not stop on the way, so changes of road count for it.
    """
    if not isinstance(offer.intent, March) or not counter(game, offer.intent.unit).hq:
        return offer
    way = walk(game, (offer.intent.unit,), [hex_name(to) for to, _ in offer.intent.steps])
    if way is None:
        return None
    steps = tuple((hex_id(to), by) for to, by in way["path"])
    return offer._replace(intent=replace(offer.intent, steps=steps))
