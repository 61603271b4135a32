"""What is wrong with a request on the command line, in one sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterable


class Complaint(Exception):
    """What was asked for cannot be done; the text is one sentence for whoever asked."""


def report(notices: Iterable[str]) -> None:
    """Write on the error stream what players must know of a saved game, where no window says it."""
    for notice in notices:
        if sys.stderr is not None:
            print(f"chitpull: {notice}", file=sys.stderr)
