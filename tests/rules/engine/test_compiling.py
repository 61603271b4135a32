"""Records that are frozen for the type checker alone compare and hash as Python's own do."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from rules.engine.compiling import native_dataclass


@native_dataclass(frozen=True, slots=True)
class Fort:
    """A record with each kind of field."""

    hex: int
    size: int = 3
    units: list[str] = field(default_factory=list, compare=False)


def test_a_record_is_made_compared_and_changed_as_pythons_own() -> None:
    fort = Fort(1840, units=["a"])
    assert repr(fort) == "Fort(hex=1840, size=3, units=['a'])"
    assert fort == Fort(1840) != Fort(1841) and hash(fort) == hash(Fort(1840))
    assert replace(fort, size=2) == Fort(1840, 2)
    assert [each.name for each in fields(fort)] == ["hex", "size", "units"]


def test_a_record_has_no_room_for_anything_else() -> None:
    with pytest.raises(AttributeError):
        setattr(Fort(1840), "strength", 3)  # noqa: B010 - mypy knows better
