"""Engineering: units dig foxholes and build trenches (11.0, 11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.pieces import counter, is_deployed, is_leg, is_on_map, name_of
from rules.company_scale.r05_command import able_among, action_reasons, use_action
from rules.company_scale.r08_5_results import ALWAYS_FAILS, ALWAYS_PASSES, checked_quality
from rules.company_scale.r14_heroes import after_use, offer
from rules.company_scale.state import MAP, SUPPRESSED, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Procedure, takes
from rules.hexes.grid import hex_name

FOXHOLE: Final = "foxhole"
TRENCH: Final = "trench"
WORKS: Final = (FOXHOLE, TRENCH)  # 11.0: only these


class Build(Action):
    """Build a fortification with one action of a deployed unit; this provokes no fire (11.1)."""

    verb = "build"
    fields = takes(unit=str, what=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each deployed active unit with what it could build."""
        for unit, activity in game.state.activity.items():
            record = game.state.units[unit]
            if activity.used < 2 and record.place == MAP and record.deployed:
                for what in WORKS:
                    yield cmd("build", unit=unit, what=what)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones of the units that may act."""
        for unit in able_among(game, "builder", lambda printed: printed.is_leg or printed.engineer):
            record = game.state.units[unit]
            if record.deployed:
                for what in WORKS:
                    if not any(_site_reasons(game, record.hex, what)) and not any(_builder_reasons(game, unit, what)):
                        yield cmd("build", unit=unit, what=what)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot build that now."""
        unit, what = command.text("unit"), command.text("what")
        yield from action_reasons(game, unit, seat=game.frame["seat"])
        if what not in WORKS:
            yield Reason(f'"{what}" can\'t be built. You can build {" and ".join(WORKS)}.', "11.0")
            return
        if not is_on_map(game, unit):
            return
        yield from _builder_reasons(game, unit, what)
        yield from _site_reasons(game, game.state.units[unit].hex, what)

    def apply(self, game: Battle, command: Command) -> None:
        """Dig foxholes at once; trenches need a die."""
        unit, what = command.text("unit"), command.text("what")
        use_action(game, unit)
        here = game.state.units[unit].hex
        game.state.built = (*game.state.built, here)
        game.emit("Building", unit=unit, hex=hex_name(here), what=what)
        if what == FOXHOLE:
            fortify(game, here, FOXHOLE)
        else:
            game.push("trenches", unit=unit, hex=here)


def _builder_reasons(game: Battle, unit: str, what: str) -> Iterator[Reason]:
    """Yield why a unit cannot build this kind (11.1)."""
    printed = counter(game, unit)
    if game.state.status(game.state.units[unit].hex).stress == SUPPRESSED:
        yield Reason(f"{printed.name} is suppressed and can only rally.", "10.2.1")
    if not is_deployed(game, unit):
        yield Reason(f"{name_of(game, unit)} is in column. Only deployed units can build.", "11.1")
    if what == TRENCH and not printed.engineer:
        yield Reason(f"{printed.name} is not an engineer unit. Only engineers can build trenches.", "11.1")
    if what == FOXHOLE and not is_leg(game, unit):  # RULINGS 64
        yield Reason(f"{printed.name} is not a leg unit. Only leg units can dig foxholes.", "11.1")


def _site_reasons(game: Battle, here: int, what: str) -> Iterator[Reason]:
    """Yield why a hex cannot get this fortification now (11.1)."""
    if here in game.state.built:
        yield Reason(f"{hex_name(here)} has already had its engineering action this activation.", "11.1")
    fort = game.state.status(here).fortification
    if fort and not (fort == FOXHOLE and what == TRENCH):
        yield Reason(f"{hex_name(here)} already has a {fort}. A hex holds only one fortification.", "11.1")


def fortify(game: Battle, here: int, what: str) -> None:
    """Put a fortification on a hex in place of the one there."""
    game.state.mark(here, fortification=what)
    game.emit("MarkerPlaced", hex=hex_name(here), kind=what, value=None)


def _hero(game: Battle) -> None:
    offer(game, game.frame["unit"])  # 14.0


def _roll(game: Battle) -> None:
    game.roll("trenches", unit=game.frame["unit"], hex=hex_name(game.frame["hex"]))


def _look(game: Battle) -> None:
    unit, here, die = game.frame["unit"], game.frame["hex"], game.frame["result"]
    quality = checked_quality(game, unit, game.frame["hero"])
    passed = die == ALWAYS_PASSES or (die != ALWAYS_FAILS and die <= quality)
    game.emit("TrenchesChecked", unit=unit, hex=hex_name(here), die=die, quality=quality, passed=passed)
    if passed:
        fortify(game, here, TRENCH)
    after_use(game, game.frame["hero"])


TRENCHES: Final = Procedure("trenches", {"14.0": _hero, "11.1.roll": _roll, "11.1.look": _look})
