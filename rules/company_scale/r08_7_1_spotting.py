"""Which hexes an indirect unit can fire at, how hard, and the barrage it leaves (8.7.1, 8.7.2, 8.7.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from rules.company_scale.counters import UNLIMITED, Armor, FirePower
from rules.company_scale.counters import indirect_of as indirect_of
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import (
    comrades,
    counter,
    enemy_holds,
    holder,
    in_kampfgruppe,
    is_hard,
    is_night,
    side_name,
    side_of,
)
from rules.company_scale.r06_2_terrain import terrain_defense, terrain_word
from rules.company_scale.r07_line_of_sight import (
    is_unobstructed,
    limit_by_day,
    limit_to,
    observers,
    obstacles,
    sees,
    sees_by_day,
)
from rules.company_scale.r08_3_modifiers import Modifier
from rules.company_scale.r08_5_4_status import DG_FIRE
from rules.company_scale.r14_heroes import sees_in_the_dark
from rules.company_scale.r18_reinforcements import protected_reasons, shelter_reasons
from rules.company_scale.r25_rail_guns import arc_reasons
from rules.company_scale.series import TANK_SMOKE
from rules.company_scale.state import MAP, Battle, State, derived
from rules.engine.command import Command, Plain, Reason
from rules.engine.compiling import native_dataclass
from rules.engine.frames import BareAction, Frame
from rules.hexes.grid import distance, hex_name, neighbours
from rules.hexes.lines import REACH

# --- Which hexes an indirect unit can fire at: value, range, sight or spotter, night, shelter (8.7.1, 8.7.3) -------

Sight: TypeAlias = Callable[[Battle, int, int], bool]


def indirect_power(game: Battle, unit: str) -> FirePower | None:
    """Return the indirect fire power of the side that is up; only a deployed unit has one (8.7)."""
    return game.scenario.units[unit].indirect if game.state.units[unit].deployed else None


def is_indirect(game: Battle, unit: str) -> bool:
    """Tell whether a unit fires indirectly when deployed (8.7)."""
    return game.scenario.units[unit].indirect is not None


def spotters(game: Battle, unit: str, target: int, sight: Sight = sees) -> Iterator[str]:
    """Yield the units that spot a hex for an indirect unit: itself, its division and its Kampfgruppe (8.7.1, 24.0).

    They need be neither active nor in command, and their fire zone does not matter.
    """
    for other in possible_spotters(game, unit):
        record = game.state.units[other]
        if record.place == MAP and distance(record.hex, target) <= REACH and sight(game, record.hex, target):
            yield other


def possible_spotters(game: Battle, unit: str) -> Iterator[str]:
    """Yield the units that may spot for an indirect unit, wherever they are: of its division, then its Kampfgruppe."""
    division = game.scenario.roster.divisions.get(counter(game, unit).division, ())
    yield from division
    yield from (other for other in comrades(game, unit) if other not in division)


def is_spotted(game: Battle, unit: str, target: int, sight: Sight = sees) -> bool:
    """Tell whether an indirect unit or a spotter of its division sees a hex (8.7.1)."""
    spotted = _is_seen(game, counter(game, unit).division, target, sight)
    return spotted or (in_kampfgruppe(game, unit) and next(spotters(game, unit, target, sight), None) is not None)


@derived(State.in_view)
def _is_seen(game: Battle, division: str, target: int, sight: Sight) -> bool:
    limit = limit_by_day(game) if sight is sees_by_day else limit_to(game, target)
    hexes = observers(game, division, target, limit)
    return any(is_unobstructed(ground_of(game), here, target, obstacles(game)) for here in hexes)


def may_shell_at_night(game: Battle, unit: str, target: int) -> bool:
    """Tell whether a hex may be fired at on a night turn: illuminated, or next to friends (8.7.3)."""
    if target in game.state.illuminated:
        return True
    side = side_of(game, unit)
    return any(holder(game, near) == side for near in neighbours(target))  # RULINGS 42


def gun_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot fire indirectly in its present state, whatever the target (8.7, 8.7.4)."""
    printed, record = counter(game, unit), game.state.units[unit]
    if not is_indirect(game, unit):
        yield Reason(f"{printed.name} has no indirect fire value.", "8.7")
        return
    if not record.deployed:
        yield Reason(f"{printed.name} is in column. Only deployed units can fire indirectly.", "8.7")
    stress = game.state.status(record.hex).stress
    if stress:
        yield Reason(f"{printed.name} is {stress} and can't fire indirectly. Rally first.", "8.7.4")


def reach_reasons(game: Battle, unit: str, target: int, sight: Sight = sees) -> Iterator[Reason]:
    """Yield why an indirect unit cannot reach a hex: off the map, range, unseen, sheltered (8.7.1, 18.0)."""
    if target not in game.scenario.map.hexes:
        yield Reason(f"{hex_name(target)} is not in play.", "3.1")
        return
    here = game.state.units[unit].hex
    yield from arc_reasons(game, unit, target)  # 25.0
    power = counter(game, unit).indirect
    away = distance(here, target)
    if power is not None and power.range != UNLIMITED and away > power.range:
        yield Reason(f"{hex_name(target)} is {away} hexes away; the range is {power.range}.", "8.7.1")
    if not is_spotted(game, unit, target, sight):
        division = game.scenario.divisions[counter(game, unit).division].name
        who = f"Neither {counter(game, unit).name} nor any unit of {division}"
        if sight is sees_by_day:
            yield Reason(f"{who} would see {hex_name(target)} by day.", "17.1")
        else:
            yield Reason(f"{who} sees {hex_name(target)}.", "8.7.1")
    yield from shelter_reasons(game, side_of(game, unit), here, target)  # 18.0
    yield from protected_reasons(game, side_of(game, unit), target)
    kept = game.state.status(here).concentrated_on
    if kept and kept != target:  # 8.3.6
        yield Reason(
            f"{hex_name(here)} is concentrating its fire on {hex_name(kept)} and can't fire elsewhere.", "8.3.6"
        )


def indirect_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a unit on the map cannot fire indirectly at a hex, actions aside (8.7, 8.7.1, 8.7.3)."""
    yield from gun_reasons(game, unit)
    yield from target_reasons(game, unit, target)


def target_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why an indirect unit cannot fire at a hex, its own state aside (8.7.1, 8.7.3)."""
    yield from reach_reasons(game, unit, target)
    if is_night(game) and not may_shell_at_night(game, unit, target):
        yield Reason(f"At night {hex_name(target)} must be illuminated or next to a friendly unit.", "8.7.3")


def lighting_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a unit on the map cannot illuminate a hex, actions aside (8.7.3, 17.1)."""
    if not is_night(game):
        yield Reason("Illumination rounds can be fired only at night.", "8.7.3")
    yield from gun_reasons(game, unit)
    dark = game.scenario.rules.get("illumination_sight") == "night"  # RULINGS 43
    yield from reach_reasons(game, unit, target, sees if dark else sees_by_day)
    if target in game.state.illuminated:
        yield Reason(f"{hex_name(target)} is already illuminated.", "8.7.3")


# --- Barrage markers: their size, placing them, the smoke of German tanks (8.7.2) ----------------------------------

SMOKE: Final = "smoke"
LIGHT: Final = "light"
MEDIUM: Final = "medium"
HEAVY: Final = "heavy"
SIZES: Final = (SMOKE, LIGHT, MEDIUM, HEAVY)
SMOKE_UP_TO: Final = 2  # 8.7.2: each larger size takes one more


def barrage_size(strength: int) -> str:
    """Return the barrage an indirect fire of this strength leaves: smoke up to 2, then light, medium, heavy (8.7.2)."""
    return SIZES[max(0, min(strength - SMOKE_UP_TO, len(SIZES) - 1))]


def place_barrage(game: Battle, hex_id: int, size: str) -> None:
    """Put a barrage marker on a hex; one no larger than the marker there changes nothing (8.7.2)."""
    there = game.state.barrages.get(hex_id)
    if there is not None and SIZES.index(there) >= SIZES.index(size):
        return
    game.state.barrages[hex_id] = size
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="barrage", value=size)


def lays_smoke(game: Battle, units: tuple[str, ...]) -> bool:
    """Tell whether a German tank is among moving units (8.7.2)."""
    if TANK_SMOKE not in game.scenario.charts.series.chapters:
        return False
    return any(counter(game, u).side == "german" and counter(game, u).armor is Armor.TANK for u in units)


class LeaveSmoke(BareAction):
    """Let German tanks put smoke in the hex they are about to leave, or take that back (8.7.2)."""

    verb = "leave_smoke"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the command for movements with a German tank."""
        if lays_smoke(game, game.frame["units"]):
            yield Command(self.verb)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why no smoke can be left."""
        if not lays_smoke(game, game.frame["units"]):
            who = f"Only {side_name(game.scenario, 'german')} tanks"
            if TANK_SMOKE not in game.scenario.charts.series.chapters:
                who = "In this game no tanks"
            yield Reason(f"{who} can leave smoke as they move.", "8.7.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Switch this on or off; the smoke appears when the hex is left (RULINGS 49)."""
        game.update(smoke=not game.frame["smoke"])


# --- The strength of an indirect fire: its own list of modifiers, and what counts for the barrage (8.7.2, 8.7.4) ---

SOME_HARD: Final = -2  # 8.7.4 c
ONLY_HARD: Final = -4  # 8.7.4 d


@native_dataclass(frozen=True, slots=True)
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
        value = game.scenario.charts.barrage[size].fire
        parts.append(Modifier("b", f"{size.capitalize()} barrage on the firing hex", value, "8.7.4"))
    return parts


def _target(game: Battle, fire: Barrage) -> list[Modifier]:
    ground, parts = ground_of(game), []
    hard = [is_hard(game, unit) for unit in game.state.stack(fire.hex)]
    if any(hard):
        letter, text, value = ("d", "Only", ONLY_HARD) if all(hard) else ("c", "Some", SOME_HARD)
        parts.append(Modifier(letter, f"{text} hard targets in the hex", value, "8.7.4"))
    terrain = terrain_word(ground, fire.hex)
    parts.append(Modifier("e", f"Target in {terrain}", terrain_defense(ground, fire.hex), "8.7.4"))
    fort = game.state.status(fire.hex).fortification
    if fort:
        value = game.scenario.charts.fortification[fort].defense
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
