"""What the script does with a unit that may act: fire, rally, return, move, dig in (5.1 to 5.3, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rules.company_scale.judgement.assault import keeps_marker
from rules.company_scale.judgement.carrying import handling
from rules.company_scale.judgement.fire import rally_worth
from rules.company_scale.judgement.ground import March
from rules.company_scale.judgement.indirect import best_target, is_gun
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answer, Offer, best_first, key_of
from rules.company_scale.judgement.outlook import Outlook
from rules.company_scale.judgement.shots import Shots
from rules.company_scale.judgement.works import works
from rules.company_scale.pieces import counter, is_deployed, side_of
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import commands_of, pending_unit, under_direct_command
from rules.company_scale.r08_5_2_return import rally_points
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r08_direct_fire import targets_of
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, ROUTED, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance
from rules.hexes.ids import hex_name

Able: TypeAlias = Sequence[tuple[str, float]]
"""The units that could act, each with what its action costs in worth."""


class Actions:
    """Answers of the greedy player where units act, and while they move."""

    def __init__(self, mind: Mind, shots: Shots) -> None:
        self.mind, self.shots = mind, shots

    def answers(self) -> Mapping[str, Answer]:
        """Return the answers to decisions, by kind."""
        return {
            "activation": self._activation,
            "movement": self._movement,
            "ridge_claim": self._ridge_claim,
        }

    def _activation(self, game: Battle, decision: Decision) -> Command:
        if isinstance(self.mind.intent, March):
            again = self._march(game, decision, self.mind.intent)
            if again is not None:
                return again
        pending = pending_unit(game)
        least = 0.0 if pending else self.mind.weights.least_action
        seat, able = decision.seat, list(self._acting(game, decision.seat))
        for offers in (
            self._quick(game, seat, able), self._moves(game, seat, able), works(game, seat, self.mind.weights),
        ):  # fmt: skip
            for offer in best_first(offers):
                if offer.worth > least and offer.command in decision.options:
                    self.mind.intent = offer.intent
                    return offer.command
        return cmd("pass_unit", unit=pending) if pending else cmd("end_activation")

    def _march(self, game: Battle, decision: Decision, march: March) -> Command | None:
        """Go on with a move that began with an activation or a change to column."""
        turn = cmd("change_formation", unit=march.unit)
        if is_deployed(game, march.unit) and turn in decision.options:
            return turn
        command = cmd("move", units=(march.unit,))
        if command in decision.options:
            return command
        self.mind.intent = None
        return None

    def _acting(self, game: Battle, seat: str) -> Iterator[tuple[str, float]]:
        """Yield each unit that could act, with what its action costs in worth."""
        direct, pending = under_direct_command(game), pending_unit(game)
        members = game.scenario.roster.sides.get(seat, ()) if direct else tuple(game.state.activity)
        for unit in members:
            record = game.state.units[unit]
            if record.place not in (MAP, ROUTED) or side_of(game, unit) != seat or counter(game, unit).marker:
                continue
            activity = game.state.activity.get(unit)
            price = self._price(game, unit)
            if direct:
                if pending == unit or (not pending and activity is None):
                    yield unit, 0.0 if pending else price
            elif activity is not None and activity.used < 2:
                yield unit, price if activity.used == 1 and not activity.paid else 0.0

    def _price(self, game: Battle, unit: str) -> float:
        weights = self.mind.weights
        return weights.command if commands_of(game, unit) > weights.few_commands else 2 * weights.command

    def _first(self, game: Battle, unit: str) -> Command | None:
        """Return the command that must come before a unit's act, if any: it is paid for (5.1)."""
        return cmd("activate", unit=unit) if under_direct_command(game) and not pending_unit(game) else None

    def _quick(self, game: Battle, seat: str, able: Able) -> Iterator[Offer]:
        """Yield actions of able units without a move: fires, rallies, returns, getting on and off transports."""
        yield from (Offer(worth, command) for worth, command in handling(game, seat, self.mind.weights))
        for unit, price in able:
            record = game.state.units[unit]
            first = self._first(game, unit)
            if record.place == ROUTED:
                if not first:
                    yield from (Offer(self.mind.weights.returning - price, c) for c in _returns(game, unit))
                else:
                    yield Offer(self.mind.weights.returning - price, first)
                continue
            worth = rally_worth(game, record.hex, self.mind.weights)
            if record.hex not in game.state.rallied:
                yield Offer(worth - price, first or cmd("rally", unit=unit))
            activity = game.state.activity.get(unit)
            bit = 2 if activity and activity.used == 1 else 1  # 8.0: one fire per hex among first actions, one later
            if game.state.fired.get(record.hex, 0) & bit:
                continue
            for target in targets_of(game, unit):
                yield from self._fires(game, unit, target, price, first)
            if is_gun(game, unit):
                yield from self._shells(game, unit, price, first)

    def _shells(self, game: Battle, unit: str, price: float, first: Command | None) -> Iterator[Offer]:
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
                yield Offer(worth - price, first or cmd("indirect_fire", unit=unit, hex=target))
            elif not first:
                self.mind.done.add(key)
        elif not (activity and activity.flipped) and _can_turn(game, unit) and self._in_range(game, unit):
            yield Offer(self.mind.weights.set_up_gun, first or cmd("change_formation", unit=unit))

    def _in_range(self, game: Battle, unit: str) -> bool:
        """Tell whether an enemy is in range of a gun, so that it is set up where it is."""
        power, here = indirect_of(counter(game, unit).deployed), game.state.units[unit].hex
        reach = 0 if power is None else min(power.range, 20)
        return any(distance(here, h) <= reach for h in self.mind.outlook(game, side_of(game, unit)).enemies)

    def _fires(self, game: Battle, unit: str, target: int, price: float, first: Command | None) -> Iterator[Offer]:
        """Yield a fire, preceded by the change to the deployed side if the unit is in column."""
        activity = game.state.activity.get(unit)
        if (unit, target, (), key_of(game, unit)) in self.mind.done:
            return
        worth, shot = self.shots.best(game, unit, target, ())
        if not is_deployed(game, unit) and not (activity and activity.flipped) and _can_turn(game, unit):
            yield Offer(worth + self.mind.weights.pause_to_deploy - price, first or cmd("change_formation", unit=unit))
        yield Offer(worth - price, first or cmd("fire", unit=unit, hex=hex_name(target)), shot)

    def _moves(self, game: Battle, seat: str, able: Able) -> Iterator[Offer]:
        """Yield the first move or change of formation that pays; units with no good move are not tried again."""
        outlook = self.mind.outlook(game, seat)
        for unit, price in able:
            if key_of(game, unit) in self.mind.done or game.state.units[unit].place != MAP or keeps_marker(game, unit):
                continue
            offer = self._move(game, outlook, unit, price)
            if offer is not None and offer.worth > self.mind.weights.least_action:
                yield offer
                return
            self.mind.done.add(key_of(game, unit))

    def _move(self, game: Battle, outlook: Outlook, unit: str, price: float, *, stays: bool = False) -> Offer | None:
        """Return the better of a move and a change to the deployed side; a unit that `stays` only changes."""
        deployed, here = is_deployed(game, unit), game.state.units[unit].hex
        activity = game.state.activity.get(unit)
        flipped = activity is not None and activity.flipped
        stuck = stays or (deployed and (flipped or would_abandon(game, unit)))  # 21.2: guns left behind are lost
        errand = outlook.errand(unit, settles=not stuck and self._settles(game, unit))
        march = errand.move() if not stuck else None
        first = self._first(game, unit) if activity is None else None
        dig_in = 0.0 if deployed else errand.place(here, deployed=True) - errand.place(here, deployed=False)
        if march is not None and march.gain - price > max(
            self.mind.weights.least_action, 0.0 if deployed else dig_in - price
        ):
            turn = cmd("change_formation", unit=unit) if deployed else cmd("move", units=(unit,))
            return Offer(march.gain - price, first or turn, march)
        if not deployed and not flipped and dig_in > 0 and _can_turn(game, unit):
            return Offer(
                dig_in + self.mind.weights.pause_to_deploy - price, first or cmd("change_formation", unit=unit)
            )
        return None

    def _settles(self, game: Battle, unit: str, *, begun: bool = False) -> bool:
        """Tell whether a unit is taken to deploy after its move, which has `begun` or not."""
        return False

    def _movement(self, game: Battle, decision: Decision) -> Command:
        """Follow the march; a move that cannot begin is not tried again."""
        subject: Any = decision.subject
        done = int(subject["steps"])
        march = self.mind.intent
        if isinstance(march, March) and done < len(march.steps):
            to, by = march.steps[done]
            command = cmd("step", to=hex_name(to), by=by)
            if command in decision.options:
                return command
            march = None
        if march is None and self.mind.goes_on and (step := self._way_on(game, decision)):
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
        march = self.mind.outlook(game, decision.seat).errand(unit, settles=settles).go_on(points)
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
