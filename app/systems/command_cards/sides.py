"""The two sides of Battle Cards, with their colours by day and by lamplight."""

from __future__ import annotations

from collections.abc import Mapping

from app.sides import FIELD_GREY, OLIVE, Side
from app.text.names import NAMES, NOUNS

COLOURS = {"allied": ("#4c6b2c", "#b3c98a"), "german": ("#465160", "#a9b6c6")}
LIVERIES = {"german": FIELD_GREY, "allied": OLIVE}
SIDES: Mapping[str, Side] = {seat: Side(NAMES[seat], NOUNS[seat], *COLOURS[seat], LIVERIES[seat]) for seat in COLOURS}
