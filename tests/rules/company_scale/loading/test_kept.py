"""Files and tables of sight that are kept between runs: the same as new, made again when anything changes."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.opening import checked
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.sight import table
from rules.company_scale.sight.table import SightTable
from rules.engine.folders import PACKAGE_ROOT, cache_dir
from rules.engine.house_rules import ScenarioRow
from rules.files import documents
from rules.files import documents as kept_files
from rules.files.documents import Document, read_file

WHOLE = scenario_folder() / "maps" / "montelimar.yaml"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    documents._read.cache_clear()


def read_anew(path: Path) -> Document:
    """Read a file as a new run of the program does."""
    documents._read.cache_clear()
    return read_file(path)


def kept(kind: str) -> list[Path]:
    """Return the files of the cache."""
    folder = cache_dir() / kind
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_a_checked_file_comes_back_with_its_data_its_lines_and_its_check() -> None:
    first = read_anew(WHOLE)
    assert checked(first, "map") == []
    second = read_anew(WHOLE)
    assert second.passed == {"map"}
    assert second.data == first.data
    assert second.problem(("roads", 3, "hexes"), "") == first.problem(("roads", 3, "hexes"), "")
    assert dict(second.lines) == dict(first.lines)


def test_the_same_scenario_comes_out() -> None:
    cold = load_scenario("first-light")
    assert kept("documents")
    documents._read.cache_clear()
    warm = load_scenario("first-light")
    assert warm.hash == cold.hash
    assert warm == cold


def test_a_file_that_has_changed_is_read_and_checked_again(tmp_path: Path) -> None:
    path = tmp_path / "montelimar.yaml"
    text = WHOLE.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert checked(read_anew(path), "map") == []
    path.write_text(text.replace('"11.59"', '"11.50"', 1), encoding="utf-8")
    changed = read_anew(path)
    assert changed.passed == set()
    assert any("they are not adjacent" in problem.message for problem in checked(changed, "map"))
    assert read_anew(path).passed == set()


def test_a_file_that_is_damaged_in_the_cache_is_made_again() -> None:
    first = read_anew(WHOLE)
    checked(first, "map")
    (place,) = kept("documents")
    good = place.read_bytes()
    for bad in (b"", good[:100], good.replace(b"N7", b"N8", 1)):
        place.write_bytes(bad)
        again = read_anew(WHOLE)
        assert again.passed == set()
        assert again.data == first.data
        assert checked(again, "map") == []
        assert place.read_bytes() == good


def test_a_small_file_is_kept_once_it_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(
        'format: chitpull-map/1\nid: small\ntitle: S\ncolumns: [10, 10]\nrows: [10, 10]\nterrain: {10: "."}\n'
    )
    first = read_anew(path)
    assert kept("documents") == []
    assert checked(first, "map") == [] and len(kept("documents")) == 1
    assert read_anew(path).passed == {"map"} and read_anew(path).data == first.data


def test_a_list_is_made_again_only_when_a_file_of_its_folders_changes(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    made: list[int] = []

    def names() -> list[ScenarioRow]:
        made.append(1)
        return [ScenarioRow(path.name, path.stem, turns=3) for path in sorted(folder.iterdir())]

    (folder / "a.yaml").write_text("")
    for _ in range(2):
        assert kept_files.listed("toy", [folder], names) == [ScenarioRow("a.yaml", "a", turns=3)]
    assert len(made) == 1
    (folder / "b.yaml").write_text("")
    assert len(kept_files.listed("toy", [folder], names)) == 2 and len(made) == 2
    assert kept_files.listed("other", [folder], lambda: []) == []


@pytest.mark.parametrize("body", [b"", b"{", b"7", b'{"id": "a"}', b'[{"name": "x"}]'])
def test_a_list_that_is_no_list_is_made_again(body: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "recall", lambda kind, key: body)
    assert kept_files.listed("toy", [tmp_path], lambda: [ScenarioRow("a", "A")]) == [ScenarioRow("a", "A")]


def test_the_table_of_sight_is_kept_and_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = build_map(read_anew(WHOLE).mapping)
    fresh = SightTable(ground)
    (place,) = kept("sight")
    with monkeypatch.context() as patch:
        patch.setattr(SightTable, "_fill_half", lambda *_: pytest.fail("made again"))
        assert np.array_equal(SightTable(ground)._seen, fresh._seen)
    place.write_bytes(place.read_bytes()[:-5])
    assert np.array_equal(SightTable(ground)._seen, fresh._seen)
    assert np.array_equal(SightTable(ground, kept=False)._seen, fresh._seen)


@pytest.mark.parametrize("part", ["levels", "hexsides", "roads", "elevation", "names"])
def test_a_map_built_from_the_one_before_is_the_same(part: str) -> None:
    data = dict(read_anew(WHOLE).mapping)
    before, rest = build_map(data), data[part]
    less = rest[1:] if isinstance(rest, list) else {key: rest[key] for key in list(rest)[1:]}
    after = {**data, part: less}
    built = build_map(after, before=(data, before))
    assert built == build_map(after) != before
    assert (built.sides is before.sides) == (part not in ("hexsides", "roads"))


def test_another_ground_has_a_table_of_its_own() -> None:
    data = dict(read_anew(WHOLE).mapping)
    SightTable(build_map(data))
    SightTable(build_map({**data, "levels": dict.fromkeys(data["levels"], "1" * 84)}))
    assert len(kept("sight")) == 2
    assert table.WORTH_KEEPING < 4000


@pytest.mark.parametrize(
    "name",
    ["files/documents.py", "hexes/lines.py", "company_scale/loading/map_checks.py", "company_scale/sight/table.py"],
)
def test_what_other_rules_have_made_is_not_used_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_files, "PACKAGE_ROOT", tmp_path)
    shutil.copytree(PACKAGE_ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    before = kept_files.made_by.__wrapped__()
    (tmp_path / "rules" / "__pycache__").mkdir()
    (tmp_path / "rules" / "__pycache__" / "compiled.pyc").touch()
    assert kept_files.made_by.__wrapped__() == before
    with (tmp_path / "rules" / name).open("a") as file:
        file.write("# changed\n")
    assert kept_files.made_by.__wrapped__() != before


def test_a_packaged_program_does_not_use_what_another_has_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chitpull"
    program.write_bytes(b"one")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    before = kept_files.made_by.__wrapped__()
    program.write_bytes(b"another")
    assert kept_files.made_by.__wrapped__() != before


def test_what_comes_from_the_cache_passes_its_checks_again() -> None:
    """A part of a shipped map that was read from the cache is the ground of a draft, and is checked there."""
    assert checked(read_anew(WHOLE), "map") == []
    recalled = read_anew(WHOLE)
    assert recalled.passed == {"map"}
    assert checked(recalled.with_data({**recalled.mapping}), "map") == []
