"""A panel is left alone while it would show the same, and shown anew in other looks."""

from __future__ import annotations

import pytest

from app import colour, theme
from app.panels.drawn import Shown
from app.theme import faces


def test_the_same_facts_are_no_news_and_others_are() -> None:
    shown = Shown()
    assert shown.is_new()
    assert shown.is_new({"turn": 1}, "clear")
    assert not shown.is_new({"turn": 1}, "clear")
    assert shown.is_new({"turn": 2}, "clear")
    assert shown.is_new({"turn": 1}, "clear")


@pytest.mark.parametrize("looks", ["theme", "text", "eyes"])
def test_other_looks_are_news(looks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown()
    shown.is_new("same")
    if looks == "theme":
        monkeypatch.setattr(theme, "_current", theme.DARK if theme.current() == theme.LIGHT else theme.LIGHT)
    elif looks == "text":
        monkeypatch.setattr(faces, "_base", [faces.growth() * faces.BODY + 2])
    else:
        monkeypatch.setattr(colour, "_chosen", ["tritanopia"])
    assert shown.is_new("same") and not shown.is_new("same")
