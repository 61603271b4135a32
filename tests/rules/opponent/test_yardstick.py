"""The yardstick never changes: `greedy-1` plays the games it played when it was made one."""

from __future__ import annotations

import pytest

from rules.engine.fuzz import games, play_one
from rules.systems import systems

DIGESTS: dict[str, tuple[str, ...]] = {
    "company_scale": ("first-light", "579b85b83e5a5f28bec8f8dde73c0635", "743c265f548c01ab26661e5a37bd4470"),
    "command_cards": (
        "last-attack", "42e7844bd756b408c044f50475ce3cf9", "9d2139c0b675fa7ae6a30b6739bcc855",
        "1a79a4271b62fd2d8a829e5a4fb88469",
    ),
    "striking_anvil": ("anvil-historical", "9044f7c9470f8d9aeb76a5a4a0c3c9d8", "859d2638f10c23187f3511f92dd0b793"),
}  # fmt: skip


@pytest.mark.parametrize("system", sorted(DIGESTS))
def test_the_yardstick_plays_as_it_always_did(system: str) -> None:
    scenario, *digests = DIGESTS[system]
    for seed, digest in enumerate(digests, 1):
        (setting,) = games(systems()[system], scenario, [seed])
        assert play_one(setting, ["greedy-1"]).digest == digest
