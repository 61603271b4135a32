"""The activation under way: what active units may do, and the direct command chit (4.0, 5.1 to 5.3, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.company_scale.battle_map import Terrain
from rules.company_scale.counters import Armor, MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, is_night, name_of, side_of
from rules.company_scale.r05_command import (
    COMMAND,
    IN_PLAY,
    able_units,
    action_reasons,
    chit_kind,
    chit_name,
    chit_subject,
    commands_of,
    one_at_a_time,
    pay_for_second,
    pending_unit,
    spend_command,
    under_direct_command,
    unknown_unit,
    use_action,
)
from rules.company_scale.r06_2_terrain import RemoveRidgeMarker, drop_idle_marker
from rules.company_scale.r06_movement import Move
from rules.company_scale.r06_search import turn_over
from rules.company_scale.r08_5_2_return import ReturnUnit
from rules.company_scale.r08_7_2_smoke import FireIllumination, Smoke, exposed_reasons, force_column
from rules.company_scale.r08_7_indirect_fire import IndirectFire
from rules.company_scale.r08_direct_fire import Fire, stays_concentrated
from rules.company_scale.r09_2_placing import PlaceAssault, nobody_has_acted
from rules.company_scale.r10_rally import Rally
from rules.company_scale.r11_engineering import Build
from rules.company_scale.r14_1_named_heroes import ClearMarkers, DemandSurrender, RequestSurrender
from rules.company_scale.r14_1_rolin import AssaultAtOnce
from rules.company_scale.r14_heroes import ADAMS, GREGG, ROLIN
from rules.company_scale.r15_carrying import inaction_reasons
from rules.company_scale.r15_transport import Load, Unload
from rules.company_scale.r21_guns import gunless_reasons
from rules.company_scale.r23_1_ffi import payer_of, price_of
from rules.company_scale.r30_riders import Dismount, Mount
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import CARRIED, MAP, POOL, Activity, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name


def clear_fire_markers(game: Battle, hex_id: int) -> None:
    """Take the fire markers (no opportunity, sustained, concentrated) off a hex with an active unit (4.0)."""
    status = game.state.status(hex_id)
    stays = stays_concentrated(game, hex_id)
    if status.fire_marker or (status.concentrated and not stays):
        for kind in (status.fire_marker, "concentrated_fire" if status.concentrated and not stays else ""):
            if kind:
                game.emit("MarkerRemoved", hex=hex_name(hex_id), kind=kind, value=None)
        kept = status.concentrated_on if stays else 0
        game.state.mark(hex_id, fire_marker="", concentrated=stays, concentrated_on=kept)


def make_active(game: Battle, unit: str) -> None:
    """Make a unit active: its hex loses its fire markers and an idle ridge marker (4.0, 6.2.2)."""
    record = game.state.units[unit]
    game.state.activity[unit] = Activity(record.hex)
    if record.place == MAP:
        clear_fire_markers(game, record.hex)
        drop_idle_marker(game, record.hex)
        force_column(game, unit)  # 8.7.5


@derived(State.by_box)
def _units_in_play(game: Battle, seat: str) -> list[str]:
    printed = game.scenario.units
    return [
        unit
        for unit, record in game.state.units.items()
        if record.place in IN_PLAY and printed[unit].side == seat and not printed[unit].marker  # 22.2
    ]


class Activate(Action):
    """Pay 1 direct command to make one unit active for one action (5.1); direct command chit only."""

    verb = "activate"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every unit of the seat that is in play."""
        if under_direct_command(game) and not pending_unit(game):
            seat = game.frame["seat"]
            for unit, record in game.state.units.items():
                if record.place in IN_PLAY and side_of(game, unit) == seat and unit not in game.state.activity:
                    yield cmd("activate", unit=unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones, asking once per division whether it can pay."""
        if pending_unit(game) or not under_direct_command(game):
            return
        printed = game.scenario.units
        payable: dict[str, bool] = {}
        for unit in _units_in_play(game, game.frame["seat"]):
            if unit not in game.state.activity:
                division = printed[unit].division
                if division not in payable:
                    payable[division] = not any(_payment_reasons(game, unit))
                if payable[division]:
                    yield cmd("activate", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot be paid for."""
        unit = command.text("unit")
        if not under_direct_command(game):
            yield Reason("Single units can be activated only under a Direct Command chit.", "5.1")
            return
        bad = next(unknown_unit(game, unit), None)
        if bad is not None:
            yield bad
            return
        printed = counter(game, unit)
        if printed.side != game.frame["seat"]:
            yield Reason(f"{printed.name} belongs to the other side.", "5.1")
            return
        if unit in game.state.activity:
            yield Reason(f"{printed.name} has already been activated under this chit.", "5.1")
        if game.state.units[unit].place == CARRIED:
            yield from inaction_reasons(game, unit)  # 15.0, 30.0
        yield from one_at_a_time(game, unit)
        yield from _payment_reasons(game, unit)

    def apply(self, game: Battle, command: Command) -> None:
        """Pay and make the unit active."""
        unit = command.text("unit")
        spend_command(game, unit)
        make_active(game, unit)
        game.emit("UnitActivated", unit=unit)


def _payment_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot be paid for: only its own division pays, for the FFI a named other one (5.1, 23.1)."""
    own = counter(game, unit).division
    payer, have, price = payer_of(game, own), commands_of(game, unit), price_of(game, unit)
    name = game.scenario.divisions[payer].name
    if have < price == 1:
        yield Reason(f"{name} has no direct commands left, and no other division can pay.", "5.1")
    elif have < price:
        yield Reason(f"Activating {name_of(game, unit)} costs {price} direct commands; {name} has {have}.", "23.1")


class ChangeFormation(Action):
    """Change between column and deployed before an action (6.0)."""

    verb = "change_formation"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every active unit that has not used up its actions."""
        for unit, activity in game.state.activity.items():
            if activity.used < 2 and not activity.flipped:
                yield cmd("change_formation", unit=unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield it for units that may act and have another side."""
        for unit in able_units(game):
            if not any(self._turning_reasons(game, unit)):
                yield cmd("change_formation", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot change formation now."""
        unit = command.text("unit")
        yield from action_reasons(game, unit, seat=game.frame["seat"])
        if unit in game.state.activity and game.state.units[unit].place == MAP:
            yield from self._turning_reasons(game, unit)

    def _turning_reasons(self, game: Battle, unit: str) -> Iterator[Reason]:
        if game.state.activity[unit].flipped:
            yield Reason(f"{name_of(game, unit)} has already changed formation before this action.", "6.0")
        if game.state.activity[unit].used and game.scenario.rules.get("formation_change") == "once":  # RULINGS 13
            yield Reason("A unit can change formation only before its first action.", "4.0")
        yield from formation_reasons(game, unit)

    def apply(self, game: Battle, command: Command) -> None:
        """Turn the counter; before a second action, pay for that action."""
        unit = command.text("unit")
        pay_for_second(game, unit)
        turn_over(game, unit)
        game.state.activity[unit] = replace(game.state.activity[unit], flipped=True)


def formation_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a counter cannot be turned over here (3.2, 6.2.1)."""
    printed, record = counter(game, unit), game.state.units[unit]
    if printed.transport:
        yield Reason(f"{printed.name} is a transport and always in column.", "15.0")
    elif (printed.column if record.deployed else printed.deployed) is None:
        yield Reason(f"{printed.name} has only one side and can't change formation.", "3.2")
    if not record.deployed:
        yield from gunless_reasons(game, unit)  # 21.2
        yield from exposed_reasons(game, unit)  # 8.7.5
    in_city = ground_of(game).hexes[record.hex].terrain is Terrain.CITY
    if in_city and not record.deployed and printed.move_class is not MoveClass.LEG:
        yield Reason(f"{printed.name} must stay in column in a city.", "6.2.1")


class PassUnit(Action):
    """Let a unit pass one action (5.2)."""

    verb = "pass_unit"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every unit that could still take its first or a paid action."""
        for unit, activity in game.state.activity.items():
            if activity.used == 0 or activity.paid:
                yield cmd("pass_unit", unit=unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones; units that may act are not checked again."""
        able = able_units(game)
        for command in self.candidates(game):
            if command.text("unit") in able or not any(self.reasons(game, command)):
                yield command

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why there is no action to pass."""
        unit = command.text("unit")
        yield from action_reasons(game, unit, seat=game.frame["seat"], on_map=False)
        if unit in game.state.units and game.state.units[unit].place == POOL and not under_direct_command(game):
            yield Reason(f"{name_of(game, unit)} is in the transport pool and has no action to pass.", "15.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Use up the action; passing a second action that is not paid for costs nothing."""
        unit = command.text("unit")
        activity = game.state.activity[unit]
        idle = activity.passed + (0 if activity.flipped else 1)
        if activity.used == 0 or activity.paid:
            use_action(game, unit)
        else:
            game.state.activity[unit] = replace(activity, used=2)
        game.state.activity[unit] = replace(game.state.activity[unit], passed=idle)


class EndActivation(BareAction):
    """End the activation, keeping unspent direct commands (5.2, 5.3)."""

    verb = "end_activation"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the activation."""
        game.finish()


_OF_HEROES: Final = {
    GREGG: ("demand_surrender", "clear_markers"),
    ADAMS: ("request_surrender",),
    ROLIN: ("assault_at_once",),
}


def idle_verbs(game: Battle) -> tuple[str, ...]:
    """Return verbs of which nothing can be offered now, so that they need not be asked."""
    state = game.state
    return (
        *game.scenario.cached("idle verbs", lambda: _never_used(game.scenario)),
        *(("place_assault",) if under_direct_command(game) else ("activate",)),
        *(() if is_night(game) else ("illuminate",)),
        *(() if state.carried else ("unload", "dismount")),
        *(() if state.hexes else ("rally", "remove_ridge_marker")),
    )


def _never_used(scenario: Scenario) -> tuple[str, ...]:
    heroes = {man.type for man in scenario.leaders.values()}
    tanks = any(unit.armor is Armor.TANK for unit in scenario.units.values())
    return (
        *(verb for hero, verbs in _OF_HEROES.items() if hero not in heroes for verb in verbs),
        *(() if tanks else ("mount",)),
        *(() if any(unit.transport for unit in scenario.units.values()) else ("load",)),
    )


class ActivationChoice(Choice):
    """Asks the owner of the chit in play what he does next."""

    kind = "activation"
    actions = (
        Activate(), Move(), Fire(), IndirectFire(), FireIllumination(), Smoke(), Rally(), Build(), ChangeFormation(),
        ReturnUnit(), Load(), Unload(), Mount(), Dismount(), PassUnit(), RemoveRidgeMarker(), PlaceAssault(),
        DemandSurrender(), ClearMarkers(), RequestSurrender(), AssaultAtOnce(), EndActivation(),
    )  # fmt: skip

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision; an activation in which nobody can do anything is over at once.

        Once a unit has acted, only a command ends it, so that the last action can be undone.
        """
        chit, seat = game.state.chit, game.frame["seat"]
        options = Options(game, self.actions, idle_verbs(game))
        idle = not options.any_besides("end_activation")
        if idle and nobody_has_acted(game):
            return None
        subject: dict[str, Any] = {
            "chit": chit,
            "kind": chit_kind(chit),
            "about": chit_subject(chit),
            "pending": pending_unit(game),
        }
        return Decision(seat, "activation", self._prompt(game, idle), "4.0", options, subject)

    def _prompt(self, game: Battle, idle: bool) -> str:
        if idle:
            return "No unit can act: end the activation."
        pending = pending_unit(game)
        if pending:
            return f"{counter(game, pending).label} is active: choose its one action."
        if chit_kind(game.state.chit) == COMMAND:
            return "Pay 1 direct command to activate a unit, or end the activation."
        return f"{chit_name(game.scenario, game.state.chit)} is active: pick a unit or end the activation."
