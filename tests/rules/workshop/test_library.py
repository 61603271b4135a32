"""The library: own and installed scenarios are listed and found, copied and removed; shipped ones stay as they are."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from rules.engine.folders import scenarios_dir
from rules.engine.house_rules import SideRow
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.files.checking import STRAYS
from rules.files.documents import Document, read_file
from rules.files.problems import ScenarioError
from rules.files.still_shelf import StillShelf
from rules.lessons.reading import lesson_called, list_lessons, shipped_lessons
from rules.systems import SHIPPED, advice_on, check_files, find, looked_through, system_of
from rules.workshop import library
from rules.workshop.library import Module
from rules.workshop.module import ModuleOffer, faults_in, offer_of
from rules.workshop.module_file import BadModule, of_folder, write
from tests.rules.workshop.helpers.modules import made


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let each test have a library of its own."""
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "data"


def installed(folder: Path, name: str = "mill", version: str = "1.2") -> Module:
    """Install a module written for it."""
    return library.add(of_folder(made(folder, name, version)), name)


def names() -> list[str]:
    return [row.name for row in library.scenarios(SHIPPED)]


def test_without_a_library_nothing_is_listed_and_no_folder_is_made(home: Path) -> None:
    assert library.scenarios(SHIPPED) == [] and library.find("mill/dawn") is None
    assert not (home / "workshop").exists() and not (home / "modules").exists()


def test_own_scenarios_are_listed_the_moment_they_are_saved(home: Path) -> None:
    made(home / "workshop" / "mill")
    assert names() == ["mill/noon", "mill/dawn"]
    path = home / "workshop" / "mill" / "command_cards" / "dawn.yaml"
    shutil.copy(path, path.with_name("dusk.yaml"))
    assert names() == ["mill/noon", "mill/dawn", "mill/dusk"]
    path.write_text(path.read_text(encoding="utf-8").replace("rounds: ", "rounds: 1"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    row = next(row for row in library.scenarios(SHIPPED) if row.name == "mill/dawn")
    assert str(row.turns).startswith("1") and row.span == "round" and row.id == str(path)
    assert (row.origin, row.author, row.module_title) == ("own", "Anna", "The mill at dawn")


FINNS = {"name": "Finnish", "players": "the Finns", "color": "#1f4f7a", "lamplight": "#9cc4e8"}


@pytest.mark.parametrize(
    ("charts", "file", "told"),
    [
        ("charts/war.yaml", "charts/war.yaml", True),
        ("war", "charts/war.yaml", True),
        ("../war.yaml", "../war.yaml", True),
        ("../../war.yaml", "../../war.yaml", False),
        ("charts/none.yaml", "charts/war.yaml", False),
        ("house", "charts/war.yaml", False),
    ],
)
def test_a_scenario_of_another_game_of_the_series_is_listed_with_its_sides(
    home: Path, charts: str, file: str, told: bool
) -> None:
    folder = made(home / "workshop" / "mill") / "company_scale"
    (folder / "charts").mkdir()
    series = {"series": {"title": "Winter War", "german": FINNS, "chapters": []}}
    (folder / file).write_text(json.dumps({"format": "chitpull-charts/1", "id": "war", **series}), encoding="utf-8")
    text = (folder / "noon.yaml").read_text(encoding="utf-8")
    (folder / "noon.yaml").write_text(f"{text}\ncharts: {charts}\n", encoding="utf-8")
    for _ in ("read", "as it was written down"):
        rows = {row.name: row.sides for row in library.scenarios(SHIPPED)}
        assert rows == {"mill/dawn": (), "mill/noon": (SideRow("german", *FINNS.values()),) if told else ()}


def test_what_cannot_be_read_is_left_out_and_the_rest_is_listed(home: Path) -> None:
    folder = made(home / "workshop" / "mill")
    (folder / "command_cards" / "dawn.yaml").write_text("format: [", encoding="utf-8")
    (folder / "module.yaml").write_text("title: {", encoding="utf-8")
    (home / "workshop" / "empty").mkdir()
    (home / "workshop" / "a file").write_text("not a folder", encoding="utf-8")
    (row,) = library.scenarios(SHIPPED)
    assert row.name == "mill/noon" and row.module_title == "mill" and row.author == ""


def test_two_versions_lie_side_by_side_and_the_newest_is_found_by_name(tmp_path: Path) -> None:
    old, new = installed(tmp_path / "a", version="1.9"), installed(tmp_path / "b", version="1.10")
    assert old.key != new.key and len(names()) == 4
    assert library.find("mill/dawn") == new.folder / "command_cards" / "dawn.yaml"
    library.remove(new)
    assert library.find("mill/dawn") == old.folder / "command_cards" / "dawn.yaml"
    library.remove(old)
    assert library.scenarios(SHIPPED) == [] and not old.folder.parent.exists()


@pytest.mark.parametrize("name", ["mill", "mill/", "/dawn", "../mill/dawn", "mill/../dawn", "mill/..", "mill/a/b", ""])
def test_a_name_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    installed(tmp_path / "a")
    assert library.find(name) is None


def test_a_scenario_of_a_module_never_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    folder = made(tmp_path / "a")
    (folder / "command_cards" / "dawn.yaml").rename(folder / "command_cards" / "last-attack.yaml")
    library.add(of_folder(folder), "mill")
    assert find("last-attack")[1] == "last-attack"
    system, source = find("mill/last-attack")
    assert system.id == "command_cards" and source == str(library.find("mill/last-attack"))
    with pytest.raises(LookupError, match="mill/midnight"):
        find("mill/midnight")


def test_a_copy_among_ones_own_is_changed_without_touching_the_module(tmp_path: Path, home: Path) -> None:
    module = installed(tmp_path / "a")
    first, second = library.copy(module), library.copy(module)
    assert (first.id, second.id) == ("mill", "mill-2") and first.folder == home / "workshop" / "mill"
    told = [(module.folder / "module.yaml").read_text(encoding="utf-8") for module in (module, first, second)]
    assert told[0] == told[1] and told[2] == told[0].replace("id: mill\n", "id: mill-2\n")
    (first.folder / "command_cards" / "dawn.yaml").unlink()
    assert (module.folder / "command_cards" / "dawn.yaml").exists()
    assert library.module_of(second.folder / "company_scale" / "noon.yaml") == second
    assert library.module_of(tmp_path / "noon.yaml") is None


def test_nothing_outside_the_library_is_removed(tmp_path: Path, home: Path) -> None:
    folder = made(tmp_path / "elsewhere")
    for wrong in (folder, home / "workshop", home / "workshop" / ".." / ".." / ".."):
        with pytest.raises(OSError, match="not in the library"):
            library.remove(Module(wrong, "mill", "", "The mill"))
    assert (folder / "module.yaml").exists()


@pytest.mark.parametrize("name", ["mill/noon", "mill/dawn"])
def test_a_game_of_a_removed_module_opens_and_goes_on(tmp_path: Path, name: str) -> None:
    module = installed(tmp_path / "a")
    path = library.find(name)
    assert path is not None
    system = system_of(str(path))
    file = tmp_path / "game.chitpull"
    session = Session.new(system, system.load(str(path)), source=str(path), listeners=[RecordWriter(file)])
    library.remove(module)
    opened = load_record(file)
    assert opened.digest() == session.digest() and opened.scenario.title == session.scenario.title


def test_a_game_of_striking_the_anvil_opens_without_its_scenario_file(tmp_path: Path) -> None:
    path = tmp_path / "anvil" / "anvil-june.yaml"
    path.parent.mkdir()
    shutil.copy(scenarios_dir() / "striking_anvil" / path.name, path)
    path.write_text(path.read_text(encoding="utf-8").replace("id: anvil-june", "id: noon"), encoding="utf-8")
    system, file = system_of(str(path)), tmp_path / "game.chitpull"
    session = Session.new(system, system.load(str(path)), source=str(path), listeners=[RecordWriter(file)])
    shutil.rmtree(path.parent)
    again = load_record(file)
    assert (again.notices, again.scenario.hash, again.digest()) == ([], session.scenario.hash, session.digest())


LESSON = """format: chitpull-lesson/1
id: first
title: At the mill
scenario: {}
steps:
  - id: buy
    title: Buy a chit
    text: Buy one.
    waits: {{view: turn, is: 1}}
"""


def test_a_lesson_of_a_module_is_about_its_own_scenario_and_checked_with_it(home: Path) -> None:
    folder = made(home / "workshop" / "mill") / "lessons"
    folder.mkdir()
    (folder / "first.yaml").write_text(LESSON.format("noon"), encoding="utf-8")
    (folder / "second.yaml").write_text(
        LESSON.format("first-light").replace("id: first", "id: second"), encoding="utf-8"
    )
    (folder / "broken.yaml").write_text("format: chitpull-lesson/1\nid: {", encoding="utf-8")
    own = list_lessons()[len(shipped_lessons()) :]
    assert [lesson.id for lesson in own] == ["mill/first", "mill/second"]
    assert own[0].scenario == str(library.find("mill/noon")) and own[1].scenario == "first-light"
    assert lesson_called("mill/first") == own[0]
    (folder / "noon.yaml").write_text(LESSON.format("noon").replace("id: first", "id: noon"), encoding="utf-8")
    named_alike = lesson_called("mill/noon")
    assert named_alike is not None and named_alike.scenario == own[0].scenario, "the scenario, not the lesson"
    (folder / "broken.yaml").unlink()
    assert faults_in(folder.parent) == []
    (folder / "third.yaml").write_text(LESSON.format("evening").replace("id: first", "id: third"), encoding="utf-8")
    assert any(
        "evening" in line and "lessons/third.yaml" in line.replace("\\", "/") for line in faults_in(folder.parent)
    )


def offered(folder: Path, where: Path) -> ModuleOffer:
    write(where, of_folder(folder))
    return offer_of(where, SHIPPED)


def test_an_offer_tells_what_is_in_a_module_and_writes_nothing(tmp_path: Path, home: Path) -> None:
    offer = offered(made(tmp_path / "a"), tmp_path / "mill.chitpull-module")
    assert [row.system for row in offer.scenarios] == ["company_scale", "command_cards"]
    assert "2 scenarios" in offer.contents and list(offer.faults) == [] and list(offer.known) == []
    assert "savasse" in offer.twins and not offer.is_installed and not (home / "modules").exists()
    module = offer.install()
    assert module.key == offer.key and names() == ["mill/noon", "mill/dawn"]


def test_an_offer_knows_what_of_it_is_there_and_what_is_wrong_with_it(tmp_path: Path) -> None:
    offered(made(tmp_path / "a"), tmp_path / "a.chitpull-module").install()
    folder = made(tmp_path / "b", version="1.3")
    path = folder / "company_scale" / "noon.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("map: savasse", "map: savvasse"), encoding="utf-8")
    offer = offered(folder, tmp_path / "b.chitpull-module")
    assert [module.version for module in offer.known] == ["1.2"] and not offer.is_installed
    assert any("savvasse" in line and line.startswith("company_scale") for line in offer.faults)
    assert offered(tmp_path / "a", tmp_path / "again.chitpull-module").is_installed


def test_a_module_that_cannot_be_installed_is_refused_before_anything_is_checked(tmp_path: Path) -> None:
    (tmp_path / "no.chitpull-module").write_text("no zip", encoding="utf-8")
    with pytest.raises(BadModule, match="no module"):
        offer_of(tmp_path / "no.chitpull-module", SHIPPED)
    folder = made(tmp_path / "a")
    (folder / "module.yaml").write_text("format: chitpull-module/1\nid: mill\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="title"):
        offered(folder, tmp_path / "a.chitpull-module")


def several(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a module with one more scenario for each change of a text, all with the same map and forces."""
    home = made(folder) / "company_scale"
    text = (home / "noon.yaml").read_text(encoding="utf-8")
    for number, (before, after) in enumerate(changes):
        assert before in text
        more = text.replace("id: noon", f"id: more-{number}").replace(before, after)
        (home / f"more-{number}.yaml").write_text(more, encoding="utf-8")
    return folder


CHANGES = (("map: savasse", "map: savvasse"), ("{german: 1}\n", "{german: 90}\n"), ("turns: 5", "turns: five"))


def test_many_files_are_checked_together_as_each_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(several(tmp_path / "a", *CHANGES))
    Path("lessons").mkdir()
    Path("lessons/first.yaml").write_text(LESSON.format("evening"), encoding="utf-8")
    faults, advice = looked_through(["."], StillShelf())
    assert check_files(["."]) == 1
    told = {line for line in capsys.readouterr().out.splitlines() if ".yaml:" in line}
    assert {str(each) for each in faults} == told and len(told) == 4, told
    assert [str(each) for each in advice] == [str(each) for each in advice_on(["."])] and advice


def test_what_many_scenarios_name_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, read = several(tmp_path / "a", ("turns: ", "turns: 1")), list[Path]()

    def noted(path: Path) -> Document:
        read.append(path.resolve())
        return read_file(path)

    monkeypatch.setattr("rules.files.documents.read_file", noted)
    assert looked_through([str(folder / "company_scale")], StillShelf())[0] == []
    assert {"noon.yaml", "more-0.yaml", "savasse.yaml"} <= {path.name for path in read}
    here = tmp_path.resolve()  # others also read what ships, once in a program
    twice = {path for path in read if read.count(path) > 1 and (path.is_relative_to(here) or path.stem == "savasse")}
    assert not twice, twice


def test_a_file_that_leads_out_is_read_by_no_shelf(tmp_path: Path) -> None:
    folder = several(tmp_path / "a", ("map: savasse", "map: ../../outside.yaml"))
    shutil.copy(scenarios_dir() / "company_scale" / "maps" / "savasse.yaml", tmp_path / "outside.yaml")
    (fault,) = looked_through([str(folder / "company_scale")], StillShelf())[0]
    assert fault.message == STRAYS


def needing(folder: Path, name: str, *needs: str) -> Path:
    """Write a module that needs others: ids, or an id and a key with a space between."""
    rows = [f"{{id: {need}}}" if " " not in need else "{{id: {}, key: {}}}".format(*need.split()) for need in needs]
    made(folder, name)
    with (folder / "module.yaml").open("a", encoding="utf-8") as file:
        file.write(f"needs: [{', '.join(rows)}]\n")
    return folder


def test_what_a_module_needs_must_be_there_first(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "x.chitpull-module"
    with pytest.raises(BadModule, match=r"^mill cannot be installed: it needs hills\. Install hills first\.$"):
        offered(needing(tmp_path / "a", "mill", "hills"), path)
    assert not (home / "modules").exists()
    hills = offered(made(tmp_path / "hills", "hills"), path).install()
    offered(tmp_path / "a", path).install()
    offered(needing(tmp_path / "b", "dawn", f"hills {hills.key}"), path)
    with pytest.raises(BadModule, match=f"it needs hills with the key {'0' * 32}. Install hills first"):
        offered(needing(tmp_path / "c", "dawn", f"hills {'0' * 32}"), path)
    library.remove(hills)
    with pytest.raises(BadModule, match=r"dusk cannot be installed: it needs mill, which needs hills\. Install hills"):
        offered(needing(tmp_path / "d", "dusk", "mill"), path)
    library.copy(library.add(of_folder(made(tmp_path / "e", "hills")), "hills"))
    library.remove(library.installed_modules()[0])
    offered(needing(tmp_path / "f", "dusk", "mill", "hills"), path)


def test_modules_that_need_each_other_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.chitpull-module"
    with pytest.raises(
        BadModule, match=r"^mill cannot be installed: it needs mill\. Modules cannot need each other\.$"
    ):
        offered(needing(tmp_path / "a", "mill", "mill"), path)
    library.add(of_folder(made(tmp_path / "b", "mill")), "mill")
    library.add(of_folder(needing(tmp_path / "c", "hills", "mill")), "hills")
    with pytest.raises(BadModule, match=r"it needs hills, which needs mill\. Modules cannot need each other"):
        offered(needing(tmp_path / "d", "mill", "hills"), path)
    library.add(of_folder(needing(tmp_path / "e", "one", "two")), "one")
    library.add(of_folder(needing(tmp_path / "f", "two", "one")), "two")
    with pytest.raises(BadModule, match="it needs one, which needs two, which needs one"):
        offered(needing(tmp_path / "g", "dawn", "hills", "one"), path)


def test_the_manifest_of_a_module_that_is_refused_is_named_without_a_folder_that_is_gone(tmp_path: Path) -> None:
    folder = made(tmp_path / "a")
    (folder / "module.yaml").write_text("format: chitpull-module/1\nid: mill\ntitle: {", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"^module\.yaml:\d"):
        offered(folder, tmp_path / "a.chitpull-module")


def test_a_new_scenario_is_never_called_like_one_that_ships(home: Path) -> None:
    source = scenarios_dir() / "company_scale" / "first-light.yaml"
    module = library.begin("First Light", "Anna", "company_scale", source, dict)
    assert names() == ["own-first-light/own-first-light"] and faults_in(module.folder) == []


def test_a_new_scenario_is_a_module_of_its_own_that_begins_as_another_one(home: Path) -> None:
    source = scenarios_dir() / "company_scale" / "first-light.yaml"
    module = library.begin("Été à Savasse!", "Anna", "company_scale", source, dict)
    assert (module.id, module.title, module.author, module.origin) == ("ete-a-savasse", "Été à Savasse!", "Anna", "own")
    text = (module.folder / "company_scale" / "ete-a-savasse.yaml").read_text(encoding="utf-8")
    shipped = source.read_text(encoding="utf-8")
    changed = [(a, b) for a, b in zip(shipped.splitlines(), text.splitlines(), strict=True) if a != b]
    assert [a for a, _ in changed] == ["id: first-light", "title: First Light at Savasse"], "comments stay"
    assert names() == ["ete-a-savasse/ete-a-savasse"] and not faults_in(module.folder)
    assert library.begin("Ete a Savasse", "Anna", "company_scale", source, dict).id == "ete-a-savasse-2"
    assert library.id_of("???") == "scenario" and library.id_of("{x}") == "scenario-x"
    assert library.id_of("Con") == "scenario-con" and len(library.id_of("a" * 90)) == library.LONGEST


def test_a_new_scenario_of_an_installed_one_brings_its_maps_along_and_not_its_other_scenarios(
    home: Path, tmp_path: Path
) -> None:
    old = installed(tmp_path / "mill")
    module = library.begin("Dusk", "Ben", "command_cards", old.folder / "command_cards" / "dawn.yaml", dict)
    files = {path.relative_to(module.folder).as_posix() for path in module.folder.rglob("*.yaml")}
    maps = {f"command_cards/maps/{path.name}" for path in (old.folder / "command_cards" / "maps").glob("*.yaml")}
    assert files == {"module.yaml", "command_cards/dusk.yaml", *maps} and maps
    assert not faults_in(module.folder)


def test_a_scenario_that_cannot_be_begun_leaves_nothing_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        library.begin("Dusk", "Ben", "command_cards", scenarios_dir() / "command_cards" / "last-attack.yaml", dict)
    assert not list((home / "workshop").iterdir())


def test_a_copy_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = installed(tmp_path / "a")

    def refused(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "write_text", refused)
    with pytest.raises(OSError, match="Read-only"):
        library.copy(module)
    assert not list((home / "workshop").iterdir()) and (module.folder / "module.yaml").is_file()


def test_where_no_folder_can_be_made_nothing_is_installed_and_the_file_stays(tmp_path: Path, home: Path) -> None:
    offer = offered(made(tmp_path / "a"), tmp_path / "mill.chitpull-module")
    (home / "modules").write_text("no folder")
    with pytest.raises(OSError, match="modules"):
        offer.install()
    assert (tmp_path / "mill.chitpull-module").is_file() and (home / "modules").read_text() == "no folder"
