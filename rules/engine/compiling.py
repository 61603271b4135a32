"""What the source tells mypyc: which classes plain ones may extend, and which records are never changed.

Above each class with plain subclasses stands `@mypyc_attr(allow_interpreted_subclasses=True)`, above each record
`@native_dataclass(frozen=True, slots=True)`. The type checker, and with it mypyc, take both for what they stand for;
at run time no package is needed for the first, and the second does without Python's look at each field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

__all__: Final = ["mypyc_attr", "native_dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass as native_dataclass

    from mypy_extensions import mypyc_attr
else:
    from dataclasses import dataclass

    def mypyc_attr(**_attributes):
        """Leave the class as it is."""
        return lambda cls: cls

    def native_dataclass(*, frozen, slots):
        """Make a class a dataclass that is never changed, which is for the type checker to see.

        With `frozen=True` of Python a record takes four times as long to make, compiled or not.
        """
        return dataclass(slots=slots, unsafe_hash=frozen)
