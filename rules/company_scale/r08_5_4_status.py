"""Effects of disorganized, pinned and suppressed hexes (8.5.4, 10.2) and of barrage markers (3.2)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.pieces import counter, with_headquarters
from rules.company_scale.state import PINNED, SUPPRESSED, Battle, HexStatus

MAX_DG: Final = 4
MAX_TROOP_QUALITY: Final = 8  # 19.2

DG_FIRE: Final = (0, -1, -1, -2, -3)  # 8.5.4
DG_TROOP_QUALITY: Final = (0, 0, -1, -1, -2)
DG_HALVES_FROM: Final = 3
PINNED_FIRE: Final = -3
SUPPRESSED_TROOP_QUALITY: Final = -1


def can_fire(status: HexStatus) -> bool:
    """Tell whether units in the hex may fire: not if suppressed (8.5.4)."""
    return status.stress != SUPPRESSED


def can_move(status: HexStatus) -> bool:
    """Tell whether units in the hex may move: not if pinned or suppressed (8.5.4)."""
    return not status.stress


def halting_rule(status: HexStatus) -> str:
    """Return the rule that keeps units in a suppressed or pinned hex from moving."""
    return "10.2.1" if status.stress == SUPPRESSED else "10.2.2"


def halved(halves: int) -> int:
    """Halve movement points, rounding down to whole points; points are in halves (10.2.3)."""
    return halves // 4 * 2


def after_dg(halves: int, dg: int) -> int:
    """Return movement points (in halves) under a disorganized marker (8.5.4)."""
    if dg >= DG_HALVES_FROM:
        return halved(halves)
    return max(0, halves - 2) if dg else halves


def after_new_dg(halves: int, old: int, new: int) -> int:
    """Return the points left when the level rises in mid-move; an equal penalty is not paid twice (6.0)."""
    if new <= old or _penalty(old) == _penalty(new):
        return halves
    return after_dg(halves, new)


def _penalty(dg: int) -> int:
    return 2 if dg >= DG_HALVES_FROM else min(dg, 1)


def after_barrage(game: Battle, halves: int, hex_id: int) -> int:
    """Return movement points under the barrage marker of a hex, if any (3.2, 8.7.2)."""
    size = game.state.barrages.get(hex_id)
    if size is None:
        return halves
    effect = game.scenario.charts.barrage[size].movement
    return {"full": halves, "half": halved(halves), "zero": 0}[str(effect)]


def allowance(game: Battle, unit: str) -> int:
    """Return the movement allowance in halves of the side that is up, after disorganization and then barrage.

    0 where the side cannot move or the hex is pinned or suppressed (10.2.3: DG first, no minimum).
    """
    record = game.state.units[unit]
    printed = counter(game, unit).face(record.deployed).move
    status = game.state.status(record.hex)
    if printed is None or not can_move(status):
        return 0
    return after_barrage(game, after_dg(printed * 2, status.dg), record.hex)


def exhausting_rule(game: Battle, unit: str) -> str:
    """Return the rule that leaves an otherwise mobile unit no points: disorganization, else the barrage."""
    record = game.state.units[unit]
    printed = counter(game, unit).face(record.deployed).move or 0
    return "8.7.2" if after_dg(printed * 2, game.state.status(record.hex).dg) else "10.2.3"


def status_fire(game: Battle, hex_id: int) -> int:
    """Return what the markers of a firing hex add to its fire value (8.3.3)."""
    status, size = game.state.status(hex_id), game.state.barrages.get(hex_id)
    barrage = 0 if size is None else game.scenario.charts.barrage[size].fire
    return DG_FIRE[status.dg] + (PINNED_FIRE if status.stress == PINNED else 0) + barrage


def status_troop_quality(game: Battle, hex_id: int) -> int:
    """Return what status markers of a hex add to troop quality (8.5.4, 3.2)."""
    status = game.state.status(hex_id)
    total = DG_TROOP_QUALITY[status.dg] + (SUPPRESSED_TROOP_QUALITY if status.stress == SUPPRESSED else 0)
    charts = game.scenario.charts
    if status.fortification:
        total += charts.fortification[status.fortification].troop_quality
    size = game.state.barrages.get(hex_id)
    if size is not None:
        total += charts.barrage[size].troop_quality
    return total


def marker_quality(game: Battle, unit: str) -> int:
    """Return what the markers of its hex add to a unit's troop quality: nothing to a headquarters' own (3.2)."""
    printed = counter(game, unit)
    modified = game.scenario.rules.get("headquarters_quality") == "with_markers"  # RULINGS 193
    if printed.hq and printed.troop_quality is not None and not modified:
        return 0
    return status_troop_quality(game, game.state.units[unit].hex)


def division_quality(game: Battle, division: str) -> int:
    """Return the troop quality of a division; von Wietersheim with its headquarters raises it (14.1, 19.2)."""
    return game.state.divisions[division].troop_quality + with_headquarters(game, division)


def troop_quality(game: Battle, unit: str) -> int:
    """Return the troop quality of a unit before status markers: its own or its division's, at most 8 (3.2, 19.2)."""
    printed = counter(game, unit)
    base = printed.troop_quality
    if base is None:
        base = division_quality(game, printed.division)
    return min(base, MAX_TROOP_QUALITY)


def current_troop_quality(game: Battle, unit: str) -> int:
    """Return the troop quality of a unit with the status markers of its hex (8.5.4)."""
    return min(troop_quality(game, unit) + marker_quality(game, unit), MAX_TROOP_QUALITY)
