"""How the yardstick weighs activations and answers: the first script, kept as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rules.engine.command import Command, cmd
from rules.engine.judgement import Part
from rules.engine.options import Decision
from rules.striking_anvil.judgement.plans import Parts, team, teams
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.judgement.worth import goals, moves_to_exit, point_of, pull
from rules.striking_anvil.r01_1_map import is_area, is_exit
from rules.striking_anvil.r01_3_units import counter_of, fighters, is_combat, is_good, strength, units_of
from rules.striking_anvil.r01_6_control import fort_level, is_friendly
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_6_pursuit import battle_of_reaction, pursuit_right
from rules.striking_anvil.r05_7_modifiers import modifiers, total
from rules.striking_anvil.r05_8_hits import bill_of, worth
from rules.striking_anvil.r05_battle import DIE, Battle, force, outcomes
from rules.striking_anvil.scenario import ALLIED, CD, GERMAN, SUPPORT, other_side
from rules.striking_anvil.state import Anvil


class FirstScale:
    """Weighs the activations of one side at one position."""

    def __init__(self, game: Anvil, side: str, w: Weights) -> None:
        self.game, self.side, self.w = game, side, w
        self.draw = pull(game, goals(game, w), w) if side == ALLIED else {}

    def teams(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield who may go together from a place."""
        return teams(self.game, self.side, area)

    def strikers(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield all who can attack together in an area."""
        everybody = team(self.game, self.side, area, moving=False)
        if everybody:
            yield everybody

    def attack(self, battle: Battle) -> Parts:
        """Return what an attack brings."""
        return (Part("the fight", battle_worth(self.game, battle, self.w)),)

    def mobile(self, battle: Battle) -> Parts:
        """Return what a mobile combat brings."""
        worth = battle_worth(self.game, battle, self.w) - _counter(self.game, self.side, battle.area, self.w)
        return (Part("the fight", worth),)

    def move(self, here: str, to: str, units: tuple[str, ...]) -> Parts:
        """Return what a move brings."""
        game, side, w = self.game, self.side, self.w
        return (
            Part("the move", _there(game, side, here, to, units, self.draw, w) - _risk(game, side, here, units, w)),
        )


def first_answers(w: Weights) -> Mapping[str, Callable[[Anvil, Decision], Command]]:
    """Return how decisions but for activations are answered, by kind."""
    return {
        "strike": partial(strike, w), "pursuit": partial(react, w), "counter_attack": partial(react, w),
        "payment": partial(pay, w), "ffi": partial(rise, w), "bombing_phase": bomb, "surrender": demand,
        "planning": lambda game, decision: cmd("done"),
    }  # fmt: skip


def _there(
    game: Anvil, side: str, here: str, to: str, units: tuple[str, ...], draw: Mapping[str, float], w: Weights
) -> float:
    """Return what it is worth that units go from one place to another."""
    points = sum(strength(game, unit) for unit in units)
    if side != ALLIED:
        return _german(game, here, to, units, w)
    worth = (draw[to] - draw.get(here, 0.0)) * points * w.pull
    if not is_friendly(game, side, to) and not units_of(game, to, other_side(side)) and not fort_level(game, to):
        worth += w.taken + game.scenario.charts.victory.areas.get(to, 0)
    return worth + (w.unboxed if not is_area(game, here) else 0.0)


def _german(game: Anvil, here: str, to: str, units: tuple[str, ...], w: Weights) -> float:
    """Return what a German move is worth: out in time, meanwhile between the Allies and what counts."""
    far, left = moves_to_exit(game.scenario), game.scenario.turns - game.state.turn
    chart = game.scenario.charts.victory
    worth = 0.0
    for unit in units:
        if not is_combat(game, unit):
            continue
        points = strength(game, unit)
        late = left - far.get(here, 2) <= 0
        if is_exit(game, to):
            rate = chart.exited.get(to, 99)
            worth += points / rate if left <= 1 or late or not fighters_near(game, here) else 0.0
        elif is_area(game, here) and late:
            worth += w.nearer_exit * points * (far[here] - far[to])
        elif not is_area(game, here):
            worth += w.entering
    if is_area(game, to) and not units_of(game, to, other_side(ALLIED)):
        threatened = any(fighters(game, near, ALLIED) for near in game.scenario.map.neighbours[to])
        worth += (chart.areas.get(to, 0) * w.held + w.barred) * threatened
        if is_friendly(game, ALLIED, to) and not units_of(game, to, ALLIED):
            worth += w.retaken + chart.areas.get(to, 0) * w.retaken_points
    if is_area(game, here) and all(unit in units for unit in fighters(game, here, other_side(ALLIED))):
        worth -= chart.areas.get(here, 0) * w.given_up * bool(fighters_near(game, here))
    return worth


def fighters_near(game: Anvil, area: str) -> bool:
    """Tell whether Allied combat units stand in or beside an area."""
    if not is_area(game, area):
        return False
    return any(fighters(game, near, ALLIED) for near in (area, *game.scenario.map.neighbours[area]))


def _risk(game: Anvil, side: str, area: str, units: tuple[str, ...], w: Weights) -> float:
    """Return what leaving an area may cost: a pursuit, or an area given up."""
    if not is_area(game, area):
        return 0.0
    enemy, risk = other_side(side), 0.0
    if pursuit_right(game, enemy, area, units):
        pursuers = tuple(unit for unit in fighters(game, area, enemy) if is_good(game, unit))[:3]
        risk = w.pursued * max(battle_worth(game, Battle("pursuit", enemy, area, pursuers), w), 0.0)
    stays = any(unit not in units for unit in fighters(game, area, side))
    if side == ALLIED and not stays and units_of(game, area, enemy):
        risk += w.left_behind * point_of(side, w)
    return risk


def _counter(game: Anvil, side: str, area: str, w: Weights) -> float:
    """Return what a counter-attack there may cost."""
    enemy = other_side(side)
    strikers = tuple(unit for unit in units_of(game, area, enemy) if is_good(game, unit)
                     and (is_combat(game, unit) or counter_of(game, unit).kind in (SUPPORT, CD)))  # fmt: skip
    if not any(is_combat(game, unit) for unit in strikers):
        return 0.0
    return max(battle_worth(game, Battle("counter", enemy, area, strikers), w), 0.0)


def battle_worth(game: Anvil, battle: Battle, w: Weights) -> float:
    """Return what an attack may be expected to bring, by the code that resolves it."""
    points = force(game, battle).counts
    if not points:
        return -1.0
    faces = outcomes(game.scenario.charts, points, total(modifiers(game, battle)))
    against = w.level if battle.side == ALLIED and fort_level(game, battle.area) else w.hit
    enemy = other_side(battle.side)
    most = sum(strength(game, unit) + is_good(game, unit) for unit in fighters(game, battle.area, enemy))
    most += fort_level(game, battle.area) if battle.side == ALLIED else 0
    given = sum(min(face.defender, most + 1) for face in faces) / len(DIE)
    taken = sum(face.attacker for face in faces) / len(DIE)
    return given * against - taken * w.own_hit * point_of(battle.side, w)


def cost(game: Anvil, unit: str, how: str, w: Weights) -> float:
    """Return what a way of paying costs its owner."""
    counter = counter_of(game, unit)
    if how == "disorganize":
        return w.turned if not game.state.units[unit].disorganized else 9.0
    if is_combat(game, unit):
        lost = strength(game, unit) if how == "eliminate" else counter.strength[0] - counter.strength[1]
        full = counter.strength[0] if how == "eliminate" else 0
        return lost * w.point_now + full * point_of(counter.side, w)
    return w.support_step * (1 if how == "reduce" else counter.steps)


def strike(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Carry the mobile combat out if it pays."""
    pays = battle_worth(game, mobile_battle(game, game.state.frames[-2]), w) > 0
    return cmd("carry_out" if pays else "call_off")


def react(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Strike back with all if that pays."""
    if decision.options.offers("take_all"):
        return cmd("take_all")
    pays = battle_worth(game, battle_of_reaction(game), w) > 0
    return cmd("confirm") if pays and decision.options.offers("confirm") else cmd("decline")


def pay(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Pay with what costs least for each hit."""
    left = bill_of(game).left

    def price(command: Command) -> float:
        if command.verb == "level":
            return w.level
        unit = command.text("unit")
        return cost(game, unit, command.verb, w) / min(worth(game, unit, command.verb), left)

    return min(decision.options, key=price)


def rise(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Raise the FFI where that draws most; send idle ships to an open port."""
    wanted = goals(game, w)
    draw = pull(game, wanted, w)
    targets = decision.options.of("attempt")
    if targets:
        return max(targets, key=lambda command: wanted.get(command.text("area"), 0) + draw[command.text("area")] / 10)
    return cmd("done")


def bomb(game: Anvil, decision: Decision) -> Command:
    """Bomb a fortress, or support where both sides stand strongest."""

    def value(command: Command) -> float:
        area = command.text("area")
        own = sum(strength(game, unit) for unit in fighters(game, area, ALLIED))
        contested = own if units_of(game, area, GERMAN) or fort_level(game, area) else 0
        return 2.0 * bool(fort_level(game, area)) + contested / 4

    return max(decision.options.of("place"), key=value)


def demand(game: Anvil, decision: Decision) -> Command:
    """Seek every surrender."""
    return decision.options.of("demand")[0]
