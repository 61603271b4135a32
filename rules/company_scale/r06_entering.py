"""One step of a movement: opportunity fire, entering, what the new hex does to the units (6.0, 6.1.1, 6.2.2)."""

from __future__ import annotations

from rules.company_scale.pieces import counter, enemy_holds, leaders_in, weapons_in
from rules.company_scale.r06_1_stacking import exchange, tidy
from rules.company_scale.r06_2_2_ridges import drop_idle_marker, queue_claims
from rules.company_scale.r06_2_terrain import bars_weapons, crossing
from rules.company_scale.r06_movement import live_units, under_barrage, under_dg
from rules.company_scale.r08_5_4_status import can_move
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
    carried = riders(game, units, origin, to, frame["by"])
    for unit in units:
        game.state.place(unit, to)
        game.emit("UnitMoved", unit=unit, **{"from": hex_name(origin), "to": hex_name(to)})
    _bring(game, carried, to)
    game.update(units=units, left_dg=status.dg)
    return None


def riders(game: Table, units: tuple[str, ...], here: int, to: int, by: str) -> tuple[str, ...]:
    """Return the support weapons that go along, one for each moving unit at most (12.3), and the leaders (13.1).

    Weapons stay with units that stay as long as these can hold them. Counted when the units leave: opportunity
    fire may have cost some of them.
    """
    movers, staying = len(units), len(game.state.stack(here)) - len(units)
    weapons = [w.id for w in weapons_in(game, here)]
    if bars_weapons(crossing(game.scenario.map, here, to, by)):
        weapons = []
    room = movers + len(game.state.stack(to)) - len(weapons_in(game, to))
    take = max(0, min(len(weapons) - staying, movers, room))
    leaders = [] if staying else [leader.id for leader in leaders_in(game, here)]  # RULINGS 12
    return (*weapons[:take], *leaders)


def _bring(game: Table, carried: tuple[str, ...], to: int) -> None:
    for tokens in (game.state.weapons, game.state.leaders):
        for piece in carried:
            if piece in tokens:
                tokens[piece] = Token(to)


def _lose_points(game: Table, old: int, new: int) -> None:
    """Cut the points left when disorganization rose while the step was paid (6.0)."""
    game.state.frames[game.index - 1] = under_dg(game.state.frames[game.index - 1], old, new)


def _settle(game: Table) -> str | None:
    frame = game.frame
    origin, to = frame["origin"], frame["to"]
    exchange(game, frame["units"], frame["left_dg"], to)  # 6.1.1
    _lose_points(game, frame["left_dg"], game.state.status(to).dg)
    game.state.frames[game.index - 1] = under_barrage(game, game.state.frames[game.index - 1], to)
    tidy(game, origin)
    return None


def _claims(game: Table) -> str | None:
    frame = game.frame
    drop_idle_marker(game, frame["to"])
    queue_claims(game, live_units(game, frame["units"], frame["to"]), frame["to"])
    return None


ENTERING = Procedure(
    "entering",
    {"8.6": _provoke, "6.0": _enter, "6.1.1": _settle, "6.2.2": _claims},
)
