"""How many dice are rolled and what they score; exact odds by the same code (CMD-range, CMD-dice)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final, NamedTuple

from rules.command_cards.charts import CLOSE_ASSAULT, FIRING
from rules.command_cards.hexes import distance
from rules.command_cards.state import Table, Unit, card_in_play, cls_of, other, title_of, type_of
from rules.command_cards.terrain import attack_from, defence, idle_cover
from rules.engine.frames import Die, Procedure, Request
from rules.engine.options import Decision

# --- How many dice are rolled and what they score (CMD-range-01 to -04, CMD-dice-01 to -06, CMD-turn-03) -----------

FACES: Final = ("infantry", "infantry", "armor", "grenade", "star", "flag")  # CMD-dice-01
GRENADE: Final = "grenade"
STAR: Final = "star"
FLAG: Final = "flag"
DIE: Final = Die("die", FACES)


class Term(NamedTuple):
    """One part of the sum of dice: what it is, by how much it changes it, and the rule."""

    text: str
    change: int
    rule: str


def mode(origin: str, target: str) -> str:
    """Return close assault or firing (CMD-battle-05, -06)."""
    return CLOSE_ASSAULT if distance(origin, target) == 1 else FIRING


def sum_of_dice(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> list[Term]:
    """Return the parts of the dice of a battle within range, from the unit's hex or from another; `extra` the card's.

    Losses do not matter (CMD-battle-04). The order is that of CMD-turn-03.
    """
    attacker, victim = game.state.units[unit], game.state.units[target]
    kind = type_of(game, attacker)
    here, there = origin or attacker.hex, victim.hex
    far, cls = distance(here, there), kind.cls
    how = mode(here, there)
    terms = [Term(f"{kind.name} at distance {far}", kind.dice[far - 1], f"CMD-range-0{_ROW[cls]}")]
    bonus = card_dice(game, how) if extra and unit in game.state.orders else 0
    if bonus:
        terms.append(Term(title_of(game, game.state.played), bonus, "CMD-card-01"))
    change, by = defence(game, cls, here, there, victim.seat)
    if change:
        idle = idle_cover(game, cls, here, there, victim.seat)
        also = f" ({idle} {'do' if idle.endswith('s') else 'does'} not add)" if idle else ""
        terms.append(Term(f"target in {by}{also}", change, "CMD-obst-01" if idle else "CMD-terrain-02"))
    change, by = attack_from(game, cls, here)
    if change:
        terms.append(Term(f"out of {by}", change, "CMD-terrain-05"))
    return terms


_ROW: Final = {"infantry": 1, "armor": 2, "artillery": 3}


def card_dice(game: Table, how: str) -> int:
    """Return the dice that the card in play adds to a kind of battle."""
    return card_in_play(game).dice.get(how, 0) if game.state.played else 0


def total(terms: Sequence[Term]) -> int:
    """Return the dice of a sum, not below none."""
    return max(0, sum(term.change for term in terms))


def dice_of(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> int:
    """Return the dice of a battle within range."""
    key = ("dice", unit, target, origin or game.state.units[unit].hex, extra)
    return game.cached(key, lambda: total(sum_of_dice(game, unit, target, origin, extra=extra)))


def hits_on(faces: Sequence[str], cls: str, *, stars: bool = False) -> int:
    """Return how many faces hit a class: its symbol, grenades, and stars where a card says so (CMD-dice-02 to -05)."""
    return sum(face in (cls, GRENADE) or (stars and face == STAR) for face in faces)


def _roll(game: Table) -> None:
    frame = game.frame
    if len(frame.get("rolled", ())) == frame["count"]:
        game.finish(rolled=frame.get("rolled", ()))
        return
    game.roll(frame["purpose"], unit=frame["unit"], target=frame["target"])


def _rolled(game: Table) -> str:
    # in the order of their names: which die fell first means nothing
    game.update(rolled=tuple(sorted((*game.frame.get("rolled", ()), game.frame["result"]))))
    return "roll"


ROLLING: Final = Procedure("dice", {"roll": _roll, "rolled": _rolled})


def roll_dice(game: Table, count: int, purpose: str, unit: str, target: str) -> None:
    """Roll dice one by one; the frame at work gets them as `rolled`."""
    game.push("dice", count=count, purpose=purpose, unit=unit, target=target)


# --- Exact odds: the battle's own code, run over every fall of the dice (CMD-dice-01) ------------------------------

WEIGHTS: Final = dict(Counter(FACES))


@dataclass(slots=True)
class Odds:
    """How many of `total` equally likely falls lead to what; `hits` by their number, `losses` by figures lost."""

    dice: int
    total: int
    hits: list[int]
    losses: list[int]
    retreats: int = 0
    eliminated: int = 0


def odds(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> Odds:
    """Return the odds of a battle that is within range, from the unit's hex or from another.

    Where the owner of the target has a choice, he keeps as many figures as he can.
    """
    work = game.branch()
    attacker = work.state.units[unit]
    if origin:
        work.state.units[unit] = attacker = replace(attacker, hex=origin)
    victim = work.state.units[target]
    dice = dice_of(game, unit, target, origin, extra=extra)
    found = Odds(dice, len(FACES) ** dice, [0] * (dice + 1), [0] * (victim.figures + 1))
    if not dice:
        return found
    work.index = len(work.state.frames) - 1
    depth = len(work.state.frames)
    work.push(
        "battle",
        "roll",
        unit=unit,
        target=target,
        overrun=True,
        reaction=True,
        extra=extra,
        here=attacker.hex,
        there=victim.hex,
        mode="",
        dice=dice,
    )
    cls = cls_of(game, victim)
    for fallen, rolled, weight in _falls(work, depth, dice):
        _add(found, _settled(fallen, depth, target), victim, target, hits_on(rolled, cls), weight)
    return found


def strike_odds(game: Table, target: str, dice: int) -> Odds:
    """Return the odds of a strike at a unit, by the strike's own code: no terrain, stars hit (CMD-card-03)."""
    work = game.branch()
    victim = work.state.units[target]
    found = Odds(dice, len(FACES) ** dice, [0] * (dice + 1), [0] * (victim.figures + 1))
    work.index = len(work.state.frames) - 1
    depth = len(work.state.frames)
    work.push("strike", seat=other(victim.seat), targets=(target,), dice=dice)
    cls = cls_of(game, victim)
    for fallen, rolled, weight in _falls(work, depth, dice):
        _add(found, _settled(fallen, depth, target), victim, target, hits_on(rolled, cls, stars=True), weight)
    return found


def _add(found: Odds, after: Table, victim: Unit, target: str, hits: int, weight: int) -> None:
    """Count one fall of the dice with what it leads to."""
    left = after.state.units.get(target)
    figures = left.figures if left is not None else 0
    found.hits[hits] += weight
    found.losses[victim.figures - figures] += weight
    found.eliminated += weight if left is None else 0
    found.retreats += weight if left is not None and left.hex != victim.hex else 0


def _falls(work: Table, depth: int, dice: int) -> Iterator[tuple[Table, tuple[str, ...], int]]:
    """Yield the game after every combination of dice, and how many falls lead there."""
    layer: dict[tuple[str, ...], tuple[Table, int]] = {(): (work, 1)}
    for _ in range(dice):
        further: dict[tuple[str, ...], tuple[Table, int]] = {}
        for rolled, (game, weight) in layer.items():
            assert isinstance(game.run(depth), Request)
            for face, sides in WEIGHTS.items():
                key = tuple(sorted((*rolled, face)))
                if key in further:  # the dice are alike: which fell first means nothing
                    further[key] = further[key][0], further[key][1] + weight * sides
                    continue
                fallen = game.branch()
                fallen.run(depth)
                fallen.happen(face)
                further[key] = fallen, weight * sides
        layer = further
    for rolled, (game, weight) in layer.items():
        yield game, rolled, weight


def _settled(game: Table, depth: int, target: str) -> Table:
    """Return the game after all that follows, the owner of the target deciding for the most figures."""
    pending = game.run(depth)
    if not isinstance(pending, Decision):
        return game
    best: Table | None = None
    for command in pending.options:
        choice = game.branch()
        choice.run(depth)
        choice.apply(command)
        settled = _settled(choice, depth, target)
        if best is None or _figures(settled, target) > _figures(best, target):
            best = settled
    assert best is not None
    return best


def _figures(game: Table, target: str) -> int:
    unit = game.state.units.get(target)
    return unit.figures if unit is not None else 0


@cache
def spread(dice: int, cls: str, stars: bool = False) -> tuple[tuple[int, int, int], ...]:
    """Return for so many dice against a class each (hits, flags) with the number of falls out of six to the dice."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in combinations_with_replacement(WEIGHTS, dice):
        count = Counter(faces)
        ways = factorial(dice)
        for face, times in count.items():
            ways = ways // factorial(times) * WEIGHTS[face] ** times
        found[hits_on(faces, cls, stars=stars), count[FLAG]] += ways
    return tuple((hits, flags, ways) for (hits, flags), ways in sorted(found.items()))
