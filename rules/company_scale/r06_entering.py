"""One step of a move: opportunity fire, entering, what the new hex does (6.0, 6.1.1, 6.2.2, 16.2.1, 22.3, 23.2)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds
from rules.company_scale.r06_1_stacking import exchange, tidy
from rules.company_scale.r06_2_terrain import OFF_ROAD, crossing, drop_idle_marker, queue_claims
from rules.company_scale.r06_movement import live_units, under_barrage, under_dg
from rules.company_scale.r08_5_4_status import can_move
from rules.company_scale.r08_6_opportunity_fire import open_window
from rules.company_scale.r08_7_1_spotting import SMOKE, lays_smoke, place_barrage
from rules.company_scale.r08_7_2_smoke import force_columns
from rules.company_scale.r12_support_weapons import riders
from rules.company_scale.r14_heroes import keep_company
from rules.company_scale.r16_2_air_strikes import open_interdiction
from rules.company_scale.r22_evacuation import leave_map
from rules.company_scale.r23_2_ambush import open_ambush
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import Battle
from rules.engine.frames import END, Procedure
from rules.hexes.grid import hex_name


def _provoke(game: Battle) -> None:
    frame = game.frame
    game.update(dg=game.state.status(frame["origin"]).dg)
    open_window(game, frame["units"], frame["origin"], frame["to"])


def _enter(game: Battle) -> str | None:
    frame = game.frame
    origin, to = frame["origin"], frame["to"]
    units = live_units(game, frame["units"], origin)
    status = game.state.status(origin)
    if not units or not can_move(status):  # 6.0: suppressed, pinned, routed or eliminated under fire
        return "end"
    if enemy_holds(game, to, counter(game, units[0]).side):
        return "end"
    _lose_points(game, frame["dg"], status.dg)
    _take_along(game, units, origin, to)
    for unit in units:
        game.state.place(unit, to)
        game.emit("UnitMoved", unit=unit, **{"from": hex_name(origin), "to": hex_name(to)})
    game.update(units=units, left_dg=status.dg)
    _leave_smoke(game, units, origin)
    return None


def _leave_smoke(game: Battle, units: tuple[str, ...], origin: int) -> None:
    """Put the smoke of German tanks in the hex they have just left (8.7.2; RULINGS 49)."""
    below = game.state.frames[game.index - 1]
    if below["smoke"]:
        game.state.frames[game.index - 1] = below.having(smoke=False)
        if lays_smoke(game, units):
            place_barrage(game, origin, SMOKE)


def _take_along(game: Battle, units: tuple[str, ...], origin: int, to: int) -> None:
    """Move the support weapons and leaders that go along (12.3, 13.1)."""
    below = game.state.frames[game.index - 1]
    carried = riders(game, below, units, crossing(ground_of(game), origin, to, game.frame["by"]))
    for piece in carried:
        game.state.put(piece, to)
    game.state.frames[game.index - 1] = below.having(carried=carried)


def _lose_points(game: Battle, old: int, new: int) -> None:
    """Cut the points left if disorganization rose after the step was paid for (6.0)."""
    game.state.frames[game.index - 1] = under_dg(game.state.frames[game.index - 1], old, new)


def _settle(game: Battle) -> None:
    frame = game.frame
    origin, to = frame["origin"], frame["to"]
    exchange(game, frame["left_dg"], to)  # 6.1.1
    _lose_points(game, frame["left_dg"], game.state.status(to).dg)
    game.state.frames[game.index - 1] = under_barrage(game, game.state.frames[game.index - 1], to)
    keep_company(game, to)  # 14.0
    tidy(game, origin)
    force_columns(game)  # 8.7.5


def _claims(game: Battle) -> None:
    frame = game.frame
    aboard = set(game.state.carried)
    shake_off(game, frame["units"])  # 30.0
    _leave_with(
        game, [unit for unit in aboard.difference(game.state.carried) if game.state.units[unit].hex == frame["to"]]
    )
    drop_idle_marker(game, frame["to"])
    queue_claims(game, live_units(game, frame["units"], frame["to"]), frame["to"])


def _leave_with(game: Battle, riders_off: list[str]) -> None:
    """Leave with dismounted riders what came along with them: a weapon each, their leaders and heroes (30.0)."""
    if not riders_off:
        return
    below, tokens = game.state.frames[game.index - 1], game.state.leaders
    weapons = [piece for piece in below["carried"] if piece in game.state.weapons]
    leaders = [piece for piece in below["carried"] if piece in tokens and tokens[piece].unit not in riders_off]
    if len(riders_off) == len(game.frame["units"]):
        leaders = []
    game.state.frames[game.index - 1] = below.having(carried=(*weapons[len(riders_off) :], *leaders))


def _ambush(game: Battle) -> None:
    open_ambush(game, game.frame["units"], game.frame["to"])


def _interdict(game: Battle) -> str | None:
    frame = game.frame
    if frame["by"] == OFF_ROAD or not game.state.air_support:
        return END
    game.update(dg=game.state.status(frame["to"]).dg, shelled=game.state.barrages.get(frame["to"], ""))
    open_interdiction(game, live_units(game, frame["units"], frame["to"]), frame["to"])
    return None


def _after_attack(game: Battle) -> None:
    """Take off the movement what the markers left by an air attack cost it (6.0, 8.7.2)."""
    frame = game.frame
    to = frame["to"]
    _lose_points(game, frame["dg"], game.state.status(to).dg)
    if game.state.barrages.get(to, "") != frame["shelled"]:
        game.state.frames[game.index - 1] = under_barrage(game, game.state.frames[game.index - 1], to)


def _exit(game: Battle) -> str | None:
    """Take units that reach the exit off at once: nothing more happens to them (22.3)."""
    leave_map(game)
    return None if live_units(game, game.frame["units"], game.frame["to"]) else END


ENTERING: Final = Procedure(
    "entering",
    {
        "8.6": _provoke,
        "6.0": _enter,
        "6.1.1": _settle,
        "22.3": _exit,
        "6.2.2": _claims,
        "23.2": _ambush,
        "16.2.1": _interdict,
        "16.2.1.after": _after_attack,
    },
)
