"""Log lines for re-rolls, the Bourbon and Cognac markers (28.0)."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells
from app.text.events import Event
from app.text.names import Names, humanize
from app.text.parts import Line, die, words

MARKERS = {"allied": "Bourbon", "german": "Cognac"}


@tells("Rerolled")
def rerolled(event: Event, names: Names) -> Line:
    """Tell who re-rolls which die."""
    side = str(event["side"])
    what = humanize(str(event.get("purpose", ""))).lower()
    return Line("line", words(f"{MARKERS[side]}: the {wording.side(side)} player has ", die(event["die"]),
                              f" ({what}) rolled again"))  # fmt: skip


@tells("RerollsRenewed")
def renewed(event: Event, names: Names) -> Line | None:
    """Tell that the day's re-roll markers are available."""
    sides = [MARKERS[str(side)] for side in event.get("sides", ())]
    return Line("detail", words(f"{' and '.join(sorted(sides))} for the day")) if sides else None
