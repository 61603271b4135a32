"""A unit's values now and why they are not the printed ones; what a hex does to whoever is in it or enters it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.command_cards.charts import (
    CLASSES,
    CLOSE_ASSAULT,
    FIRING,
    FORBIDDEN,
    FREE,
    STOP,
    Card,
    Ground,
    UnitType,
    stricter,
)
from rules.command_cards.dice import card_dice
from rules.command_cards.hexes import NEIGHBOURS
from rules.command_cards.moving import stop_rule, unit_reasons
from rules.command_cards.state import Objective, Ordered, Table, Unit, card_in_play, cls_of, title_of, type_of
from rules.command_cards.targets import night_range, occupants
from rules.command_cards.terrain import (
    RESISTANCE,
    along_road,
    attack_from,
    battle_limit,
    defence,
    hexes_per_flag,
    is_shut_in,
    may_ignore_flag,
    move_limit,
    obstacle_at,
    terrain_at,
)
from rules.command_cards.turn import is_held
from rules.engine.command import Cause, ValueRow, cause, value_row
from rules.engine.english import listed, spelled

NONE: Final = "none"
_MOVE_RULE: Final = {"infantry": "CMD-move-08", "armor": "CMD-move-10", "artillery": "CMD-move-11"}
_DICE_RULE: Final = {"infantry": "CMD-range-01", "armor": "CMD-range-02", "artillery": "CMD-range-03"}


# --- units -----------------------------------------------------------------------------------------------------------


def unit_card(game: Table, unit: str) -> list[ValueRow]:
    """Return a unit's figures, dice, moves, battle after a move and retreat: printed, now, and why."""
    return [_figures(game, unit), _dice(game, unit), _moves(game, unit), _battles(game, unit), _flags(game, unit)]


def _figures(game: Table, unit: str) -> ValueRow:
    found = game.state.units[unit]
    full, left = type_of(game, found).figures, found.figures
    why = [cause("lost", left - full, "CMD-hit-02"), cause("the dice stay", "", "CMD-battle-04")] if left < full else []
    return value_row("Figures", str(full), str(left), why)


def _dice(game: Table, unit: str) -> ValueRow:
    """Return the dice by distance, against a target in the open (CMD-range-01 to -04)."""
    found = game.state.units[unit]
    change, by = attack_from(game, cls_of(game, found), found.hex)
    ordered = unit in game.state.orders
    extra = {how: card_dice(game, how) if ordered else 0 for how in (CLOSE_ASSAULT, FIRING)}
    night = night_range(game)
    now = []
    for far, dice in enumerate(type_of(game, found).dice, 1):
        seen = not night or far <= night
        now.append(str(max(0, dice + change + extra[CLOSE_ASSAULT if far == 1 else FIRING])) if seen else NONE)
    why = [cause(f"out of {by}", change, "CMD-terrain-05")] if change else []
    title = title_of(game, game.state.played) if game.state.played else ""
    why += [cause(f"{title}, {how.replace('_', ' ')}", more, "CMD-card-01") for how, more in extra.items() if more]
    if NONE in now:
        why.append(cause(f"night: {spelled(night, 'hex')} at most", "", "CMD-range-04"))
    rule = [cause("at distance 1, 2, …", "", _DICE_RULE[cls_of(game, found)])]
    return value_row("Dice", " ".join(map(str, type_of(game, found).dice)), " ".join(now), [*rule, *why])


def _moves(game: Table, unit: str) -> ValueRow:
    """Return how many hexes a unit moves, off the road."""
    found, order = game.state.units[unit], game.state.orders.get(unit)
    printed, why = type_of(game, found).move, []
    now = printed
    if is_shut_in(game, found):
        now, why = 0, [cause("in a bunker", "no move", "CMD-obst-03")]
    elif order is not None:
        card = card_in_play(game)
        limit = move_limit(type_of(game, found), card, road=0)
        if limit != printed:
            why.append(cause(card.title, limit - printed, "CMD-card-01"))
        now = max(0, limit - order.moved)
        if order.moved:
            why.append(cause("moved", -order.moved, _MOVE_RULE[cls_of(game, found)]))
        if next(unit_reasons(game, unit), None) is not None:
            now = 0
            why += _halted(game, order, card)
    return value_row("Moves", str(printed), str(now), why)


def _halted(game: Table, order: Ordered, card: Card) -> Iterator[Cause]:
    if card.no_move:
        yield cause(card.title, "no move", "CMD-order-02")
    if order.acted:
        yield cause(order.acted, "instead", "CMD-order-08")
    if order.halted == "other":
        yield cause("another unit has moved since", "", "CMD-move-01")
    elif order.halted:
        yield cause(f"stopped by {order.halted}", "", stop_rule(game, order.halted))


def _battles(game: Table, unit: str) -> ValueRow:
    """Return after how many hexes of a move a unit may still battle."""
    found, order = game.state.units[unit], game.state.orders.get(unit)
    printed = _after(type_of(game, found), type_of(game, found).battle_after)
    if order is None:
        return value_row("Battles", printed, printed, [])
    card = card_in_play(game)
    limit = battle_limit(type_of(game, found), card, along_road(game) if order.road and order.moved else 0)
    why = (
        [cause(card.title, "", "CMD-card-01")]
        if battle_limit(type_of(game, found), card, road=0) != (type_of(game, found).battle_after)
        else []
    )
    barred = list(_barred(game, found, order, limit))
    now = NONE if barred else _after(type_of(game, found), limit)
    return value_row("Battles", printed, now, [*why, *barred])


def _barred(game: Table, unit: Unit, order: Ordered, limit: int) -> Iterator[Cause]:
    if order.battled:
        yield cause("already battled", "", "CMD-battle-02")
    if order.acted:
        yield cause(order.acted, "instead", "CMD-order-08")
    if order.moved > limit:
        rule = "CMD-special-04" if unit.kind == RESISTANCE else _MOVE_RULE[cls_of(game, unit)]
        yield cause(f"has moved {spelled(order.moved, 'hex')}", "", rule)
    if order.barred:
        yield cause(f"entered {order.barred}", "", "CMD-terrain-01")


def _after(kind: UnitType, limit: int) -> str:
    if limit == 0:
        return "if it stays"
    return "after any move" if limit >= kind.move else f"after {spelled(limit, 'hex')}"


def _flags(game: Table, unit: str) -> ValueRow:
    """Return what the first flag does."""
    found = game.state.units[unit]
    far = hexes_per_flag(type_of(game, found))
    printed = "one hex back" if far == 1 else f"up to {spelled(far, 'hex')} back"
    why = [cause("Resistance", "", "CMD-special-05")] if far > 1 else []
    if is_shut_in(game, found):
        return value_row(
            "First flag", printed, "costs a figure", [cause("cannot leave the bunker", "", "CMD-retreat-05")]
        )
    obstacle = obstacle_at(game, found.hex)
    if obstacle is not None and may_ignore_flag(game, found):
        return value_row("First flag", printed, "may be ignored", [cause(obstacle.name, "", "CMD-retreat-08"), *why])
    return value_row("First flag", printed, printed, why)


# --- hexes -----------------------------------------------------------------------------------------------------------


def hex_card(game: Table, place: str) -> list[ValueRow]:
    """Return what a hex does: entering, dice against it and out of it, flags, sight, road, medals."""
    terrain, obstacle = terrain_at(game, place), obstacle_at(game, place)
    rows = [_entering(terrain, obstacle), _defence(game, place), *_out_of(game, place)]
    if terrain.no_battle:
        told = "the Resistance may" if "infantry" in terrain.no_battle else ""
        why = [cause(told, "", "CMD-special-03" if told else "CMD-terrain-01")]
        rows.append(value_row("No battle on entering", None, _classes(terrain.no_battle), why))
    if obstacle is not None and obstacle.ignore_first_flag:
        why = [cause(obstacle.name, "", "CMD-retreat-08")]
        rows.append(value_row("First flag ignored", None, _classes(obstacle.ignore_first_flag), why))
    rows += _sight(terrain, obstacle)
    if any(place in pair for pair in game.scenario.map.roads):
        rows.append(value_row("Road", None, "one hex more", [cause("if the whole move follows it", "", "CMD-move-12")]))
    goals = [(n, goal) for n, goal in enumerate(game.scenario.objectives) if place in goal.hexes]
    return [*rows, *(_goal(game, number, goal) for number, goal in goals)]


def _classes(classes: tuple[str, ...]) -> str:
    return "all" if len(classes) == len(CLASSES) else listed(classes)


def _entering(terrain: Ground, obstacle: Ground | None) -> ValueRow:
    """Return whom the stricter of terrain and obstacle stops or keeps out (CMD-terrain-01, -04, CMD-obst-02, -03)."""
    rules = {cls: terrain.enter.get(cls, FREE) for cls in CLASSES}
    why = [cause(terrain.name, "", "CMD-terrain-04" if FORBIDDEN in rules.values() else "CMD-terrain-01")]
    if obstacle is not None and obstacle.enter:
        rules = {cls: stricter(rule, obstacle.enter.get(cls, FREE)) for cls, rule in rules.items()}
        why.append(cause(obstacle.name, "", "CMD-obst-03" if FORBIDDEN in obstacle.enter.values() else "CMD-obst-02"))
    told = [
        f"{word} {_classes(named)}"
        for word, kind in (("stops", STOP), ("closed to", FORBIDDEN))
        if (named := tuple(cls for cls in CLASSES if rules[cls] == kind))
    ]
    return value_row("Entering", None, ", ".join(told) or "free", why if told else [])


def _defence(game: Table, place: str) -> ValueRow:
    """Return by how much the dice against a unit here change, the larger of terrain and obstacle (CMD-obst-01)."""
    terrain = terrain_at(game, place)
    unit = occupants(game).get(place)
    owner = game.scenario.bunkers.get(place, game.state.units[unit].seat if unit else "")
    lost = terrain.defence_lost_if_attacker_on
    origin = next((n for n in NEIGHBOURS[place] if terrain_at(game, n).id != lost), place)
    told, why = [], []
    for cls in CLASSES:
        change, by = defence(game, cls, origin, place, owner)
        if change:
            told.append(f"{cls} {change}")
            why += [by] if by not in why else []
    rule = {terrain.name: "CMD-terrain-02"}
    reasons = [cause(by, "", rule.get(by, "CMD-obst-01")) for by in why]
    if lost and terrain.name in why:
        reasons.append(cause(f"not from {lost} to {lost}", "", "CMD-terrain-03"))
    return value_row("Dice against it", None, ", ".join(told) or "no change", reasons)


def _out_of(game: Table, place: str) -> Iterator[ValueRow]:
    found = {cls: attack_from(game, cls, place) for cls in CLASSES}
    told = [f"{cls} {change}" for cls, (change, _) in found.items() if change]
    by = dict.fromkeys(by for change, by in found.values() if change)
    if told:
        yield value_row("Dice out of it", None, ", ".join(told), [cause(name, "", "CMD-terrain-05") for name in by])


def _sight(terrain: Ground, obstacle: Ground | None) -> Iterator[ValueRow]:
    why = [cause(terrain.name, "", "CMD-los-03")] if terrain.los != "clear" else []
    if obstacle is not None and obstacle.los == "blocks":
        why.append(cause(obstacle.name, "", "CMD-los-03"))
    if why:
        hill = terrain.los == "hill" and len(why) == 1
        yield value_row("Sight", None, "blocked, except from hill to hill" if hill else "blocked", why)


def _goal(game: Table, number: int, goal: Objective) -> ValueRow:
    side = {"allied": "Allies", "german": "Germans"}[goal.seat]
    held = "held" if is_held(game, number) else "not held"
    stays = "stays" if goal.keep else "lost when the hex is left"
    worth = f"{spelled(goal.medals, 'medal')} for the {side}"
    return value_row(goal.name, None, worth, [cause(f"{held}; {stays}", "", None)])
