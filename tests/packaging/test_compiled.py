"""How the rules are worded for the compiler, and when they are compiled; what was compiled has the rules' own tests."""

from __future__ import annotations

import dataclasses
import shutil
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from tests.packaging.test_contents import ROOT, module

RECORD = """from __future__ import annotations

from dataclasses import dataclass, field

MOST = 3


@dataclass(frozen=True, slots=True)
class Fort:
    \"\"\"A record.\"\"\"

    hex: int
    size: int = MOST
    units: list[str] = field(default_factory=list)

    @property
    def holds(self) -> int:
        \"\"\"Return how many.\"\"\"
        return len(self.units)


class Plain:
    pass
"""


def made(text: str) -> dict[str, Any]:
    """Return what the names of a module stand for."""
    names: dict[str, Any] = {"__name__": __name__}
    exec(text.replace("mypy_extensions", "types").replace("import mypyc_attr", "import new_class as mypyc_attr"), names)
    return names


def test_a_record_is_the_same_in_the_words_of_the_compiler() -> None:
    plain, worded = made(RECORD)["Fort"], made(module("compiled").worded(RECORD, False))["Fort"]
    assert "def __init__" not in RECORD
    assert "init=False" in module("compiled").worded(RECORD, False)
    for kind in (plain, worded):
        fort = kind(1840, units=["a"])
        assert (fort.hex, fort.size, fort.units, fort.holds) == (1840, 3, ["a"], 1)
        assert kind(1840).units == [] and kind(1840).units is not kind(1840).units
        assert kind(1, 2) == kind(1, 2) != kind(1, 3)
        assert [each.name for each in dataclasses.fields(kind)] == ["hex", "size", "units"]
        assert get_type_hints(kind, {}) == {"hex": int, "size": int, "units": list[str]}
    assert repr(plain(1)).rpartition("Fort")[2] == repr(worded(1)).rpartition("Fort")[2]


def test_a_record_that_is_final_for_the_type_checker_can_still_be_made() -> None:
    text = RECORD.replace("frozen=True, ", "").replace("hex: int", "hex: Final[int]")
    worded = module("compiled").worded(text.replace("import dataclass,", "import dataclass, ", 1), False)
    assert "    hex: int\n" in worded and "@dataclass(init=False, slots=True)" in worded
    assert made(worded)["Fort"](7).hex == 7


KEPT = """from __future__ import annotations

from functools import cached_property


class View:
    def __init__(self) -> None:
        self.asked: list[str] = []

    @cached_property
    def near(self) -> int | None:
        \"\"\"Return nothing, but only once.\"\"\"
        self.asked.append("near")

    @cached_property
    def far(self) -> list[int]:
        self.asked.append("far")
        return [3]

    @property
    def often(self) -> int:
        self.asked.append("often")
        return 1
"""


@pytest.mark.parametrize("is_engine", [False, True])
def test_a_cached_property_is_kept_in_the_words_of_the_compiler_too(is_engine: bool) -> None:
    worded = module("compiled").worded(KEPT, is_engine)
    assert "@cached_property" not in worded
    view = made(worded.replace("@mypyc_attr(allow_interpreted_subclasses=True)\n", ""))["View"]()
    assert view.near is None and view.near is None
    assert view.far is view.far and view.far == [3]
    assert view.often + view.often == 2
    assert view.asked == ["near", "far", "often", "often"]


def test_what_is_quick_once_compiled_is_not_kept() -> None:
    grid = (ROOT / "rules" / "hexes" / "grid.py").read_text(encoding="utf-8")
    for quick in module("compiled").QUICK:
        assert f"@cache\ndef {quick}(" in grid
    names = made(module("compiled").worded(grid, False))
    assert not hasattr(names["distance"], "cache_info") and hasattr(names["neighbours"], "cache_info")
    assert names["distance"](1840, 2144) == 6


def test_classes_of_the_engine_may_be_subclassed_by_plain_ones() -> None:
    worded = module("compiled").worded
    assert "@mypyc_attr(allow_interpreted_subclasses=True)\nclass Plain:" in worded(RECORD, True)
    assert "mypyc_attr" not in worded(RECORD, False)


def test_what_may_be_asked_keeps_its_parameters() -> None:
    text = RECORD + "\n\ndef odds(game: object, hex: str, units: tuple[str, ...] = ()) -> int:\n    return 3\n"
    names = made(module("compiled").worded(text, False))
    assert names["SIGNATURES"] == {"odds": {"hex": "str", "units": "tuple[str, ...]"}}


def test_every_decision_runs_through_compiled_modules() -> None:
    names = {path.relative_to(ROOT / "rules").as_posix() for path in module("compiled").modules(ROOT)}
    chapters = {path.name for path in (ROOT / "rules" / "company_scale").glob("r[0-9]*.py")}
    assert {f"company_scale/{name}" for name in chapters} | {"engine/game.py", "hexes/grid.py"} <= names
    assert all((ROOT / "rules" / name).is_file() for name in names)


def test_what_a_library_imports_is_told() -> None:
    told = module("compiled").imports(ROOT)
    assert {"mypy_extensions", "rules.engine.game", "rules.company_scale.r05_activation", "bisect", "random"} <= set(
        told
    )


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
    (tmp_path / "made-from.txt").write_text("something older", encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match="it would be compiled"):
        compiled.make(tmp_path)
