"""Interdiction of columns on roads, and air strikes in an activation (16.2.1, 16.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.battle_map import no_hex, read_hex
from rules.company_scale.pieces import counter, enemy, enemy_holds, side_of, units_on_map
from rules.company_scale.r05_command import DIVISION, chit_kind, chit_subject
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r07_line_of_sight import seen_from, sees
from rules.company_scale.r16_air_support import attack, attack_aims, attack_reasons, can_fly
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Done, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name

# --- Interdiction: aircraft attack columns moving along roads (16.2.1) ---------------------------------------------


def open_interdiction(game: Battle, units: tuple[str, ...], here: int) -> None:
    """Ask the enemy whether his aircraft attack units that entered a hex along a road (RULINGS 145)."""
    if game.state.air_support and units and can_fly(game):
        game.push("interdiction", seat=enemy(game.scenario.units[units[0]].side), units=units, hex=here)


def able_divisions(game: Battle, side: str) -> frozenset[str]:
    """Return a side's divisions with air support on their displays (16.0)."""
    return frozenset(d for d in game.state.air_support if game.scenario.divisions[d].side == side)


def spotting_divisions(game: Battle, side: str, here: int) -> tuple[str, ...]:
    """Return a side's divisions with air support and a unit that sees a hex (16.2.1)."""
    able = able_divisions(game, side)
    return tuple(
        sorted(
            {
                game.scenario.units[unit].division
                for unit in units_on_map(game, side)
                if game.scenario.units[unit].division in able and sees(game, game.state.units[unit].hex, here)
            }
        )
    )


def spotted_from_the_air(game: Battle, units: tuple[str, ...]) -> frozenset[int]:
    """Return the hexes in which enemy aircraft might attack units entering along a road (16.2.1)."""
    side = enemy(side_of(game, units[0]))
    able = {d for d in able_divisions(game, side) if game.state.divisions[d].commands > 0}
    if not able or not can_fly(game) or all(game.state.units[unit].deployed for unit in units):
        return frozenset()
    stacks = game.state.stacks.items()
    spotters = {here for here, stack in stacks if any(counter(game, unit).division in able for unit in stack)}
    return frozenset[int]().union(*(seen_from(game, here) for here in spotters))


class Interdict(Action):
    """Attack units in column that move along a road (16.2.1)."""

    verb = "interdict"
    fields = takes(division=str, target=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each division that sees the units, with each possible aim."""
        frame = game.frame
        for division in spotting_divisions(game, frame["seat"], frame["hex"]):
            for aim in attack_aims(game, frame["hex"], frame["units"]):
                yield cmd("interdict", division=division, target=aim)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why these aircraft cannot attack."""
        division, frame = command.text("division"), game.frame
        owner = game.scenario.divisions.get(division)
        if owner is None or owner.side != frame["seat"]:
            yield Reason(f'"{division}" is not a division of the {frame["seat"]} side.', "16.2.1")
            return
        yield from attack_reasons(game, division, frame["hex"], command.text("target"), frame["units"])
        if game.state.air_support.get(division) and division not in spotting_divisions(game, owner.side, frame["hex"]):
            yield Reason(f"No unit of {owner.name} can see {hex_name(frame['hex'])}.", "16.2.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Attack."""
        frame = game.frame
        attack(game, command.text("division"), frame["hex"], command.text("target"), frame["units"])


class LetPass(BareAction):
    """Let them pass."""

    verb = "hold"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the window."""
        game.finish()


class Interdiction(Choice):
    """The window in which aircraft may attack a column on a road; it asks again while they can (16.2.1)."""

    kind = "interdiction"
    actions = (Interdict(), LetPass())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while moving units are there and aircraft can attack them."""
        frame = game.frame
        units = tuple(u for u in live_units(game, frame["units"], frame["hex"]) if not game.state.units[u].deployed)
        if not units:
            return None
        if units != frame["units"]:
            game.update(units=units)
        options = Options(game, self.actions)
        if not options.offers("interdict"):
            return None
        here = hex_name(frame["hex"])
        return Decision(
            frame["seat"],
            "interdiction",
            f"A column is on the road in {here}: interdict it?",
            "16.2.1",
            options,
            {"units": list(units), "hex": here},
        )


# --- Air strikes, the first thing in the activation of a division (4.0 step a, 16.2.2) -----------------------------


def offer_strikes(game: Battle, seat: str, *, drawn: bool) -> None:
    """Ask for air strikes when a division chit drawn from the Cup begins an activation (16.2.2, 29.0)."""
    division = chit_subject(game.state.chit)
    if drawn and chit_kind(game.state.chit) == DIVISION and game.state.air_support.get(division):
        game.push("air_strikes", seat=seat, division=division)


class AirStrike(Action):
    """Strike any enemy hex of the map, or one hard target in it (16.2.2)."""

    verb = "air_strike"
    fields = takes(hex=str, target=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every enemy hex with each possible aim in it."""
        for here in game.state.stacks:
            if enemy_holds(game, here, game.frame["seat"]):
                for aim in attack_aims(game, here):
                    yield cmd("air_strike", hex=hex_name(here), target=aim)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be struck."""
        target = read_hex(command.text("hex"))
        if target is None:
            yield no_hex(command.text("hex"))
            return
        yield from attack_reasons(game, game.frame["division"], target, command.text("target"))

    def apply(self, game: Battle, command: Command) -> None:
        """Strike."""
        attack(game, game.frame["division"], hex_id(command.text("hex")), command.text("target"))


class AirStrikes(Choice):
    """Asks a division for air strikes, the first thing in its activation (4.0 step a, 16.2.2)."""

    kind = "air_strikes"
    actions = (AirStrike(), Done())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while anything can be struck."""
        division = game.frame["division"]
        options = Options(game, self.actions)
        if not options.offers("air_strike"):
            return None
        left = game.state.air_support[division]
        prompt = f"{game.scenario.divisions[division].name}: air strikes? {left} available, 1 direct command each."
        return Decision(
            game.frame["seat"], "air_strikes", prompt, "16.2.2", options, {"division": division, "available": left}
        )
