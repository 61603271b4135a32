"""What the bot does with bridges: the Allies build those ahead of them, the Germans blow those behind them (9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.plan import Plan
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_units import fighters, is_good, strength, units_of
from rules.striking_anvil.r01_6_control import is_friendly
from rules.striking_anvil.r09_bridges import DEMOLISH, REPAIR, bridge_reasons
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.scenario import ALLIED, Border, other_side
from rules.striking_anvil.state import Anvil


def works(game: Anvil, side: str, area: str, draw: Mapping[str, float], w: Weights) -> Iterator[Plan]:
    """Yield the bridges to build or blow from an area, each by its weakest unit while no enemy is there."""
    able = [unit for unit in fighters(game, area, side) if is_good(game, unit) and block_of(game, unit) == (unit,)]
    if not able or units_of(game, area, other_side(side)):
        return
    worker = min(able, key=lambda unit: strength(game, unit))
    work = REPAIR if side == ALLIED else DEMOLISH
    for border in game.scenario.map.borders.values():
        if not border.is_site or area not in border.areas:
            continue
        worth = _ahead(area, border, draw, w) if side == ALLIED else _behind(game, side, area, border, w)
        if worth and next(bridge_reasons(game, side, area, (worker,), work, border.id), None) is None:
            yield Plan(worth, area, (worker,), work, bridge=border.id, parts=(Part("the bridge", worth),))


def far_bank(area: str, border: Border) -> str:
    """Return the area on the other side."""
    a, b = border.areas
    return b if area == a else a


def _ahead(area: str, border: Border, draw: Mapping[str, float], w: Weights) -> float:
    """Return what a bridge is worth over which the army is drawn."""
    more = draw[far_bank(area, border)] - draw[area]
    return min(w.built + w.built_more * more, w.built_most) if more > 0 else 0.0


def _behind(game: Anvil, side: str, area: str, border: Border, w: Weights) -> float:
    """Return what it is worth that a bridge does not stand: enemies are on its far bank, or hold it."""
    far, enemy = far_bank(area, border), other_side(side)
    return w.blown if fighters(game, far, enemy) or not is_friendly(game, side, far) else 0.0
