"""A fire put together by small commands before it is confirmed (8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from rules.company_scale.counters import Box
from rules.company_scale.pieces import counter, is_deployed, leader_now, leaders_in, may_aid, name_of, weapons_in
from rules.company_scale.r05_command import commands_of, in_command, spend_command, under_direct_command, use_action
from rules.company_scale.r06_1_stacking import can_sustain, has_capable_unit
from rules.company_scale.r07_line_of_sight import direct_fire
from rules.company_scale.r08_3_modifiers import (
    ARMOR_PIERCING,
    HEX,
    SHOT_FIELDS,
    Shot,
    aims,
    fire_types,
    fire_value,
    shot_of,
)
from rules.company_scale.r08_4_resolution import resolution_data
from rules.company_scale.r08_direct_fire import best_type, note_fire, weapon_reasons
from rules.company_scale.r14_heroes import boxed_helper, hero_reasons
from rules.company_scale.r21_guns import dual_reasons
from rules.company_scale.r23_1_ffi import payer_of, price_of
from rules.company_scale.state import MAP, SUSTAINED_FIRE, Activity, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

MAX_SUPPORT: Final = 2  # 8.3.4


def piercing_reason() -> Reason:
    """Return why armor piercing fire cannot be aimed at a hex."""
    return Reason("Armor piercing fire needs a hard target. Aim at one, not at the hex.", "8.1")


class Aim(Action):
    """Aim at the hex or at one hard target in it (8.2)."""

    verb = "aim"
    fields = takes(target=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the other aims."""
        for aim in aims(game, shot_of(game.frame)):
            if aim != game.frame["aim"]:
                yield cmd("aim", target=aim)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be aimed at."""
        possible = aims(game, shot_of(game.frame))
        target = command.text("target")
        if target in possible:
            if target == HEX and fire_types(game, shot_of(game.frame)) == (ARMOR_PIERCING,):
                yield piercing_reason()
            return
        if target == HEX:
            yield Reason("This hex holds only hard targets. Pick one.", "8.2")
        else:
            yield Reason(f"{name_of(game, target)} isn't a hard target. Aim at the hex instead.", "8.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Change the aim, and the fire type where there is a choice."""
        aim = command.text("target")
        game.update(aim=aim, type=best_type(fire_types(game, shot_of(game.frame)), aim))


class FireType(Action):
    """Choose high explosive or armor piercing where the box is white (3.2)."""

    verb = "fire_type"
    fields = takes(type=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the other types."""
        for kind in fire_types(game, shot_of(game.frame)):
            if kind != game.frame["type"]:
                yield cmd("fire_type", type=kind)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the type cannot be chosen."""
        if command.text("type") not in fire_types(game, shot_of(game.frame)):
            yield Reason("This unit can't use that type of fire.", "3.2")
        elif command.text("type") == ARMOR_PIERCING and game.frame["aim"] == HEX:
            yield piercing_reason()

    def apply(self, game: Battle, command: Command) -> None:
        """Change the type."""
        game.update(type=command.text("type"))


class Support(Action):
    """Let another unit of the firing hex add 1, or leave it out again (8.3.4)."""

    verb = "support"
    fields = takes(unit=str)
    rule: ClassVar[str] = "8.3.4"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the other units of the firing hex."""
        frame = game.frame
        for unit in game.state.stack(game.state.units[frame["unit"]].hex):
            if unit != frame["unit"]:
                yield cmd("support", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot add its point."""
        unit, frame = command.text("unit"), game.frame
        if unit in frame["support"]:
            return
        if unit == frame["unit"] or unit not in game.state.stack(game.state.units[frame["unit"]].hex):
            yield Reason("Only other units in the firing hex can add their fire.", self.rule)
        else:
            yield from self.joining_reasons(game, unit)

    def joining_reasons(self, game: Battle, unit: str) -> Iterator[Reason]:
        """Yield why another unit of the firing hex cannot add its point."""
        frame = game.frame
        if len(frame["support"]) >= MAX_SUPPORT:
            yield Reason("At most two units can add their fire.", self.rule)
        yield from _support_reasons(game, frame["unit"], unit)
        if not frame["movers"]:
            yield from supporter_action_reasons(game, frame["unit"], unit, frame["support"])
            yield from dual_reasons(game, unit)  # 21.1

    def apply(self, game: Battle, command: Command) -> None:
        """Add the unit or leave it out."""
        game.update(support=_toggled(game.frame["support"], command.text("unit")))


def _toggled(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(x for x in items if x != item) if item in items else (*items, item)


def _support_reasons(game: Battle, shooter: str, unit: str) -> Iterator[Reason]:
    if not is_deployed(game, shooter):
        yield Reason("Units can add their fire only to a deployed unit's.", "8.3.4")
    if not is_deployed(game, unit):
        yield Reason(f"{name_of(game, unit)} is in column. Only deployed units can add their fire.", "8.3.4")
    own, other = direct_fire(game, shooter), direct_fire(game, unit)
    if other is None:
        yield Reason(f"{name_of(game, unit)} has no direct fire value.", "8.3.4")
    elif own is not None and other.range < own.range:
        yield Reason(f"{name_of(game, unit)} has a range of {other.range}; it needs {own.range}.", "8.3.4")


def supporter_action_reasons(game: Battle, shooter: str, unit: str, others: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why a unit has no action left to add its point in its own activation (8.2, 8.3.4)."""
    if under_direct_command(game):
        if unit in game.state.activity:
            yield Reason(f"{name_of(game, unit)} has already acted under this chit.", "5.1")
        if commands_of(game, unit) < _price(game, (unit, *others), unit):
            each = price_of(game, unit)
            yield Reason(f"Each supporting unit costs {each} direct command{'s' if each > 1 else ''}.", "8.2")
        return
    activity = game.state.activity.get(unit)
    if activity is None:
        yield Reason(f"{name_of(game, unit)} isn't active.", "8.2")
    elif activity.used != game.state.activity[shooter].used:
        yield Reason(f"{name_of(game, unit)} doesn't have the same action left.", "8.2")
    elif activity.used == 1:
        if not in_command(game, unit):
            yield Reason(f"{name_of(game, unit)} is out of command.", "8.2")
        if commands_of(game, unit) < _price(game, (shooter, unit, *others), unit):
            yield Reason("On a second action each supporting unit costs 1 direct command.", "8.2")


def _price(game: Battle, units: tuple[str, ...], payer: str) -> int:
    """Return the direct commands still due for `units` from the division that pays for `payer`."""
    division = payer_of(game, counter(game, payer).division)
    paid = {unit for unit, activity in game.state.activity.items() if activity.paid}
    return sum(
        price_of(game, unit)
        for unit in units
        if unit not in paid and payer_of(game, counter(game, unit).division) == division
    )


class UseWeaponInFire(Action):
    """Add one support weapon of the firing hex, or leave it out again (8.3.2)."""

    verb = "use_weapon"
    fields = takes(weapon=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the weapons of the firing hex."""
        for weapon in weapons_in(game, game.state.units[game.frame["unit"]].hex):
            yield cmd("use_weapon", weapon=weapon.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the weapon cannot be used."""
        weapon, frame = command.text("weapon"), game.frame
        if not weapon or weapon != frame["weapon"]:
            yield from weapon_reasons(game, frame["unit"], weapon)
            printed = game.scenario.weapons.get(weapon)
            if printed is not None and printed.fire.box is Box.BLUE and not _has_hard(game, shot_of(frame)):
                yield Reason(f"{printed.name} fires armor piercing and needs a hard target. There is none.", "8.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Add the weapon, or leave it out; the fire takes its type, and an aim that suits it."""
        weapon = command.text("weapon")
        game.update(weapon="" if game.frame["weapon"] == weapon else weapon)
        shot = shot_of(game.frame)
        types = fire_types(game, shot)
        aim = shot.aim
        if types == (ARMOR_PIERCING,) and aim == HEX:
            aim = next((a for a in aims(game, shot) if a != HEX), HEX)
        game.update(aim=aim, type=best_type(types, aim))


def _has_hard(game: Battle, shot: Shot) -> bool:
    return any(aim != HEX for aim in aims(game, shot))


class UseLeaderInFire(Action):
    """Add a leader or hero of the firing hex, or leave him out again (8.3.2)."""

    verb = "use_leader"
    fields = takes(leader=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the leaders and heroes of the firing hex."""
        here = leaders_in(game, game.state.units[game.frame["unit"]].hex)
        for leader in (*here, *boxed_helper(game, counter(game, game.frame["unit"]))):
            yield cmd("use_leader", leader=leader.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why he cannot help this fire."""
        leader, frame = command.text("leader"), game.frame
        if leader in frame["leaders"]:
            return
        token, printed = game.state.leaders.get(leader), counter(game, frame["unit"])
        boxed = any(hero.id == leader for hero in boxed_helper(game, printed))
        here = token is not None and token.place == MAP and token.hex == game.state.units[frame["unit"]].hex
        if not here and not boxed:
            yield Reason("He isn't in the firing hex.", "8.3.2")
            return
        man = leader_now(game, leader)
        if not may_aid(game, man, frame["unit"]):
            yield Reason(f"{man.name} belongs to another formation.", "8.3.2")
        yield from hero_reasons(game, man, frame["unit"])
        if any(game.scenario.leaders[x].hero == man.hero for x in frame["leaders"]):
            yield Reason(f"Only one {'hero' if man.hero else 'leader'} can aid a fire.", "8.3.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Add him or leave him out."""
        game.update(leaders=_toggled(game.frame["leaders"], command.text("leader")))


class Concentrate(BareAction):
    """Use concentrated fire, or not (8.3.6)."""

    verb = "concentrate"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why concentrated fire cannot be used."""
        frame = game.frame
        if frame["movers"]:
            yield Reason("Opportunity fire can't be concentrated.", "8.6")
        if not is_deployed(game, frame["unit"]):
            yield Reason("Only a deployed unit may use concentrated fire.", "8.3.6")

    def apply(self, game: Battle, command: Command) -> None:
        """Switch concentrated fire on or off."""
        game.update(concentrate=not game.frame["concentrate"])


class ConfirmFire(BareAction):
    """Fire as composed."""

    verb = "confirm"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield what is wrong with the composition."""
        shot = shot_of(game.frame)
        if shot.type == ARMOR_PIERCING and shot.aim == HEX:
            yield piercing_reason()
        if shot.movers and _needs_weapon(game, shot):
            yield Reason("This opportunity fire relies on a sustained fire weapon. Add that weapon.", "8.6.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Pay, mark and go on to the resolution."""
        frame = game.frame
        shot = shot_of(frame)
        here = game.state.units[shot.unit].hex
        if not shot.movers:
            _spend(game, shot, here)
        if shot.concentrate:
            game.state.mark(here, concentrated=True)
            game.emit("MarkerPlaced", hex=hex_name(here), kind="concentrated_fire", value=None)
        data = resolution_data(game, shot, frame["seat"])
        game.finish()
        game.push("fire_resolution", **data)


def _needs_weapon(game: Battle, shot: Shot) -> bool:
    here = game.state.units[shot.unit].hex
    if game.state.status(here).fire_marker != SUSTAINED_FIRE:
        return False
    if has_capable_unit(game, here):
        return False
    return can_sustain(game, here) and not (shot.weapon and game.scenario.weapons[shot.weapon].sustained_fire)


def _spend(game: Battle, shot: Shot, here: int) -> None:
    note_fire(game, shot.unit, *shot.support)
    use_action(game, shot.unit)
    for unit in shot.support:
        if under_direct_command(game):  # 8.2
            spend_command(game, unit)
            game.state.activity[unit] = Activity(here, 1)
        else:
            use_action(game, unit)


class Cancel(BareAction):
    """Cancel the composition; nothing has been spent."""

    verb = "cancel"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the composition."""
        game.finish()


class FireComposition(Choice):
    """A fire being put together by small commands."""

    kind = "fire"
    actions = (
        ConfirmFire(),
        Aim(),
        FireType(),
        Support(),
        UseWeaponInFire(),
        UseLeaderInFire(),
        Concentrate(),
        Cancel(),
    )

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision with the whole composition as its subject."""
        frame = game.frame
        shot = shot_of(frame)
        value, parts = fire_value(game, shot)
        subject: dict[str, Any] = {name: frame[name] for name in SHOT_FIELDS}
        subject |= {
            "hex": hex_name(shot.hex),
            "origin": hex_name(game.state.units[shot.unit].hex),
            "fire_value": value,
            "opportunity_fire": shot.is_opportunity_fire,
            "aims": list(aims(game, shot)),
            "types": list(fire_types(game, shot)),
            "modifiers": [{"text": p.text, "value": p.value, "rule": p.rule, "letter": p.letter} for p in parts],
        }
        what = "opportunity fire" if shot.movers else "fire"
        prompt = f"{counter(game, shot.unit).label}: {what} at {hex_name(shot.hex)}, fire value {value}. Confirm?"
        return Decision(frame["seat"], "fire", prompt, "8.3", Options(game, self.actions), subject)
