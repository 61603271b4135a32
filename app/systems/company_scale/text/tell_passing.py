"""Log lines for what the program passed over on a player's behalf."""

from __future__ import annotations

from app.passing import BY_KIND
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.names import Names
from app.text.events import Event, tells
from app.text.parts import Line, words


@tells("PassedFor")
def passed_for(event: Event, names: Names) -> Line:
    """Tell whose question was passed over; questions of one kind in a row are told once."""
    kind, side = str(event["kind"]), str(event["side"])
    what = BY_KIND[kind].name if kind in BY_KIND else wording.humanize(kind)
    says = f"Passed for the {wording.side(side)} player: {what.lower() if kind != 'reroll' else what} (Preferences)"
    return Line("detail", words(says), ("passed", side, kind))
