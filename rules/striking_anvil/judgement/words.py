"""Activations in words, as a player reads them."""

from __future__ import annotations

from typing import Final

from rules.striking_anvil.judgement.combat import odds
from rules.striking_anvil.judgement.plan import Plan
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_1_map import area_name, border_of, is_area
from rules.striking_anvil.r01_3_units import fighters, is_combat, label, strength
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r05_battle import ATTACK, MOBILE, Battle, force
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.scenario import ALLIED, border_id, other_side
from rules.striking_anvil.state import Anvil

NAMED: Final = 2


def told(game: Anvil, side: str, plan: Plan, w: Weights) -> str:
    """Return what an activation is for, in a line."""
    worth = f"worth {plan.worth:.1f} points"
    if plan.action == "attack":
        battle = Battle(ATTACK, side, plan.area, plan.units)
        return f"{who(game, plan.units)} attack {area_name(game, plan.area)} {fight_told(game, battle, w)}; {worth}."
    if plan.action == "mobile":
        battle = battle_of(game, side, plan)
        way = f"go to {area_name(game, plan.way[-1])} and attack"
        return f"{who(game, plan.units)} {way} {fight_told(game, battle, w)}; {worth}."
    if plan.action == "move":
        way = f"from {area_name(game, plan.area)} to {area_name(game, plan.way[-1])}"
        best = max(plan.parts, key=lambda part: part.points, default=None)
        why = f", for {best.text}" if best is not None and best.points > 0 else ""
        return f"{who(game, plan.units)} {'ride' if plan.loads else 'go'} {way}{why}; {worth}."
    a, b = plan.bridge.split("-")
    border = border_of(game, a, b)
    work = "blows the bridge" if plan.action == "demolish" else "bridges the river"
    river = f" over the {border.name}" if border is not None else ""
    return f"{who(game, plan.units)} {work}{river} between {area_name(game, a)} and {area_name(game, b)}; {worth}."


def battle_of(game: Anvil, side: str, plan: Plan) -> Battle:
    """Return the mobile combat that a plan leads to, as if nobody reacted."""
    before = plan.way[-2] if len(plan.way) > 1 else plan.area
    landing = lands(game, plan.area) and is_hostile_beach(game, plan.way[-1])
    border = border_id(before, plan.way[-1]) if is_area(game, before) else ""
    return Battle(MOBILE, side, plan.way[-1], plan.units, border, landing)


def fight_told(game: Anvil, battle: Battle, w: Weights) -> str:
    """Return the strengths of an attack and the chance that it clears the area."""
    enemy = other_side(battle.side)
    theirs = sum(strength(game, unit) for unit in fighters(game, battle.area, enemy))
    fort = (
        f" and level {fort_level(game, battle.area)}" if battle.side == ALLIED and fort_level(game, battle.area) else ""
    )
    found = odds(game, battle, w)
    clears = f"{found.clears:.0%}" if found is not None else "0%"
    return f"with {force(game, battle).counts} against {theirs}{fort}: clears the area {clears}"


def who(game: Anvil, units: tuple[str, ...]) -> str:
    """Return units as a player reads them: the strongest two and how many more."""
    ranked = sorted(units, key=lambda unit: (not is_combat(game, unit), -strength(game, unit)))
    named = [label(game, unit) for unit in ranked[:NAMED]]
    if len(units) > NAMED:
        return f"{', '.join(named)} and {len(units) - NAMED} more"
    return " and ".join(named)
