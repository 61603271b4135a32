"""Colonel Rolin: three free illumination rounds, an immediate assault, and no night penalty (14.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy_holds, is_night
from rules.company_scale.r07_line_of_sight import obstacles, sight_limit, visible_from
from rules.company_scale.r09_2_markers import put_marker
from rules.company_scale.r09_2_placing import PRICE, eligible_units
from rules.company_scale.r14_1_named_heroes import callable_heroes, hero_reasons, men_of, near_men
from rules.company_scale.r14_heroes import ROLIN, in_box, tell_use
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name

LIGHTS: Final = 3


class IlluminateFree(Action):
    """Illuminate a hex for free as a night turn begins (14.1, Rolin)."""

    verb = "light"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each hex his division can see."""
        for here in game.frame["hexes"]:
            yield cmd("light", hex=hex_name(here))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the hex cannot be illuminated."""
        here = read_hex(command.text("hex"))
        if here not in game.frame["hexes"]:
            yield Reason("No unit of his division can see that hex.", "14.1")
        elif here in game.state.illuminated:
            yield Reason(f"{command.text('hex')} is already illuminated.", "14.1")
        if not game.frame["left"]:
            yield Reason(f"He can illuminate only {LIGHTS} hexes.", "14.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Place the marker."""
        here = hex_id(command.text("hex"))
        game.state.illuminated = (*game.state.illuminated, here)
        game.update(left=game.frame["left"] - 1)
        game.emit("MarkerPlaced", hex=hex_name(here), kind="illumination", value=None)


class DoneLighting(BareAction):
    """Illuminate no more hexes."""

    verb = "done"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class HeroLights(Choice):
    """Asks which hexes Rolin's division illuminates (14.1)."""

    kind = "hero_lights"
    actions = (DoneLighting(), IlluminateFree())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question; it stays open after the last round, so that it can be undone."""
        left = game.frame["left"]
        prompt = f"{lit_by(game.scenario)}'s lights: choose a hex to illuminate ({left} left)."
        return Decision(game.frame["seat"], "hero_lights", prompt, "14.1", Options(game, self.actions), {"left": left})


def lit_by(scenario: Scenario) -> str:
    """Return the surname of the hero whose division illuminates hexes, "" where there is none (14.1)."""
    return next((man.name.split()[-1] for man in scenario.leaders.values() if man.type == ROLIN), "")


def ask_lights(game: Battle) -> None:
    """Ask for Rolin's illumination rounds as a night turn begins (14.1); their range is that of sight by day."""
    hero = in_box(game, ROLIN)
    if not hero or not is_night(game):
        return
    ground, limit = ground_of(game), sight_limit(game.state.weather, night=False)
    seen: set[int] = set()
    for unit in men_of(game, hero):
        seen |= visible_from(ground, game.state.units[unit].hex, limit, obstacles(game))
    if seen:
        game.push("hero_lights", seat=game.scenario.leaders[hero].side, hexes=tuple(sorted(seen)), left=LIGHTS)


class AssaultAtOnce(Action):
    """Place a prepared assault marker and assault the hex at once, in a night turn (14.1, Rolin)."""

    verb = "assault_at_once"
    fields = takes(hero=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each enemy hex next to units of his division that have not acted."""
        for hero in callable_heroes(game, ROLIN):
            if not is_night(game) or game.state.leaders[hero].used == game.state.turn:
                continue
            for near in sorted(near_men(game, hero)):
                if enemy_holds(game, near, game.frame["seat"]):
                    yield cmd("assault_at_once", hero=hero, hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why that hex cannot be assaulted at once."""
        hero, here = command.text("hero"), read_hex(command.text("hex"))
        bad = next(hero_reasons(game, hero, ROLIN), None)
        if bad is not None:
            yield bad
            return
        man = game.scenario.leaders[hero]
        if not is_night(game):
            yield Reason(f"{man.name} attacks only at night.", "14.1")
        if game.state.leaders[hero].used == game.state.turn:
            yield Reason(f"{man.name} has already attacked this turn.", "14.1")
        if game.state.divisions[man.division].dispatch < PRICE:
            yield Reason("A prepared assault marker costs 1 dispatch point; the division has none.", "9.2")
        if here is None or not enemy_holds(game, here, game.frame["seat"]):
            yield Reason("There are no enemy units in that hex.", "14.1")
        elif not _stormers(game, hero, here):
            yield Reason(f"No unit of his division can assault {hex_name(here)} now.", "9.3")

    def apply(self, game: Battle, command: Command) -> None:
        """Pay, mark the hex and assault it with every unit of his division that can."""
        hero, here = command.text("hero"), hex_id(command.text("hex"))
        seat, division = game.frame["seat"], game.scenario.leaders[hero].division
        status = game.state.divisions[division]
        game.state.divisions[division] = replace(status, dispatch=status.dispatch - PRICE)
        game.emit("DispatchSpent", division=division, points=PRICE, left=status.dispatch - PRICE)
        game.state.leaders[hero] = replace(game.state.leaders[hero], used=game.state.turn)
        tell_use(game, hero, "assault", here)
        units = _stormers(game, hero, here)
        put_marker(game, here, seat)
        game.push("assaults_of_activation", "9.1.order", seat=seat, due=((here, tuple(units)),))


def _stormers(game: Battle, hero: str, here: int) -> list[str]:
    own = set(men_of(game, hero))
    return [unit for unit in eligible_units(game, here, game.frame["seat"]) if unit in own]
