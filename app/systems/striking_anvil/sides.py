"""The two sides of Striking the Anvil, with their colours by day and by lamplight."""

from __future__ import annotations

from collections.abc import Mapping

from app.sides import FIELD_GREY, OLIVE, Side
from app.text.names import NAMES, NOUNS

COLOURS = {"allied": ("#3f6a34", "#a6cb8d"), "german": ("#434a52", "#b4bdc8")}
LIVERIES = {"german": FIELD_GREY, "allied": OLIVE}
SIDES: Mapping[str, Side] = {seat: Side(NAMES[seat], NOUNS[seat], *COLOURS[seat], LIVERIES[seat]) for seat in COLOURS}
