"""Log lines for the order of battle: attachments and divisions that come and go."""

from __future__ import annotations

from app.text import names as wording
from app.text.events import Event, tells
from app.text.names import Names
from app.text.parts import Line, words


@tells("FormationAttached")
def formation_attached(event: Event, names: Names) -> Line:
    """Tell to which division a formation is attached."""
    says = f"{names.of(str(event['formation']))} is attached to {names.of(str(event['division']))}"
    return Line("line", words(says))


WHAT = {
    "eliminated": "for enemy units eliminated",
    "exited": "for units brought out",
    "evacuated": "for an evacuation marker brought out",
    "denied": "for an evacuation marker stopped",
    "hexes": "for victory hexes",
}


@tells("VictoryPoints")
def victory_points(event: Event, names: Names) -> Line:
    """Tell points gained."""
    count, what = int(event["points"]), WHAT.get(str(event["what"]), "")
    gained = "1 victory point" if count == 1 else f"{count} victory points"
    return Line("detail", words(f"{wording.side(str(event['side']))}: {gained} {what} ({event['value']} in all)"))
