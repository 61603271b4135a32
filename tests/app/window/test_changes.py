"""Who hears of a change, in which order."""

from __future__ import annotations

import pytest

from app.play.players import NewGame
from app.window.main_window import MainWindow

CHANGED = ["motion", "history", "hint", "lesson", "telling", "passing"]
REPLACED = [
    "lesson", "search", "overview", "notes", "motion", "history", "players", "thoughts", "passing", "display",
    "click guard",
]  # fmt: skip
LOOKED = ["search", "motion", "display"]


def test_the_order_is_written_in_one_place_with_its_reasons(window: MainWindow) -> None:
    written = window.changes
    orders = [written.changed, written.replaced, written.looked]
    assert [[listener.name for listener in listeners] for listeners in orders] == [CHANGED, REPLACED, LOOKED]
    assert all(listener.why for listeners in (*orders, written.told) for listener in listeners)


def test_an_order_and_its_undo_are_heard_in_that_order(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """What listeners call is watched where they stand; the display is shown once the log is told."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    heard: list[str] = []
    watched = [
        (window.rail, "add", "told"), (window.log, "add", "log"), (window.playmat, "show", "display"),
        (window.passing, "go_on", "passing"), (window.log, "show_all", "log afresh"),
        (window.moment, "begin", "click guard"),
    ]  # fmt: skip
    for owner, name, said in watched:
        called = getattr(owner, name)

        def spy(*args: object, called: object = called, said: str = said, **named: object) -> object:
            heard.append(said)
            return called(*args, **named)  # type: ignore[operator]

        monkeypatch.setattr(owner, name, spy)
    assert window.game.decision is not None
    assert window.order(next(iter(window.game.decision.options)))
    assert heard[:5] == ["log", "told", "display", "click guard", "passing"]
    heard.clear()
    assert window.game.undo() and heard[:2] == ["log afresh", "display"]


def test_lists_hear_of_orders_once_they_have_been_opened(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that nobody has opened has nothing to bring up to date; one that is open follows each order."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    heard: list[str] = []
    needs = {listener.name: listener.needs for listener in window.changes.told}
    assert not needs["search"]() and not needs["notes"]()
    window.finding.show_army()
    window.remembering.show_notes()
    assert needs["search"]() and needs["notes"]()
    assert window.finding.army is not None and window.remembering.notes is not None
    monkeypatch.setattr(window.finding.army, "show_entries", lambda entries: heard.append("search"))
    monkeypatch.setattr(window.remembering.notes, "show_notes", lambda *facts: heard.append("notes"))
    assert window.game.decision is not None
    assert window.order(next(iter(window.game.decision.options)))
    assert heard == ["search", "notes"]
    window.finding.army.close()
    window.remembering.notes.close()
