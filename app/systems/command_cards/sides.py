"""The two sides of Battle Cards, with their colours by day and by lamplight."""

from __future__ import annotations

from collections.abc import Mapping

from app.sides import FIELD_GREY, OLIVE, Side
from app.systems.command_cards.text.names import NOUNS, SIDES

COLOURS = {"german": ("#465160", "#a9b6c6"), "allied": ("#4c6b2c", "#b3c98a")}
LIVERIES = {"german": FIELD_GREY, "allied": OLIVE}
TABLE: Mapping[str, Side] = {seat: Side(SIDES[seat], NOUNS[seat], *COLOURS[seat], LIVERIES[seat]) for seat in SIDES}
