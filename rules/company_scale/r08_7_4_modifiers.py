"""The strength of an indirect fire: its own list of modifiers, and what counts for the barrage (8.7.2, 8.7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds, is_hard, is_night, side_of
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r08_3_modifiers import Modifier
from rules.company_scale.r08_5_4_status import DG_FIRE
from rules.company_scale.r08_7_2_barrages import barrage_size
from rules.company_scale.r14_heroes import sees_in_the_dark
from rules.company_scale.state import Battle
from rules.engine.command import Plain
from rules.engine.frames import Frame

SOME_HARD: Final = -2  # 8.7.4 c
ONLY_HARD: Final = -4  # 8.7.4 d


@dataclass(frozen=True, slots=True)
class Barrage:
    """An indirect fire as composed: who fires at which hex, with what help."""

    unit: str
    hex: int
    support: tuple[str, ...] = ()
    concentrate: bool = False


def barrage_of(frame: Frame) -> Barrage:
    """Return the indirect fire composed in a frame."""
    return Barrage(frame["unit"], frame["hex"], frame["support"], frame["concentrate"])


def is_harmless(game: Battle, fire: Barrage) -> bool:
    """Tell whether a fire can only place a barrage: the hex holds no enemy it could hurt (8.7.1)."""
    if not enemy_holds(game, fire.hex, side_of(game, fire.unit)):
        return True
    spared = game.scenario.rules.get("indirect_at_hard") == "no_result"  # RULINGS 40
    return spared and all(is_hard(game, unit) for unit in game.state.stack(fire.hex))


def strength(game: Battle, fire: Barrage) -> int:
    """Return the strength that sets the size of the barrage: value, supporters, concentration (8.7.2)."""
    return sum(part.value for part in _guns(game, fire))


def size_of(game: Battle, fire: Barrage) -> str:
    """Return the barrage the fire leaves unless a 9 is rolled (8.7.2)."""
    return barrage_size(strength(game, fire))


def indirect_value(game: Battle, fire: Barrage) -> tuple[int, list[Modifier]]:
    """Return the final value of an indirect fire and its parts, the firing unit's own value first (8.7.4)."""
    parts = [*_guns(game, fire), *_own_markers(game, fire), *_target(game, fire), *_conditions(game, fire)]
    return sum(part.value for part in parts), parts


def _guns(game: Battle, fire: Barrage) -> list[Modifier]:
    power = counter(game, fire.unit).indirect
    assert power is not None
    parts = [Modifier("", f"{counter(game, fire.unit).name} fires", power.value, "3.2")]
    parts += [Modifier("g", f"{counter(game, unit).name} adds its fire", 1, "8.7.4") for unit in fire.support]
    if fire.concentrate:
        parts.append(Modifier("h", "Concentrated fire", 1, "8.3.6"))
    return parts


def _own_markers(game: Battle, fire: Barrage) -> list[Modifier]:
    here = game.state.units[fire.unit].hex
    dg, size = game.state.status(here).dg, game.state.barrages.get(here)
    parts = [Modifier("a", f"Firing hex disorganized {dg}", DG_FIRE[dg], "8.5.4")] if dg else []
    if size is not None:
        value = int(game.scenario.charts.barrage[size]["fire"])
        parts.append(Modifier("b", f"{size.capitalize()} barrage on the firing hex", value, "8.7.4"))
    return parts


def _target(game: Battle, fire: Barrage) -> list[Modifier]:
    ground, parts = ground_of(game), []
    hard = [is_hard(game, unit) for unit in game.state.stack(fire.hex)]
    if any(hard):
        letter, text, value = ("d", "Only", ONLY_HARD) if all(hard) else ("c", "Some", SOME_HARD)
        parts.append(Modifier(letter, f"{text} hard targets in the hex", value, "8.7.4"))
    terrain = ground.hexes[fire.hex].terrain.value
    parts.append(Modifier("e", f"Target in {terrain}", terrain_defense(ground, fire.hex), "8.7.4"))
    fort = game.state.status(fire.hex).fortification
    if fort:
        value = game.scenario.charts.fortification[fort]["defense"]
        parts.append(Modifier("f", f"Target in a {fort}", value, "8.7.4"))
    return parts


def _conditions(game: Battle, fire: Barrage) -> list[Modifier]:
    """Return what rain and night take off (8.3.7, 8.7.3, 17.0; RULINGS 41)."""
    if game.scenario.rules.get("indirect_weather") == "ignored":
        return []
    parts = [Modifier("", "Rain", -1, "8.3.7")] if game.state.weather == "rain" else []
    if is_night(game) and fire.hex not in game.state.illuminated and not sees_in_the_dark(game, fire.unit):
        parts.append(Modifier("", "Night", -1, "8.3.7"))
    return parts


def parts_view(parts: list[Modifier]) -> list[Plain]:
    """Return parts of a fire value as plain data."""
    return [{"text": p.text, "value": p.value, "rule": p.rule, "letter": p.letter} for p in parts]
