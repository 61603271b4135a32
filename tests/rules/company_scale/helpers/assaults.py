"""Assaults in tests: the dice of one that has come to step F, and reading its modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.r09_5_modifiers import assault_of, attacker_lines, defender_lines, total
from rules.company_scale.setting_up import start
from rules.company_scale.state import CARRIED, ELIMINATED, Activity
from rules.company_scale.system import SYSTEM
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.nature import ManualNature, ScriptedNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.tables import DIVISIONS, FORMATIONS, Piece, TableTop, acting, scenario_of


def at_dice(
    ground: BattleMap,
    pieces: Mapping[str, Piece],
    target: str,
    *dice: Plain,
    attackers: Iterable[str] = (),
    supporters: Iterable[str] = (),
    lost: Iterable[str] = (),
    riding: Mapping[str, str] | None = None,
    replaced: Iterable[str] = (),
    chit: str = "formation:pg110",
    **facts: Any,
) -> TableTop:
    """Come to step F of an assault; without `attackers` every unit of the chit's side assaults.

    Without dice it waits before the first die; the units `lost` were committed and then eliminated by fire;
    `riding` maps passengers to what carries them; `replaced` leaders show their replacement.
    """
    kind, _, about = chit.partition(":")
    side = DIVISIONS[FORMATIONS[about].division if kind == "formation" else about].side
    units = tuple(attackers) or tuple(n for n, p in pieces.items() if p.side == side)
    scenario = scenario_of(ground, pieces, **facts)
    state = start(scenario)
    state.phase, state.chit = "action", chit
    state.activity = {unit: Activity(state.units[unit].hex) for unit in units}
    assault: dict[str, Plain] = {
        "hex": hex_id(target), "seat": side, "attackers": units, "supporters": tuple(supporters),
        "origins": tuple(dict.fromkeys(state.units[unit].hex for unit in units)),
    }  # fmt: skip
    for unit in lost:
        state.place(unit, 0, ELIMINATED)
    for name in replaced:
        state.leaders[name] = replace(state.leaders[name], replaced=True)
    for unit, carrier in (riding or {}).items():
        state.place(unit, 0, CARRIED)
        state.carried[unit] = carrier
    state.frames = [
        Frame("turn", "3.A"),
        Frame("action_phase", "2.C.v", {"chit": chit, "drawn": True}),
        acting(side, "2.C.iii.j"),
        Frame("assault_dice", "9.1.F", assault),
    ]
    script = ScriptedNature(dice)
    session = Session(SYSTEM, scenario, state, script if dice else ManualNature())
    session.resume()
    return TableTop(session, script)


def waits_for_dice(table: TableTop) -> bool:
    """Tell whether nobody is asked anything any more before the dice."""
    return table.session.decision is None


def outcome(table: TableTop) -> tuple[str, int]:
    """Return who lost and by how much, as told."""
    [told] = [event for _, event in table.session.events if event["event"] == "AssaultFought"]
    return told["outcome"], told["difference"]


def handed_down(table: TableTop) -> dict[str, Any]:
    """Return what the frame below got from the dice."""
    frame = next(f for f in table.state.frames if f.kind == "formation_activation")
    return {name: frame[name] for name in ("outcome", "difference", "attackers", "origins")}


def _frame(table: TableTop) -> Frame:
    return next(f for f in reversed(table.state.frames) if f.kind in ("assault_modifiers", "assault_dice"))


def attack(table: TableTop) -> dict[str, int]:
    """Return the attacker's modifiers by letter ('' for hexsides), zeros left out."""
    return _sums(attacker_lines(table.game, assault_of(_frame(table))))


def defense(table: TableTop) -> dict[str, int]:
    """Return the defender's modifiers by letter ('' for hexsides), zeros left out."""
    return _sums(defender_lines(table.game, assault_of(_frame(table))))


def totals(table: TableTop) -> tuple[int, int]:
    """Return what each side adds to its die."""
    assault = assault_of(_frame(table))
    return total(attacker_lines(table.game, assault)), total(defender_lines(table.game, assault))


def _sums(lines: Iterable[Any]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.letter] = sums.get(line.letter, 0) + line.value
    return {letter: value for letter, value in sums.items() if value}
