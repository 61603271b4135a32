"""Looks to choose from: palettes for other eyes, larger counters, larger text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox

from app import colour
from app.colour import contrast, distance, lightness
from app.dialogs.preferences import PreferencesDialog
from app.play.players import NewGame
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.playmat import CompanyScaleTable
from app.theme import faces
from app.window.main_window import MainWindow
from tests.app.systems.company_scale.helpers.grounds import Ground, of

EYES = [eye for eye in colour.CHOICES_OF_EYES if eye != colour.NORMAL]


@pytest.fixture(autouse=True)
def _normal_again() -> Iterator[None]:
    yield
    colour.choose(colour.NORMAL)


def shown(side: str, eye: str) -> list[Ground]:
    """Return the grounds of a side as an eye's palette shows them."""
    colour.choose(eye)
    return [ground.shown() for ground in of(side)]


def nearest(grounds: list[Ground], eye: str) -> float:
    return min(distance(a.colour, b.colour, eye) for a, b in combinations(grounds, 2))


@pytest.mark.parametrize("eye", EYES)
def test_a_palette_tells_the_divisions_of_an_army_apart_for_its_eye(eye: str) -> None:
    for side, least in (("german", 9.0), ("allied", 16.0)):
        assert nearest(of(side), eye) < least  # as printed some look too much alike
        assert nearest(shown(side, eye), eye) >= least


@pytest.mark.parametrize("eye", EYES)
def test_a_palette_keeps_the_armies_apart_and_letters_legible(eye: str) -> None:
    german, allied = shown("german", eye), shown("allied", eye)
    for seen in (eye, "normal", "grey"):
        assert min(distance(g.colour, a.colour, seen) for g, a in product(german, allied)) >= 20
    assert max(lightness(g.colour) for g in german) + 24 <= min(lightness(a.colour) for a in allied)
    assert min(contrast(ground.colour, ground.ink) for ground in (*german, *allied)) >= 4.5


def test_colours_as_printed_where_no_palette_is_chosen() -> None:
    assert colour.shown("#29436B") == "#29436B"  # as printed
    colour.choose("no such eye")
    assert colour.chosen() == colour.NORMAL


def preferences(window: MainWindow) -> PreferencesDialog:
    window.actions_["preferences"].trigger()
    dialog = window.services.open_pages[-1]
    assert isinstance(dialog, PreferencesDialog)
    return dialog


def pick(box: QComboBox, words: str) -> None:
    """Choose a row of a list by the keyboard."""
    while box.currentText() != words:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before, words


def test_counters_take_the_colours_and_the_size_chosen_at_once(window: MainWindow) -> None:
    window.new_game(NewGame("company_scale", "first-light", 7))
    mat = window.playmat
    assert isinstance(mat, CompanyScaleTable)
    piece = mat.board.scene.counters.pieces["a_117"]
    assert (piece.face.colour, piece.size) == ("#86ad98", COUNTER)
    dialog = preferences(window)
    pick(dialog.looks.eyes, "Deuteranopia (no green)")
    pick(dialog.looks.counters, "Large")
    pick(dialog.looks.text, "Extra large")
    QTest.mouseClick(
        dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton
    )
    piece = mat.board.scene.counters.pieces["a_117"]
    assert piece.face.colour == "#14f4f4" and piece.size > COUNTER
    assert faces.size("body") == 18 and window.settings.text_size == 18
    assert (window.settings.eyes, window.settings.counters) == ("deuteranopia", "large")


def test_looks_are_kept_only_when_the_preferences_are_accepted(window: MainWindow) -> None:
    dialog = preferences(window)
    pick(dialog.looks.eyes, "Tritanopia (no blue)")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.settings.eyes == colour.NORMAL == colour.chosen()


def test_every_choice_has_a_name_for_screen_readers(window: MainWindow) -> None:
    looks = preferences(window).looks
    names = [box.accessibleName() for box in looks.findChildren(QComboBox)]
    assert all(names) and len(names) == len(set(names))
    assert {"Colors", "Text size", "Counter size on the map", "Counter colors"} <= set(names)


def test_a_screen_reader_is_told_the_hex_under_the_cursor(window: MainWindow) -> None:
    window.new_game(NewGame("company_scale", "first-light", 7))
    mat = window.playmat
    assert isinstance(mat, CompanyScaleTable) and mat.middle.accessibleName() == "Map"
    mat.board.view.setFocus()
    QTest.keyClick(mat.board.view, Qt.Key.Key_Right)
    first = mat.middle.accessibleDescription()
    QTest.keyClick(mat.board.view, Qt.Key.Key_Down)
    assert first[:5] != mat.middle.accessibleDescription()[:5]
    assert window.notice.place == mat.middle.accessibleDescription() != ""
