"""What the bot thinks of places and battles: figures, medals, cover, danger, ways to objectives."""

from __future__ import annotations

from typing import Final

from rules.command_cards.dice import sum_of_dice, total
from rules.command_cards.hexes import distance
from rules.command_cards.medals import is_held
from rules.command_cards.obstacles import may_ignore_flag
from rules.command_cards.odds import odds, spread
from rules.command_cards.retreat import ways_back
from rules.command_cards.state import Table, Unit
from rules.command_cards.targets import targets_of
from rules.command_cards.terrain import defence

MEDAL: Final = 3.0  # figures
RETREAT: Final = 0.4
COVER: Final = 0.35
DANGER: Final = 0.16
WAY: Final = 0.12  # for each hex nearer to an objective or to the enemy
FAR: Final = 12


def battle_worth(game: Table, unit: str, target: str, *, extra: bool = True) -> float:
    """Return what a battle is worth, by its exact odds."""
    found = odds(game, unit, target, extra=extra)
    lost = sum(figures * ways for figures, ways in enumerate(found.losses))
    return (lost + MEDAL * found.eliminated + RETREAT * found.retreats) / found.total


def dice_worth(game: Table, dice: int, target: str, *, stars: bool = False) -> float:
    """Return what so many dice against a unit are worth, exactly in hits and flags, with its retreat as it stands."""
    unit = game.state.units[target]
    spared = may_ignore_flag(game, unit)
    shut = not ways_back(game, target)
    worth = 0.0
    for hits, flags, ways in spread(dice, unit.cls, stars):
        due = max(0, flags - spared)
        lost = min(unit.figures, hits + (due if shut else 0))
        value = lost + (MEDAL if lost == unit.figures else RETREAT * bool(due and not shut))
        worth += value * ways
    return float(worth / 6**dice)


def best_attack(game: Table, unit: str, origin: str = "") -> float:
    """Return what the best battle from a hex is worth."""
    found = 0.0
    for target in targets_of(game, unit, origin):
        dice = total(sum_of_dice(game, unit, target, origin))
        found = max(found, dice_worth(game, dice, target))
    return found


def place_worth(game: Table, name: str, place: str) -> float:
    """Return what a hex is worth to a unit."""
    unit = game.state.units[name]
    return _cover(game, unit, place) + _goals(game, unit, place) - _danger(game, unit, place)


def _cover(game: Table, unit: Unit, place: str) -> float:
    return -COVER * defence(game, "infantry", place, place, unit.seat)[0]


def _danger(game: Table, unit: Unit, place: str) -> float:
    """Return what the enemies in range may do: worse for a unit with few figures."""
    frail = 2.0 if unit.figures == 1 else 1.3 if unit.figures == 2 else 1.0
    found = 0.0
    for enemy in game.state.units.values():
        if enemy.seat != unit.seat:
            far = distance(enemy.hex, place)
            row = enemy.type.dice
            found += row[far - 1] if 0 < far <= len(row) else 0
    return DANGER * frail * found / (2 if unit.cls == "infantry" else 3)


def _goals(game: Table, unit: Unit, place: str) -> float:
    """Return what objectives and exits in reach and the way to the enemy are worth."""
    gap = min((distance(e.hex, place) for e in game.state.units.values() if e.seat != unit.seat), default=0)
    if unit.cls == "artillery":
        return -WAY * max(0, gap - 4) - (1.0 if gap == 1 else 0.0)
    nearest, found = FAR, 0.0
    for at, objective in enumerate(game.scenario.objectives):
        away = min(distance(place, h) for h in objective.hexes)
        if objective.seat == unit.seat and not (objective.keep and is_held(game, at)):
            found += 1.6 * objective.medals if away == 0 else 0.0
            nearest = min(nearest, away)
        elif objective.seat != unit.seat and away == 0:
            found += 0.6 * objective.medals
    for out in game.scenario.exits:
        if out.seat == unit.seat:
            away = min(distance(place, h) for h in out.hexes)
            found += 1.5 if away == 0 else 0.0
            nearest = min(nearest, away + 2)
    return found - WAY * (min(nearest, gap + 1) + gap * 0.6)
