"""Lessons that were played: their steps, how these are put in order, and how such a lesson hears."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.command import Command, cmd
from rules.files.documents import Document
from rules.lessons.checking import document_problems
from rules.lessons.lesson import DONE, Given, LessonProgress
from rules.lessons.reading import Vocabulary, lesson_of
from rules.lessons.recording import (
    PlayedOrder,
    Step,
    merged,
    moved,
    orders_in,
    recorded,
    shown,
    steps_of,
    titles_of,
    with_words,
)
from rules.systems import find

BUY = cmd("buy_chit", chit="division:ge_11pz")
PASS, DONE_BUYING = cmd("pass"), cmd("done")
MOVE, STEP = cmd("move", units=("feb61_2",)), cmd("step", to="18.45", by="terrain")
FIRE = cmd("fire", unit="flak18_2", hex="18.43")
ASKED = {"buy_chit": "preparation", "done": "preparation", "pass": "purchase", "step": "movement"}


def given(command: Command, by: str = "german") -> Given:
    return Given(ASKED.get(command.verb, "activation"), by, command)


def played(*gestures: tuple[Command, ...]) -> list[Step]:
    orders = [
        PlayedOrder(given(order), n, order.verb.capitalize()) for n, each in enumerate(gestures) for order in each
    ]
    known = Vocabulary.of(*find("first-light"))
    return steps_of(orders, known.units, known.places)


def progress(steps: list[Step]) -> LessonProgress:
    data = recorded("first", "First", "first-light", steps, 42)
    assert (
        document_problems(Document(data, "first.yaml", Path("first.yaml")), Vocabulary.of(*find("first-light"))) == []
    )
    return LessonProgress(lesson_of(Document(data)))


def test_each_gesture_is_a_step_that_waits_for_its_orders_and_marks_what_it_is_about() -> None:
    buy, done, move, fire = played((BUY,), (DONE_BUYING,), (MOVE, STEP), (FIRE,))
    assert buy["waits"] == {
        "order": {"verb": "buy_chit", "question": "preparation", "by": "german", "chit": BUY.args[0][1]}
    }
    assert (buy["points"], done["points"]) == (["dock:orders"], ["button:done"])
    assert (done["text"], buy["text"]) == ("Press [verb:done].", "Buy_chit.")
    assert move["points"] == ["unit:feb61_2", "hex:18.45"]
    assert [order["verb"] for order in orders_in(move)] == ["move", "step"]
    assert fire["points"] == ["unit:flak18_2", "hex:18.43"]


def test_steps_of_the_same_order_have_ids_of_their_own() -> None:
    assert [step["id"] for step in played((PASS,), (PASS,), (PASS,))] == ["pass", "pass-2", "pass-3"]
    steps = with_words(with_words(played((PASS,)), 0), 1)
    assert [step["id"] for step in steps] == ["read", "read-2", "pass"] and titles_of(steps)[2] == "Pass"


def test_a_recorded_lesson_is_right_by_its_own_check() -> None:
    assert not progress(played((BUY,), (DONE_BUYING,), (MOVE, STEP), (PASS,), (PASS,), (FIRE,))).is_complete


def test_a_lesson_may_name_a_unit_that_is_still_to_come() -> None:
    system, source = find("bonlieu")
    scenario = system.load(source)
    due = next(name for name in scenario.units if name not in system.start(scenario).units)
    order = Given("moving", "allied", cmd("move", unit=due, to="A5"))
    steps = steps_of([PlayedOrder(order, 0, "Move")], scenario.units, scenario.places)
    assert steps[0]["points"] == [f"unit:{due}", "hex:A5"]
    data = recorded("first", "First", "bonlieu", steps, 1)
    assert document_problems(Document(data, "first.yaml", Path("first.yaml")), Vocabulary.of(system, source)) == []


@pytest.mark.parametrize(
    ("name", "place", "off"),
    [("first-light", "18.43", "99.01"), ("anvil-historical", "01", "18.43"), ("bonlieu", "E7", "E99")],
)
def test_a_lesson_names_places_of_the_board_it_is_played_on(name: str, place: str, off: str) -> None:
    known = Vocabulary.of(*find(name))
    step: Step = {"id": "read", "title": "Read", "text": f"[hex:{place}] and [hex:{off}]", "points": [f"hex:{place}"]}
    document = Document(recorded("first", "First", name, [step], None), "first.yaml", Path("first.yaml"))
    [problem] = document_problems(document, known)
    assert f'There is no place called "{off}"' in problem.message


@pytest.mark.parametrize("name", ["first-light", "anvil-historical", "bonlieu"])
def test_every_unit_on_the_table_is_a_unit_of_its_scenario(name: str) -> None:
    system, source = find(name)
    known = Vocabulary.of(system, source)
    on_table = {str(unit["id"] if isinstance(unit, dict) else unit) for unit in known.view["units"]}
    assert on_table and on_table <= set(known.units)


def test_the_same_order_three_times_are_three_steps() -> None:
    course = progress(played((PASS,), (PASS,), (FIRE,), (PASS,)))
    for order, number in ((PASS, 1), (PASS, 2), (PASS, 2), (FIRE, 4)):
        course.notice([given(order)], {})
        assert course.number == number
    assert course.is_complete and set(course.ended.values()) == {DONE}


def test_an_order_that_was_undone_and_is_given_again_counts_once() -> None:
    course = progress(played((PASS,), (PASS,)))
    course.notice([given(PASS)], {})
    course.take_back([given(PASS)])
    course.notice([given(PASS)], {})
    assert course.number == 1
    course.notice([given(PASS)], {})
    assert course.is_complete


def test_a_lesson_written_by_hand_hears_as_it_always_did() -> None:
    data = recorded("first", "First", "first-light", played((PASS,), (PASS,)), None)
    del data["once"]
    course = LessonProgress(lesson_of(Document(data)))
    course.take_back([given(PASS)])
    course.notice([given(PASS)], {})
    assert course.is_complete and course.undone == []


@pytest.mark.parametrize(("freely", "is_met"), [(False, False), (True, True)])
def test_a_step_may_be_done_differently_if_it_says_so(freely: bool, is_met: bool) -> None:
    [step] = played((MOVE, STEP, cmd("step", to="18.44", by="terrain")))
    course = progress([{**step, "freely": freely}])
    for order in (cmd("move", units=("aa11_1",)), cmd("step", to="20.45", by="road")):
        course.notice([given(order)], {})
    assert course.is_complete is is_met
    assert not is_met or not progress([{**step, "freely": freely}]).notice([given(FIRE)], {}), "another verb"


def test_merged_steps_wait_for_all_of_them() -> None:
    steps = with_words(played((PASS,), (MOVE, STEP)), 2)
    [one] = merged(steps, [2, 0, 1])
    assert [order["verb"] for order in orders_in(one)] == ["pass", "move", "step"]
    assert one["points"] == ["button:pass", "unit:feb61_2", "hex:18.45"]
    assert str(one["text"]).startswith("Press [verb:pass].\nMove.\nStep.\n")
    course = progress([one])
    course.notice([given(PASS), given(MOVE)], {})
    assert not course.is_complete
    course.notice([given(STEP)], {})
    assert course.is_complete


def test_steps_move_together_as_far_as_there_is_room() -> None:
    steps = [{"id": name} for name in "abcd"]
    for places, by, order in (([1, 2], -1, "bcad"), ([1, 2], 1, "adbc"), ([0], -1, "abcd"), ([3], 1, "abcd")):
        assert "".join(str(step["id"]) for step in moved(steps, places, by)) == order


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": ""}, "heading"),
        ({"id": "pass"}, "two steps"),
        ({"points": ["unit:nobody"]}, "nobody"),
        ({"text": "See [hex:99]."}, "99"),
        ({"waits": {"order": {"verb": "fly"}}}, "fly"),
        ({"waits": {"order": {"verb": "fire", "question": "dinner"}}}, "dinner"),
        ({"freely": "yes"}, "freely"),
    ],
)
def test_what_is_wrong_with_a_step_is_told_with_its_place(change: dict[str, object], words: str) -> None:
    steps = played((PASS,), (FIRE,))
    data = recorded("first", "First", "first-light", [steps[0], {**steps[1], **change}], 1)  # type: ignore[dict-item]
    problems = document_problems(Document(data, "first.yaml", Path("first.yaml")), Vocabulary.of(*find("first-light")))
    assert [problem.route[:2] for problem in problems] == [("steps", 1)]
    assert words in f"{problems[0].field} {problems[0].message}"


def test_a_lesson_without_steps_or_with_the_name_of_another_file_is_wrong() -> None:
    data = recorded("first", "First", "first-light", [], None)
    assert document_problems(Document(data, "first.yaml", Path("first.yaml")))
    data = recorded("first", "First", "first-light", played((PASS,)), None)
    [problem] = document_problems(Document(data, "second.yaml", Path("second.yaml")))
    assert "name of the file" in problem.message


@pytest.mark.parametrize("told", [None, [], {"steps": "none", "title": 3}, {"steps": [1, {"waits": "x", "id": None}]}])
def test_a_lesson_that_is_wrong_can_still_be_shown(told: object) -> None:
    assert all(step.orders == () and step.title == "" for step in shown(told).steps)  # type: ignore[arg-type]


def test_a_step_is_shown_with_the_orders_it_waits_for() -> None:
    lesson = shown(recorded("first", "First", "first-light", played((MOVE, STEP)), 1))
    assert (lesson.title, lesson.scenario) == ("First", "first-light")
    assert lesson.steps[0].orders == (("move", ("feb61_2",)), ("step", ("18.45",))) and lesson.steps[0].waits
