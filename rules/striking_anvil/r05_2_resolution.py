"""The course of a combat: the roll, who is turned, who pays, who is left alone (5.2, 5.4, 5.6, 5.8)."""

from __future__ import annotations

from typing import Final

from rules.engine.frames import Procedure
from rules.striking_anvil.r01_1_exits import release
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_units import disorganize, in_place, is_combat, units_of
from rules.striking_anvil.r05_7_modifiers import modifiers, total
from rules.striking_anvil.r05_8_hits import begin_payment
from rules.striking_anvil.r05_battle import REACTIONS, Battle, force, resolve
from rules.striking_anvil.scenario import ALLIED, other_side
from rules.striking_anvil.state import Anvil


def begin_combat(game: Anvil, battle: Battle, targets: tuple[str, ...] = ()) -> None:
    """Begin an attack; in a reaction only the `targets` take its hits (5.4, 5.6)."""
    game.push("combat", kind=battle.kind, seat=battle.side, area=battle.area, units=battle.units, border=battle.border,
              landing=battle.landing, targets=targets)  # fmt: skip


def battle_of(game: Anvil) -> Battle:
    """Return the attack of the frame at work."""
    frame = game.frame
    return Battle(frame["kind"], frame["seat"], frame["area"], frame["units"], frame["border"], frame["landing"])


def _roll(game: Anvil) -> str | None:
    battle = battle_of(game)
    if not any(is_combat(game, unit) for unit in battle.units):
        return "alone"
    lines = modifiers(game, battle)
    game.emit("CombatBegan", kind=battle.kind, seat=battle.side, area=battle.area, units=battle.units,
              strength=force(game, battle).counts, modifier=total(lines))  # fmt: skip
    release(game, (*battle.units, *units_of(game, battle.area, other_side(battle.side))))
    game.roll("combat", area=battle.area, kind=battle.kind)
    return None


def _result(game: Anvil) -> str | None:
    battle = battle_of(game)
    found = resolve(game.scenario.charts, force(game, battle).counts, total(modifiers(game, battle)),
                    game.frame["result"])  # fmt: skip
    game.update(attacker=found.attacker, defender=found.defender)
    game.emit("CombatResult", die=found.die, row=found.row, column=found.column, attacker=found.attacker,
              defender=found.defender, natural=found.natural)  # fmt: skip
    if not game.scenario.rules.attackers_may_disorganize:
        disorganize(game, battle.units)  # example 3: turned before hits are taken
    return None


def _attacker_pays(game: Anvil) -> str | None:
    battle = battle_of(game)
    free = game.scenario.rules.attackers_may_disorganize
    begin_payment(game, battle.side, battle.area, game.frame["attacker"], battle.units, disorganize=free, fort=False)
    return None


def _defender_pays(game: Anvil) -> str | None:
    battle = battle_of(game)
    disorganize(game, in_place(game, battle.units, battle.area))
    reaction = battle.kind in REACTIONS
    begin_payment(
        game, other_side(battle.side), battle.area, game.frame["defender"],
        game.frame["targets"] if reaction else None,  # 5.4, 5.6: only those who move; else everybody there
        disorganize=True, fort=not reaction and battle.side == ALLIED,
    )  # fmt: skip
    return None


def _alone(game: Anvil) -> str | None:
    abandon(game, game.frame["area"])  # 1.3.2: after all hits are paid
    return None


COMBAT: Final = Procedure(
    "combat",
    {"roll": _roll, "result": _result, "attacker": _attacker_pays, "defender": _defender_pays, "alone": _alone},
)
