"""What a rout check needs stands on the page of the fire."""

from __future__ import annotations

from app.systems.company_scale.panels.fire import FirePage
from app.systems.company_scale.text.army import check_line
from app.text.names import Names
from app.window.main_window import MainWindow
from rules.company_scale.records.answers import CheckOdds, CheckPart
from tests.app.systems.company_scale.test_auto_answer import about_to_fire


def test_the_page_says_what_each_check_needs(window: MainWindow) -> None:
    window.put(about_to_fire())
    page = window.orders.page
    assert isinstance(page, FirePage) and page.checks.isVisibleTo(page)
    assert "R at DG 1: x passes on" in page.checks.text()
    assert "R*: x passes on 6 or less (8.5.1). Troop quality 5" in page.checks.text()


def test_a_check_that_only_a_0_passes_says_so() -> None:
    parts = (CheckPart("Terrain", 2, "die"), CheckPart("TQ", 1, "quality"))
    said = check_line(CheckOdds("R", "x", 0, 0, parts), Names())
    assert "on 0 only" in said and "Troop quality 1; die +2 (terrain)." in said
