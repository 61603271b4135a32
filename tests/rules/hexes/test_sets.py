"""Sets of hexes as whole numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.hexes.grid import FIRST, LAST, HexSet, bits_of

hexes = st.builds(lambda c, r: c * 100 + r, st.integers(FIRST, LAST), st.integers(FIRST, LAST))


@given(st.frozensets(hexes), st.frozensets(hexes))
def test_a_number_stands_for_a_set(some: frozenset[int], others: frozenset[int]) -> None:
    assert list(HexSet.of(some)) == sorted(some)
    assert frozenset(HexSet(bits_of(some) | bits_of(others))) == some | others
    assert all((here in HexSet.of(some)) is (here in some) for here in others)
