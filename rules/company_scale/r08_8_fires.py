"""Flamethrowers set hexes on fire; fires kill, spread, burn down and go out (8.8, 8.8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import Terrain
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter
from rules.company_scale.r04_cup import blow
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.state import ELIMINATED, Battle
from rules.engine.command import Reason
from rules.engine.frames import END, Procedure
from rules.hexes.grid import hex_name, neighbours

CATCHES: Final[dict[Terrain, int]] = {  # highest die at which a flamethrower sets the terrain on fire (8.8)
    Terrain.VINEYARD: 2,
    Terrain.WOODS: 2,
    Terrain.VILLAGE: 0,
    Terrain.TOWN: 0,
    Terrain.CITY: 0,
}
WILD: Final = (Terrain.VINEYARD, Terrain.WOODS)  # where fires roll for the wind (8.8.1)
BURNS_DOWN: Final = 2  # at most
SPREADS: Final = 8  # at least
NORTHEAST: Final = 1
SOUTHEAST: Final = 2
LAST_NORTHEAST: Final = 4


def can_burn(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex could catch fire: its terrain burns, it is neither on fire nor burnt down (8.8, 8.8.1)."""
    map_hex = ground_of(game).hexes.get(hex_id)
    return map_hex is not None and map_hex.terrain in CATCHES and hex_id not in game.state.on_fire


def ignite(game: Battle, hex_id: int) -> None:
    """Set a hex on fire if it can burn; its units have until the end of their next activation to leave (8.8.1)."""
    if not can_burn(game, hex_id):
        return
    game.state.on_fire = (*game.state.on_fire, hex_id)
    game.state.kindled = (*game.state.kindled, hex_id)
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="on_fire", value=None)


def fire_reasons(game: Battle, hex_id: int) -> Iterator[Reason]:
    """Yield why no unit may enter a burning hex in any way (8.8.1)."""
    if hex_id in game.state.on_fire:
        yield Reason(f"{hex_name(hex_id)} is on fire.", "8.8.1")


def throws_flames(game: Battle, shot: Shot) -> bool:
    """Tell whether a direct fire is a flamethrower attack: the unit's own, or the support weapon used (RULINGS 60)."""
    return counter(game, shot.unit).flamethrower or (
        bool(shot.weapon) and game.scenario.weapons[shot.weapon].flamethrower
    )


def light(game: Battle, shot: Shot, die: int) -> None:
    """Set the target hex of a flamethrower attack on fire if the die says so, hit or miss (8.8)."""
    map_hex = ground_of(game).hexes[shot.hex]
    if die <= CATCHES.get(map_hex.terrain, -1) and throws_flames(game, shot):
        ignite(game, shot.hex)


def burn(game: Battle) -> None:
    """Eliminate units still in a fire at the end of an activation in which they were active (8.8.1).

    From fires that began under this chit they have until the next activation to leave.
    """
    for hex_id in game.state.on_fire:
        lost = doomed(game, hex_id)
        for unit in lost:
            remove_unit(game, unit, ELIMINATED)
        if lost:
            tidy(game, hex_id)


def doomed(game: Battle, hex_id: int) -> list[str]:
    """Return the units of a burning hex that are eliminated if the activation ends now (8.8.1)."""
    state = game.state
    return [unit for unit in state.stack(hex_id) if unit in state.activity and hex_id not in state.kindled]


def put_out(game: Battle) -> None:
    """Put out all fires when the weather turns to rain; their terrain is as before (8.8.1)."""
    for hex_id in game.state.on_fire:
        game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="on_fire", value=None)
    game.state.on_fire, game.state.kindled = (), ()


def burn_down(game: Battle, hex_id: int) -> None:
    """Turn a fire to its Fire Cleared side: the hex is clear terrain for the rest of the game (8.8.1)."""
    state = game.state
    state.on_fire = tuple(h for h in state.on_fire if h != hex_id)
    state.kindled = tuple(h for h in state.kindled if h != hex_id)
    state.fire_cleared = (*state.fire_cleared, hex_id)
    game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="on_fire", value=None)
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="fire_cleared", value=None)


def _begin(game: Battle) -> None:
    blow(game)
    ground = ground_of(game)
    game.update(queue=tuple(h for h in game.state.on_fire if ground.hexes[h].terrain in WILD))


def _roll(game: Battle) -> str | None:
    queue = game.frame["queue"]
    if not queue:
        return END
    game.update(hex=queue[0], queue=queue[1:])
    game.roll("wind_on_fire", hex=hex_name(queue[0]))
    return None


def _look(game: Battle) -> str | None:
    here, die = game.frame["hex"], game.frame["result"]
    ways = tuple(near for near in downwind(here) if can_burn(game, near)) if die >= SPREADS else ()
    came = "down" if die <= BURNS_DOWN else "spreads" if ways else "on"
    game.emit("FireBlown", hex=hex_name(here), die=die, came=came)
    if die <= BURNS_DOWN:
        burn_down(game, here)
    if die < SPREADS:
        return "8.8.1.roll"
    game.update(ways=ways, result=0)
    if len(ways) > 1:
        game.roll("spread_of_fire", hex=hex_name(here))
    return None


def downwind(hex_id: int) -> tuple[int, int]:
    """Return the two hexes a fire may spread to: northeast and southeast (8.8.1)."""
    near = neighbours(hex_id)
    return near[NORTHEAST], near[SOUTHEAST]


def _spread(game: Battle) -> str | None:
    ways = game.frame["ways"]
    if ways:
        ignite(game, ways[0] if game.frame["result"] <= LAST_NORTHEAST else ways[-1])
    return "8.8.1.roll"


WIND: Final = Procedure("wind", {"4.0": _begin, "8.8.1.roll": _roll, "8.8.1.look": _look, "8.8.1.spread": _spread})
