"""What a kept position may say at all: names that are known, numbers within bounds, frames of kinds that exist.

A position from a file is plain data that anybody may have written. These checks come before its rules are asked: each
yields sentences that begin with the field.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, Final

from rules.engine.frames import END, Frame, Kind, Procedure

MOST_FRAMES: Final = 64
MOST_NUMBER: Final = 1_000_000
LONGEST: Final = 1_000
_SHOWN: Final = 40


def unknown(field: str, names: Iterable[Hashable], known: Collection[Any], what: str) -> Iterator[str]:
    """Yield a sentence for the first name that is not known."""
    for name in names:
        if name not in known:
            yield f"state.{field}: {shown(name)} is not {what} of this game."
            return


def outside(field: str, numbers: Iterable[int], least: int, most: int) -> Iterator[str]:
    """Yield a sentence for the first number that is less than `least` or more than `most`."""
    for number in numbers:
        if not least <= number <= most:
            yield f"state.{field}: {shown(number)} is not a number from {least} to {most}."
            return


def too_long(field: str, items: Collection[Any], most: int) -> Iterator[str]:
    """Yield a sentence if there are more items than there can be."""
    if len(items) > most:
        yield f"state.{field}: there are {len(items)} items, and at most {most} are possible."


def refuse(odd: Iterable[str]) -> None:
    """Raise ValueError with the first sentence, if there is one."""
    for sentence in odd:
        raise ValueError(sentence)


def shown(value: object) -> str:
    """Return a value short enough for a sentence."""
    text = " ".join(value.split()) if isinstance(value, str) else repr(value)
    return (text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…") or "nothing"


def odd_frames(frames: Collection[Frame], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Yield what is wrong with the stack of frames: kinds, steps, depth, and locals no game can come to."""
    yield from too_long("frames", frames, MOST_FRAMES)
    for place, frame in enumerate(frames):
        kind = kinds.get(frame.kind)
        if kind is None:
            yield f"state.frames[{place}]: {shown(frame.kind)} is not a frame of this game."
        elif isinstance(kind, Procedure) and frame.step != END and frame.step not in kind.steps:
            yield f"state.frames[{place}]: {frame.kind} has no step {shown(frame.step)}."
        elif not _is_modest(frame.data):
            yield f"state.frames[{place}]: a number or a text here is larger than any in a game."


def _is_modest(value: Any) -> bool:
    """Tell whether plain data holds no number and no text beyond what any game holds."""
    if isinstance(value, Mapping):
        return all(_is_modest(key) and _is_modest(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_modest, value))
    if isinstance(value, str):
        return len(value) <= LONGEST
    return value is None or abs(value) <= MOST_NUMBER
