"""Lessons: conditions, progress, files and what is wrong in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import cmd
from rules.files.problems import ScenarioError
from rules.lessons.checking import check_lessons
from rules.lessons.lesson import (
    DONE,
    MISSED,
    PASSED,
    Condition,
    Deed,
    Given,
    Lesson,
    LessonProgress,
    LessonStep,
    Reference,
    is_met,
    matched,
    pieces,
)
from rules.lessons.reading import condition, list_lessons, read_lesson
from rules.systems import check_files, find

VIEW: dict[str, Any] = {
    "phase": "action",
    "chit": None,
    "turn": {"index": 2},
    "units": [{"id": "e_143", "hex": "18.43", "side": "allied"}],
    "markers": [{"hex": "18.43", "kind": "dg", "value": 1}],
}
FIRE = Given("activation", "german", cmd("fire", unit="flak18_2", hex="18.43"))


@pytest.mark.parametrize(
    ("told", "met"),
    [
        ({"view": "phase", "is": "action"}, True),
        ({"view": "phase", "not": "action"}, False),
        ({"view": "chit", "is": None}, True),
        ({"view": "chit", "not": None}, False),
        ({"view": "chit.id", "not": None}, False),
        ({"view": "turn.index", "at_least": 2}, True),
        ({"view": "turn.index", "at_most": 1}, False),
        ({"view": "units.e_143.hex", "is": "18.43"}, True),
        ({"view": "units.nobody.hex", "is": "18.43"}, False),
        ({"view": "markers", "has": {"hex": "18.43", "kind": "dg"}}, True),
        ({"view": "markers", "lacks": {"kind": "pinned"}}, True),
        ({"view": "markers", "lacks": {"kind": "dg"}}, False),
        ({"all": [{"view": "phase", "is": "action"}, {"view": "chit", "not": None}]}, False),
        ({"any": [{"view": "phase", "is": "action"}, {"view": "chit", "not": None}]}, True),
    ],
)
def test_facts_of_a_view(told: dict[str, Any], met: bool) -> None:
    assert is_met(condition(told), set(), VIEW) is met


@pytest.mark.parametrize(
    ("told", "fits"),
    [
        ({"order": {"verb": "fire"}}, True),
        ({"order": {"verb": "fire", "by": "german", "question": "activation", "unit": "flak18_2"}}, True),
        ({"order": {"verb": "fire", "unit": ["flak18_1", "flak18_2"]}}, True),
        ({"order": {"verb": "fire", "by": "allied"}}, False),
        ({"order": {"verb": "fire", "question": "opportunity_fire"}}, False),
        ({"order": {"verb": "fire", "hex": "18.42"}}, False),
        ({"order": {"verb": "move"}}, False),
        ({"did": "undo"}, False),
        ({"did": "line", "between": ["18.43", "18.44"]}, False),
    ],
)
def test_an_order_fits_by_verb_question_seat_and_fields(told: dict[str, Any], fits: bool) -> None:
    assert bool(matched(condition(told), FIRE)) is fits


def test_of_several_units_in_an_order_one_is_enough() -> None:
    moved = Given("activation", "german", cmd("move", units=("a", "b")))
    assert matched(condition({"order": {"verb": "move", "units": "b"}}), moved)


def step(name: str, waits: Condition | None = None, **more: Any) -> LessonStep:
    return LessonStep(name, name.capitalize(), "Words.", waits=waits, **more)


def lesson(*steps: LessonStep, free: bool = False) -> Lesson:
    return Lesson("a", "A lesson", "", "first-light", steps, free=free)


def ends(ended: list[tuple[LessonStep, str]]) -> dict[str, str]:
    return {one.id: how for one, how in ended}


def test_steps_end_one_after_the_other() -> None:
    progress = LessonProgress(lesson(step("read"), step("fire", condition({"order": {"verb": "fire"}})), step("end")))
    assert ends(progress.finish(VIEW)) == {"read": DONE}
    assert not progress.notice([Deed("undo")], VIEW)
    assert ends(progress.notice([FIRE], VIEW)) == {"fire": DONE}
    assert ends(progress.finish(VIEW)) == {"end": DONE} and progress.is_complete


def test_what_is_done_before_it_is_asked_counts() -> None:
    progress = LessonProgress(lesson(step("read"), step("fire", condition({"order": {"verb": "fire"}}))))
    assert not progress.notice([FIRE], VIEW)
    assert ends(progress.finish(VIEW)) == {"read": DONE, "fire": DONE}


def test_a_step_that_cannot_happen_any_more_is_passed_over() -> None:
    late = condition({"view": "turn.index", "at_least": 2})
    progress = LessonProgress(
        lesson(step("draw", condition({"did": "save"}), over=late, missed="Too late."), step("end"))
    )
    assert ends(progress.notice([], VIEW)) == {"draw": MISSED}


def test_a_step_can_be_passed_over_by_its_player() -> None:
    progress = LessonProgress(lesson(step("save", condition({"did": "save"}))))
    assert ends(progress.finish(VIEW)) == {"save": PASSED}


def test_aims_are_met_in_any_order() -> None:
    save, undo = condition({"did": "save"}), condition({"did": "undo"})
    progress = LessonProgress(lesson(step("save", save), step("undo", undo), free=True))
    assert ends(progress.notice([Deed("undo")], VIEW)) == {"undo": DONE}
    assert ends(progress.notice([Deed("save")], VIEW)) == {"save": DONE} and progress.is_complete


def test_all_parts_may_come_one_after_the_other() -> None:
    both = condition({"all": [{"did": "save"}, {"did": "undo"}]})
    progress = LessonProgress(lesson(step("both", both)))
    assert not progress.notice([Deed("save")], VIEW)
    kept = LessonProgress.from_plain(progress.lesson, progress.to_plain())
    assert ends(kept.notice([Deed("undo")], VIEW)) == {"both": DONE}


@pytest.mark.parametrize("told", [{}, {"ended": 7, "seen": []}, {"ended": {"gone": "done"}, "seen": {"gone": ["0"]}}])
def test_progress_that_does_not_fit_is_left_out(told: dict[str, Any]) -> None:
    assert LessonProgress.from_plain(lesson(step("save")), told) == LessonProgress(lesson(step("save")))


def test_texts_are_cut_into_words_and_references() -> None:
    assert list(pieces("Drag [unit:e_143] on.")) == ["Drag ", Reference("unit", "e_143"), " on."]
    assert list(pieces("[hex:18.43]")) == [Reference("hex", "18.43")]


# --- files ----------------------------------------------------------------------------------------------------------

GOOD = """
format: chitpull-lesson/1
id: mine
title: Mine
scenario: first-light
steps:
  - id: one
    title: One
    text: Look at [hex:18.43].
    waits: {{order: {{verb: fire, unit: flak18_2}}}}
{more}"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_lesson_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.format(more=""))
    assert check_lessons([path], find) == []
    assert [one.id for one in read_lesson(path).steps] == ["one"]


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        (
            "    waits: {order: {verb: fier}}",
            "steps.0.waits.order.verb",
            'There is no order called "fier". Did you mean "fire"?',
        ),
        ("    waits: {order: {verb: fire, unit: flak}}", "steps.0.waits.order.unit", 'There is no unit called "flak".'),
        (
            "    waits: {order: {verb: fire, at: x}}",
            "steps.0.waits.order.at",
            'There is no field of the order "fire" called "at".',
        ),
        ("    waits: {order: {verb: fire, by: us}}", "steps.0.waits.order.by", 'There is no seat called "us".'),
        (
            "    waits: {order: {verb: fire, question: x}}",
            "steps.0.waits.order.question",
            'There is no question called "x".',
        ),
        ("    waits: {order: fire}", "steps.0.waits", "An order is written as {verb: fire, unit: e_143}."),
        ("    waits: {did: dance}", "steps.0.waits", 'There is no deed called "dance".'),
        ("    waits: {did: undo, view: x}", "steps.0.waits", "A condition is one of order, did, view, all, any,"),
        ("    waits: {all: []}", "steps.0.waits.all", "Write a list of conditions here."),
        ("    waits: {view: units.nobody.hex, is: x}", "steps.0.waits.view", 'Players see no "units.nobody.hex".'),
        ("    waits: {view: phase}", "steps.0.waits", "A view test needs exactly one of is, not, at_least,"),
        ("    waits: {view: turn.index, at_least: x}", "steps.0.waits.at_least", "Write a number here."),
        ("    over: {view: chit, not: null}", "steps.0", 'A step with "over" must say in "missed" why it is skipped.'),
        ("    points: [house:3]", "steps.0.points.0", 'There is no kind of thing to point at called "house".'),
        ("    points: [unit:flak]", "steps.0.points.0", 'There is no unit called "flak".'),
        ("    points: [hex:1843]", "steps.0.points.0", ""),
        ("    missed: See [verb:fier].", "steps.0.missed", 'There is no order called "fier".'),
        ("    missed: See [tank:x].", "steps.0.missed", 'There is no kind of reference called "tank".'),
    ],
)
def test_each_fault_gets_one_sentence_with_its_place(tmp_path: Path, line: str, field: str, message: str) -> None:
    text = GOOD.format(more=line + "\n")
    if line.lstrip().startswith("waits"):
        text = text.replace("    waits: {order: {verb: fire, unit: flak18_2}}\n", "", 1)
    (problem,) = check_lessons([written(tmp_path, text)], find)
    assert problem.field == field and problem.line and message in problem.message, problem


def test_two_steps_of_one_name_and_a_wrong_scenario_are_told(tmp_path: Path) -> None:
    twice = GOOD.format(more="  - {id: one, title: Two, text: Two.}\n")
    assert "There are two steps" in check_lessons([written(tmp_path, twice)], find)[0].message
    gone = GOOD.format(more="").replace("first-light", "second-light")
    assert "second-light" in check_lessons([written(tmp_path, gone)], find)[0].message
    other = GOOD.format(more="").replace("id: mine", "id: yours")
    assert "The id must be the name of the file" in check_lessons([written(tmp_path, other)], find)[0].message
    with pytest.raises(ScenarioError):
        read_lesson(written(tmp_path, GOOD.format(more="surplus: 1\n")))


def test_the_command_checks_lessons_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_files([str(written(tmp_path, GOOD.format(more="")))]) == 0
    assert "1 lesson read; no problems." in capsys.readouterr().out
    assert check_files([str(written(tmp_path, GOOD.format(more="    rule: 8.6\n")))]) == 1


def test_the_shipped_lessons_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    lessons = list_lessons()
    assert lessons[0].id == "first-light" and not lessons[0].free
    paths = [one.path for one in lessons if one.path is not None]
    assert check_lessons(paths, find) == []
