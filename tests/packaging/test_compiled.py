"""What the compiler needs of the rules as written, and when they are compiled; the result has the rules' own tests."""

from __future__ import annotations

import ast
import dataclasses
import shutil
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import get_origin, get_type_hints

import pytest

from rules.command_cards import state as cards
from rules.company_scale import state
from rules.systems import systems
from tests.packaging.test_contents import ROOT, module

FILES = module("compiled").modules(ROOT)
COMPILED = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}
OPEN = "mypyc_attr(allow_interpreted_subclasses=True)"


def tree_of(path: Path) -> ast.Module:
    """Return a module as it is written."""
    return ast.parse(path.read_text(encoding="utf-8"))


def classes(path: Path) -> list[ast.ClassDef]:
    """Return the classes of a module as they are written."""
    return [node for node in tree_of(path).body if isinstance(node, ast.ClassDef)]


def extended(tree: ast.Module) -> set[type]:
    """Return the classes of compiled modules that those of a module extend."""
    nodes = list(ast.walk(tree))
    found = [(node.module or "", alias) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    came = {alias.asname or alias.name: (name, alias.name) for name, alias in found}
    bases = [ast.unparse(base) for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases]
    return {
        getattr(import_module(came[base][0]), came[base][1]) for base in bases if came.get(base, ("",))[0] in COMPILED
    }


def test_what_is_compiled_is_what_is_in_the_repository(tmp_path: Path) -> None:
    module("compiled").copy(tmp_path)
    for path in (ROOT / "rules").rglob("*.py"):
        assert (tmp_path / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


def test_no_compiled_module_has_a_cached_property() -> None:
    assert [name for name, path in COMPILED.items() if "cached_property" in path.read_text(encoding="utf-8")] == []


def test_no_attribute_of_a_compiled_class_is_final() -> None:
    """Compiled by mypyc 2.4, a conditional expression on one drops a reference too many, and the program ends."""
    nodes = [node for path in FILES for each in classes(path) for node in ast.walk(each)]
    set_once = [node for node in nodes if isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)]
    assert [
        ast.unparse(node) for node in set_once if node.value is None or isinstance(node.target, ast.Attribute)
    ] == []


def test_those_classes_are_open_that_plain_ones_extend() -> None:
    opened = {
        getattr(import_module(name), node.name)
        for name, path in COMPILED.items()
        for node in classes(path)
        if OPEN in map(ast.unparse, node.decorator_list)
    }
    plain = [path for folder in ("rules", "app", "tests") for path in (ROOT / folder).rglob("*.py")]
    needed = set().union(*[extended(tree_of(path)) for path in plain if path not in FILES])
    assert opened == needed


def test_functions_that_answer_questions_are_not_compiled() -> None:
    answering = {ask.__module__ for system in systems().values() for ask in system.queries.values()}
    assert len(answering) >= 3 and not answering & COMPILED.keys()


def test_defaults_tell_what_the_fields_of_a_position_hold() -> None:
    seen = 0
    company = (state.State, state.HexStatus, state.Unit, state.Token, state.DivisionStatus, state.Activity)
    for kind in (*company, cards.State):
        hints = get_type_hints(kind)
        for each in dataclasses.fields(kind):
            if get_origin(hints[each.name]) in (list, dict, tuple):
                assert each.default_factory == hints[each.name], each.name
                seen += 1
    assert seen > 40


def test_every_decision_runs_through_compiled_modules() -> None:
    names = {path.relative_to(ROOT / "rules").as_posix() for path in module("compiled").modules(ROOT)}
    chapters = {path.name for path in (ROOT / "rules" / "company_scale").glob("r[0-9]*.py")}
    assert {f"company_scale/{name}" for name in chapters} | {"engine/game.py", "hexes/grid.py"} <= names
    assert all((ROOT / "rules" / name).is_file() for name in names)


def test_what_a_library_imports_is_told() -> None:
    told = module("compiled").imports(ROOT)
    assert {
        "rules.engine.compiling",
        "rules.engine.game",
        "rules.company_scale.r05_activation",
        "bisect",
        "random",
    } <= set(told)


@pytest.mark.parametrize(
    ("platform", "said"),
    [
        ("linux", "type: sudo apt-get install --yes gcc libc6-dev"),
        ("darwin", "type: xcode-select --install"),
        ("win32", "install the Build Tools for Visual Studio with 'Desktop development with C++'."),
    ],
)
def test_without_a_compiler_one_sentence_says_what_is_missing(
    platform: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    compiled = module("compiled")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(compiled, "_answers", lambda *command: False)
    monkeypatch.setattr(compiled, "hindrance", partial(compiled.hindrance, platform))
    assert compiled.main([str(tmp_path / "made")]) == 2
    told = capsys.readouterr().err.strip()
    assert told.endswith(said) and "\n" not in told
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("there", [True, False])
def test_microsofts_compiler_is_looked_for_where_setuptools_finds_it(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = module("compiled")
    import_module("setuptools")
    msvc = import_module("distutils.compilers.C.msvc")
    if there:
        (tmp_path / "cl.exe").touch(0o755)
    monkeypatch.setattr(msvc, "get_platform", lambda: "win-amd64")
    monkeypatch.setattr(msvc, "get_host_platform", lambda: "win-amd64")
    monkeypatch.setenv("DISTUTILS_USE_SDK", "1")  # as in a prompt of Visual Studio: the folders are in PATH
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiled.hindrance("win32") == ("" if there else compiled.MICROSOFTS)
    monkeypatch.delenv("DISTUTILS_USE_SDK")
    monkeypatch.setenv("ProgramFiles(x86)", str(tmp_path))  # no vswhere.exe in it
    monkeypatch.setattr(msvc, "_find_vc2015", lambda: (None, None))  # the registry
    assert compiled.hindrance("win32") == compiled.MICROSOFTS


def test_without_a_compiler_the_rules_are_packed_as_they_are_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build = module("build")
    monkeypatch.setattr(build.compiled, "hindrance", lambda: module("compiled").MICROSOFTS)
    monkeypatch.setattr(build.compiled, "make", lambda folder: pytest.fail("it would be compiled"))
    assert build.compiled_rules() == ""
    assert capsys.readouterr().out.startswith("The rules are packed as they are. Compiling the rules needs Microsoft")


def test_what_is_compiled_already_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = module("compiled")
    (tmp_path / "made-from.txt").write_text(compiled.origin(), encoding="utf-8")
    monkeypatch.setattr(compiled, "copy", lambda folder: pytest.fail("it would be compiled"))
    assert compiled.make(tmp_path)
    with monkeypatch.context() as patch, pytest.raises(pytest.fail.Exception, match="it would be compiled"):
        patch.setattr(compiled, "OPTIMIZED", "0")
        compiled.make(tmp_path)
    (tmp_path / "made-from.txt").write_text("something older", encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match="it would be compiled"):
        compiled.make(tmp_path)
