"""What a host prepares before the first game is made."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from app.online import warming
from rules.engine.session import Session
from rules.systems import systems


def test_a_game_of_every_shipped_scenario_is_begun_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    read: list[str] = []
    new = Session.new

    def counted(system: Any, scenario: Any, **more: Any) -> Session:
        begun.append(scenario.id)
        return new(system, scenario, **more)

    monkeypatch.setattr(warming, "Session", SimpleNamespace(new=counted))
    monkeypatch.setattr(warming, "ORDERS", 2)
    monkeypatch.setattr(warming, "words_of", read.append)
    warming.warm(lambda: False)
    shipped = [row.id for system in systems().values() for row in system.scenarios() if row.kind == "scenario"]
    assert begun == shipped and len(begun) > 10 and list(dict.fromkeys(read)) == list(systems())


def test_it_ends_with_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(warming, "Session", None)  # no game is begun
    warming.warm(lambda: not asked.append(1))
    assert len(asked) == 1


def test_a_scenario_that_cannot_be_prepared_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warming, "Session", SimpleNamespace(new=None))
    with caplog.at_level(logging.WARNING, "chitpull.host"):
        warming.warm(lambda: False)
    assert len(caplog.messages) > 10 and all("cannot be prepared" in words for words in caplog.messages)


def test_it_waits_while_players_are_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(warming, "sleep", lambda seconds: done.append("waited"))
    monkeypatch.setattr(warming, "_begin", lambda *given: done.append("begun"))
    warming.warm(lambda: "begun" in done, lambda: len(done) < 3)
    assert done == ["waited"] * 3 + ["begun"]
