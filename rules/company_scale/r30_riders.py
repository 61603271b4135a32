"""Infantry riding on tanks: getting on, getting off, getting off at once (30.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.counters import Armor
from rules.company_scale.pieces import counter, enemy, is_enemy_near, is_leg, is_on_map, name_of, side_of, units_on_map
from rules.company_scale.r05_command import COMMAND, able_among, action_reasons
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r08_3_modifiers import HEX, Shot, aims
from rules.company_scale.r08_5_4_status import can_move
from rules.company_scale.r15_carrying import (
    DISMOUNTED,
    MOUNTED,
    full_reasons,
    may_carry,
    put_aboard,
    set_down,
    stripe_reasons,
)
from rules.company_scale.r15_transport import ACTED, active_passengers, begin, halted_reasons, parting_reasons
from rules.company_scale.series import RIDERS
from rules.company_scale.state import MAP, Activity, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import distance, hex_name

NO_RIDERS_WITHIN: Final = 10  # riders get off within so many hexes of an enemy


def is_tank(game: Battle, unit: str) -> bool:
    """Tell whether a unit is a tank: its defense is in a black box (3.2, 30.0)."""
    return counter(game, unit).armor is Armor.TANK


def enemy_near(game: Battle, hex_id: int, side: str) -> str:
    """Return an enemy unit of `side` within 10 hexes of a hex, or ''."""
    if not is_enemy_near(game, hex_id, side, NO_RIDERS_WITHIN):
        return ""
    units = game.state.units
    return next((u for u in units_on_map(game, enemy(side)) if distance(units[u].hex, hex_id) <= NO_RIDERS_WITHIN), "")


class Mount(Action):
    """Put a leg unit on a tank in its hex: one movement action of the tank."""

    verb = "mount"
    fields = takes(unit=str, tank=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active tank with each leg unit in its hex."""
        for tank, activity in game.state.activity.items():
            record = game.state.units[tank]
            if activity.used < ACTED and record.place == MAP and is_tank(game, tank):
                for unit in game.state.stack(record.hex):
                    if is_leg(game, unit) and may_carry(counter(game, tank), counter(game, unit)):
                        yield cmd("mount", unit=unit, tank=tank)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones of the tanks that may act."""
        if RIDERS not in game.scenario.charts.series.chapters:
            return
        for tank in able_among(game, "tank", lambda printed: printed.armor is Armor.TANK):
            for unit in self._boarders(game, tank):
                if not _has_got_off(game, unit):
                    yield cmd("mount", unit=unit, tank=tank)

    def _boarders(self, game: Battle, tank: str) -> tuple[str, ...]:
        """Return the units that could ride on a tank where it stands, whatever they did under this chit."""
        units = _able_to_board(game, tank)
        return units if not units or can_move(game.state.status(game.state.units[tank].hex)) else ()

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot get on this tank now."""
        unit, tank = command.text("unit"), command.text("tank")
        if RIDERS not in game.scenario.charts.series.chapters:
            yield Reason("Nobody rides on tanks in this game.", "30.0")
        yield from action_reasons(game, tank, seat=game.frame["seat"])
        if not is_on_map(game, tank):
            return
        if not is_tank(game, tank):
            yield Reason(f"{name_of(game, tank)} is not a tank. Units can ride only on tanks.", "30.0")
            return
        here = game.state.units[tank].hex
        yield from _place_reasons(game, unit, tank)
        if unit == tank or unit not in game.state.stack(here):
            return
        yield from halted_reasons(game, here)
        if _has_got_off(game, unit):
            yield Reason(f"{name_of(game, unit)} has dismounted this activation and can't get back on.", "30.0")
        near = enemy_near(game, here, side_of(game, tank))
        if near:
            away = distance(game.state.units[near].hex, here)
            limit = f"Nobody can ride within {NO_RIDERS_WITHIN} hexes of an enemy."
            text = f"{name_of(game, near)} is {away} hexes away. {limit}"
            yield Reason(text, "30.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Spend the tank's action; the unit keeps its side and is no longer active."""
        unit, tank = command.text("unit"), command.text("tank")
        begin(game, tank, MOUNTED)
        put_aboard(game, unit, tank)
        here = game.state.units[tank].hex
        game.emit("UnitMounted", unit=unit, carrier=tank, hex=hex_name(here))
        tidy(game, here)


@derived(State.by_place)
def _able_to_board(game: Battle, tank: str) -> tuple[str, ...]:
    """Return the units that could ride on a tank because of who and where they are."""
    here = game.state.units[tank].hex
    free = not is_enemy_near(game, here, side_of(game, tank), NO_RIDERS_WITHIN)
    on_foot = [unit for unit in game.state.stack(here) if is_leg(game, unit)] if free else []
    return tuple([unit for unit in on_foot if not any(_place_reasons(game, unit, tank))])


def _place_reasons(game: Battle, unit: str, tank: str) -> Iterator[Reason]:
    """Yield why a unit cannot ride on this tank because of who and where they are."""
    yield from full_reasons(game, tank)
    if unit == tank or unit not in game.state.stack(game.state.units[tank].hex):
        yield Reason(f"{name_of(game, unit)} isn't in the same hex as {name_of(game, tank)}.", "30.0")
        return
    if not is_leg(game, unit) or counter(game, unit).transport:
        yield Reason(f"{name_of(game, unit)} is not a leg unit.", "30.0")
    yield from stripe_reasons(game, tank, unit)


def _has_got_off(game: Battle, unit: str) -> bool:
    activity = game.state.activity.get(unit)
    return activity is not None and activity.handled == DISMOUNTED


class Dismount(Action):
    """Let the rider of an active tank get off: one movement action of the tank."""

    verb = "dismount"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each rider of an active tank."""
        return (cmd("dismount", unit=unit) for unit in active_passengers(game))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot get off now."""
        unit = command.text("unit")
        tank = game.state.carried.get(unit, "")
        if not tank or counter(game, tank).transport:
            yield Reason(f"{name_of(game, unit)} isn't riding on a tank.", "30.0")
            return
        too_soon = f"{name_of(game, unit)} got on this activation. It can get off in a later one."
        yield from parting_reasons(game, tank, too_soon)

    def apply(self, game: Battle, command: Command) -> None:
        """Spend the tank's action; the rider cannot act in this activation."""
        unit = command.text("unit")
        tank = game.state.carried[unit]
        activity = game.state.activity[tank]
        begin(game, tank, activity.handled)
        get_off(game, unit)


def get_off(game: Battle, unit: str, why: str = "") -> int:
    """Put a rider in its tank's hex; it cannot act in this activation, nor can a direct command pay for it."""
    tank = game.state.carried[unit]
    here = set_down(game, unit)
    if tank in game.state.activity or game.state.chit == f"{COMMAND}:{side_of(game, unit)}":
        game.state.activity[unit] = Activity(here, ACTED, handled=DISMOUNTED)
    game.emit("RiderDismounted", unit=unit, carrier=tank, hex=hex_name(here), why=why)
    return here


def shake_off(game: Battle, movers: tuple[str, ...]) -> None:
    """Make riders get off at once when moves bring them within 10 hexes of an enemy (30.0).

    This uses no action and gains no disorganization; the tank itself may go on.
    """
    state = game.state
    if not state.carried:
        return
    moved = {unit for unit in movers if state.units[unit].place == MAP}
    for unit, carrier in tuple(state.carried.items()):
        if counter(game, carrier).transport:
            continue
        here, side = state.units[carrier].hex, side_of(game, carrier)
        if carrier in moved:
            near = bool(enemy_near(game, here, side))
        else:
            near = any(
                side_of(game, mover) != side and distance(state.units[mover].hex, here) <= NO_RIDERS_WITHIN
                for mover in moved
            )
        if near:
            get_off(game, unit, "enemy")


def riders_under_attack(game: Battle, side: str, hex_id: int, movers: tuple[str, ...]) -> list[str]:
    """Return the riders an attack by a side hits: on all tanks in a hex, or only on the moving ones."""
    return [
        unit
        for unit, carrier in game.state.carried.items()
        if game.state.units[carrier].hex == hex_id
        and not counter(game, carrier).transport
        and side_of(game, carrier) != side
        and (not movers or carrier in movers)
    ]


def meet_riders(game: Battle) -> None:
    """Make riders get off before the current frame's attack; their hex gains 1 disorganization (30.0).

    This is the first step of an indirect fire or air attack. Aircraft then choose again: the hex or each hard
    target; indirect fire always goes at the hex (RULINGS 93).
    """
    frame = game.frame
    here, movers = frame["hex"], frame["movers"]
    riders = riders_under_attack(game, frame["seat"], here, movers) if game.state.carried else []
    if not riders:
        return
    if movers:
        game.update(movers=(*movers, *riders))
    if frame.kind == "air_attack":
        game.push("rider_aim", seat=frame["seat"], hex=here, movers=game.frame["movers"])
    for unit in riders:
        get_off(game, unit, "attack")
    game.push("gain_dg", hex=here, points=1)


class AimAgain(Action):
    """Attack the hex, or one hard target in it, now that the riders have got off (30.0)."""

    verb = "aim"
    fields = takes(target=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the hex and each hard target."""
        for aim in _aims(game):
            yield cmd("aim", target=aim)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be aimed at."""
        if command.text("target") not in _aims(game):
            yield Reason("Aim at the hex or at one hard target in it, not both.", "30.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Hand the aim to the attack."""
        game.finish(aim=command.text("target"))


def _aims(game: Battle) -> tuple[str, ...]:
    frame = game.frame
    if frame["hex"] not in game.state.stacks:
        return ()
    return aims(game, Shot("", frame["hex"], HEX, "", movers=frame["movers"]))


class RiderAim(Choice):
    """Asks an attacker for his aim after riders have got off their tank (30.0)."""

    kind = "rider_aim"
    actions = (AimAgain(),)

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while there is a choice; a single aim is passed on at once."""
        possible, here = _aims(game), hex_name(game.frame["hex"])
        if len(possible) < 2:
            below = game.state.frames[game.index - 1]
            game.state.frames[game.index - 1] = below.having(aim=next(iter(possible), HEX))
            return None
        prompt = f"The riders have dismounted in {here}: attack the hex or one hard target?"
        return Decision(game.frame["seat"], "rider_aim", prompt, "30.0", Options(game, self.actions), {"hex": here})
