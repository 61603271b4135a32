"""Assaults: all those of an activation, and steps A to L of each (9.0, 9.1)."""

from __future__ import annotations

from typing import Any, Final

from rules.company_scale.pieces import enemy_holds
from rules.company_scale.r08_8_fires import fire_reasons
from rules.company_scale.r09_1_advance import advance, ask_advance, to_column
from rules.company_scale.r09_1_declaration import commit
from rules.company_scale.r09_1_defensive_fire import open_defensive_fire
from rules.company_scale.r09_1_retreat import ask_retreat
from rules.company_scale.r09_1_support import ask_support
from rules.company_scale.r09_2_markers import marked_hexes, take_marker
from rules.company_scale.r09_2_placing import may_assault
from rules.company_scale.r09_4_results import TIE, still_assaulting
from rules.company_scale.state import Battle
from rules.engine.frames import Procedure
from rules.hexes.ids import hex_name


def carry_out_assaults(game: Battle, seat: str) -> None:
    """Settle every marker of a side that is due in this activation (4.0 iii g, 9.3)."""
    if may_assault(game) and marked_hexes(game.state, seat):
        game.push("assaults_of_activation", seat=seat, due=())


def _declare(game: Battle) -> None:
    game.push("assaults", seat=game.frame["seat"], called_off=(), wishes=())


def _order(game: Battle) -> str | None:
    due = game.frame["due"]
    if not due:
        return "end"
    if len(due) == 1:
        game.update(next=due[0][0])
    else:
        game.push("assault_order", seat=game.frame["seat"], due=due)
    return None


def _begin(game: Battle) -> str | None:
    frame = game.frame
    marked = frame["next"]
    units = next(units for hex_id, units in frame["due"] if hex_id == marked)
    game.update(due=tuple(item for item in frame["due"] if item[0] != marked))
    game.push("assault", **opening(game, marked, frame["seat"], units))
    return "9.1.order"


ASSAULTS: Final = Procedure(
    "assaults_of_activation", {"9.3.declare": _declare, "9.1.order": _order, "9.1.begin": _begin}
)


def opening(game: Battle, marked: int, seat: str, units: tuple[str, ...]) -> dict[str, Any]:
    """Return the locals an assault begins with.

    `committed` are all who assault, `attackers` those still able to, `origins` the attackers' hexes; `supporters`
    fired in step B, `fired` are the hexes fired at in step E; what each side uses, and how it ended, come later.
    `acted` are the units that acted before: only Rolin assaults so late (14.1).
    """
    used = ("att_leader", "att_hero", "att_weapon", "def_leader", "def_hero", "def_weapon", "def_unit")
    return {
        "hex": marked, "seat": seat, "committed": units, "attackers": units, "origins": _hexes(game, units),
        "supporters": (), "fired": (), **dict.fromkeys(used, ""), "unopposed": False, "retreated": False,
        "advancing": (), "outcome": "", "difference": 0,
        "acted": tuple(unit for unit, done in game.state.activity.items() if done.used),
    }  # fmt: skip


def _hexes(game: Battle, units: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(game.state.units[unit].hex for unit in units))


def _look_again(game: Battle) -> tuple[str, ...]:
    """Drop the attackers that are no longer able to assault; return the rest (9.1 E, 9.3)."""
    units = still_assaulting(game, game.frame["attackers"])
    game.update(attackers=units, origins=_hexes(game, units))
    return units


def _is_held(game: Battle) -> bool:
    """Tell whether defenders are in the marked hex."""
    return enemy_holds(game, game.frame["hex"], game.frame["seat"])


def _commit(game: Battle) -> str | None:
    units = _look_again(game)
    held = _is_held(game)
    game.update(unopposed=not held)
    frame = game.frame
    game.emit("AssaultBegun", hex=hex_name(frame["hex"]), seat=frame["seat"], units=list(units), empty=not held)
    if not held:
        return "9.1.J"
    return None if units else "9.1.K"


def _support(game: Battle) -> None:
    ask_support(game)


def _column(game: Battle) -> str | None:
    if not _is_held(game):  # RULINGS 174
        return "9.1.J"
    for unit in still_assaulting(game, game.frame["attackers"]):
        to_column(game, unit)
    return None


def _retreat(game: Battle) -> None:
    ask_retreat(game)


def _defend(game: Battle) -> str | None:
    if game.frame["retreated"]:
        return "9.1.J"
    open_defensive_fire(game)
    return None


def _fight(game: Battle) -> str | None:
    if not _look_again(game):  # RULINGS 175
        return "9.1.K"
    frame = game.frame
    game.push("assault_dice", **frame.data)
    return None


def _advance(game: Battle) -> str | None:
    if game.frame["outcome"] == TIE or _is_held(game):  # 9.4, 9.1
        return "9.1.K"
    if any(fire_reasons(game, game.frame["hex"])):  # 8.8.1: it caught fire in step B
        return "9.1.K"
    ask_advance(game)
    return None


def _go_in(game: Battle) -> None:
    advance(game)


def _remove_marker(game: Battle) -> None:
    take_marker(game, game.frame["hex"], game.frame["seat"])


def _finish(game: Battle) -> None:
    frame = game.frame
    acted = frame.get("acted", ())
    routed = (unit for unit, done in game.state.activity.items() if done.used and unit not in acted)
    commit(game, (*frame["committed"], *frame["supporters"], *frame["advancing"], *routed))


ASSAULT: Final = Procedure(
    "assault",
    {
        "9.1.A": _commit,
        "9.1.B": _support,
        "9.1.C": _column,
        "9.1.D": _retreat,
        "9.1.E": _defend,
        "9.1.F": _fight,
        "9.1.J": _advance,
        "9.1.J.go": _go_in,
        "9.1.K": _remove_marker,
        "9.1.L": _finish,
    },
)
