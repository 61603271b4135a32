"""Log lines for the order of battle: attachments and divisions that come and go."""

from __future__ import annotations

from app.text.events import Event, tells
from app.text.names import Names
from app.text.parts import Line, words


@tells("FormationAttached")
def formation_attached(event: Event, names: Names) -> Line:
    """Tell to which division a formation is attached."""
    says = f"{names.of(str(event['formation']))} is attached to {names.of(str(event['division']))}"
    return Line("line", words(says))
