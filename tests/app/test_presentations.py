"""What every presentation must supply, checked over the shipped systems and over toys without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from app.sides import Side
from app.system import ALL, Presentation
from app.systems.base import BasePresentation, presentation_of
from app.text.words import result_of
from app.window.main_window import MainWindow
from rules.engine.frames import Choice
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import System, register
from rules.engine.system import system as system_of
from rules.systems import SHIPPED, systems
from rules.testing.bots import bots_for, play_out
from tests.rules.engine.helpers.toy_cards import CARDS
from tests.rules.engine.helpers.toy_system import TOY

systems()
TOYS = {toy.id: toy for toy in (TOY, CARDS)}
STEPS = 60


def choices(system: System) -> list[Choice]:
    """Return the questions of a system."""
    return [kind for kind in system.kinds.values() if isinstance(kind, Choice)]


def battles() -> Iterator[tuple[str, str]]:
    """Yield each scenario that is not a worked example, with its system."""
    for name in (*SHIPPED, *TOYS):
        for told in (TOYS.get(name) or system_of(name)).scenarios():
            if told.kind != "example":
                yield name, told.id


@pytest.fixture(autouse=True)
def _registered() -> None:
    for toy in TOYS.values():
        register(toy)


def game(name: str, scenario: str) -> Session:
    """Return a game at its first decision."""
    system = system_of(name)
    return Session.new(system, system.load(scenario), nature=SeededNature(1), source=scenario)


@pytest.mark.parametrize("name", (*SHIPPED, *TOYS))
def test_it_says_whether_it_has_papers(name: str) -> None:
    presentation = presentation_of(name)
    assert presentation.prints == bool(presentation.papers.titles)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_verb_has_a_label_and_a_tip_of_its_own(name: str) -> None:
    rows = presentation_of(name).words.verbs
    used = {action.verb for choice in choices(system_of(name)) for action in choice.actions}
    assert used <= rows.keys()
    assert all(rows[verb].label and rows[verb].tip for verb in used)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_key_stands_for_two_verbs_that_one_question_offers(name: str) -> None:
    rows = presentation_of(name).words.verbs
    for choice in choices(system_of(name)):
        keys = [rows[action.verb].key for action in choice.actions if rows[action.verb].key]
        assert len(keys) == len(set(keys)), choice.kind


@pytest.mark.parametrize("name", SHIPPED)
def test_what_may_be_passed_over_is_passed_by_an_order_of_that_question(name: str) -> None:
    words, verbs = presentation_of(name).words, {a.verb for c in choices(system_of(name)) for a in c.actions}
    assert all(row.passed.verb in verbs for row in words.questions.values() if row.passed)


@pytest.mark.parametrize("name", [*SHIPPED, *TOYS])
def test_sides_are_named_by_seat(name: str) -> None:
    system = TOYS.get(name) or system_of(name)
    sides = presentation_of(name).sides(None)
    assert set(sides) in (set(), set(system.seats))
    assert all(isinstance(side, Side) and side.name and side.noun for side in sides.values())


@pytest.mark.parametrize("name", [*SHIPPED, *TOYS])
def test_pages_can_be_read(name: str, qapp: QApplication) -> None:
    pages = presentation_of(name).pages
    assert "<h2>" in pages.how_to_play()
    words, pictures = pages.markers(1.0)
    assert all(picture in words for picture in pictures)
    assert all(clause.id and clause.text for clause in pages.clauses())


@pytest.mark.parametrize("name,scenario", list(battles()))
def test_a_scenario_is_played_on_the_window(window: MainWindow, name: str, scenario: str) -> None:
    session, random = game(name, scenario), Random(3)
    window.put(session)
    presentation = window.host.presentation
    for _ in range(STEPS):
        if window.game.awaited:
            window.open_curtain()
        decision = window.game.decision
        if decision is None:
            break
        question, page = presentation.words.question(decision.kind), window.orders.page
        assert page is window.orders.pages.get(question.page) and window.prompt.words.text() == decision.prompt
        if type(presentation) is not BasePresentation:
            assert decision.kind in presentation.words.questions
        hint, _ = window.playmat.hint()
        announced = window.prompt.announced
        assert window.prompt.hint.text() == (f"{announced}  ·  {hint}" if announced else hint)
        assert window.order(random.choice(decision.options.of(random.choice(decision.options.offered()))))
    if window.game.awaited:
        window.open_curtain()
    assert isinstance(window.playmat.middle, QWidget) and window.pages.currentWidget() is window.playmat.middle


@pytest.mark.parametrize("name", [*SHIPPED, *TOYS])
def test_pictures_and_papers_are_there_or_are_not_promised(name: str, tmp_path: Path) -> None:
    presentation: Presentation = presentation_of(name)
    scenario = (TOYS.get(name) or system_of(name)).scenarios()[0].id
    session = game(name, scenario)
    size = QSize(320, 240)
    for image in (presentation.preview(session.scenario, size), presentation.picture(Seat(session), size, 0.0)):
        assert image is None or not image.isNull()
    if presentation.papers.titles:
        asked = {"begun": False, "paper": "A4", "grey": False, "fitted": True}
        assert presentation.papers.document(Seat(session), next(iter(presentation.papers.titles)), **asked).sheets
        assert ALL not in presentation.papers.titles


@pytest.mark.parametrize("name", [*SHIPPED, *TOYS])
def test_a_game_that_is_over_is_told_as_its_system_tells_it(name: str) -> None:
    scenario = "first-light" if name == "company_scale" else (TOYS.get(name) or system_of(name)).scenarios()[0].id
    session = game(name, scenario)
    play_out(session, bots_for(session.system.seats, ["random"], 1))
    over = session.result
    assert over is not None
    result = result_of(over)
    assert result.text == over.get("text", "") and (result.winner or "") == (over.get("winner") or "")
    told = [line for line in over.get("lines", ()) if not isinstance(line, dict) or "text" in line]
    shown = result.score()
    assert [line if isinstance(line, str) else line.text for line in shown] == [
        line["text"] if isinstance(line, dict) else str(line) for line in told
    ]
