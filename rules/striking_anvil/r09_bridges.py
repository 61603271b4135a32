"""Bridges: blowing them up, bridging, the wait (9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Reason
from rules.engine.frames import Procedure
from rules.striking_anvil.r01_1_map import area_name, is_friendly
from rules.striking_anvil.r01_3_units import disorganize, is_combat
from rules.striking_anvil.scenario import Border
from rules.striking_anvil.state import Anvil

DEMOLISH: Final = "demolish"
REPAIR: Final = "repair"
FAILS_UP_TO: Final = 2


def bridge_reasons(
    game: Anvil, seat: str, area: str, units: tuple[str, ...], work: str, border_id: str
) -> Iterator[Reason]:
    """Yield why a bridge cannot be blown or repaired by these units from their area (9)."""
    border = game.scenario.map.borders.get(border_id)
    if border is None or area not in border.areas:
        yield Reason(
            f'"{border_id}" is not a border of {area_name(game, area)}. Borders have names such as 05-09.', "9"
        )
        return
    if len(units) != 1 or not is_combat(game, units[0]):
        yield Reason("Choose exactly one combat unit for this.", "9")
    if not is_friendly(game, seat, area):
        yield Reason(f"{area_name(game, area)} must be friendly.", "9")
    if not border.is_site:
        yield Reason("There is no bridge site here: no road crosses a river.", "9")
        return
    waits = game.state.bridges.get(border_id)
    if work == DEMOLISH and waits != 0:
        yield Reason("There is no bridge here." if waits is None else "The bridge is not finished yet.", "9")
    if work == REPAIR and waits is not None:
        yield Reason("There is already a bridge here." if waits == 0 else "A bridge is already being built here.", "9")


def is_contested(game: Anvil, seat: str, border: Border) -> bool:
    """Tell whether a die decides: the far bank is an enemy area (9)."""
    return not all(is_friendly(game, seat, area) for area in border.areas)


def count_down(game: Anvil, placed: str) -> None:
    """Count an activation for every bridging marker but the one it has placed (9)."""
    for border, waits in game.state.bridges.items():
        if waits and border != placed:
            game.state.bridges[border] = waits - 1
            if waits == 1:
                game.emit("BridgeFinished", bridge=border)


def _try(game: Anvil) -> str | None:
    border = game.scenario.map.borders[game.frame["bridge"]]
    if not is_contested(game, game.frame["seat"], border):
        return "done"
    game.roll(game.frame["work"], bridge=border.id)
    return None


def _judge(game: Anvil) -> str | None:
    if game.frame["result"] > FAILS_UP_TO:
        return None
    game.emit("BridgeWorkFailed", bridge=game.frame["bridge"], work=game.frame["work"])
    return "turned"


def _done(game: Anvil) -> str | None:
    border = game.frame["bridge"]
    if game.frame["work"] == REPAIR:
        game.roll("bridging", bridge=border)
        return None
    del game.state.bridges[border]
    game.emit("BridgeBlown", bridge=border)
    return "turned"


def _delay(game: Anvil) -> str | None:
    border = game.frame["bridge"]
    game.state.bridges[border] = game.frame["result"]
    game.emit("BridgingBegan", bridge=border, waits=game.frame["result"])
    game.update(placed=border)
    return None


def _end(game: Anvil) -> str | None:
    unit, placed = game.frame["unit"], game.frame.get("placed", "")
    disorganize(game, (unit,))  # 9: whether it works or not
    game.finish(placed=placed)
    return None


BRIDGE: Final = Procedure("bridge", {"try": _try, "judge": _judge, "done": _done, "delay": _delay, "turned": _end})
