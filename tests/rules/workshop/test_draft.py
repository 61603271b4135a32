"""Drafts: strokes done, undone and done again, saved where they belong, and whole after the program was killed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.files.problems import Route, ScenarioError
from rules.files.yaml_lines import read_yaml
from rules.workshop import draft as drafts
from rules.workshop.draft import JOURNAL, ChangedOutside, Draft
from rules.workshop.edit import ABSENT, DoesNotFit, Edit, between, carried_out, edit_at, inserted, inverse, joined
from rules.workshop.yaml_patch import CannotPatch

MILL = "company_scale/mill.yaml"
TEXT = """\
# the mill
format: chitpull-scenario/1
id: mill
title: The mill   # for now
turns: 4
setup:
  a1: {hex: "14.30"}   # on the hill
  a2: {hex: "14.31"}
victory: [1, 2, 3]
"""
VALUES = st.sampled_from([0, 7, "14.32", None, ["a"], {"hex": "1.1"}])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / MILL
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "module.yaml").write_text("id: mill\n", encoding="utf-8")
    return tmp_path


def put(draft: Draft, route: Route, value: Any) -> Edit:
    """Carry out the change that puts a value at a route of the scenario."""
    edit = edit_at(MILL, draft.documents[MILL], route, value)
    draft.do((edit,))
    return edit


def on_disk(folder: Path) -> Any:
    return read_yaml((folder / MILL).read_text(encoding="utf-8"))[0]


def test_a_stroke_is_seen_at_once_and_the_file_stays_until_it_is_saved(folder: Path) -> None:
    draft = Draft(folder)
    before = draft.documents[MILL]
    put(draft, ("setup", "a1", "hex"), "15.30")
    assert draft.documents[MILL]["setup"]["a1"] == {"hex": "15.30"} and before["setup"]["a1"] == {"hex": "14.30"}
    assert draft.unsaved == [MILL] and (folder / MILL).read_text(encoding="utf-8") == TEXT
    assert draft.save() == [MILL] and draft.unsaved == [] and not (folder / JOURNAL).exists()
    assert (folder / MILL).read_text(encoding="utf-8") == TEXT.replace('a1: {hex: "14.30"}', 'a1: {hex: "15.30"}')
    assert draft.save() == []


def test_a_stroke_that_does_not_fit_changes_nothing(folder: Path) -> None:
    draft = Draft(folder)
    good = edit_at(MILL, draft.documents[MILL], ("turns",), 5)
    for wrong in (
        Edit(MILL, ("turns",), 3, 5), Edit(MILL, ("nothing",), 1, 2), Edit(MILL, ("turns",), ABSENT, 5),
        Edit(MILL, ("setup", "a9", "hex"), "1.1", "1.2"), Edit(MILL, ("victory", 9), 1, 2),
        Edit("other.yaml", ("id",), "a", "b"),
    ):  # fmt: skip
        with pytest.raises(DoesNotFit):
            draft.do((good, wrong))
        assert draft.documents[MILL]["turns"] == 4 and not draft.undo()
    with pytest.raises(DoesNotFit):
        inserted(MILL, draft.documents[MILL], ("setup", 0), 1)


def test_a_change_that_does_not_fit_is_told_in_one_line_whatever_it_names(folder: Path) -> None:
    draft = Draft(folder)
    for wrong in (Edit(MILL, ("ä\n",), 1, 2), Edit("an\nother.yaml", ("id",), "a", "b"), Edit("a\nb", (), "a", "b")):
        with pytest.raises(DoesNotFit, match=r"^[^\n]+\.$"):
            draft.do((wrong,))


def test_undone_is_gone_from_what_is_saved_and_something_new_ends_redoing(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    put(draft, ("turns",), 6)
    assert draft.undo() and draft.documents[MILL]["turns"] == 5
    assert draft.redo() and draft.documents[MILL]["turns"] == 6
    assert draft.undo() and draft.undo() and not draft.undo()
    assert draft.unsaved == [] and draft.save() == []
    put(draft, ("turns",), 7)
    assert not draft.redo()


def test_typing_in_a_field_is_one_change() -> None:
    one, two = Edit(MILL, ("title",), "T", "Th"), Edit(MILL, ("title",), "Th", "The")
    assert joined((one,), (two,)) == (Edit(MILL, ("title",), "T", "The"),)
    assert joined((one,), (Edit(MILL, ("turns",), 4, 5),)) is None
    assert joined((one, two), (two,)) is None
    assert joined((Edit(MILL, ("title",), ABSENT, "T"),), (one,)) is None


@st.composite
def strokes(draw: st.DrawFn) -> list[Edit]:
    """Return changes that fit one after the other, anywhere in the scenario."""
    data, made = read_yaml(TEXT)[0], list[Edit]()
    for _ in range(draw(st.integers(1, 12))):
        routes = list(_routes(data))
        route = draw(st.sampled_from(routes))
        into = _holder(data, route)
        what = draw(st.sampled_from(["set", "remove", "add"]))
        if what == "add" and isinstance(into, list):
            edit = inserted(MILL, data, route, draw(VALUES))
        elif what == "add":
            edit = Edit(MILL, (*route[:-1], f"new{len(made)}"), ABSENT, draw(VALUES), draw(st.integers(-1, len(into))))
        else:
            edit = edit_at(MILL, data, route, ABSENT if what == "remove" and len(into) > 1 else draw(VALUES))
        data = carried_out(data, edit)
        made.append(edit)
    return made


def _routes(data: Any, route: Route = ()) -> list[Route]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [each for key, value in pairs for each in ((*route, key), *_routes(value, (*route, key)))]


def _holder(data: Any, route: Route) -> Any:
    for key in route[:-1]:
        data = data[key]
    return data


@settings(max_examples=150, deadline=None)
@given(strokes())
def test_strokes_and_their_inverses_give_the_same_data_in_the_same_order(made: list[Edit]) -> None:
    start = read_yaml(TEXT)[0]
    states = [copy.deepcopy(start)]
    for edit in made:
        assert Edit.from_plain(json.loads(json.dumps(edit.to_plain()))) == edit
        states.append(carried_out(states[-1], edit))
    data = states[-1]
    for edit, before in zip(reversed(made), reversed(states[:-1]), strict=True):
        (back,) = inverse((edit,))
        data = carried_out(data, back)
        assert json.dumps(data) == json.dumps(before)


@settings(max_examples=40, deadline=None)
@given(made=strokes(), cut=st.integers(0, 400), undone=st.integers(0, 3))
def test_a_program_that_is_killed_loses_no_stroke_that_was_written(
    made: list[Edit], cut: int, undone: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("draft")
    (folder / MILL).parent.mkdir()
    (folder / MILL).write_text(TEXT, encoding="utf-8")
    draft = Draft(folder)
    states = [draft.documents]
    for edit in made:
        draft.do((edit,))
        states.append(draft.documents)
    for _ in range(min(undone, len(made))):
        draft.undo()
        states.append(draft.documents)
    again = Draft(folder)
    assert again.recovered == len(states) - 1 and again.documents == draft.documents
    journal = folder / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-cut] if cut else journal.read_bytes())
    torn = Draft(folder)
    assert torn.documents == states[torn.recovered]


@settings(max_examples=40, deadline=None)
@given(made=strokes(), data=st.data())
def test_undo_and_redo_to_any_depth_lead_to_what_was_there(
    made: list[Edit], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("draft")
    (folder / MILL).parent.mkdir()
    (folder / MILL).write_text(TEXT, encoding="utf-8")
    draft = Draft(folder)
    states, saved = [draft.documents], draft.documents
    for edit in made:
        draft.do((edit,))
        states.append(draft.documents)
    at = len(made)
    for step in data.draw(st.lists(st.integers(-5, 5), max_size=8)):
        for _ in range(abs(step)):
            is_done = draft.redo() if step > 0 else draft.undo()
            assert is_done is (0 <= at + (1 if step > 0 else -1) <= len(made))
            at += is_done * (1 if step > 0 else -1)
        assert json.dumps(draft.documents) == json.dumps(states[at]) and draft.depth == (at, len(made) - at)
        assert (draft.unsaved == []) is (draft.documents == saved)
    again = Draft(folder)
    assert (again.documents, again.depth) == (draft.documents, draft.depth)


def test_a_save_that_is_broken_off_is_finished_by_the_next_draft(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft(folder)
    draft.do((Edit("module.yaml", ("id",), "mill", "hill"), Edit(MILL, ("turns",), 4, 9)))
    written: list[str] = []

    def replace(source: Path, target: Path) -> None:
        if written:
            raise KeyboardInterrupt
        written.append(str(target))
        Path(source).rename(target)

    with monkeypatch.context() as patch:
        patch.setattr(drafts, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            draft.save()
    assert len(written) == 1
    again = Draft(folder)
    assert on_disk(folder)["turns"] == 9 and "hill" in (folder / "module.yaml").read_text(encoding="utf-8")
    assert again.unsaved == [] and not (folder / JOURNAL).exists() and again.documents == draft.documents


def test_a_file_changed_by_another_program_is_not_written_over_unasked(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    (folder / MILL).write_text(TEXT.replace("turns: 4", "turns: 8"), encoding="utf-8")
    with pytest.raises(ChangedOutside, match=r"company_scale/mill\.yaml was changed by another program"):
        draft.save()
    assert on_disk(folder)["turns"] == 8 and draft.unsaved == [MILL]
    assert draft.save(over=True) == [MILL] and on_disk(folder)["turns"] == 5


def test_a_journal_of_other_files_is_put_aside_and_not_carried_out(folder: Path) -> None:
    put(Draft(folder), ("turns",), 5)
    (folder / MILL).write_text(TEXT.replace("turns: 4", "turns: 8"), encoding="utf-8")
    draft = Draft(folder)
    assert draft.recovered == 0 and draft.documents[MILL]["turns"] == 8
    assert (folder / f"{JOURNAL}.old").exists() and not (folder / JOURNAL).exists()


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"format": "chitpull-journal/9", "files": {}}', "\udcff"])
def test_a_damaged_journal_stops_nobody(folder: Path, text: str) -> None:
    (folder / JOURNAL).write_bytes(text.encode("utf-8", "surrogateescape"))
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    assert draft.save() == [MILL] and on_disk(folder)["turns"] == 5


def test_a_journal_cannot_write_outside_the_draft(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    lines = (folder / JOURNAL).read_text(encoding="utf-8").splitlines()
    (folder / JOURNAL).write_text(f"{lines[0]}\n" + json.dumps({"what": "save", "texts": {"../evil.yaml": "a: 1\n"}}))
    Draft(folder)
    assert not (folder.parent / "evil.yaml").exists()


HILL = "company_scale/maps/hill.yaml"
NEW = Edit(HILL, (), ABSENT, {"format": "chitpull-map/1", "id": "hill", "rows": ["..", ".."]})


def test_a_new_document_is_written_whole_and_survives_a_kill(folder: Path) -> None:
    draft = Draft(folder)
    draft.do((NEW,))
    long = f"lessons/{'a' * 100}.yaml"
    for wrong in (NEW, Edit(MILL, (), ABSENT, {}), *(Edit(name, (), ABSENT, {}) for name in ("../evil.yaml", long))):
        with pytest.raises(DoesNotFit):
            draft.do((wrong,))
    again = Draft(folder)
    assert again.recovered == 1 and again.unsaved == [HILL]
    again.save()
    assert Draft(folder).documents == again.documents
    assert (folder / HILL).read_text(encoding="utf-8").startswith("format: chitpull-map/1\n")


def test_a_document_comes_and_goes_with_its_stroke(folder: Path) -> None:
    draft = Draft(folder)
    before = draft.documents
    draft.do((NEW,), "the hill")
    assert draft.undo() and draft.documents == before and draft.unsaved == []
    assert draft.redo() and draft.save() == [HILL] and (folder / HILL).exists()
    assert draft.undo() and draft.unsaved == [HILL], "its file is there still"
    assert Draft(folder).unsaved == [HILL]
    assert draft.save() == [HILL] and not (folder / HILL).exists() and draft.unsaved == []
    assert draft.redo() and draft.save() == [HILL] and Draft(folder).documents == {**before, HILL: NEW.after}


def test_a_removal_that_was_broken_off_is_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft(folder)
    draft.do((NEW,))
    draft.save()
    draft.undo()
    monkeypatch.setattr(Draft, "_write", lambda *_: None)
    draft.save()
    monkeypatch.undo()
    assert (folder / HILL).exists() and HILL not in Draft(folder).documents and not (folder / HILL).exists()


def test_a_journal_deletes_nothing_outside_the_draft(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    (folder.parent / "mine.yaml").write_text("a: 1\n", encoding="utf-8")
    head = (folder / JOURNAL).read_text(encoding="utf-8").splitlines()[0]
    line = {"what": "save", "texts": {}, "gone": ["../mine.yaml"]}
    (folder / JOURNAL).write_text(f"{head}\n{json.dumps(line)}\n", encoding="utf-8")
    Draft(folder)
    assert (folder.parent / "mine.yaml").exists()


def test_nothing_is_written_if_one_file_cannot_take_its_changes(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 5)
    draft.documents["module.yaml"] = ["no", "keys"]
    with pytest.raises(CannotPatch, match=r"module\.yaml"):
        draft.save()
    assert (folder / MILL).read_text(encoding="utf-8") == TEXT


def test_a_file_that_is_no_yaml_is_told_with_its_line(folder: Path) -> None:
    (folder / MILL).write_text("id: [\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"mill\.yaml:2"):
        Draft(folder)


TREES = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4),
    lambda below: st.dictionaries(st.sampled_from("abcd"), below | VALUES, max_size=4),
    max_leaves=12,
)


@given(TREES, TREES)
def test_the_changes_between_two_states_lead_from_one_to_the_other_and_back(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    stroke = between(MILL, one, other)
    data: Any = one
    for edit in stroke:
        data = carried_out(data, edit)
    assert data == other and json.dumps(data, sort_keys=True) == json.dumps(other, sort_keys=True)
    for edit in inverse(stroke):
        data = carried_out(data, edit)
    assert data == one and list(data) == list(one)
    assert bool(stroke) is (json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True))


def test_a_change_deep_down_touches_nothing_around_it() -> None:
    before = {"setup": {"a": {"hex": "1", "side": "column"}, "b": {"hex": "2"}}, "turns": 4}
    after = {**before, "setup": {**before["setup"], "a": {"hex": "3", "side": "column"}}}
    assert between(MILL, before, after) == (Edit(MILL, ("setup", "a", "hex"), "1", "3"),)


def test_what_is_given_up_is_not_there_when_the_draft_is_opened_again(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 9)
    assert draft.depth == (1, 0)
    draft.forget()
    again = Draft(folder)
    assert not again.recovered and again.documents[MILL]["turns"] == 4 and again.depth == (0, 0)


def test_what_is_undone_over_a_save_is_there_again_with_all_that_came_after(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 9)
    draft.save()
    draft.undo()
    put(draft, ("title",), "Dusk")
    again = Draft(folder)
    assert (again.documents[MILL]["turns"], again.documents[MILL]["title"]) == (4, "Dusk")
    again.undo()
    again.undo() or again.redo()
    last = Draft(folder)
    assert last.documents[MILL] == again.documents[MILL]


def test_a_draft_whose_last_act_was_undo_opens_again(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 9)
    draft.undo()
    again = Draft(folder)
    assert again.depth == (0, 1) and again.documents[MILL]["turns"] == 4
    assert again.redo() and again.documents[MILL]["turns"] == 9


def test_work_after_a_torn_journal_is_not_lost_the_next_time(folder: Path) -> None:
    draft = Draft(folder)
    put(draft, ("turns",), 9)
    with (folder / JOURNAL).open("a", encoding="utf-8") as file:
        file.write('{"what": "do", "edi')
    second = Draft(folder)
    assert second.recovered == 1
    put(second, ("title",), "Dusk")
    third = Draft(folder)
    assert third.recovered == 2 and (third.documents[MILL]["turns"], third.documents[MILL]["title"]) == (9, "Dusk")


def test_strokes_keep_their_names_in_the_journal(folder: Path) -> None:
    draft = Draft(folder)
    draft.do((edit_at(MILL, draft.documents[MILL], ("turns",), 9),), "turns")
    draft.do((edit_at(MILL, draft.documents[MILL], ("title",), "Dusk"),))
    draft.undo()
    again = Draft(folder)
    assert (again.undo_words, again.redo_words) == ("turns", drafts.UNNAMED)
