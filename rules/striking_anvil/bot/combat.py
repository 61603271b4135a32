"""What hits cost and what a combat brings, by the code that resolves it (5.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from rules.engine.evaluator import Manner, WeightsFile, WorthPart
from rules.striking_anvil.r01_1_map import fort_level, is_friendly
from rules.striking_anvil.r01_3_units import counter_of, is_combat, is_good, strength, units_of
from rules.striking_anvil.r03_impulses import all_together, reactors
from rules.striking_anvil.r05_8_hits import DISORGANIZE, ELIMINATE, REDUCE
from rules.striking_anvil.r05_battle import COUNTER, DIE, Battle, Outcome, force, modifiers, outcomes, total
from rules.striking_anvil.scenario import ALLIED, COMBAT, FULL, GERMAN, REDUCED, TRANSPORT, other_side
from rules.striking_anvil.state import Anvil

# --- The weights of the script: what an area, a hit, a unit is worth. One file holds them, in victory points -------


@dataclass(frozen=True, slots=True, eq=False)  # they are part of keys
class Weights:
    """Each weight by name, as it stands in the file; those of a manner are one and the same."""

    least: float
    german_point: float
    allied_point: float
    built: float
    built_more: float
    built_most: float
    blown: float
    train_help: float
    train_flight: float
    fort_level: float
    support: float
    german_alive: float
    allied_alive: float
    turning: float
    area: float
    cleared: float
    cleared_points: float
    own_losses: float
    reacting: float
    german_goal: float
    enough_times: float
    enough_level: float
    enough_any: float
    enough_share: float
    fade: float
    drawn: float
    ashore: float
    left_open: float
    escape_0: float
    escape_1: float
    escape_2: float
    escape_3: float
    among_enemies: float
    next_turn: float
    exposed_near: float
    exposed_beside: float
    exposed_far: float
    guarding: float
    danger: float
    taken_back: float
    turned_here: float
    rearguard: float
    rearguard_end: float
    last: float
    ffi_pull: float
    cut_off: float
    vanguard: float
    fights_on: float
    fortress_left: float
    left_enemy: float
    held_up: float


WEIGHTS: Final = WeightsFile(Path(__file__).with_name("weights.yaml"), (field.name for field in fields(Weights)))


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: those of the file, then what its level and its temper change."""
    return Weights(**WEIGHTS.of(manner))


# --- What hits cost who takes them, paid as cheaply as the rules allow (5.8) ---------------------------------------

Item = tuple[tuple[int, float], ...]
"""Ways in which one payer pays: the hits it takes up, what that costs in victory points."""
Bill = tuple[float, ...]
"""The least cost of 0, 1, 2 ... hits; the last is that of everything there."""


def items_of(game: Anvil, units: Iterable[str], w: Weights, *, may_turn: bool, levels: int = 0) -> tuple[Item, ...]:
    """Return how each unit may pay, and a fortification."""
    items = [item for unit in units if (item := _item(game, unit, w, may_turn))]
    if levels:
        items.append(tuple((n, round(n * w.fort_level, 4)) for n in range(1, levels + 1)))
    return tuple(sorted(items))


def _item(game: Anvil, unit: str, w: Weights, may_turn: bool) -> Item:
    piece = game.state.units[unit]
    key = ("bot item", unit, piece.reduced, may_turn and not piece.disorganized, w)
    return game.scenario.cached(
        key, lambda: tuple(sorted((hits, cost) for hits, cost, _ in ways_of(game, unit, w, may_turn=may_turn)))
    )


def ways_of(game: Anvil, unit: str, w: Weights, *, may_turn: bool) -> list[tuple[int, float, str]]:
    """Return the ways in which a unit may pay: hits, what that costs, and the command that begins it."""
    counter, piece = counter_of(game, unit), game.state.units[unit]
    if counter.kind == TRANSPORT:
        return []
    if counter.kind != COMBAT:
        steps = counter.steps - piece.reduced
        first = REDUCE if steps > 1 else ELIMINATE
        return [(n, n * w.support, first if n < steps or steps == 1 else ELIMINATE) for n in range(1, steps + 1)]
    german = counter.side == GERMAN
    full, low = counter.strength[FULL], counter.strength[REDUCED]
    now = low if piece.reduced else full
    alive = w.german_alive if german else w.allied_alive
    ways = [(now, round(full * (w.german_point if german else w.allied_point) + now * alive, 4), ELIMINATE)]
    if not piece.reduced:
        ways.append((full - low, round((full - low) * alive, 4), REDUCE))
    if may_turn and is_good(game, unit):
        ways += [(hits + 1, round(cost + w.turning, 4), DISORGANIZE) for hits, cost, _ in ways]
        ways.append((1, w.turning, DISORGANIZE))
    return ways


@lru_cache(maxsize=20_000)
def bill_for(items: tuple[Item, ...]) -> Bill:
    """Return what hits cost these payers; the last item may overshoot (5.8)."""
    least = [0.0]
    for ways in items:
        wider = [*least, *[inf] * max(hits for hits, _ in ways)]
        for paid, so_far in enumerate(least):
            for hits, cost in ways:
                wider[paid + hits] = min(wider[paid + hits], so_far + cost)
        least = wider
    for hits in range(len(least) - 2, -1, -1):
        least[hits] = min(least[hits], least[hits + 1])
    return tuple(least)


def cost_of(bill: Bill, hits: int) -> float:
    """Return what so many hits cost; what nobody can pay is lost."""
    return bill[min(hits, len(bill) - 1)]


# --- What a combat brings ------------------------------------------------------------------------------------------

HOPELESS: Final = -1.0


class AttackOdds(NamedTuple):
    """What an attack may be expected to bring: losses of both sides in points, the chance that nobody is left."""

    given: float
    taken: float
    clears: float


def faces_of(game: Anvil, battle: Battle) -> list[Outcome]:
    """Return what each face of the die brings; nothing for an attack without strength; not to be changed."""
    points, charts = force(game, battle).counts, game.scenario.charts
    if not points:
        return []
    more = total(modifiers(game, battle))
    return game.scenario.cached(("bot faces", points, more), lambda: outcomes(charts, points, more))


def stack_bill(game: Anvil, side: str, area: str, w: Weights, turned: tuple[str, ...] = ()) -> Bill:
    """Return what hits cost a side attacked in an area, once some of its units are turned."""
    levels = fort_level(game, area) if side == GERMAN else 0
    rest = (unit for unit in units_of(game, area, side) if unit not in turned)
    items = (*items_of(game, turned, w, may_turn=False), *items_of(game, rest, w, may_turn=True, levels=levels))
    return bill_for(tuple(sorted(items)))


def odds(game: Anvil, battle: Battle, w: Weights, against: Bill | None = None) -> AttackOdds | None:
    """Return what an attack may be expected to bring, None without strength."""
    faces = faces_of(game, battle)
    if not faces:
        return None
    theirs = against if against is not None else stack_bill(game, other_side(battle.side), battle.area, w)
    own = bill_for(items_of(game, battle.units, w, may_turn=False))
    everything = len(theirs) - 1
    return AttackOdds(
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


def worth_of_odds(game: Anvil, battle: Battle, found: AttackOdds | None, w: Weights) -> float:
    """Return the worth of an attack."""
    return sum(part.points for part in parts_of(game, battle, found, w))


def parts_of(game: Anvil, battle: Battle, found: AttackOdds | None, w: Weights) -> tuple[WorthPart, ...]:
    """Return the worth of an attack part by part."""
    if found is None:
        return (WorthPart("no strength to attack with", HOPELESS),)
    parts = (WorthPart("enemy losses", found.given), WorthPart("own losses", -found.taken * w.own_losses))
    gain = found.clears * prize(game, battle.side, battle.area, w)
    return (*parts, WorthPart("taking the area if it is cleared", gain)) if gain else parts


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
