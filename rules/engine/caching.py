"""Results stored in memory on what they follow from: a map, a scenario, a position."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ClassVar, TypeAlias, TypeVar, TypeVarTuple

from rules.engine.compiling import mypyc_attr

Results: TypeAlias = dict[Hashable, Any]
T = TypeVar("T")
Thing = TypeVar("Thing")
Values = TypeVarTuple("Values")


def cached_in(
    store: Callable[[Thing], Results],
) -> Callable[[Callable[[Thing, *Values], T]], Callable[[Thing, *Values], T]]:
    """Decorate a function of a thing and hashable values, all given by position: its results are stored in `store`.

    They hold as long as the thing keeps that dictionary: what is immutable keeps one for good, a position replaces it
    when something changes that the results follow from. Nothing else may enter a result: what it depends on besides
    is one of the values.
    """

    def decorate(compute: Callable[[Thing, *Values], T]) -> Callable[[Thing, *Values], T]:
        name = f"{compute.__module__}.{compute.__qualname__}"

        @wraps(compute)
        def cached(thing: Thing, *values: *Values) -> T:
            results, key = store(thing), (name, *values)
            if key in results:
                found: T = results[key]
                return found
            value = results[key] = compute(thing, *values)
            return value

        return cached

    return decorate


@mypyc_attr(allow_interpreted_subclasses=True)
class Immutable:
    """The base of a frozen thing that stores what follows from it alone, at most so many `results`."""

    __slots__ = ("results",)

    most: ClassVar[int] = 100_000
    results: Results

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", {})

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what follows from this and the key alone, computed when it is first asked for."""
        if key not in self.results:
            if len(self.results) >= self.most:
                self.results.clear()
            self.results[key] = compute()
        value: T = self.results[key]
        return value
