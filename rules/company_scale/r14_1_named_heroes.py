"""What Gregg, Adams and von Wietersheim do (14.1); Rolin has his own module, Murphy helps in combat itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import WIETERSHEIM, belongs_with, counter, enemy_holds, no_unit, side_of
from rules.company_scale.r05_command import activates
from rules.company_scale.r06_1_stacking import excess_of, is_mixed, remove_unit, tidy
from rules.company_scale.r08_5_results import ALWAYS_FAILS, ALWAYS_PASSES, checked_quality
from rules.company_scale.r14_heroes import ADAMS, GREGG, accompany, after_use, in_box, tell_use
from rules.company_scale.state import AVAILABLE, ELIMINATED, MAP, OUT, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Procedure, takes
from rules.hexes.grid import hex_id, hex_name, neighbours

ZERO: Final = 0  # what Gregg turns a mortar's roll into (14.1)


def hero_reasons(game: Battle, hero: str, *kinds: str) -> Iterator[Reason]:
    """Yield why a hero is not of these kinds, not in his box, or has no active formation or division (14.1)."""
    man = game.scenario.leaders.get(hero)
    if man is None or man.type not in kinds:
        yield Reason(f'"{hero}" is not a hero who can do that.', "14.1")
    elif game.state.leaders[hero].place != AVAILABLE:
        yield Reason(f"{man.name} isn't in the Available Heroes box.", "14.1")
    elif man.side != game.frame["seat"]:
        yield Reason(f"{man.name} belongs to the other side.", "14.1")
    elif not is_called(game, hero):
        yield Reason(f"{man.name} can be used only while his formation or division is active.", "14.1")


def is_called(game: Battle, hero: str) -> bool:
    """Tell whether the chit in play is for a hero's formation or division (RULINGS 185)."""
    man = game.scenario.leaders[hero]
    chit = game.state.chit
    if not man.formation:
        return chit == f"division:{man.division}" or _is_formation_of(game, chit, man.division)
    return chit in (f"formation:{man.formation}", f"division:{man.division}")


def _is_formation_of(game: Battle, chit: str, division: str) -> bool:
    kind, _, about = chit.partition(":")
    return kind == "formation" and game.scenario.formations[about].division == division


@derived(State.by_place)
def men_of(game: Battle, hero: str) -> list[str]:
    """Return the units on the map of a hero's formation, those without a stripe included (2.0), or of his division."""
    man, units = game.scenario.leaders[hero], game.state.units
    division = game.scenario.roster.divisions.get(man.division, ())
    return [u for u in division if units[u].place == MAP and belongs_with(man, counter(game, u))]


def near_men(game: Battle, hero: str) -> set[int]:
    """Return the hexes next to units of a hero's formation."""
    return {near for unit in men_of(game, hero) for near in neighbours(game.state.units[unit].hex)}


def callable_heroes(game: Battle, kind: str) -> Iterator[str]:
    """Yield the hero of a kind if the deciding side may use him now."""
    hero = in_box(game, kind)
    if hero and is_called(game, hero) and game.scenario.leaders[hero].side == game.frame["seat"]:
        yield hero


# ---- Gregg ----


class DemandSurrender(Action):
    """Make one enemy unit next to the 143rd surrender (14.1, Gregg)."""

    verb = "demand_surrender"
    fields = takes(hero=str, unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each enemy unit next to one of Gregg's regiment."""
        for hero in callable_heroes(game, GREGG):
            for near in sorted(near_men(game, hero)):
                for unit in game.state.stack(near):
                    yield cmd("demand_surrender", hero=hero, unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why that unit cannot be made to surrender."""
        hero, unit = command.text("hero"), command.text("unit")
        bad = next(hero_reasons(game, hero, GREGG), None)
        if bad is not None:
            yield bad
        elif unit not in game.state.units:
            yield no_unit(unit)
        elif side_of(game, unit) == game.frame["seat"]:
            yield Reason("Only an enemy unit can surrender.", "14.1")
        elif game.state.units[unit].hex not in near_men(game, hero):
            yield Reason(f"{counter(game, unit).name} isn't next to a unit of his regiment.", "14.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Eliminate the unit, then roll for the hero."""
        hero, unit = command.text("hero"), command.text("unit")
        here = game.state.units[unit].hex
        tell_use(game, hero, "surrender", here)
        after_use(game, hero)
        remove_unit(game, unit, ELIMINATED)
        tidy(game, here)


class ClearMarkers(Action):
    """Take every disorganized, pinned and suppressed marker off a hex of the 143rd (14.1, Gregg)."""

    verb = "clear_markers"
    fields = takes(hero=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each marked hex with a unit of his regiment."""
        for hero in callable_heroes(game, GREGG):
            for here in sorted({game.state.units[unit].hex for unit in men_of(game, hero)}):
                if here in game.state.hexes:
                    yield cmd("clear_markers", hero=hero, hex=hex_name(here))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the hex cannot be cleared of markers."""
        hero, here = command.text("hero"), read_hex(command.text("hex"))
        bad = next(hero_reasons(game, hero, GREGG), None)
        if bad is not None:
            yield bad
            return
        stack = game.state.stack(here) if here is not None else ()
        men = men_of(game, hero)
        if here is None or not any(unit in men for unit in stack):
            yield Reason("No unit of his regiment is in that hex.", "14.1")
            return
        if is_mixed(game, here):  # 6.1: white stripes of the division are not another formation
            yield Reason("Units of another formation are in the hex.", "14.1")
        if excess_of(game, here):
            yield Reason("The hex is overstacked.", "14.1")
        status = game.state.status(here)
        if not status.dg and not status.stress:
            yield Reason("The hex isn't disorganized, pinned or suppressed. There is nothing to rally.", "14.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Remove the markers, then roll for the hero."""
        hero, here = command.text("hero"), hex_id(command.text("hex"))
        status = game.state.status(here)
        for kind, value in (("dg", status.dg), (status.stress, None)):
            if kind and value != 0:
                game.emit("MarkerRemoved", hex=hex_name(here), kind=kind, value=value)
        game.state.mark(here, dg=0, stress="")
        tell_use(game, hero, "markers", here)
        after_use(game, hero)


# ---- Adams ----


class RequestSurrender(Action):
    """Ask all enemies in a hex next to the 7th Infantry to surrender (14.1, Adams)."""

    verb = "request_surrender"
    fields = takes(hero=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each enemy hex next to one of his regiment."""
        for hero in callable_heroes(game, ADAMS):
            for near in sorted(near_men(game, hero)):
                if enemy_holds(game, near, game.frame["seat"]):
                    yield cmd("request_surrender", hero=hero, hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why nobody can be asked to surrender there."""
        hero, here = command.text("hero"), read_hex(command.text("hex"))
        bad = next(hero_reasons(game, hero, ADAMS), None)
        if bad is not None:
            yield bad
        elif here is None or not enemy_holds(game, here, game.frame["seat"]):
            yield Reason("There are no enemy units in that hex.", "14.1")
        elif here not in near_men(game, hero):
            yield Reason(f"{hex_name(here)} isn't next to a unit of his regiment.", "14.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Have the check made; he is gone afterwards whatever the result."""
        hero, here = command.text("hero"), hex_id(command.text("hex"))
        game.state.put(hero, 0, OUT)
        tell_use(game, hero, "surrender", here)
        game.push("surrender", hex=here)


def _surrender_roll(game: Battle) -> None:
    game.roll("surrender", hex=hex_name(game.frame["hex"]))


def _surrender_look(game: Battle) -> None:
    """Check the hex with one die against its lowest troop quality (RULINGS 187)."""
    here, die = game.frame["hex"], game.frame["result"]
    units = game.state.stack(here)
    quality = min((checked_quality(game, unit) for unit in units), default=0)
    passed = die == ALWAYS_PASSES or (die != ALWAYS_FAILS and die <= quality)
    game.emit("SurrenderChecked", hex=hex_name(here), die=die, quality=quality, passed=passed)
    if not passed:
        for unit in units:
            remove_unit(game, unit, ELIMINATED)
        tidy(game, here)


SURRENDER: Final = Procedure("surrender", {"14.1.roll": _surrender_roll, "14.1.look": _surrender_look})


# ---- von Wietersheim ----


class BringHero(Action):
    """Bring on von Wietersheim: the leader of his division is turned to his replacement (14.1)."""

    verb = "bring_hero"
    fields = takes(hero=str, unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the division headquarters and each active unit of his division."""
        for hero in () if game.frame["alone"] else callable_heroes(game, WIETERSHEIM):
            for unit in men_of(game, hero):
                if _may_join(game, unit):
                    yield cmd("bring_hero", hero=hero, unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why he cannot be brought on there."""
        hero, unit = command.text("hero"), command.text("unit")
        bad = next(hero_reasons(game, hero, WIETERSHEIM), None)
        if bad is not None:
            yield bad
            return
        if game.frame["alone"]:  # RULINGS 188
            yield Reason("He comes on in the leader step, before assaults and actions.", "14.1")
        if not _chief(game, hero):
            yield Reason("The division's leader already shows his replacement side.", "14.1")
        if unit not in men_of(game, hero) or not _may_join(game, unit):
            yield Reason("He can join only the division headquarters or an active unit of the division.", "14.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Turn the leader, place the hero with the unit."""
        hero, unit = command.text("hero"), command.text("unit")
        chief = _chief(game, hero)
        game.state.leaders[chief] = replace(game.state.leaders[chief], replaced=True)
        accompany(game, hero, unit)
        game.update(changed=True)


def _may_join(game: Battle, unit: str) -> bool:
    printed = counter(game, unit)
    return printed.hq == "division" or activates(game.scenario, game.state.chit, printed)


def _chief(game: Battle, hero: str) -> str:
    """Return the leader of a hero's division who can be turned to his replacement, or ''."""
    division = game.scenario.leaders[hero].division
    for leader, token in game.state.leaders.items():
        man = game.scenario.leaders[leader]
        if man.division == division and not man.hero and not man.formation and man.replacement is not None:
            return "" if token.replaced or token.place == OUT else leader
    return ""


# ---- Gregg and the mortar of his regiment ----


def mortar_hero(game: Battle, unit: str, die: int) -> str:
    """Return Gregg if he may turn the roll of his regiment's mortar into a 0, or '' (14.1)."""
    hero, printed = in_box(game, GREGG), counter(game, unit)
    if not hero or die == ZERO or printed.symbol != "mortar" or not is_called(game, hero):
        return ""
    return hero if belongs_with(game.scenario.leaders[hero], printed) else ""


def ask_gregg(game: Battle) -> None:
    """Ask whether Gregg turns his regiment's mortar die, now seen, into a 0 (14.1)."""
    frame = game.frame
    game.update(hero="")
    hero = mortar_hero(game, frame["unit"], frame["result"])
    if hero:
        game.push("hero_offer", seat=side_of(game, frame["unit"]), heroes=(hero,), unit=frame["unit"])


def turn_die(game: Battle) -> None:
    """Turn the die into a 0 if Gregg is used (14.1)."""
    hero = game.frame["hero"]
    if hero:
        game.update(result=ZERO)
        tell_use(game, hero, "mortar", game.frame["hex"])
