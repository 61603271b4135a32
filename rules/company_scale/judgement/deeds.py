"""Deeds: what a unit may do under a chit, told apart from what else it may do, and in words."""

from __future__ import annotations

from typing import Final

from rules.company_scale.judgement.ground import March
from rules.company_scale.judgement.offers import Offer
from rules.company_scale.pieces import counter
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.hexes.ids import hex_name

WORDS: Final = {
    "fire": "fire at {hex}", "indirect_fire": "shell {hex}", "rally": "rally", "build": "dig in",
    "return_unit": "return in {hex}", "change_formation": "deploy", "load": "get on", "unload": "get off",
}  # fmt: skip
"""What a unit is to do, by verb; a move is told by where it leads."""


def unit_of(command: Command) -> str:
    """Return the unit that a command is for, the first if there are several."""
    return command.text("unit") or command.texts("units")[0]


def move_of(unit: str) -> str:
    """Return the deed that all moves of a unit are."""
    return f"move {unit}"


def deed(offer: Offer) -> str:
    """Return what tells an offer from others under the same chit; all moves of a unit are one deed."""
    return move_of(unit_of(offer.command)) if isinstance(offer.intent, March) else str(offer.command)


def done(game: Battle, offer: Offer) -> str:
    """Return in words that a deed is done first: "A/117 Cav: fire at 22.46"."""
    return f"{_name(game, offer)}: {_act(offer)}"


def left(game: Battle, offer: Offer) -> str:
    """Return in words that a deed is left undone under this chit; of a move, whatever it leads to."""
    act = "move" if isinstance(offer.intent, March) else _act(offer)
    return f"{_name(game, offer)}: don't {act}"


def _name(game: Battle, offer: Offer) -> str:
    return counter(game, unit_of(offer.command)).label


def _act(offer: Offer) -> str:
    if isinstance(offer.intent, March) and offer.intent.steps:
        return f"move to {hex_name(offer.intent.steps[-1][0])}"
    return WORDS.get(offer.command.verb, offer.command.verb).format(hex=offer.command.text("hex"))
