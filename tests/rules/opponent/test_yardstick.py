"""The yardstick never changes: `greedy-1` plays the games it played when it was made one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems import systems
from rules.testing.fuzz import games, play_one

OLDER: dict[str, Any] = {"scenario": "first-light", "rules_version": 2}
DIGESTS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("company_scale", OLDER, ("579b85b83e5a5f28bec8f8dde73c0635", "743c265f548c01ab26661e5a37bd4470")),
    ("company_scale", "first-light", ("6be79264fc8d433c03f5d332d7de6211", "db19b405e8b54fb507bd37a8247c2089")),
    ("command_cards", "last-attack", (
        "42e7844bd756b408c044f50475ce3cf9", "9d2139c0b675fa7ae6a30b6739bcc855", "1a79a4271b62fd2d8a829e5a4fb88469",
    )),
    ("striking_anvil", "anvil-historical", ("9044f7c9470f8d9aeb76a5a4a0c3c9d8", "859d2638f10c23187f3511f92dd0b793")),
)  # fmt: skip
"""System, scenario and how its games end; First Light by the older readings of its rules ends as it did under them."""


@pytest.mark.parametrize(("system", "source", "digests"), DIGESTS)
def test_the_yardstick_plays_as_it_always_did(system: str, source: Any, digests: tuple[str, ...]) -> None:
    for seed, digest in enumerate(digests, 1):
        (setting,) = games(systems()[system], source, [seed])
        assert play_one(setting, ["greedy-1"]).digest == digest
