"""Contrast, computed from the colours of both themes (WCAG 2.2): words 4.5, rims, marks and focus 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from app import theme
from app.panels.button_paint import cloth
from app.theme import DARK, LIGHT, Theme

WORDS, SHAPES = 4.5, 3.0
THEMES = pytest.mark.parametrize("now", [LIGHT, DARK], ids=["light", "dark"])
PANELS = ("window", "base", "raised")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    made = QColor(colour)
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in made.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """Return the ratio of contrast of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pairs(now: Theme, inks: tuple[str, ...], grounds: tuple[str, ...], least: float) -> list[str]:
    """Return the pairs of tokens that are too alike."""
    shares = {f"{ink} on {on}": contrast(getattr(now, ink), getattr(now, on)) for ink, on in product(inks, grounds)}
    return [f"{pair} {share:.2f}" for pair, share in shares.items() if share < least]


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21) and contrast("#777777", "#ffffff") == pytest.approx(
        4.48, abs=0.01
    )


@THEMES
def test_words_can_be_read(now: Theme) -> None:
    inks = ("text", "muted", "good", "bad", "warn", "link")
    assert pairs(now, inks, (*PANELS, "accent_soft"), WORDS) == []
    assert pairs(now, ("accent_text",), ("accent",), WORDS) == []
    assert pairs(now, ("tray_text", "tray_muted"), ("tray", "tray_deep", "tray_button"), WORDS) == []


@THEMES
def test_rims_of_controls_focus_and_handles_are_seen(now: Theme) -> None:
    assert pairs(now, ("edge", "focus", "thumb"), PANELS, SHAPES) == []
    assert pairs(now, ("tray_line",), ("tray", "tray_deep", "tray_button"), SHAPES) == []


@THEMES
def test_what_is_selected_has_a_mark_that_is_seen(now: Theme) -> None:
    assert pairs(now, ("accent",), (*PANELS, "accent_soft"), SHAPES) == []


def dressed() -> Iterator[tuple[str, bool, bool]]:
    yield from product(("", "prompt", "tray"), (False, True), (False, True))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_focus_is_seen_on_every_button(qapp: QApplication, name: str) -> None:
    now = theme.apply(qapp, name)
    try:
        for on, primary, armed in dressed():
            dress = cloth(on, primary, armed)
            ground = dress.ground if QColor(dress.ground).alpha() else now.tray  # a clear one lies on a side's colour
            assert contrast(dress.ink, ground) >= WORDS, (on, primary, armed)
    finally:
        theme.apply(qapp, "light")


@pytest.mark.parametrize("selector", ["QListView::item:selected", "QMenu::item:selected", "QMenuBar::item:selected"])
def test_the_style_sheet_marks_what_is_selected(selector: str) -> None:
    sheet = theme.style_sheet(LIGHT)
    rule = re.search(re.escape(selector) + r"[^{]*\{([^}]*)\}", sheet)
    assert rule is not None and LIGHT.accent in rule[1]


@pytest.mark.parametrize(
    "selector",
    ["QPushButton", "QLineEdit, QComboBox, QSpinBox", 'QToolButton[role="rule"]', "QSlider::groove:horizontal"],
)
def test_the_style_sheet_gives_controls_their_rim(selector: str) -> None:
    rule = re.search(r"(?m)^" + re.escape(selector) + r" \{([^}]*)\}", theme.style_sheet(LIGHT))
    assert rule is not None and LIGHT.edge in rule[1]
