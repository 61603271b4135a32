"""Rally: taking off pinned, suppressed and disorganized markers (10.0, 10.1, 10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import is_on_map, name_of
from rules.company_scale.r05_command import able_units, action_reasons, use_action
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, takes
from rules.hexes.grid import hex_name


class Rally(Action):
    """Rally the hex of an active unit; no die is rolled (10.1)."""

    verb = "rally"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit in a marked hex."""
        for unit, activity in game.state.activity.items():
            record = game.state.units[unit]
            if activity.used < 2 and record.place == MAP and record.hex in game.state.hexes:
                yield cmd("rally", unit=unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones of the units that may act."""
        for unit in able_units(game):
            here = game.state.units[unit].hex
            if here in game.state.hexes and not any(_hex_reasons(game, unit, here)):
                yield cmd("rally", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot rally its hex now."""
        unit = command.text("unit")
        yield from action_reasons(game, unit, seat=game.frame["seat"])
        if not is_on_map(game, unit):
            return
        yield from _hex_reasons(game, unit, game.state.units[unit].hex)

    def apply(self, game: Battle, command: Command) -> None:
        """Take a pinned or suppressed marker off, or else one level of disorganization (10.1)."""
        unit = command.text("unit")
        use_action(game, unit)
        here = game.state.units[unit].hex
        status = game.state.status(here)
        game.state.rallied = (*game.state.rallied, here)
        left = status.dg if status.stress else status.dg - 1
        game.emit("Rallied", unit=unit, hex=hex_name(here), removed=status.stress or "dg", value=left)
        if status.stress:
            game.state.mark(here, stress="")
        else:
            game.state.mark(here, dg=status.dg - 1)


def _hex_reasons(game: Battle, unit: str, here: int) -> Iterator[Reason]:
    """Yield why the hex of a unit cannot be rallied now (10.1)."""
    status = game.state.status(here)
    if not status.stress and not status.dg:
        yield Reason(
            f"{name_of(game, unit)} isn't disorganized, pinned or suppressed. There is nothing to rally.", "10.1"
        )
    if here in game.state.rallied:
        yield Reason(f"{hex_name(here)} has already rallied this activation.", "10.1")
