"""The same 200 games lead to the same chains on every system and with every Python, and not only on one machine."""

from __future__ import annotations

from tests.rules.helpers.same_chains import GAMES, chains, pinned

REMEDY = "If rules or scenarios were changed: python -m tests.rules.helpers.same_chains --write"


def test_the_same_games_lead_to_the_same_chains_everywhere() -> None:
    kept = pinned()
    assert sum(map(len, kept.values())) == GAMES
    assert chains() == kept, REMEDY
