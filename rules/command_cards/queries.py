"""Questions about a position, answered by frozen records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Final

from rules.command_cards.battle import battle_reasons
from rules.command_cards.dice import Odds, dice_of, mode, odds, strike_odds, sum_of_dice
from rules.command_cards.ground import overrun_extra
from rules.command_cards.hexes import NEIGHBOURS, distance
from rules.command_cards.moving import reach
from rules.command_cards.ordering import stands_in
from rules.command_cards.retreat import ways_back
from rules.command_cards.staging import orderable
from rules.command_cards.state import SEATS, Table, title_of, type_of
from rules.command_cards.targets import look, occupants, target_reasons, targets_of, what_blocks
from rules.command_cards.terrain import may_ignore_flag, obstacle_at
from rules.command_cards.values_now import hex_card, unit_card
from rules.engine.command import MalformedCommand, Reason, ValueRow
from rules.engine.frozen import SPREAD, frozen, none_as


@frozen
class Reached:
    """A hex that a unit can move to: the way, whether it may battle then, and its most dice."""

    path: tuple[str, ...]
    battle: bool
    dice: int


@frozen
class Reach:
    """Where an ordered unit can move."""

    unit: str
    hexes: Mapping[str, Reached]


@frozen
class Blocker:
    """A hex that blocks a line, and what in it does."""

    hex: str
    what: str


@frozen
class Sight:
    """Whether the line between two hexes is clear, and what blocks it by which rule."""

    clear: bool
    distance: int
    by: tuple[Blocker, ...]
    rule: str


@frozen
class TermNow:
    """A part of the sum of dice."""

    text: str
    change: int
    rule: str


@frozen
class Chances:
    """How many of `total` falls lead to what: `hits` by number, `losses` by figures lost.

    `flag` is the obstacle behind which the first flag may be ignored, as the odds take it.
    """

    hits: tuple[int, ...]
    losses: tuple[int, ...]
    retreats: int
    eliminated: int
    flag: str | None = field(metadata=none_as(""))


@frozen
class BattleOdds:
    """The sum of the dice of a battle or strike, why it would be refused, and the odds unless it is out of range."""

    mode: str
    sum: tuple[TermNow, ...]
    reasons: tuple[Reason, ...]
    dice: int
    total: int
    chances: Chances | None = field(metadata=SPREAD)


@frozen
class CardOrders:
    """Which units a card could order, and whether it would order any one instead."""

    units: tuple[str, ...]
    stand_in: bool
    text: str


@frozen
class HexValues:
    """What a hex does, and the values of the unit in it."""

    hex: str
    card: tuple[ValueRow, ...]
    unit: str | None = field(metadata=none_as(""))
    values: tuple[ValueRow, ...]


def _unit(game: Table, name: str) -> str:
    if name not in game.state.units:
        raise MalformedCommand(f'No unit on the board is called "{name}".')
    return name


def _hex(name: str) -> str:
    if name not in NEIGHBOURS:
        raise MalformedCommand(f'There is no hex "{name}". The board runs from A1 to I13.')
    return name


def ask_reach(game: Table, unit: str) -> Reach:
    """Return where an ordered unit can move."""
    told = {}
    for place, way in reach(game, _unit(game, unit)).items():
        dice = [dice_of(game, unit, t, place) for t in targets_of(game, unit, place)] if way.battle else []
        told[place] = Reached(tuple(way.path), way.battle, max(dice, default=0))
    return Reach(unit, told)


def ask_los(game: Table, origin: str, target: str) -> Sight:
    """Return whether the line between two hexes is clear, and what blocks it."""
    sight = look(game, _hex(origin), _hex(target))
    by = tuple(Blocker(place, what_blocks(game, place)) for place in sight.by())
    return Sight(not sight.blocked, distance(origin, target), by, sight.rule if sight.blocked else "CMD-los-02")


def ask_odds(game: Table, unit: str, target: str, origin: str = "") -> BattleOdds:
    """Return the sum of the dice of a battle with its clauses, why it would be refused, and its exact odds.

    `origin` is a hex the unit might battle from. Chances are counted in falls out of `total`.
    """
    _unit(game, unit), _unit(game, target)
    here = _hex(origin) if origin else game.state.units[unit].hex
    there = game.state.units[target].hex
    overruns = _overruns(game, unit)
    extra = overrun_extra(game) if overruns else True
    refused = [] if origin or overruns else list(battle_reasons(game, unit))
    refused += list(target_reasons(game, unit, target, origin, extra=extra))
    far = distance(here, there)
    if here == there or far > len(type_of(game, game.state.units[unit]).dice):
        return BattleOdds(mode(here, there), (), tuple(refused), 0, 1, None)
    terms = tuple(
        TermNow(term.text, term.change, term.rule) for term in sum_of_dice(game, unit, target, origin, extra=extra)
    )
    found = odds(game, unit, target, origin, extra=extra)
    return _odds(game, mode(here, there), terms, refused, found, target)


def _odds(
    game: Table, how: str, terms: tuple[TermNow, ...], refused: Iterable[Reason], found: Odds, target: str
) -> BattleOdds:
    chances = Chances(
        tuple(found.hits), tuple(found.losses), found.retreats, found.eliminated, _flag(game, target) or None
    )
    return BattleOdds(how, terms, tuple(refused), found.dice, found.total, chances)


def _flag(game: Table, target: str) -> str:
    """Return the obstacle behind which the first flag may be ignored, as the odds take it; "" for none."""
    found = game.state.units[target]
    obstacle = obstacle_at(game, found.hex)
    return obstacle.name if obstacle is not None and may_ignore_flag(game, found) else ""


def ask_strike(game: Table, card: str, unit: str) -> BattleOdds:
    """Return the exact odds of a card's strike at a unit, in the form of the answer to "odds"."""
    if card not in game.scenario.charts.cards:
        raise MalformedCommand(f'Unknown card "{card}".')
    strike = game.scenario.charts.cards[card].strike
    if strike is None:
        raise MalformedCommand(f"{title_of(game, card)} has no strike.")
    found = strike_odds(game, _unit(game, unit), strike.dice)
    term = TermNow("strike, whatever the terrain", strike.dice, "CMD-card-03")
    return _odds(game, "strike", (term,), (), found, unit)


def _overruns(game: Table, unit: str) -> bool:
    """Tell whether a unit is asked for the target of its overrun."""
    top = game.state.frames[-1] if game.state.frames else None
    return top is not None and top.kind == "overrun" and top["unit"] == unit


def ask_targets(game: Table, unit: str, origin: str = "") -> Mapping[str, int]:
    """Return whom a unit could battle from its hex or from another, with the dice against each."""
    _unit(game, unit)
    if origin:
        _hex(origin)
    targets = targets_of(game, unit, origin)
    return {target: dice_of(game, unit, target, origin) for target in targets}


def ask_card(game: Table, card: str, seat: str) -> CardOrders:
    """Return which units a card could order for a side where they stand, and whether it would order any one instead."""
    if card not in game.scenario.charts.cards:
        raise MalformedCommand(f'Unknown card "{card}".')
    if seat not in SEATS:
        raise MalformedCommand(f'Unknown seat "{seat}". The seats are {", ".join(SEATS)}.')
    found = game.scenario.charts.cards[card]
    return CardOrders(tuple(orderable(game, seat, found)), stands_in(game, seat, found), found.text)


def ask_hex(game: Table, hex: str) -> HexValues:
    """Return what a hex does, and the values of the unit in it, each as the rows of a card that says why."""
    unit = occupants(game).get(_hex(hex))
    return HexValues(hex, tuple(hex_card(game, hex)), unit, tuple(unit_card(game, unit)) if unit else ())


def ask_retreat(game: Table, unit: str) -> Mapping[str, int]:
    """Return the hexes a unit could retreat into, and from each how many lead on."""
    return {place: len(ways_back(game, unit, place)) for place in ways_back(game, _unit(game, unit))}


QUERIES: Final[Mapping[str, Callable[..., Any]]] = {
    "reach": ask_reach,
    "los": ask_los,
    "odds": ask_odds,
    "targets": ask_targets,
    "card": ask_card,
    "retreat": ask_retreat,
    "hex": ask_hex,
    "strike": ask_strike,
}
