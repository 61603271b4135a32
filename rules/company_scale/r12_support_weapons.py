"""Support weapons: attached, made available again, detached (4.0 c to e, 12.0 to 12.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.counters import WeaponCounter
from rules.company_scale.named_hexes import no_hex, read_hex
from rules.company_scale.pieces import (
    belongs_with,
    counter,
    headquarters,
    is_leg,
    is_own_headquarters,
    stacked,
    units_on_map,
    weapons_in,
)  # fmt: skip
from rules.company_scale.r05_command import activates, chit_name, units_of_chit
from rules.company_scale.r06_1_stacking import has_way_home
from rules.company_scale.r07_2_fire_zones import hostile_zone
from rules.company_scale.state import AVAILABLE, MAP, REALLOCATING, Battle
from rules.company_scale.tracing import traced_from
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_id, hex_name

_WHERE: Final = {AVAILABLE: "in the Available box", REALLOCATING: "in the Reallocating box", MAP: "on the map already"}


def active_weapons(game: Battle, place: str) -> list[WeaponCounter]:
    """Return the support weapons in a place that the chit in play activates (12.1)."""
    weapons = (game.scenario.weapons[w] for w, token in game.state.weapons.items() if token.place == place)
    return [weapon for weapon in weapons if activates(game.scenario, game.state.chit, weapon)]


def receivers(game: Battle) -> dict[int, list[str]]:
    """Return the active leg units on the map, by hex: those that can receive support weapons (12.1)."""
    by_hex: dict[int, list[str]] = {}
    for unit in units_of_chit(game, game.state.chit):
        record = game.state.units[unit]
        if record.place == MAP and is_leg(game, unit):
            by_hex.setdefault(record.hex, []).append(unit)
    return by_hex


def ask_attachment(game: Battle, seat: str) -> None:
    """Ask which available support weapons go where (4.0, step c); paths are traced once, as nothing moves now."""
    free = active_weapons(game, AVAILABLE)
    if free:
        game.push("attach", seat=seat, ways=_ways(game, seat, free), changed=False)


def _ways(game: Battle, seat: str, free: list[WeaponCounter]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    zone, hexes = hostile_zone(game, seat), receivers(game)
    reached: dict[frozenset[int], frozenset[int]] = {}
    ways = []
    for weapon in free:
        homes = frozenset(home_hexes(game, weapon))
        if homes not in reached:
            starts = {home for home in homes if home not in zone}  # 12.1: only the last hex may be in a fire zone
            reached[homes] = homes | traced_from(game, seat, starts, hexes.keys(), zone)
        ways.append((weapon.id, tuple(sorted(h for h in hexes if h in reached[homes]))))
    return tuple(ways)


def home_hexes(game: Battle, weapon: WeaponCounter) -> Iterator[int]:
    """Yield the hexes of the headquarters a support weapon comes from and returns to (12.1)."""
    for hq in headquarters(game, weapon.division):
        if is_own_headquarters(hq, weapon):
            yield game.state.units[hq.id].hex


class Attach(Action):
    """Attach an available support weapon to a hex (12.1)."""

    verb = "attach"
    fields = takes(weapon=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each available weapon with each hex it has a path to."""
        for weapon, hexes in game.frame["ways"]:
            if game.state.weapons[weapon].place == AVAILABLE:
                for here in hexes:
                    yield cmd("attach", weapon=weapon, hex=hex_name(here))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the weapon cannot be attached there."""
        weapon, here = command.text("weapon"), read_hex(command.text("hex"))
        bad = next(_weapon_reasons(game, weapon, AVAILABLE), None)
        if bad is not None:
            yield bad
        elif here is None:
            yield no_hex(command.text("hex"))
        else:
            yield from _receiver_reasons(game, game.scenario.weapons[weapon], here)

    def apply(self, game: Battle, command: Command) -> None:
        """Put the weapon into the hex."""
        weapon, here = command.text("weapon"), hex_id(command.text("hex"))
        game.state.put(weapon, here)
        game.update(changed=True)
        game.emit("WeaponAttached", weapon=weapon, hex=hex_name(here))


def _weapon_reasons(game: Battle, weapon: str, place: str) -> Iterator[Reason]:
    """Yield why a support weapon is not active, or not in this place."""
    piece = game.scenario.weapons.get(weapon)
    if piece is None:
        yield Reason(f'There is no support weapon "{weapon}" in this scenario.')
        return
    if not activates(game.scenario, game.state.chit, piece):
        yield Reason(f"{piece.name} isn't activated by {chit_name(game.scenario, game.state.chit)}.", "12.1")
    at = game.state.weapons[weapon].place
    if at != place:
        yield Reason(f"{piece.name} is {_WHERE.get(at, 'out of play')}, not {_WHERE[place].removesuffix(' already')}.",
                     "12.1")  # fmt: skip


def _receiver_reasons(game: Battle, weapon: WeaponCounter, here: int) -> Iterator[Reason]:
    units = receivers(game).get(here, [])
    if not units:
        yield Reason(f"There is no active leg unit in {hex_name(here)}.", "12.1")
        return
    if not any(belongs_with(weapon, counter(game, unit)) for unit in units):
        yield Reason(f"{weapon.name} doesn't belong to any active leg unit in {hex_name(here)}.", "12.1")
    if len(weapons_in(game, here)) >= len(stacked(game, here)):
        yield Reason(f"{hex_name(here)} already has as many support weapons as units.", "12.1")
    if here not in _ways_of(game).get(weapon.id, ()):
        yield Reason(
            f"There is no path from its headquarters to {hex_name(here)} clear of enemies and their fire zones.", "12.1"
        )


def _ways_of(game: Battle) -> Mapping[str, tuple[int, ...]]:
    return dict(game.frame["ways"])


class AttachChoice(Choice):
    """Asks which available support weapons are attached (4.0, step c)."""

    kind = "attach"
    actions = (Attach(), Done())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision if anything can be attached, then until the player is done, so that he can undo."""
        options = Options(game, self.actions)
        if not game.frame["changed"] and not options.offers("attach"):
            return None
        prompt = "Attach support weapons to active leg units. Press Done when finished."
        subject: dict[str, Any] = {"weapons": [weapon for weapon, _ in game.frame["ways"]]}
        return Decision(game.frame["seat"], "attach", prompt, "12.1", options, subject)


def make_available(game: Battle) -> None:
    """Move the active support weapons of the reallocating boxes to the available boxes (4.0, step d)."""
    for weapon in active_weapons(game, REALLOCATING):
        game.state.put(weapon.id, 0, AVAILABLE)
        game.emit("WeaponAvailable", weapon=weapon.id)


def ask_detachment(game: Battle, seat: str) -> None:
    """Ask which active support weapons on the map are detached (4.0, step e)."""
    placed = active_weapons(game, MAP)
    if placed:
        zone = hostile_zone(game, seat)
        free = tuple(w.id for w in placed if has_way_home(game, w.id, zone))
        game.push("detach", seat=seat, free=free, changed=False)


class Detach(Action):
    """Send an active support weapon back to the reallocating box of its division (12.2)."""

    verb = "detach"
    fields = takes(weapon=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the weapons with a path to their headquarters."""
        for weapon in game.frame["free"]:
            if game.state.weapons[weapon].place == MAP:
                yield cmd("detach", weapon=weapon)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the weapon cannot be detached."""
        weapon = command.text("weapon")
        bad = next(_weapon_reasons(game, weapon, MAP), None)
        if bad is not None:
            yield bad
        elif weapon not in game.frame["free"]:
            name = game.scenario.weapons[weapon].name
            yield Reason(
                f"There is no path from {name} to its headquarters clear of enemies and their fire zones.", "12.2"
            )

    def apply(self, game: Battle, command: Command) -> None:
        """Put the weapon into the box; markers stay with the hex."""
        weapon = command.text("weapon")
        here = game.state.weapons[weapon].hex
        game.state.put(weapon, 0, REALLOCATING)
        game.update(changed=True)
        game.emit("WeaponRemoved", weapon=weapon, hex=hex_name(here), place=REALLOCATING)


class DetachChoice(Choice):
    """Asks which active support weapons are detached (4.0, step e)."""

    kind = "detach"
    actions = (Detach(), Done())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision if anything can be detached, then until the player is done, so that he can undo."""
        options = Options(game, self.actions)
        if not game.frame["changed"] and not options.offers("detach"):
            return None
        free = game.frame["free"]
        subject = {"weapons": list(free), "useful": [weapon for weapon in free if _is_wanted(game, weapon)]}
        prompt = "Detach any support weapons you want to move. Press Done when finished."
        return Decision(game.frame["seat"], "detach", prompt, "12.2", options, subject)


def _is_wanted(game: Battle, weapon: str) -> bool:
    """Tell whether a leg unit in another hex of the map could have a support weapon (12.1)."""
    piece, place = game.scenario.weapons[weapon], game.state.weapons[weapon]
    return place.place != MAP or any(
        game.state.units[unit].hex != place.hex and is_leg(game, unit) and belongs_with(piece, counter(game, unit))
        for unit in units_on_map(game, piece.side)
    )
