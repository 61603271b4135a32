"""Support weapons: attached, detached, and what goes along with moving units (4.0, 12.0 to 12.3, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.battle_map import no_hex, read_hex
from rules.company_scale.counters import WeaponCounter
from rules.company_scale.pieces import (
    HERO_MARKER,
    belongs_with,
    counter,
    headquarters,
    is_leg,
    is_own_headquarters,
    leader_now,
    leaders_in,
    stacked,
    units_on_map,
    weapons_in,
)
from rules.company_scale.r05_command import activates, chit_name, units_of_chit
from rules.company_scale.r06_1_stacking import has_way_home
from rules.company_scale.r06_2_terrain import Crossing, bars_weapons
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.state import AVAILABLE, MAP, REALLOCATING, Battle, Token
from rules.company_scale.tracing import traced_from
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, Frame, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name

# --- What goes along with moving units: support weapons, at most one each, and leaders (12.1, 12.3, 13.1) ----------


def companions(game: Battle, units: tuple[str, ...]) -> tuple[str, ...]:
    """Return what goes along unless the player says otherwise.

    These are the support weapons the units left behind could not hold, the leaders who would be left alone, and the
    heroes of the units (14.2).
    """
    here = game.state.units[units[0]].hex
    staying = len(staying_in(game, units, here))
    held = [w.id for w in weapons_in(game, here)]
    state = game.state
    leaders = [x.id for x in leaders_in(game, here) if not staying or state.bearer(state.leaders[x.id].unit) in units]
    return (*held[: min(len(units), max(0, len(held) - staying))], *leaders)


def staying_in(game: Battle, units: tuple[str, ...], hex_id: int) -> list[str]:
    """Return the units of a hex that stay behind."""
    return [unit for unit in stacked(game, hex_id) if unit not in units]


def riders(game: Battle, frame: Frame, units: tuple[str, ...], step: Crossing) -> tuple[str, ...]:
    """Return what makes a step together with `units`: what goes along and is still there (12.3, 13.1).

    If opportunity fire has cost some of the units, the rest take no more weapons than there are units. Support weapons
    cannot go up a steep slope or over a ridge, except by road (6.2.2).
    """
    state = game.state
    weapons = [p for p in frame["carried"] if p in state.weapons and state.weapons[p].place == MAP]
    leaders = [p for p in frame["carried"] if p in state.leaders and state.leaders[p].place == MAP]
    leaders = [
        p for p in leaders if state.leaders[p].hex == state.units[units[0]].hex
    ]  # a replacement may be elsewhere
    return (*([] if bars_weapons(step) else weapons[: len(units)]), *leaders)


def are_stranded(game: Battle, frame: Frame, here: int) -> bool:
    """Tell whether the units staying behind cannot hold the support weapons of a hex (12.1)."""
    weapons = {w.id for w in weapons_in(game, here)} | {w for w in frame["carried"] if w in game.state.weapons}
    return len(weapons) > len(staying_in(game, frame["units"], here))


def weapon_reasons(game: Battle, frame: Frame, here: int) -> Iterator[Reason]:
    """Yield why moving units with support weapons cannot cross a ridge or steep slope off the road (6.2.2)."""
    taken = [w for w in frame["carried"] if w in game.state.weapons and game.state.weapons[w].place == MAP]
    if are_stranded(game, frame, here):
        yield Reason("A support weapon can cross a ridge or steep slope only by road.", "6.2.2")
    elif taken:
        name = game.scenario.weapons[taken[0]].name
        instead = "" if frame["steps"] else "; leave it with the units that stay"
        yield Reason(
            f"{name} is going along. A support weapon can cross a ridge or steep slope only by road{instead}.", "6.2.2"
        )


def _moment_reasons(game: Battle, token: Token | None) -> Iterator[Reason]:
    """Yield why nothing more can be taken along, or not this piece."""
    frame = game.frame
    if frame["steps"]:
        yield Reason("Choose what goes along before the first step.", "12.3")
    here = game.state.units[frame["units"][0]].hex
    if token is None or token.place != MAP or token.hex != here:
        yield Reason(f"It isn't in {hex_name(here)} with the moving units.", "12.3")
    if counter(game, frame["units"][0]).marker:  # RULINGS 130
        yield Reason("Nothing can go along with an evacuation marker.", "22.2")


class Take(Action):
    """Take a support weapon along, or leave it with units that stay (12.3)."""

    verb = "take"
    fields = takes(weapon=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the support weapons of the hex."""
        if not game.frame["steps"]:
            for weapon in weapons_in(game, game.state.units[game.frame["units"][0]].hex):
                yield cmd("take", weapon=weapon.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the weapon cannot be taken or left now."""
        weapon = command.text("weapon")
        bad = next(_moment_reasons(game, game.state.weapons.get(weapon)), None)
        if bad is not None:
            yield bad
        elif not _can_stay(game, _toggled(game, weapon)):
            yield Reason("The units staying behind can't hold the support weapons left: one per unit.", "12.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Take it, in place of the first one taken if the units can take no more, or leave it."""
        game.update(carried=_toggled(game, command.text("weapon")))


def _toggled(game: Battle, weapon: str) -> tuple[str, ...]:
    frame = game.frame
    if weapon in frame["carried"]:
        return tuple(piece for piece in frame["carried"] if piece != weapon)
    weapons = [piece for piece in frame["carried"] if piece in game.state.weapons]
    leaders = [piece for piece in frame["carried"] if piece in game.state.leaders]
    return (*[*weapons, weapon][-len(frame["units"]) :], *leaders)


def _can_stay(game: Battle, carried: tuple[str, ...]) -> bool:
    here = game.state.units[game.frame["units"][0]].hex
    left = [w for w in weapons_in(game, here) if w.id not in carried]
    return len(left) <= len(staying_in(game, game.frame["units"], here))


class TakeLeader(Action):
    """Take a leader along, or leave him with units that stay (13.1)."""

    verb = "take_leader"
    fields = takes(leader=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the leaders and heroes of the hex."""
        if not game.frame["steps"]:
            for leader in leaders_in(game, game.state.units[game.frame["units"][0]].hex):
                yield cmd("take_leader", leader=leader.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why he cannot be taken or left now."""
        leader, frame = command.text("leader"), game.frame
        bad = next(_moment_reasons(game, game.state.leaders.get(leader)), None)
        if bad is not None:
            yield bad
            return
        here = game.state.units[frame["units"][0]].hex
        if game.scenario.leaders[leader].type == HERO_MARKER:
            yield Reason("A hero stays with his unit.", "14.2")
        if leader in frame["carried"] and not staying_in(game, frame["units"], here):
            yield Reason(f"{leader_now(game, leader).name} would be left alone.", "13.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Take him along or leave him."""
        leader, carried = command.text("leader"), game.frame["carried"]
        game.update(carried=tuple(p for p in carried if p != leader) if leader in carried else (*carried, leader))


# --- Support weapons: attached, made available again, detached (4.0 c to e, 12.0 to 12.2) --------------------------

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
        yield Reason(
            f"{piece.name} is {_WHERE.get(at, 'out of play')}, not {_WHERE[place].removesuffix(' already')}.", "12.1"
        )


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
        prompt = "Attach support weapons to active leg units."
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
        prompt = "Detach any support weapons you want to move."
        return Decision(game.frame["seat"], "detach", prompt, "12.2", options, subject)


def _is_wanted(game: Battle, weapon: str) -> bool:
    """Tell whether a leg unit in another hex of the map could have a support weapon (12.1)."""
    piece, place = game.scenario.weapons[weapon], game.state.weapons[weapon]
    return place.place != MAP or any(
        game.state.units[unit].hex != place.hex and is_leg(game, unit) and belongs_with(piece, counter(game, unit))
        for unit in units_on_map(game, piece.side)
    )
