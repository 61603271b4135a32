"""Pursuit and counter-attack: the windows of the side that does not move (5.4, 5.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.engine.command import Command, Reason
from rules.engine.frames import BareAction, Choice
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import counter_of, fighters, good_strength, is_combat, label, noun
from rules.striking_anvil.r03_impulses import reactors, take_reasons
from rules.striking_anvil.r05_battle import PURSUIT, Battle
from rules.striking_anvil.scenario import TRAIN, TRANSPORT, other_side
from rules.striking_anvil.state import Anvil


class PursuitOdds(NamedTuple):
    """What a pursuit compares: Good Order strength of both sides, who moves left out (4, 5.6)."""

    pursuer: int
    rearguard: int


def compared(game: Anvil, enemy: str, area: str, moving: tuple[str, ...]) -> PursuitOdds:
    """Return the strengths that decide whether a side may pursue out of an area (4, 5.6)."""
    stays = [unit for unit in fighters(game, area, other_side(enemy)) if unit not in moving]
    return PursuitOdds(good_strength(game, fighters(game, area, enemy)), good_strength(game, stays))


def pursuit_right(game: Anvil, enemy: str, area: str, moving: tuple[str, ...]) -> bool:
    """Tell whether a side may pursue: Good Order units of its outnumber what stays behind (5.6)."""
    odds = compared(game, enemy, area, moving)
    return odds.pursuer > odds.rearguard and bool(reactors(game, enemy, area))


def battle_of_reaction(game: Anvil) -> Battle:
    """Return the attack that is being put together in the frame at work."""
    frame = game.frame
    return Battle(frame["kind"], frame["seat"], frame["area"], frame["units"])


def react_reasons(game: Anvil, seat: str, area: str, units: tuple[str, ...], unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot take part in a reaction; nothing moves, so an E or a coast gun may (5.4)."""
    yield from take_reasons(game, seat, area, units, unit)
    if unit in game.state.units and counter_of(game, unit).kind in (TRAIN, TRANSPORT):
        yield Reason(f"{label(game, unit)} can't join a counter-attack or pursuit.", "5.4")


class Confirm(BareAction):
    """Strike with those who are chosen."""

    verb = "confirm"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why not."""
        if not any(is_combat(game, unit) for unit in game.frame["units"]):
            yield Reason("Choose at least one combat unit in Good Order.", "1.3.1")

    def apply(self, game: Anvil, command: Command) -> None:
        """Hand them over."""
        game.finish(reply=game.frame["units"])


class Decline(BareAction):
    """Let the enemy be."""

    verb = "decline"

    def apply(self, game: Anvil, command: Command) -> None:
        """Hand over nobody."""
        game.finish(reply=())


class Reaction(Choice):
    """The window of a pursuit or of a counter-attack: choose units, then strike, or decline."""

    kind = "reaction"

    def ask(self, game: Anvil) -> Decision | None:
        """Ask the side that does not move."""
        frame = game.frame
        pursuing = frame["kind"] == PURSUIT
        deed = "pursue the units leaving" if pursuing else "counter-attack the units entering"
        prompt = f"{noun(frame['seat'])} reaction: {deed} {area_name(game, frame['area'])}, or decline."
        subject = {"area": frame["area"], "reaction": frame["kind"], "units": frame["units"], "movers": frame["movers"]}
        kind, rule = ("pursuit", "5.6") if pursuing else ("counter_attack", "5.4")
        return Decision(frame["seat"], kind, prompt, rule, Options(game, self.actions), subject)
