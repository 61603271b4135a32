"""Changes written into YAML: the text reads as the data, what did not change stays byte for byte, comments stay."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.folders import PACKAGE_ROOT
from rules.files.problems import Route
from rules.files.yaml_lines import read_yaml
from rules.workshop.yaml_patch import CannotPatch, patched
from tests.rules.helpers.long import repeated

EVERY = sorted(path for top in ("scenarios", "rules") for path in (PACKAGE_ROOT / top).rglob("*.yaml"))
FILES = [path for path in EVERY if path.parent.name != "clauses"]  # a catalogue is a list and nobody's scenario
SMALL = [path for path in FILES if path.stat().st_size < 12_000]
LARGE = max(FILES, key=lambda path: path.stat().st_size)
VALUES: tuple[Any, ...] = (
    3, 1.5, True, None, "14.30", "0700", "e_143", "yes", "a: b, [c] # no comment", "é", "", " padded ", 'a "quote"',
    "two\nlines\n", {"hex": "12.40", "steps": 2}, ["a", "b"], {"x": {"y": [1, {"z": 2}]}},
)  # fmt: skip
TEXT = """\
# what this is
id: mill  # the name of the file
title: "The mill"

setup:
  # the garrison
  a1: {hex: "14.30", side: deployed}   # on the hill
  a2: {hex: "14.31"}
list:
- one
- two   # second
flow: [1, 2, 3]
note: |
  First line.
  Second line.
"""


def data_of(text: str) -> dict[str, Any]:
    found = read_yaml(text)[0]
    assert isinstance(found, dict)
    return found


def routes(data: Any, route: Route = ()) -> Iterator[Route]:
    """Yield the route of every value below data."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*route, key)
        yield from routes(value, (*route, key))


def holder(data: Any, route: Route) -> Any:
    for key in route[:-1]:
        data = data[key]
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_did_not_change_gives_the_same_bytes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert patched(text, data_of(text)) == text


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, dict[str, Any], dict[str, Any], Route]:
    """Return the text of a shipped file, its data, the data after one edit, and the route of that."""
    text = draw(st.sampled_from(SMALL)).read_text(encoding="utf-8")
    before = data_of(text)
    after = copy.deepcopy(before)
    route = draw(st.sampled_from(list(routes(before))))
    into, key, value = holder(after, route), route[-1], copy.deepcopy(draw(st.sampled_from(VALUES)))
    what = draw(st.sampled_from(["set", "add", "remove"]))
    if what == "set":
        into[key] = value
    elif what == "remove":
        del into[key]
    elif isinstance(into, list):
        into.insert(draw(st.integers(0, len(into))), value)
    else:
        items = list(into.items())
        items.insert(draw(st.integers(0, len(items))), (draw(st.sampled_from(["new", "x_1", "14.99"])), value))
        into.clear()
        into.update(items)
    return text, before, after, route


@settings(max_examples=400, deadline=None)
@given(edits())
def test_any_edit_is_read_back_and_leaves_the_other_parts_of_the_file(
    made: tuple[str, dict[str, Any], dict[str, Any], Route],
) -> None:
    text, before, after, route = made
    new = patched(text, after)
    assert data_of(new) == after and list(data_of(new)) == list(after)
    assert patched(new, after) == new
    back = patched(new, before)
    assert data_of(back) == before
    parts = [part_of(text, key) for key in before if key != route[0] and after.get(key) == before[key]]
    assert [part for part in parts if part not in new] == [], "another part of the file was written anew"


def leaves_of(data: dict[str, Any]) -> list[Route]:
    """Return the routes of values that are neither lists nor mappings, and lie in one."""
    return [
        route
        for route in routes(data)
        if len(route) > 1 and not isinstance(holder(data, route)[route[-1]], dict | list)
    ]


def without_part(text: str, key: str) -> list[str]:
    """Return the lines of a file but for those of one of its top-level parts."""
    mine, others = False, []
    for line in text.splitlines():
        if line and not line[0].isspace() and line[0] not in "#-]}":
            mine = line.startswith((f"{key}:", f'"{key}":'))
        others += [] if mine else [line]
    return others


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(repeated(1, 20)))
def test_a_value_changed_anywhere_in_any_file_that_ships_touches_its_part_alone(path: Path, seed: int) -> None:
    text, random = path.read_text(encoding="utf-8"), Random(f"{path.name}/{seed}")
    before = data_of(text)
    places = leaves_of(before)
    if not places:
        return
    after, route = copy.deepcopy(before), random.choice(places)
    holder(after, route)[route[-1]] = random.choice([3, 1.5, True, None, "14.30", "0700", "yes", "a: b, [c] # d", "é"])
    new = patched(text, after)
    assert data_of(new) == after and patched(new, after) == new
    key = str(route[0])
    assert without_part(new, key) == without_part(text, key)
    assert data_of(patched(new, before)) == before


def part_of(text: str, key: str) -> str:
    """Return the first line of a top-level part of a file."""
    return next(line for line in text.splitlines() if line.startswith((f"{key}:", f'"{key}":')))


def changed(text: str, after: dict[str, Any]) -> list[str]:
    """Return the lines of the patched text that are not in the text."""
    before = set(text.splitlines())
    return [line for line in patched(text, after).splitlines() if line not in before]


def edited(route: Route, value: Any) -> dict[str, Any]:
    data = data_of(TEXT)
    holder(data, route)[route[-1]] = value
    return data


@pytest.mark.parametrize(
    ("route", "value", "lines"),
    [
        (("id",), "hill", ["id: hill  # the name of the file"]),
        (("title",), "It's late", ['title: "It\'s late"']),
        (("setup", "a1", "hex"), "15.30", ['  a1: {hex: "15.30", side: deployed}   # on the hill']),
        (("setup", "a3"), {"hex": "1.2"}, ['  a3: {hex: "1.2"}']),
        (("list", 1), "zwei", ["- zwei   # second"]),
        (("flow",), [1, 2, 3, 4], ["flow: [1, 2, 3, 4]"]),
        (("flow",), [2, 3], ["flow: [2, 3]"]),
        (("note",), "First line.\nThird line.\n", ["  Third line."]),
        (("id",), "yes", ['id: "yes"  # the name of the file']),
        (("new",), None, ["new: null"]),
    ],
)
def test_a_change_stands_where_it_belongs_in_the_style_of_its_place(route: Route, value: Any, lines: list[str]) -> None:
    assert changed(TEXT, edited(route, value)) == lines


def test_comments_stay_but_for_that_behind_what_is_removed() -> None:
    after = data_of(TEXT)
    del after["setup"]["a1"], after["list"][1]
    new = patched(TEXT, after)
    for comment in ("# what this is", "# the name of the file", "# the garrison"):
        assert comment in new
    assert "# on the hill" not in new and "# second" not in new


def test_a_part_of_which_nothing_stays_is_written_anew_alone() -> None:
    after = edited(("setup",), {"b1": {"hex": "1.1"}})
    assert changed(TEXT, after) == ['  b1: {hex: "1.1"}']
    assert patched(TEXT, edited(("list",), [{"a": [1]}])).count("#") == TEXT.count("#") - 1


def test_a_long_list_goes_on_in_a_new_line() -> None:
    text = f"flow: [{', '.join(['123456789'] * 10)}]\n"
    after = {"flow": [123456789] * 13}
    new = patched(text, after)
    assert data_of(new) == after and max(map(len, new.splitlines())) <= 120


def test_moving_a_counter_on_the_largest_map_changes_one_line() -> None:
    text = LARGE.read_text(encoding="utf-8")
    after = data_of(text)
    after["title"] = "Elsewhere"
    assert len(changed(text, after)) == 1


@pytest.mark.parametrize("text", ["- a\n- b\n", "just text\n", ""])
def test_a_file_without_keys_takes_no_change(text: str) -> None:
    with pytest.raises(CannotPatch, match="no keys"):
        patched(text, {"a": 1})


def test_a_part_that_was_taken_out_and_put_back_stands_where_it_stood() -> None:
    data = data_of(TEXT)
    after = {key: value for key, value in data.items() if key != "list"} | {"new": 1, "list": ["one", "three"]}
    assert changed(TEXT, after) == ["- three   # second", "new: 1"]
    new = patched(TEXT, after)
    assert list(data_of(new)) == [*data, "new"] and new.count("#") == TEXT.count("#")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_another_order_of_the_parts_leaves_the_file_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert patched(text, dict(reversed(data_of(text).items()))) == text
