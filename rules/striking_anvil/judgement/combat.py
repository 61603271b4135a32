"""What a combat brings, hit by hit, by the code that resolves it: losses, the area, the counter-attack before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.loss import Bill, bill_for, cost_of, items_of
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_units import is_combat, is_good, strength, units_of
from rules.striking_anvil.r01_6_control import fort_level, is_friendly
from rules.striking_anvil.r03_limits import all_together, reactors
from rules.striking_anvil.r05_7_modifiers import modifiers, total
from rules.striking_anvil.r05_battle import COUNTER, DIE, Battle, Outcome, force, outcomes
from rules.striking_anvil.scenario import ALLIED, GERMAN, other_side
from rules.striking_anvil.state import Anvil

HOPELESS: Final = -1.0


class Odds(NamedTuple):
    """What an attack may be expected to bring: losses of both sides in points, the chance that nobody is left."""

    given: float
    taken: float
    clears: float


def faces_of(game: Anvil, battle: Battle) -> list[Outcome]:
    """Return what each face of the die brings; nothing for an attack without strength."""
    points = force(game, battle).counts
    return outcomes(game.scenario.charts, points, total(modifiers(game, battle))) if points else []


def stack_bill(game: Anvil, side: str, area: str, w: Weights, turned: tuple[str, ...] = ()) -> Bill:
    """Return what hits cost a side attacked in an area, once some of its units are turned."""
    levels = fort_level(game, area) if side == GERMAN else 0
    rest = (unit for unit in units_of(game, area, side) if unit not in turned)
    items = (*items_of(game, turned, w, may_turn=False), *items_of(game, rest, w, may_turn=True, levels=levels))
    return bill_for(tuple(sorted(items)))


def odds(game: Anvil, battle: Battle, w: Weights, against: Bill | None = None) -> Odds | None:
    """Return what an attack may be expected to bring, None without strength."""
    faces = faces_of(game, battle)
    if not faces:
        return None
    theirs = against if against is not None else stack_bill(game, other_side(battle.side), battle.area, w)
    own = bill_for(items_of(game, battle.units, w, may_turn=False))
    everything = len(theirs) - 1
    return Odds(
        sum(cost_of(theirs, face.defender) for face in faces) / len(DIE),
        sum(cost_of(own, face.attacker) for face in faces) / len(DIE),
        sum(face.defender >= everything for face in faces) / len(DIE),
    )


def prize(game: Anvil, side: str, area: str, w: Weights) -> float:
    """Return what it is worth to a side that no enemy is left in an area."""
    chart = game.scenario.charts.victory
    if is_friendly(game, side, area):
        return w.cleared + chart.areas.get(area, 0) * w.cleared_points
    return w.area + chart.areas.get(area, 0) + (chart.fortress if side == ALLIED and fort_level(game, area) else 0)


def worth_of_odds(game: Anvil, battle: Battle, found: Odds | None, w: Weights) -> float:
    """Return the worth of an attack."""
    return sum(part.points for part in parts_of(game, battle, found, w))


def parts_of(game: Anvil, battle: Battle, found: Odds | None, w: Weights) -> tuple[Part, ...]:
    """Return the worth of an attack part by part."""
    if found is None:
        return (Part("no strength to attack with", HOPELESS),)
    parts = (Part("enemy losses", found.given), Part("own losses", -found.taken * w.own_losses))
    gain = found.clears * prize(game, battle.side, battle.area, w)
    return (*parts, Part("taking the area if it is cleared", gain)) if gain else parts


def counter_team(game: Anvil, side: str, area: str, begun: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return who of a side would counter-attack or pursue in an area, beside those with whom it has begun."""
    found = all_together(game, side, area, begun, sorted(reactors(game, side, area), key=lambda u: -strength(game, u)))
    return found if any(is_combat(game, unit) for unit in found) else ()


def left_to_strike(game: Anvil, units: Iterable[str], hits: int) -> tuple[str, ...]:
    """Return who still makes a mobile combat after hits, the weakest turned first; nobody without a combat unit."""
    able = sorted((u for u in units if is_combat(game, u) and is_good(game, u)), key=lambda u: strength(game, u))[hits:]
    return tuple(u for u in units if not is_combat(game, u) or u in able) if able else ()


class Reply(NamedTuple):
    """A counter-attack weighed: what the attack brings without it, with it, and what it costs the movers."""

    without: float
    after: float
    hurt: float
    costs: float
    pays: bool


def counter_reply(game: Anvil, battle: Battle, strikers: tuple[str, ...], w: Weights) -> Reply:
    """Weigh a counter-attack of `strikers` before a mobile combat, for both sides (5.4)."""
    enemy = other_side(battle.side)
    without = worth_of_odds(game, battle, odds(game, battle, w), w)
    faces = faces_of(game, Battle(COUNTER, enemy, battle.area, strikers))
    if not faces:
        return Reply(without, without, 0.0, 0.0, pays=False)
    movers = bill_for(items_of(game, battle.units, w, may_turn=True))
    own = bill_for(items_of(game, strikers, w, may_turn=False))
    turned = stack_bill(game, enemy, battle.area, w, strikers)
    known: dict[int, float] = {}
    after = hurt = lost = 0.0
    for face in faces:
        if face.defender not in known:
            rest = left_to_strike(game, battle.units, face.defender)
            weaker = battle._replace(units=rest)
            fought = worth_of_odds(game, weaker, odds(game, weaker, w, turned), w) if rest else 0.0
            known[face.defender] = max(fought, 0.0)
        after += known[face.defender] / len(faces)
        hurt += cost_of(movers, face.defender) / len(faces)
        lost += cost_of(own, face.attacker) / len(faces)
    costs = lost * w.own_losses + w.reacting * sum(is_combat(game, unit) for unit in strikers)
    return Reply(without, after, hurt, costs, pays=max(without, 0.0) > after - hurt + costs)
