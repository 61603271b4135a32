"""What tests of the workshop share."""

from __future__ import annotations

import pytest

from app.systems.company_scale.board.ground.ground import Ground


@pytest.fixture
def bare_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the ground unpainted, which takes seconds and is not what most of these tests are about."""
    for name in ("_draw_terrain", "_draw_marks_on_screen", "_draw_marks_aside", "yield_to"):
        monkeypatch.setattr(Ground, name, lambda *_, **__: None)
    monkeypatch.setattr(Ground, "lay_out_some", lambda *_: False)
