"""Named parameters of a request, read with their types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_REQUIRED: Final[Any] = object()


class BadParams(Exception):
    """A parameter is missing, unknown or of the wrong type; the text is one sentence."""


class Params:
    """Hands out parameters by type."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = dict(raw)

    def take(self, name: str, kinds: tuple[type, ...], wanted: str, default: Any = _REQUIRED) -> Any:
        """Return a parameter of one of `kinds`; raise BadParams naming it and what is `wanted`."""
        if name not in self._raw:
            if default is _REQUIRED:
                raise BadParams(f'The parameter "{name}" is missing; it must be {wanted}.')
            return default
        value = self._raw.pop(name)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise BadParams(f'The parameter "{name}" must be {wanted}.')
        return value

    def text(self, name: str, default: Any = _REQUIRED) -> str:
        """Return a text."""
        return str(self.take(name, (str,), "a text", default))

    def number(self, name: str, default: Any = _REQUIRED) -> int:
        """Return a whole number."""
        return int(self.take(name, (int,), "a whole number", default))

    def flag(self, name: str, default: Any = _REQUIRED) -> bool:
        """Return true or false."""
        return bool(self.take(name, (bool,), "true or false", default))

    def items(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return a list of texts and numbers, or the default."""
        value = self.take(name, (list,), "a list of texts and numbers", default)
        if isinstance(value, list) and not all(type(item) in (str, int) for item in value):
            raise BadParams(f'The parameter "{name}" must be a list of texts and numbers.')
        return value

    def has(self, name: str) -> bool:
        """Tell whether a parameter is given."""
        return name in self._raw

    def copy(self) -> Params:
        """Return a copy of the parameters not taken yet, so that they can be read twice."""
        return Params(self._raw)

    def rest(self) -> dict[str, Any]:
        """Take all remaining parameters."""
        rest, self._raw = self._raw, {}
        return rest
