"""Log lines for Bourbon and Cognac: dice rolled again (28.0)."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells
from app.text.events import Event
from app.text.names import Names, humanize
from app.text.parts import Line, die, words

MARKERS = {"allied": "Bourbon", "german": "Cognac"}


@tells("Rerolled")
def rerolled(event: Event, names: Names) -> Line:
    """Tell who has which die rolled again."""
    side = str(event["side"])
    what = humanize(str(event.get("purpose", ""))).lower()
    return Line("line", words(f"{MARKERS[side]}: the {wording.side(side)} player has ", die(event["die"]),
                              f" ({what}) rolled again"))  # fmt: skip


@tells("RerollsRenewed")
def renewed(event: Event, names: Names) -> Line | None:
    """Tell that the markers of the day are handed out."""
    sides = [MARKERS[str(side)] for side in event.get("sides", ())]
    return Line("detail", words(f"{' and '.join(sorted(sides))} for the day")) if sides else None
