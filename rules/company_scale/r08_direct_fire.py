"""Direct fire: who may fire at what, and what all fires share (8.0 to 8.2, 8.3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import no_hex, read_hex
from rules.company_scale.counters import Box
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import (
    counter,
    enemy_adjacent,
    enemy_hexes,
    enemy_holds,
    is_deployed,
    is_on_map,
    may_aid,
    side_of,
    weapons_in,
)
from rules.company_scale.r05_command import able_units, action_reasons, is_second
from rules.company_scale.r07_line_of_sight import (
    direct_fire,
    enemies_in_view,
    limit_to,
    line_of_sight,
    obstacles,
    sees,
    zone_range,
)
from rules.company_scale.r08_3_modifiers import ARMOR_PIERCING, HEX, HIGH_EXPLOSIVE, Shot, aims, fire_types
from rules.company_scale.r08_5_4_status import can_fire
from rules.company_scale.r08_7_1_spotting import is_indirect
from rules.company_scale.r14_heroes import at_hand
from rules.company_scale.r18_reinforcements import shelter_reasons
from rules.company_scale.r21_guns import dual_reasons, note_dual_fire
from rules.company_scale.series import CONCENTRATION
from rules.company_scale.state import MAP, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, takes
from rules.hexes.grid import distance, hex_id, hex_name

# --- What all fires share: how they begin, and one fire per hex among first and among second actions (8.0, 8.7.1) ---

FIRED_INDIRECTLY: Final = 4  # in `State.fired`: the hex has chosen indirect fire for this activation (8.7.1)


class FireAction(Action):
    """An action in which an active unit fires at a hex: a shot, a barrage, smoke, illumination."""

    fields = takes(unit=str, hex=str)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot fire this way at this hex now."""
        unit = command.text("unit")
        unable = list(action_reasons(game, unit, seat=game.frame["seat"]))
        yield from unable
        if not is_on_map(game, unit):
            return
        target = read_hex(command.text("hex"))
        if target is None:
            yield no_hex(command.text("hex"))
        else:
            yield from self.fire_reasons(game, unit, target, able=not unable)

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why a unit on the map cannot fire this way at a hex; `able` tells that it may take an action."""
        raise NotImplementedError


def stage_bit(game: Battle, unit: str) -> int:
    """Return 1 for an active unit's first action, 2 for its second."""
    return 2 if is_second(game, unit) else 1


def hex_has_fired(game: Battle, unit: str, *, indirectly: bool = False) -> Iterator[Reason]:
    """Yield why an active unit's hex has no fire of this kind left for this action (8.0, 8.7.1; RULINGS 46)."""
    here = game.state.units[unit].hex
    done = game.state.fired.get(here, 0)
    was_indirect = bool(done & FIRED_INDIRECTLY)
    if done and was_indirect is not indirectly:
        how = "indirectly" if was_indirect else "directly"
        yield Reason(f"{hex_name(here)} has fired {how} this activation. It must keep to that.", "8.7.1")
    elif done & stage_bit(game, unit):
        which = "second" if is_second(game, unit) else "first"
        yield Reason(f"{hex_name(here)} has already fired among the {which} actions.", "8.0")
    else:
        yield from dual_reasons(game, unit)  # 21.1


def note_fire(game: Battle, *units: str, indirectly: bool = False) -> None:
    """Remember that these units fire in their activation, from the hex of the first of them (8.0, 8.7.1, 21.1)."""
    here = game.state.units[units[0]].hex
    how = FIRED_INDIRECTLY if indirectly else 0
    game.state.fired[here] = game.state.fired.get(here, 0) | stage_bit(game, units[0]) | how
    note_dual_fire(game, units)


# --- Direct fire: who may fire at what (8.0 to 8.2) ----------------------------------------------------------------


class Fire(FireAction):
    """Begin composing a fire: one active unit at a hex with enemies."""

    verb = "fire"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit that can fire with each enemy hex within its reach."""
        for unit, activity in game.state.activity.items():
            if activity.used < 2 and game.state.units[unit].place == MAP:
                yield from candidates_of(game, unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones of the units that may act."""
        units = game.state.units
        for unit in able_units(game):
            if enemies_in_view(game, units[unit].hex, side_of(game, unit)):
                shots = shots_of(game, unit)
                if shots and not any(hex_has_fired(game, unit)):
                    yield from shots

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why this unit cannot fire at this hex now."""
        yield from target_reasons(game, unit, target)
        if able:
            yield from hex_has_fired(game, unit)

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; nothing is spent before it is confirmed."""
        open_fire(game, command.text("unit"), hex_id(command.text("hex")), seat=game.frame["seat"])


def candidates_of(game: Battle, unit: str) -> Iterator[Command]:
    """Yield a fire command for each enemy hex within the reach of a unit's fire zone."""
    for target in enemies_in_reach(game, unit):
        yield cmd("fire", unit=unit, hex=hex_name(target))


def shots_of(game: Battle, unit: str) -> list[Command]:
    """Return which enemies in view a unit can fire at, actions aside, as commands."""
    return _shots(game, unit, targets_of(game, unit))


@derived(State.in_view)
def _shots(game: Battle, unit: str, targets: tuple[int, ...]) -> list[Command]:
    return [cmd("fire", unit=unit, hex=hex_name(target)) for target in targets]


def targets_of(game: Battle, unit: str) -> tuple[int, ...]:
    """Return the enemy hexes a unit can fire at from where it stands, actions aside (7.2, 8.2)."""
    record, fire = game.state.units[unit], direct_fire(game, unit)
    if fire is not None and fire.box is Box.BLUE:  # that depends on support weapons too
        return tuple(_targets(game, unit))
    status = game.state.status(record.hex)
    return _targets_stored(game, unit, record.deployed, status.stress, status.concentrated)


@derived(State.in_view)
def _targets_stored(game: Battle, unit: str, deployed: bool, stress: str, concentrated: bool) -> tuple[int, ...]:
    return tuple(_targets(game, unit))


def _targets(game: Battle, unit: str) -> list[int]:
    here = game.state.units[unit].hex
    enemies = enemies_in_view(game, here, side_of(game, unit))
    reach = zone_range(game, unit) if enemies else 0
    return [t for t in enemies if distance(here, t) <= reach and not any(target_reasons(game, unit, t))]


def enemies_in_reach(game: Battle, unit: str) -> Iterator[int]:
    """Yield each enemy hex within the reach of a unit's fire zone, seen or not (7.2)."""
    reach = zone_range(game, unit)
    if not reach:
        return
    here, side = game.state.units[unit].hex, side_of(game, unit)
    for other in enemy_hexes(game, side):
        if distance(here, other) <= reach:
            yield other


def target_reasons(game: Battle, unit: str, target: int, movers: tuple[str, ...] = ()) -> Iterator[Reason]:
    """Yield why a unit cannot target a hex: value, markers, range, sight, nobody there (7.2, 8.2).

    With `movers` only these units in the hex count as targets (8.6).
    """
    printed = counter(game, unit)
    here = game.state.units[unit].hex
    status = game.state.status(here)
    fire = direct_fire(game, unit)
    if fire is None:
        yield Reason(f"{printed.name} has no direct fire value.", "7.2")
        return
    if not can_fire(status):
        yield Reason(f"{printed.name} is suppressed and can't fire. Rally first.", "8.5.4")
    if status.concentrated:
        yield Reason("A hex under a concentrated fire marker has no fire zone.", "8.3.6")
    if not enemy_holds(game, target, printed.side):
        yield Reason(f"There are no enemy units in {hex_name(target)}.", "8.2")
        return
    yield from shelter_reasons(game, printed.side, here, target)  # 18.0
    yield from _zone_reasons(game, unit, target, fire.range)
    yield from _armor_reasons(game, unit, fire.box, movers or game.state.stack(target))


def _zone_reasons(game: Battle, unit: str, target: int, printed_range: int) -> Iterator[Reason]:
    here = game.state.units[unit].hex
    away = distance(here, target)
    if away > printed_range:
        yield Reason(f"{hex_name(target)} is {away} hexes away; the range is {printed_range}.", "8.1")
    elif away > 1 and here in game.state.barrages:
        yield Reason("Under a barrage marker only adjacent hexes are in the fire zone.", "7.2")
    elif away > 1 and enemy_adjacent(game, here, side_of(game, unit)):
        yield Reason("With an enemy adjacent, only adjacent hexes are in the fire zone.", "7.2")
    if not sees(game, here, target):
        sight = line_of_sight(ground_of(game), here, target, limit_to(game, target), obstacles(game))
        yield Reason(f"{hex_name(target)} can't be seen. {sight.reason}", sight.rule)


def _armor_reasons(game: Battle, unit: str, box: Box, targets: tuple[str, ...]) -> Iterator[Reason]:
    if box is not Box.BLUE or any(counter(game, u).is_hard for u in targets):
        return
    if usable_weapons(game, unit, targets):
        return
    yield Reason("Armor piercing fire needs a hard target. There is none in the hex.", "8.1")


def open_fire(game: Battle, unit: str, target: int, *, seat: str, movers: tuple[str, ...] = ()) -> None:
    """Open a composition with the sensible first aim and fire type."""
    shot = Shot(unit, target, HEX, "", movers=movers)
    possible = aims(game, shot)
    fire = direct_fire(game, unit)
    assert fire is not None
    hard = [aim for aim in possible if aim != HEX]
    aim = hard[0] if hard and (fire.box is Box.BLUE or HEX not in possible) else HEX
    game.push("fire", unit=unit, hex=target, aim=aim, type=best_type(fire_types(game, shot), aim), support=(),
              weapon="", leaders=at_hand(game, unit), concentrate=False, movers=movers, seat=seat)  # fmt: skip


def best_type(types: tuple[str, ...], aim: str) -> str:
    """Return the fire type a player would want: armor piercing at a hard target where it can be chosen."""
    wanted = HIGH_EXPLOSIVE if aim == HEX else ARMOR_PIERCING
    return wanted if wanted in types else types[0]


def usable_weapons(game: Battle, unit: str, targets: tuple[str, ...]) -> list[str]:
    """Return the support weapons of its hex that a unit could use against these targets (8.1, 8.3.2; RULINGS 33)."""
    hard = any(counter(game, target).is_hard for target in targets)
    return [
        weapon.id
        for weapon in weapons_in(game, game.state.units[unit].hex)
        if (hard or weapon.fire.box is not Box.BLUE) and not weapon_reasons(game, unit, weapon.id)
    ]


def weapon_reasons(game: Battle, unit: str, weapon: str) -> list[Reason]:
    """Return why a unit cannot use a support weapon in its fire (8.3.2)."""
    token = game.state.weapons.get(weapon)
    if token is None or token.place != MAP or token.hex != game.state.units[unit].hex:
        return [Reason("That support weapon isn't in the firing hex.", "8.3.2")]
    printed = game.scenario.weapons[weapon]
    fire = direct_fire(game, unit)
    reasons = []
    if not is_deployed(game, unit):
        reasons.append(Reason("A unit in column can't use a support weapon.", "8.3.2"))
    if not may_aid(game, printed, unit):
        reasons.append(Reason(f"{printed.name} belongs to another formation.", "8.3.2"))
    if fire is not None and printed.fire.range < fire.range:
        reasons.append(Reason(f"{printed.name}'s range is {printed.fire.range}; the unit's is {fire.range}.", "8.3.2"))
    return reasons


# --- The concentrated fire marker of American artillery: who has one, and how it comes off (8.3.6) -----------------


def is_american(game: Battle, unit: str) -> bool:
    """Tell whether a unit belongs to an American division, where these concentrate their fire (8.3.6)."""
    is_in_force = CONCENTRATION in game.scenario.charts.series.chapters
    return is_in_force and game.scenario.divisions[counter(game, unit).division].is_american


def stays_concentrated(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex's marker is for American indirect fire, which stays on when the hex is activated (8.3.6)."""
    if not game.state.status(hex_id).concentrated_on:
        return False
    return any(is_indirect(game, unit) for unit in game.state.stack(hex_id))


def lift_concentrations(game: Battle) -> None:
    """Take the markers off hexes that spent the whole activation now ending on it (8.3.6; RULINGS 45)."""
    for here in [h for h, status in game.state.hexes.items() if status.concentrated_on]:
        if has_spent_activation(game, here):
            game.state.mark(here, concentrated=False, concentrated_on=0)
            game.emit("MarkerRemoved", hex=hex_name(here), kind="concentrated_fire", value=None)


def has_spent_activation(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex had active units in this activation and all they did was pass (8.3.6)."""
    state = game.state
    there = [
        a
        for unit, a in state.activity.items()
        if a.start == hex_id or (state.units[unit].place == MAP and state.units[unit].hex == hex_id)
    ]
    return bool(there) and all(a.used == a.passed and not (a.flipped or a.finished) for a in there)
