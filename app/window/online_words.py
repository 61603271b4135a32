"""How an online game stands, in words: for the prompt, and for the page beside the game."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from app.systems.shipped import presentation_of
from app.text.online import how_long
from rules.systems import SHIPPED, systems

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.online.far_game import FarGame

LOST: Final = "Connection lost. Trying again… Nothing is lost; you can look at everything meanwhile."
LONG: Final = 60
"""Seconds after which it is said for how long somebody has been asked."""


def side_name(system: str, seat: str) -> str:
    """Return the name of a side, also before its game is on the table."""
    sides = presentation_of(system).sides(None) if system in SHIPPED else {}
    return sides[seat].name if seat in sides else seat.capitalize()


def state_words(far: FarGame, closed: str, left: str) -> str:
    """Return how this computer stands to the host; `closed` tells how the game ended, `left` the time that is left."""
    from app.online.far_game import State

    if far.state is State.WAITING:
        missing = " and ".join(side_name(far.system, seat) for seat in far.missing)
        return f"The game starts when the {missing} player has joined. Send your friend the link."
    if far.state is State.CONNECTING:
        return f"Connecting to the host…{f' ({far.why})' if far.why else ''}"
    if far.state is State.AWAY:
        return LOST
    if far.state is not State.FOLLOWING:
        return far.why
    if closed:
        return closed
    if not far.seat:
        return "You are watching."
    asked = f" You are asked: {left}." if left and far.clock.get("asked") == far.seat else ""
    return f"You are the {side_name(far.system, far.seat)} player.{asked}"


def people(far: FarGame) -> str:
    """Return who of the other players is at the table."""
    others = [seat for seat in systems()[far.system].seats if seat != far.seat] if far.system else []
    return "  ·  ".join(
        f"{side_name(far.system, seat)}: {'at the table' if seat in far.here else 'away'}" for seat in others
    )


def waited_for(far: FarGame, seat: str, left: str) -> str:
    """Return whether the player who is asked is here, for how long he has been asked, and how long he has."""
    waited = far.clock.get("for", 0) + monotonic() - far.clock_told
    presence = "at the table" if seat in far.here else "away"
    return ", ".join(filter(None, [presence, f"asked for {how_long(waited)}" if waited >= LONG else "", left]))
