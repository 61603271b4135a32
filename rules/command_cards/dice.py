"""How many dice are rolled and what they score (CMD-range-01 to -04, CMD-dice-01 to -06, CMD-turn-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.command_cards.charts import CLOSE_ASSAULT, FIRING, as_played, cards
from rules.command_cards.hexes import distance
from rules.command_cards.state import Table
from rules.command_cards.terrain import attack_from, defence, idle_cover
from rules.engine.frames import Die, Procedure

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
    here, there = origin or attacker.hex, victim.hex
    far, cls = distance(here, there), attacker.cls
    how = mode(here, there)
    terms = [Term(f"{attacker.type.name} at distance {far}", attacker.type.dice[far - 1], f"CMD-range-0{_ROW[cls]}")]
    bonus = card_dice(game, how) if extra and unit in game.state.orders else 0
    if bonus:
        terms.append(Term(cards()[game.state.played].title, bonus, "CMD-card-01"))
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
    played = game.state.played
    return as_played(cards()[played], game.state.stand_in).dice.get(how, 0) if played else 0


def total(terms: Sequence[Term]) -> int:
    """Return the dice of a sum, not below none."""
    return max(0, sum(term.change for term in terms))


def dice_of(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> int:
    """Return the dice of a battle within range."""
    key = ("dice", unit, target, origin or game.state.units[unit].hex, extra)
    return game.once(key, lambda: total(sum_of_dice(game, unit, target, origin, extra=extra)))


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
