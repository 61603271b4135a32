"""What a panel has shown last, so that it is left alone while it would show the same."""

from __future__ import annotations

from app import theme, vision
from app.theme import faces


class Shown:
    """Remember what was shown last, and in which looks: theme, size of text, colours for other eyes."""

    def __init__(self) -> None:
        self._last: tuple[object, ...] | None = None

    def is_new(self, *facts: object) -> bool:
        """Tell whether facts or looks differ from the last ones, and remember them; nobody may change facts later."""
        now = (theme.current(), faces.growth(), vision.chosen(), *facts)
        if now == self._last:
            return False
        self._last = now
        return True
