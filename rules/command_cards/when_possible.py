"""Why a command is refused that the present decision does not know: its moment, or what forbids it (CMD-turn-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.command_cards.charts import as_played, cards
from rules.command_cards.ground import no_ground
from rules.command_cards.moving import stays_put
from rules.command_cards.pieces import own_reasons
from rules.command_cards.state import Table
from rules.engine.command import Command, Reason

_CARD: Final = Reason("Choose your card and orders at the start of your turn, then play them together.", "CMD-order-01")
_RETREAT: Final = Reason("Units retreat when flags are rolled against them.", "CMD-retreat-01")
_FLAG: Final = Reason("You can ignore a flag when it's rolled, behind some obstacles.", "CMD-retreat-08")
_GROUND: Final = Reason(
    "Take ground right after a close assault empties the hex, before the next battle.", "CMD-ground-07"
)
_OVERRUN: Final = Reason("Armor overruns right after it takes ground, before any other battle.", "CMD-ground-07")
_AMBUSH: Final = Reason("A card lying in wait answers an enemy close assault.", "CMD-order-04")
_THROW: Final = Reason("Outposts cards let you discard one card before you draw.", "CMD-card-02")
_MOVE: Final = Reason("Units move in the move step, before the first battle.", "CMD-turn-02")
_BATTLE: Final = Reason("Units battle in the battle step, after all moves.", "CMD-turn-02")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    **dict.fromkeys(("choose", "order", "release", "aim", "spare", "restore", "confirm"), _CARD),
    "move": _MOVE, "leave": _MOVE, "battle": _BATTLE, "clear_wire": _BATTLE,
    "done": Reason("There's no step to end right now.", "CMD-turn-01"),
    "retreat": _RETREAT, "halt": _RETREAT, "ignore": _FLAG, "obey": _FLAG,
    "take_ground": _GROUND, "stay": _GROUND, "overrun": _OVERRUN, "forgo": _OVERRUN,
    "spring": _AMBUSH, "hold": _AMBUSH, "throw": _THROW, "keep": _THROW,
}  # fmt: skip


def forbidden(game: Table, command: Command) -> list[Reason]:
    """Return what forbids a command for the whole turn, whatever is decided now; empty if only its moment is wrong."""
    if command.verb in ("move", "leave"):
        return list(_no_move(game, command.text("unit")))
    if command.verb == "take_ground":
        return list(dict.fromkeys(_no_advance(game)))
    return []


def _no_move(game: Table, unit: str) -> Iterator[Reason]:
    if game.state.played and next(own_reasons(game, unit, game.state.seat), None) is None:
        if (stays := stays_put(game)) is not None:
            yield stays
        elif game.state.orders and unit not in game.state.orders:
            yield Reason("Only units with orders can move.", "CMD-order-04")


def _no_advance(game: Table) -> Iterator[Reason]:
    """Yield why nobody takes ground after the last battle, or after a strike before the first one (CMD-ground-01)."""
    top = game.state.frames[-1]
    if top.kind not in ("ordering", "moving", "battling"):
        return
    if last := top.get("last"):
        yield from no_ground(game, last)
    elif game.state.played and as_played(cards()[game.state.played], game.state.stand_in).strike is not None:
        yield Reason("Only a close assault takes ground. A strike never does.", "CMD-ground-01")
