"""A host's answer to joining that names a game which is not here: garbled on its way, or the host's word."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.online.far_game import FarGame, State
from app.online.link import JOIN, MOST_DOUBTS
from app.online.links import FollowedLink
from app.play.controller import GameController
from rules.systems import systems


def answer(**other: Any) -> dict[str, Any]:
    """Return an answer to joining a game that waits for another player, with what is otherwise in it."""
    of = systems()["company_scale"]
    told = {
        "seat": "german",
        "system": of.id,
        "schema": of.schema,
        "rules": of.rules_version,
        "scenario": "first-light",
        "missing": ["allied"],
        "here": ["german"],
        "ways": {},
        "commitment": "c",
    }
    return {"id": JOIN, "result": told | other}


@pytest.mark.parametrize("other", [{"system": "company_scald"}, {"rules": 99}])
def test_a_game_that_is_not_here_is_asked_for_again_before_the_player_is_told(
    other: dict[str, Any], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    far, joins = FarGame(GameController(), FollowedLink("ws://127.0.0.1:1", "token"), lambda scenario: ()), list[int]()
    monkeypatch.setattr(far._link, "join_again", lambda: joins.append(1))

    def hear(told: dict[str, Any]) -> None:
        far._hear("link", {"on": False, "why": ""})
        far._hear("answer", told)

    for _ in range(MOST_DOUBTS - 1):
        hear(answer(**other))
    assert far.state is State.CONNECTING and len(joins) == MOST_DOUBTS - 1
    hear(answer())
    assert far.state is State.WAITING, "it was garbled"
    for _ in range(MOST_DOUBTS):
        hear(answer(**other))
    assert far.state is State.REFUSED and "your Chitpull" in far.why
