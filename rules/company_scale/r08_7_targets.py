"""Every hex a unit could shell, illuminate or put smoke in now; the options list only some (8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import known_unit
from rules.company_scale.r07_2_fire_zones import limit_by_day, obstacles, seen_from
from rules.company_scale.r07_line_of_sight import visible_from
from rules.company_scale.r08_7_1_spotting import gun_reasons, possible_spotters
from rules.company_scale.r08_7_2_smoke import Smoke
from rules.company_scale.r08_7_3_illumination import Illuminate
from rules.company_scale.r08_7_indirect_fire import IndirectFire
from rules.company_scale.state import MAP, Battle
from rules.engine.command import cmd
from rules.engine.frames import Action
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_name


def targets(game: Battle, unit: str) -> dict[str, list[str]]:
    """Return, for `indirect_fire`, `illuminate` and `smoke`, every hex a unit may choose in its activation now."""
    known_unit(game, unit)
    acting = bool(game.state.frames) and game.state.frames[-1].kind == "activation" and unit in game.state.activity
    here = game.state.units[unit].hex
    if not acting or not here:
        return {"indirect_fire": [], "illuminate": [], "smoke": []}
    guns = next(gun_reasons(game, unit), None) is None
    return {
        "indirect_fire": _legal(game, unit, IndirectFire(), _seen(game, unit) if guns else ()),
        "illuminate": _legal(game, unit, Illuminate(), _seen_by_day(game, unit) if guns else ()),
        "smoke": _legal(game, unit, Smoke(), (here, *neighbours(here))),
    }


def _legal(game: Battle, unit: str, action: Action, hexes: Iterable[int]) -> list[str]:
    commands = (cmd(action.verb, unit=unit, hex=hex_name(h)) for h in sorted(hexes))
    return [command.text("hex") for command in commands if next(action.reasons(game, command), None) is None]


def _spots(game: Battle, unit: str) -> Iterator[int]:
    for other in possible_spotters(game, unit):
        if game.state.units[other].place == MAP:
            yield game.state.units[other].hex


def _seen(game: Battle, unit: str) -> set[int]:
    return {h for spot in set(_spots(game, unit)) for h in seen_from(game, spot)}


def _seen_by_day(game: Battle, unit: str) -> set[int]:
    ground, limit, blocks = ground_of(game), limit_by_day(game), obstacles(game)
    return {h for spot in set(_spots(game, unit)) for h in visible_from(ground, spot, limit, blocks)}
