"""The inventory of a package: it agrees with notices and files, and names the exact source and what Qt contains."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.packaging.test_contents import PACKAGING, module
from tests.packaging.test_licences import LINUX, MACOS, WINDOWS, bundled

QT_PARTS = (
    "libQt6Gui.so.6", "libQt6Network.so.6", "Qt6Gui.dll", "Qt6Network.dll", "QtGui.framework/Versions/A/QtGui",
    "libqjpeg.so", "qjpeg.dll", "libqjpeg.dylib",
)  # fmt: skip


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, known by its name as dataclasses want it."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import licences

    return licences


@pytest.fixture
def folder(licences: ModuleType, tmp_path: Path) -> Path:
    """Return a packaged program with its licences, and an empty file for each library."""
    names = [*LINUX, *(f"PySide6/Qt/lib/{name}" for name in QT_PARTS if ".so" in name)]
    licences.collect(tmp_path / "_internal" / "licences", bundled(*names))
    for name in names:
        file = tmp_path / "_internal" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path


def told(folder: Path) -> dict[str, Any]:
    """Return the inventory of a packaged program."""
    made: dict[str, Any] = json.loads(next(folder.rglob("SBOM.cdx.json")).read_text(encoding="utf-8"))
    return made


def test_notices_inventory_and_libraries_agree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert module("sbom").main([str(folder)]) == 0
    assert "agree" in capsys.readouterr().out
    made = told(folder)
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    references = [component["bom-ref"] for component in made["components"]]
    assert len(references) == len(set(references)) and made["dependencies"][0]["dependsOn"] == references
    assert made["metadata"]["component"]["version"] == module("contents").number()
    assert all(component["licenses"] for component in made["components"])


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda place: (place.parent / "libalien.so.1").touch(), "libalien.so.1 is of nobody"),
        (lambda place: _cut(place / "FILES.txt", "numpy/"), "SBOM.cdx.json says numpy, FILES.txt None"),
        (lambda place: _cut(place / "NOTICES.txt", "GEOS 3"), "GEOS 3.14.1 stands only in SBOM.cdx.json"),
        (lambda place: next((place / "Inside-Qt" / "HarfBuzz").iterdir()).unlink(), "HarfBuzz holds no text"),
        (lambda place: (place / "SBOM.cdx.json").unlink(), "holds no licences/SBOM.cdx.json"),
    ],
)  # fmt: skip
def test_what_does_not_agree_is_told(folder: Path, harm: Any, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    harm(folder / "_internal" / "licences")
    assert module("sbom").main([str(folder)]) == 1
    assert said in capsys.readouterr().err


def _cut(file: Path, begin: str) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if not line.startswith(begin)), encoding="utf-8")


def test_the_same_package_has_the_same_inventory(licences: ModuleType, tmp_path: Path) -> None:
    for name in ("one", "two"):
        licences.collect(tmp_path / name, bundled(*LINUX))
    one, two = ((tmp_path / name / "SBOM.cdx.json").read_bytes() for name in ("one", "two"))
    assert one == two


def test_the_exact_source_is_named_and_offered(folder: Path) -> None:
    addresses = module("sources").archives(folder.rglob("SBOM.cdx.json"))
    names = [address.rpartition("/")[2] for address in addresses]
    number = next(c["version"] for c in told(folder)["components"] if c["name"].startswith("Qt,"))
    assert f"qtbase-everywhere-src-{number}.tar.xz" in names
    assert f"pyside-setup-everywhere-src-{number}.tar.xz" in names
    assert "geos-3.14.1.tar.bz2" in names and any(name.startswith("icu4c-73_2") for name in names)
    notices = next(folder.rglob("NOTICES.txt")).read_text(encoding="utf-8")
    assert "a written offer" in notices and "three years" in notices
    assert all(f"  source:  {address}\n" in notices for address in addresses)


@pytest.mark.parametrize(
    ("libraries", "system", "there", "not_there"),
    [
        (LINUX, "linux", {"HarfBuzz", "libpng", "libjpeg-turbo", "PCRE2", "double-conversion"}, {"FreeType", "zlib"}),
        (WINDOWS, "win32", {"FreeType", "zlib", "Wintab API", "Public Suffix List and libpsl"}, {"forkfd"}),
        (MACOS, "darwin", {"FreeType", "zlib", "Cocoa platform plugin", "libjpeg-turbo"}, {"Wayland"}),
    ],
)
def test_what_qt_contains_is_listed_by_library_and_system(
    licences: ModuleType, libraries: tuple[str, ...], system: str, there: set[str], not_there: set[str]
) -> None:
    import inside_qt

    names = {part.name for part in inside_qt.contained([*libraries, *QT_PARTS], system)}
    assert there <= names and not names & not_there
    assert inside_qt.contained(["numpy/_core/umath.so"], system) == []


def test_every_text_of_what_qt_contains_is_kept_and_used(licences: ModuleType) -> None:
    import inside_qt

    used = {text for part in inside_qt.PARTS for text in part.texts}
    assert used == set(inside_qt.FOLDER.glob("*.txt"))
    assert all(text.stat().st_size > 60 for text in used)


def test_archives_are_fetched_and_what_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "geos-1.tar.bz2").write_bytes(b"source")
    server = HTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "web")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        home = f"http://127.0.0.1:{server.server_port}"
        references = [{"type": "source-distribution", "url": f"{home}/{name}"} for name in ("geos-1.tar.bz2", "no.tgz")]
        (tmp_path / "a.cdx.json").write_text(json.dumps({"components": [{"externalReferences": references}]}))
        (tmp_path / "into").mkdir()
        assert module("sources").main([str(tmp_path / "a.cdx.json"), "--into", str(tmp_path / "into")]) == 1
    finally:
        server.shutdown()
        server.server_close()
    assert [file.name for file in (tmp_path / "into").iterdir()] == ["geos-1.tar.bz2"]
    assert "no.tgz cannot be had: HTTP Error 404" in capsys.readouterr().err


def test_the_inventory_keeps_the_rules_of_its_form(folder: Path) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    schema = pytest.importorskip("cyclonedx.schema")
    judge = validation.JsonStrictValidator(schema.SchemaVersion.V1_6)
    assert judge.validate_str(json.dumps(told(folder))) is None


def test_licences_are_expressions_of_spdx_or_words() -> None:
    sbom = module("sbom")
    assert sbom.licence("CC0-1.0 OR Apache-2.0") == {"expression": "CC0-1.0 OR Apache-2.0"}
    assert sbom.licence("ICC terms") == {"license": {"name": "ICC terms"}}
    assert sbom.licence("MIT") == {"expression": "MIT"}
