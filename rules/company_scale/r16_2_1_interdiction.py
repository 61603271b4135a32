"""Interdiction: aircraft attack columns moving along roads (16.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import counter, enemy, side_of, units_on_map
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r07_2_fire_zones import seen_from, sees
from rules.company_scale.r16_2_air_attacks import attack, attack_aims, attack_reasons, can_fly
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_name


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
    return tuple(sorted({
        game.scenario.units[unit].division for unit in units_on_map(game, side)
        if game.scenario.units[unit].division in able and sees(game, game.state.units[unit].hex, here)
    }))  # fmt: skip


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


class Hold(BareAction):
    """Let them pass."""

    verb = "hold"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the window."""
        game.finish()


class Interdiction(Choice):
    """The window in which aircraft may attack a column on a road; it asks again while they can (16.2.1)."""

    kind = "interdiction"
    actions = (Interdict(), Hold())

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
        return Decision(frame["seat"], "interdiction", f"A column is on the road in {here}: interdict it?",
                        "16.2.1", options, {"units": list(units), "hex": here})  # fmt: skip
