"""How often a test is repeated: a little in the suite, whole when CHITPULL_LONG is set."""

from __future__ import annotations

import os


def repeated(usually: int, whole: int) -> int:
    """Return how many times."""
    return whole if os.environ.get("CHITPULL_LONG") else usually
