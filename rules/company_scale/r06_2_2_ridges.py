"""Ridge markers: who claims a ridge, and when the marker comes off (6.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.battle_map import Edge
from rules.company_scale.pieces import enemy_adjacent, enemy_holds, holder
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_name


def is_ridge(game: Battle, a: int, b: int) -> bool:
    """Tell whether a ridge runs on the hexside between two neighbours."""
    return Edge.RIDGE in game.scenario.map.side(a, b).edges


def enemies_across(game: Battle, hex_id: int, side: str) -> list[int]:
    """Return the neighbouring hexes across a ridge that hold enemies of `side`."""
    return [near for near in neighbours(hex_id) if is_ridge(game, hex_id, near) and enemy_holds(game, near, side)]


def queue_claims(game: Battle, movers: tuple[str, ...], hex_id: int) -> None:
    """Ask for ridge claims after units came to a hex: the stationary side first, then the mover (6.2.2)."""
    if not movers:
        return
    side = game.scenario.units[movers[0]].side
    if game.state.status(hex_id).ridge:  # one side only
        return
    facing = [h for h in enemies_across(game, hex_id, side) if not game.state.status(h).ridge]
    if not facing:
        return
    game.push("ridge_claim", hexes=(hex_id,), seat=side)
    for other in reversed(facing):
        game.push("ridge_claim", hexes=(other, hex_id), seat=holder(game, other))


def place_ridge_marker(game: Battle, hex_id: int) -> None:
    """Put a ridge marker on a hex."""
    game.state.mark(hex_id, ridge=True)
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="ridge", value=holder(game, hex_id))


def remove_ridge_marker(game: Battle, hex_id: int) -> None:
    """Take the ridge marker off a hex."""
    game.state.mark(hex_id, ridge=False)
    game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="ridge", value=None)


def drop_idle_marker(game: Battle, hex_id: int) -> None:
    """Remove the ridge marker of a hex with an active unit if no enemy is adjacent (6.2.2)."""
    side = holder(game, hex_id)
    if side and game.state.status(hex_id).ridge and not enemy_adjacent(game, hex_id, side):
        remove_ridge_marker(game, hex_id)


def drop_markers_near(game: Battle, hex_id: int) -> None:
    """Remove ridge markers next to an emptied hex where a unit is active and no enemy is adjacent any more (6.2.2)."""
    for near in neighbours(hex_id):
        if any(unit in game.state.activity for unit in game.state.stack(near)):
            drop_idle_marker(game, near)


class Claim(BareAction):
    """Claim the ridge: put a ridge marker on the hex."""

    verb = "claim"

    def apply(self, game: Battle, command: Command) -> None:
        """Place the marker."""
        place_ridge_marker(game, game.frame["hexes"][0])
        game.finish()


class Decline(BareAction):
    """Leave the ridge unclaimed."""

    verb = "decline"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class RidgeClaim(Choice):
    """Asks the side in `hexes[0]` whether it claims the ridge it shares with an enemy."""

    kind = "ridge_claim"
    actions = (Claim(), Decline())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question unless the ridge has meanwhile been claimed or has no units facing across it."""
        here, seat = game.frame["hexes"][0], game.frame["seat"]
        if holder(game, here) != seat or game.state.status(here).ridge:
            return None
        facing = enemies_across(game, here, seat)
        if not facing or any(game.state.status(h).ridge for h in facing):  # only one side per ridge
            return None
        across = " and ".join(map(hex_name, facing))
        return Decision(seat, "ridge_claim", f"Claim the ridge for {hex_name(here)} against {across}?", "6.2.2",
                        Options(game, self.actions), {"hex": hex_name(here)})  # fmt: skip


class RemoveRidgeMarker(Action):
    """Give up a ridge while active; an enemy across it may claim it at once (6.2.2)."""

    verb = "remove_ridge_marker"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every marked hex with an active unit."""
        for hex_id, status in game.state.hexes.items():
            if status.ridge:
                yield cmd("remove_ridge_marker", hex=hex_name(hex_id))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the marker cannot be removed."""
        marked = [h for h, status in game.state.hexes.items() if hex_name(h) == command.text("hex") and status.ridge]
        if not marked:
            yield Reason(f"{command.text('hex')} has no ridge marker.", "6.2.2")
        elif not any(unit in game.state.activity for unit in game.state.stack(marked[0])):
            yield Reason("You can remove a ridge marker only while a unit in its hex is active.", "6.2.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Remove the marker and ask the enemies across."""
        here = next(h for h in game.state.hexes if hex_name(h) == command.text("hex"))
        side = holder(game, here)
        remove_ridge_marker(game, here)
        for near in reversed(enemies_across(game, here, side)):
            game.push("ridge_claim", hexes=(near, here), seat=holder(game, near))
