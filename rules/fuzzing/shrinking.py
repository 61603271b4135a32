"""Making a finding small: lines are left out as long as the same fault remains."""

from __future__ import annotations

from time import monotonic
from typing import Final

from rules.fuzzing.targets import Target

SECONDS: Final = 20.0


def shrunk(target: Target, data: bytes, fault: str) -> bytes:
    """Return an input with as few lines as still lead to a fault of the same kind, as far as a short time allows."""
    kind = fault.partition(":")[0]
    if not kind.isidentifier() or not fails(target, data, kind):
        return data
    lines, end, size = data.split(b"\n"), monotonic() + SECONDS, len(data.split(b"\n")) // 2
    while size and monotonic() < end:
        place = 0
        while place < len(lines) and monotonic() < end:
            fewer = lines[:place] + lines[place + size :]
            if fewer and fails(target, b"\n".join(fewer), kind):
                lines = fewer
            else:
                place += size
        size //= 2
    return b"\n".join(lines)


def fails(target: Target, data: bytes, kind: str) -> bool:
    """Tell whether an input leads to an error of a kind."""
    try:
        target.attempt(data)
    except Exception as error:
        return type(error).__name__ == kind
    return False
