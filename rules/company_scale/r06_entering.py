"""One step of a movement: opportunity fire, entering, what the new hex does to the units (6.0, 6.1.1, 6.2.2)."""

from __future__ import annotations

from rules.company_scale.pieces import counter, enemy_holds
from rules.company_scale.r06_1_stacking import exchange, tidy
from rules.company_scale.r06_2_2_ridges import queue_claims
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r08_5_4_status import after_barrage, after_new_dg, can_move
from rules.company_scale.r08_6_opportunity_fire import open_window
from rules.company_scale.state import Table, Token
from rules.engine.frames import Procedure
from rules.hexes.ids import hex_name


def _provoke(game: Table) -> str | None:
    frame = game.frame
    game.update(dg=game.state.status(frame["origin"]).dg)
    open_window(game, frame["units"], frame["origin"], frame["to"])
    return None


def _enter(game: Table) -> str | None:
    frame = game.frame
    origin, to = frame["origin"], frame["to"]
    units = live_units(game, frame["units"], origin)
    status = game.state.status(origin)
    if not units or not can_move(status):  # 6.0: suppressed, pinned, routed or eliminated under fire
        return "end"
    if enemy_holds(game, to, counter(game, units[0]).side):
        return "end"
    _lose_points(game, frame["dg"], status.dg)
    for unit in units:
        game.state.place(unit, to)
        game.emit("UnitMoved", unit=unit, **{"from": hex_name(origin), "to": hex_name(to)})
    _bring(game, frame["carry"], origin, to)
    game.update(units=units, left_dg=status.dg)
    return None


def _bring(game: Table, carried: tuple[str, ...], origin: int, to: int) -> None:
    for tokens in (game.state.weapons, game.state.leaders):
        for piece in carried:
            if piece in tokens and tokens[piece].hex == origin:
                tokens[piece] = Token(to)


def _lose_points(game: Table, old: int, new: int) -> None:
    """Cut the points left when disorganization rose while the step was paid (6.0)."""
    below = game.state.frames[game.index - 1]
    points = tuple(after_new_dg(p, old, new) for p in below["points"])
    game.state.frames[game.index - 1] = below.having(points=points)


def _settle(game: Table) -> str | None:
    frame = game.frame
    origin, to = frame["origin"], frame["to"]
    exchange(game, frame["units"], frame["left_dg"], to)  # 6.1.1
    _lose_points(game, frame["left_dg"], game.state.status(to).dg)
    below = game.state.frames[game.index - 1]
    points = tuple(after_barrage(game, p, to) for p in below["points"])  # 8.7.2
    game.state.frames[game.index - 1] = below.having(points=points)
    tidy(game, origin)
    return None


def _claims(game: Table) -> str | None:
    frame = game.frame
    queue_claims(game, live_units(game, frame["units"], frame["to"]), frame["to"])
    return None


ENTERING = Procedure(
    "entering",
    {"8.6": _provoke, "6.0": _enter, "6.1.1": _settle, "6.2.2": _claims},
)
