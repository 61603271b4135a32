"""What others made and the package contains: named, with version, source and the text of the licence."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.test_contents import PACKAGING, module


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, known by its name as dataclasses want it."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import licences

    return licences


def test_every_pin_of_the_game_has_a_notice(licences: ModuleType, tmp_path: Path) -> None:
    assert licences.missing() == []
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# The game\nnew-package==1.0\nnumpy==2.4.6\n# The tests\npytest==9\n")
    assert licences.missing(constraints) == ["new-package"]


def test_notices_name_versions_sources_and_texts(licences: ModuleType, tmp_path: Path) -> None:
    packed = licences.collect(tmp_path / "made")
    text = (tmp_path / "made" / licences.NOTICES).read_text(encoding="utf-8")
    assert f"Qt, PySide6 and Shiboken {version('PySide6-Essentials')}" in text and "Replacing Qt." in text
    for name in module("smoke").NAMED:
        assert name in text
    assert text.count("  source:  http") == text.count("  texts:   ") == len(licences.COMPONENTS) + 1
    targets = {folder for _, folder in packed}
    assert {"licences", "licences/Python", "licences/Qt-PySide6-and-Shiboken"} <= targets
    assert all(Path(file).stat().st_size > 100 for file, _ in packed)
    qt = (tmp_path / "made" / "Qt-PySide6-and-Shiboken" / "LGPL-3.0.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt and "Version 3, 29 June 2007" in qt


def test_a_work_without_a_text_stops_the_build(
    licences: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "COMPONENTS", (licences.Component("Bare", "MIT", "https://example.org"),))
    with pytest.raises(SystemExit, match="no text of the licence of Bare"):
        licences.collect(tmp_path / "made")


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="packages of Debian")
def test_a_library_of_the_system_brings_its_copyrights(licences: ModuleType, tmp_path: Path) -> None:
    library = next(path for path in map(Path, ("/bin/true", "/usr/bin/env")) if path.exists())
    packed = licences.collect(tmp_path / "made", [library, Path(sys.executable)])
    assert ("coreutils", "licences/Debian/coreutils") in {(Path(folder).name, folder) for _, folder in packed}


def test_the_smoke_test_misses_a_text(licences: ModuleType, tmp_path: Path) -> None:
    smoke, exe = module("smoke"), tmp_path / "chitpull"
    with pytest.raises(smoke.Failed, match="is missing"):
        smoke.holds_licences(exe, tmp_path)
    licences.collect(tmp_path / "_internal" / "licences")
    assert "works with their texts" in smoke.holds_licences(exe, tmp_path)
    shutil.rmtree(tmp_path / "_internal" / "licences" / "Python")
    with pytest.raises(smoke.Failed, match=r"no text in \['Python'\]"):
        smoke.holds_licences(exe, tmp_path)
