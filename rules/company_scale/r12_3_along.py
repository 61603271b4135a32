"""What goes along with moving units: support weapons, at most one each, and leaders (12.1, 12.3, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import HERO_MARKER, counter, leader_now, leaders_in, stacked, weapons_in
from rules.company_scale.r06_2_terrain import Crossing, bars_weapons
from rules.company_scale.state import MAP, Battle, Token
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Frame, takes
from rules.hexes.ids import hex_name


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
            f"{name} is going along. A support weapon can cross a ridge or steep slope only by road{instead}.",
            "6.2.2",
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
