"""Placing prepared assault markers: when, where, at what price (9.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.named_hexes import not_in_play, read_hex
from rules.company_scale.pieces import beside_enemies, enemy_holds, side_of
from rules.company_scale.r05_command import (
    DIVISION,
    FORMATION,
    KAMPFGRUPPE,
    chit_kind,
    no_assault_reasons,
    paying_division,
    set_division,
)
from rules.company_scale.r09_2_markers import has_marker, put_marker
from rules.company_scale.r09_3_eligibility import could_enter, entry_reasons, free_neighbours, is_free
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_id, hex_name

ASSAULT_CHITS: Final = frozenset({DIVISION, FORMATION, KAMPFGRUPPE})  # 9.0: never a direct command chit
PRICE: Final = 1  # 9.2


def may_assault(game: Battle) -> bool:
    """Tell whether the chit in play allows assaults and their markers (9.0)."""
    return chit_kind(game.state.chit) in ASSAULT_CHITS


def nobody_has_acted(game: Battle) -> bool:
    """Tell whether no unit has taken an action or changed formation yet, apart from assaults (4.0 iii h)."""
    return not any((done.used and not done.finished) or done.flipped for done in game.state.activity.values())


class PlaceAssault(Action):
    """Put a prepared assault marker next to an active unit, for 1 dispatch point (9.2)."""

    verb = "place_assault"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every hex of the map next to an active unit."""
        hexes = {near for unit in _placers(game) for near in neighbours(game.state.units[unit].hex)}
        for near in sorted(hexes & game.scenario.map.hexes.keys()):
            yield cmd("place_assault", hex=hex_name(near))

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones: each hex that one of the active units next to it could enter."""
        seat = game.frame["seat"]
        for near, units in _beside(game, _placers(game)):
            if not has_marker(game.state, near, seat) and any(could_enter(game, unit, near) for unit in units):
                yield cmd("place_assault", hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why no marker can be placed there now."""
        if not may_assault(game):
            unplaced = Reason("Assaults can be prepared only under a Division or Formation chit.", "9.2")
            yield next(no_assault_reasons(game), unplaced)
            return
        if not nobody_has_acted(game):
            yield Reason("Prepare assaults before any unit acts or changes formation.", "9.2")
        if _dispatch(game) < PRICE:
            division = game.scenario.divisions[paying_division(game.scenario, game.state.chit)].name
            yield Reason(f"A prepared assault marker costs 1 dispatch point; {division} has none.", "9.2")
        near, seat = read_hex(command.text("hex")), game.frame["seat"]
        if near is None or near not in game.scenario.map.hexes:
            yield not_in_play(command.text("hex"), "9.2")
            return
        if has_marker(game.state, near, seat):
            yield Reason(f"You already have a prepared assault marker on {hex_name(near)}.", "9.2")
        yield from _place_reasons(game, near, seat)

    def apply(self, game: Battle, command: Command) -> None:
        """Pay and place the marker; this is not an action of the unit next to it."""
        division = paying_division(game.scenario, game.state.chit)
        left = game.state.divisions[division].dispatch - PRICE
        set_division(game, division, dispatch=left)
        game.emit("DispatchSpent", division=division, points=PRICE, left=left)
        put_marker(game, hex_id(command.text("hex")), game.frame["seat"])


def _placers(game: Battle) -> tuple[str, ...]:
    """Return the active units that have not acted, next to which markers can be placed now."""
    if not may_assault(game) or _dispatch(game) < PRICE or not nobody_has_acted(game):
        return ()
    seat = game.frame["seat"]
    return tuple([unit for unit in game.state.activity if is_free(game, unit) and side_of(game, unit) == seat])


def _beside(game: Battle, units: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    """Return the hexes next to some units, in order, each with those units."""
    found = game.state.by_place
    pairs: list[tuple[int, list[str]]] | None = found.get(("beside", units))
    if pairs is None:
        beside: dict[int, list[str]] = defaultdict(list)
        for unit in units:
            for near in neighbours(game.state.units[unit].hex):
                beside[near].append(unit)
        pairs = found["beside", units] = sorted(beside.items())
    return pairs


def _dispatch(game: Battle) -> int:
    return game.state.divisions[paying_division(game.scenario, game.state.chit)].dispatch


def _place_reasons(game: Battle, near: int, seat: str) -> Iterator[Reason]:
    """Yield why no active unit next to a hex could enter it: the reasons of the first such unit."""
    units = free_neighbours(game, near, seat)
    if not units:
        yield Reason(f"You have no active unit next to {hex_name(near)}.", "9.2")
        return
    first: list[Reason] = []
    for unit in units:
        reasons = list(entry_reasons(game, unit, near))
        if not reasons:
            return
        first = first or reasons
    yield from first


class DonePlacing(BareAction):
    """Place no more markers."""

    verb = "done"

    def apply(self, game: Battle, command: Command) -> None:
        """Go on to the actions."""
        game.finish()


class AssaultMarkers(Choice):
    """Asks for new prepared assault markers where an active unit stands next to the enemy.

    Elsewhere they can be placed during the actions until a unit has acted (RULINGS 179).
    """

    kind = "assault_markers"
    actions = (DonePlacing(), PlaceAssault())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while a marker can be placed on enemies."""
        seat, beside = game.frame["seat"], beside_enemies(game, game.frame["seat"])
        if not any(game.state.units[unit].hex in beside for unit in _placers(game)):
            return None
        options = Options(game, self.actions)
        hexes = [command.text("hex") for command in options.of("place_assault")]
        if not any(enemy_holds(game, hex_id(name), seat) for name in hexes):
            return None
        left = _dispatch(game)
        points = "1 dispatch point" if left == 1 else f"{left} dispatch points"
        subject: dict[str, Any] = {"hexes": hexes, "dispatch": left}
        return Decision(seat, "assault_markers", f"Prepare assaults? Each marker costs 1 of your {points}.", "9.2",
                        options, subject)  # fmt: skip


def ask_markers(game: Battle, seat: str) -> None:
    """Ask for new prepared assault markers if the chit in play allows them (4.0 iii h)."""
    if may_assault(game):
        game.push("assault_markers", seat=seat)
