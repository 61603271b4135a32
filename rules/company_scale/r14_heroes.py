"""Heroes: whom they help, how long they stay, whom they join (14.0, 14.2); 14.1 has the named ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.counters import Counter, LeaderCounter
from rules.company_scale.pieces import (
    HERO_MARKER,
    WIETERSHEIM,
    belongs_with,
    counter,
    leader_now,
    leaders_in,
    may_aid,
    no_unit,
    stacked,
)
from rules.company_scale.state import AVAILABLE, MAP, OUT, RESERVE, Battle, Token
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

_FIRES: Final = ("fire_resolution", "indirect_resolution")
MURPHY: Final = "murphy"
GREGG: Final = "gregg"
ADAMS: Final = "adams"
ROLIN: Final = "rolin"


def named(game: Battle, kind: str) -> tuple[str, ...]:
    """Return the named hero of a kind, if he is in the game."""
    leaders = game.scenario.leaders
    return game.scenario.cached(("named", kind), lambda: tuple(x for x, man in leaders.items() if man.type == kind))


def in_box(game: Battle, kind: str) -> str:
    """Return the named hero of a kind while he is in his Available Heroes box, or '' (14.1)."""
    for hero in named(game, kind):
        if game.state.leaders[hero].place == AVAILABLE:
            return hero
    return ""


def boxed_helper(game: Battle, unit: Counter) -> list[LeaderCounter]:
    """Return the hero who helps a unit from his box: Murphy, for all of the 15th Infantry (14.1)."""
    hero = in_box(game, MURPHY)
    man = game.scenario.leaders.get(hero)
    return [man] if man is not None and belongs_with(man, unit) else []


def helpers_of(game: Battle, unit: str) -> list[LeaderCounter]:
    """Return the leaders and heroes who could help a unit in combat: those in its hex, or a hero in his box."""
    here = [x for x in leaders_in(game, game.state.units[unit].hex) if may_aid(game, x, unit)]
    return [*here, *boxed_helper(game, counter(game, unit))]


def hero_reasons(game: Battle, hero: LeaderCounter, unit: str) -> Iterator[Reason]:
    """Yield why a hero cannot help the fire of a unit: von Wietersheim helps only the unit he is with (14.1)."""
    if hero.type == WIETERSHEIM:
        if game.state.leaders[hero.id].unit != unit:
            yield Reason(f"{hero.name} can help only the unit he is with.", "14.1")
        if counter(game, unit).hq == "division":
            yield Reason(f"{hero.name} can't help the division headquarters fire.", "14.1")


def sees_in_the_dark(game: Battle, unit: str) -> bool:
    """Tell whether Rolin, in his box, spares a unit of his division the night penalty (14.1)."""
    hero = in_box(game, ROLIN)
    return bool(hero) and game.scenario.leaders[hero].division == counter(game, unit).division


def at_hand(game: Battle, unit: str) -> tuple[str, ...]:
    """Return the hero who always helps a unit's fire, undeclared: von Wietersheim with his unit (14.1)."""
    return tuple(
        hero
        for hero, token in game.state.leaders.items()
        if token.unit == unit
        and token.place == MAP
        and game.scenario.leaders[hero].type == WIETERSHEIM
        and next(hero_reasons(game, game.scenario.leaders[hero], unit), None) is None
    )


# ---- declaring a hero, and the die that may remove him (14.1, 14.2) ----


def needs_word(hero: LeaderCounter) -> bool:
    """Tell whether a hero may be gone after use, so that his player is asked first."""
    return hero.leaves_on >= 0


def one_for_both(game: Battle) -> bool:
    """Tell whether only one hero in all may be used in a combat (14.0; RULINGS 184)."""
    return game.scenario.rules.get("heroes_in_combat") != "each_side"


def _has_its_hero(game: Battle) -> bool:
    """Tell whether the current fire, its rout check included, may use no further hero (14.0)."""
    if not one_for_both(game):
        return False
    fire = next((frame for frame in reversed(game.state.frames) if frame.kind in _FIRES), None)
    return fire is not None and bool(used_heroes(game, fire.get("leaders", ())) or fire.get("hero"))


def offer(game: Battle, unit: str, *, defense: bool = False) -> None:
    """Ask a unit's owner whether a hero helps it; the current frame gets him as `hero`, or '' (14.0: only one)."""
    game.update(hero="")
    if _has_its_hero(game):
        return
    able = tuple(
        hero.id
        for hero in helpers_of(game, unit)
        if hero.hero and needs_word(hero) and (hero.defense if defense else hero.troop_quality)
    )
    if able:
        game.push("hero_offer", seat=counter(game, unit).side, heroes=able, unit=unit)


class UseHero(Action):
    """Let a hero help (14.1, 14.2)."""

    verb = "use_hero"
    fields = takes(hero=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each hero who could help."""
        for hero in game.frame["heroes"]:
            yield cmd("use_hero", hero=hero)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless he could help."""
        if command.text("hero") not in game.frame["heroes"]:
            yield Reason("That hero can't help here.", "14.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Name him to the frame below."""
        game.finish(hero=command.text("hero"))


class NoHero(BareAction):
    """Do without him."""

    verb = "no_hero"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class HeroOffer(Choice):
    """Asks whether a hero helps with one die."""

    kind = "hero_offer"
    actions = (NoHero(), UseHero())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question."""
        frame = game.frame
        names = " or ".join(_called(leader_now(game, hero)) for hero in frame["heroes"])
        unit, here = frame["unit"], game.state.units[frame["unit"]].hex
        prompt = f"{_occasion(game, names, counter(game, unit).label)}? He may leave afterward."
        subject = {"heroes": list(frame["heroes"]), "unit": unit, "hex": hex_name(here) if here else ""}
        return Decision(frame["seat"], "hero", prompt, "14.0", Options(game, self.actions), subject)


_OCCASIONS: Final = {"fire_resolution": "Under fire", "rout_check": "Rout check", "trenches": "Trenches"}


def _occasion(game: Battle, names: str, unit: str) -> str:
    """Return what a hero could be used for, by the procedure that asks."""
    asker = game.state.frames[game.index - 1]
    if asker.kind in _OCCASIONS:
        return f"{_OCCASIONS[asker.kind]}: use {names} for {unit}"
    return f"{unit} rolled {asker['result']}: use {names} to make it a 0"


def _called(hero: LeaderCounter) -> str:
    """Return a hero as a sentence names him: unnamed heroes have no name of their own."""
    return f"the {hero.name}" if hero.type == HERO_MARKER else hero.name


def tell_use(game: Battle, hero: str, what: str, here: int) -> None:
    """Report what a named hero has done, and where (14.1)."""
    game.emit("HeroUsed", hero=hero, name=game.scenario.leaders[hero].name, what=what, hex=hex_name(here))


def after_use(game: Battle, hero: str) -> None:
    """Roll for a hero who has been used: some do not stay (14.1, 14.2)."""
    if hero and game.scenario.leaders[hero].leaves_on >= 0 and game.state.leaders[hero].place in (MAP, AVAILABLE):
        game.push("hero_used", hero=hero)


def used_heroes(game: Battle, leaders: tuple[str, ...]) -> tuple[str, ...]:
    """Return the heroes among the leaders who helped."""
    return tuple(leader for leader in leaders if game.scenario.leaders[leader].hero)


def _roll(game: Battle) -> None:
    game.roll("hero", hero=game.frame["hero"])


def _look(game: Battle) -> None:
    hero, die = game.frame["hero"], game.frame["result"]
    man = leader_now(game, hero)
    stays = die > man.leaves_on
    game.emit("HeroChecked", hero=hero, name=man.name, die=die, stays=stays)
    if not stays:
        game.state.put(hero, 0, OUT)


HERO_USED: Final = Procedure("hero_used", {"14.roll": _roll, "14.look": _look})


# ---- unnamed heroes (14.2, 20.0) ----


def free_marker(game: Battle, side: str) -> str:
    """Return an unnamed hero of a side who has not appeared yet, or ''."""
    for hero, man in game.scenario.leaders.items():
        if man.type == HERO_MARKER and man.side == side and game.state.leaders[hero].place == RESERVE:
            return hero
    return ""


def accompany(game: Battle, hero: str, unit: str) -> None:
    """Put a hero on the map with a unit; he stays with it (14.2)."""
    here = game.state.units[unit].hex
    game.state.leaders[hero] = replace(game.state.leaders[hero], hex=here, place=MAP, unit=unit)
    game.emit("HeroPlaced", hero=hero, name=leader_now(game, hero).name, unit=unit, hex=hex_name(here))


class PlaceHero(Action):
    """Put a hero marker with a unit (14.2)."""

    verb = "place_hero"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each unit of the side on the map."""
        for unit in game.scenario.roster.sides.get(game.frame["seat"], ()):
            if game.state.units[unit].place == MAP:
                yield cmd("place_hero", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the hero cannot be with that unit."""
        unit = command.text("unit")
        if unit not in game.state.units:
            yield no_unit(unit)
        elif counter(game, unit).side != game.frame["seat"] or game.state.units[unit].place != MAP:
            yield Reason(f"{counter(game, unit).name} isn't one of your units on the map.", "14.2")
        elif counter(game, unit).marker:  # RULINGS 130
            yield Reason(f"{counter(game, unit).name} is a marker. A hero must join a unit.", "14.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Place him."""
        hero = free_marker(game, game.frame["seat"])
        game.finish()
        accompany(game, hero, command.text("unit"))


class HeroEvent(Choice):
    """Asks with which unit the hero of a random event appears (20.0, 14.2)."""

    kind = "hero_event"
    actions = (PlaceHero(),)

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while a hero marker is free and a unit on the map."""
        options = Options(game, self.actions)
        if not free_marker(game, game.frame["seat"]) or not options:
            return None
        subject = {"hero": free_marker(game, game.frame["seat"])}
        prompt = "A hero emerges. Which unit does he join?"
        return Decision(game.frame["seat"], "hero_event", prompt, "14.2", options, subject)


def keep_company(game: Battle, hex_id: int) -> None:
    """Let heroes whose unit has left a hex stay with another unit there (14.0)."""
    state = game.state
    men = game.scenario.leaders
    for hero in game.scenario.cached("heroes", lambda: tuple(name for name, man in men.items() if man.hero)):
        token = state.leaders[hero]
        is_here = bool(token.unit) and token.place == MAP and token.hex == hex_id
        if is_here and state.bearer(token.unit) not in state.stack(hex_id):
            state.leaders[hero] = with_somebody(game, token, hex_id)


def with_somebody(game: Battle, token: Token, hex_id: int) -> Token:
    """Return a hero's token with the unit he joins in a hex, of his old unit's formation if possible."""
    old = counter(game, token.unit).formation if token.unit else ""
    stack = stacked(game, hex_id)
    friends = [unit for unit in stack if counter(game, unit).formation == old] or list(stack)
    return replace(token, hex=hex_id, place=MAP, unit=friends[0] if friends else token.unit)
