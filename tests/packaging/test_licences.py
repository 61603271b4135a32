"""What others made and the package contains: named, with version, source and the text of the licence."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.test_contents import PACKAGING, module

MODULES = (
    "certifi", "sqlalchemy", "websockets",
    "PySide6", "app", "attr", "attrs", "jsonschema", "jsonschema_specifications", "numpy", "referencing", "rpds",
    "rules", "shapely", "shiboken6", "typing_extensions", "yaml", "_pyi_rth_utils",
)  # fmt: skip
LINUX = (
    "PySide6/Qt/lib/libQt6Core.so.6", "PySide6/QtCore.abi3.so", "PySide6/Qt/lib/libicuuc.so.73", "libicudata.so.73",
    "shapely.libs/libgeos-d1e818bb.so.3.14.1", "libgeos_c-ac38a227.so.1.20.5",
    "numpy.libs/libscipy_openblas64_-32.so", "numpy.libs/libgfortran-040039e1.so.5.0.0",
    "numpy.libs/libquadmath-96973f99.so.0.0.0", "libpython3.13.so.1.0",
    "numpy/_core/_multiarray_umath.cpython-313-x86_64-linux-gnu.so", "libshiboken6.abi3.so.6.10",
    "python3.13/lib-dynload/_json.cpython-313-x86_64-linux-gnu.so", "yaml/_yaml.cpython-313-x86_64-linux-gnu.so",
    "rpds/rpds.cpython-313-x86_64-linux-gnu.so", "074a7f20__mypyc.cpython-313-x86_64-linux-gnu.so",
    "libcrypto.so.3", "libssl.so.3", "libsqlite3.so.0", "python3.13/lib-dynload/_ssl.cpython-313-x86_64-linux-gnu.so",
)  # fmt: skip
WINDOWS = (
    "PySide6/Qt6Core.dll", "PySide6/QtCore.pyd", "PySide6/plugins/platforms/qwindows.dll", "PySide6/msvcp140.dll",
    "shiboken6/Shiboken.pyd", "shiboken6/shiboken6.abi3.dll", "PySide6/pyside6.abi3.dll", "VCRUNTIME140.dll",
    "numpy.libs/libscipy_openblas64_-63c857e738469261263c764a36be9436.dll", "ucrtbase.dll",
    "numpy.libs/msvcp140-a4c2229bdc2a2a630acdc095b4d86008.dll",
    "shapely.libs/geos-bf067cd6ff74ee0ad5f3ff52c7ef08c9.dll",
    "shapely.libs/geos_c-6dd9fd915eef8a7928285416bef1e666.dll", "python313.dll", "_ctypes.pyd", "unicodedata.pyd",
    "libffi-8.dll", "libcrypto-3.dll", "libssl-3.dll", "sqlite3.dll", "_ssl.pyd",
    "074a7f20__mypyc.cp313-win_amd64.pyd", "api-ms-win-core-file-l1-1-0.dll",
    "yaml/_yaml.cp313-win_amd64.pyd",
    "shapely/lib.cp313-win_amd64.pyd", "numpy/_core/_multiarray_umath.cp313-win_amd64.pyd",
)  # fmt: skip
MACOS = (
    "PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore", "PySide6/QtCore.abi3.so",
    "PySide6/libpyside6.abi3.6.10.dylib", "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
    "shiboken6/libshiboken6.abi3.6.10.dylib", "Python", "numpy/.dylibs/libscipy_openblas64_.dylib",
    "numpy/.dylibs/libgfortran.5.dylib", "numpy/.dylibs/libquadmath.0.dylib", "numpy/.dylibs/libgcc_s.1.1.dylib",
    "shapely/.dylibs/libgeos.3.14.1.dylib", "shapely/.dylibs/libgeos_c.1.20.5.dylib",
    "python3.13/lib-dynload/_json.cpython-313-darwin.so", "numpy/_core/_multiarray_umath.cpython-313-darwin.so",
    "libcrypto.3.dylib", "libssl.3.dylib", "libsqlite3.0.dylib",
    "074a7f20__mypyc.cpython-313-darwin.so", "Python.framework/Versions/3.13/Python", "libpython3.13.dylib",
)  # fmt: skip
EVERYWHERE = {"Qt, PySide6 and Shiboken", "GEOS", "OpenBLAS with LAPACK", "numpy", "Python"}


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, known by its name as dataclasses want it; no package of the system is known."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import licences

    return licences


def bundled(*libraries: str) -> list[tuple[str, str]]:
    """Return libraries and all modules as the package's description lists them."""
    return [*((name, "/nowhere") for name in libraries), *((f"{name}/", "") for name in MODULES)]


def test_every_pin_of_the_game_has_a_notice(licences: ModuleType, tmp_path: Path) -> None:
    assert licences.missing() == []
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# The game\nnew-package==1.0\nnumpy==2.4.6\n# The tests\npytest==9\n")
    assert licences.missing(constraints) == ["new-package"]


@pytest.mark.parametrize(
    ("libraries", "besides"),
    [
        (LINUX, {"ICU", "libgfortran and libquadmath"}),
        (WINDOWS, {"Microsoft's C and C++ runtime"}),
        (MACOS, {"libgfortran and libquadmath"}),
    ],
)
def test_on_every_system_what_is_bundled_is_listed(
    licences: ModuleType, tmp_path: Path, libraries: tuple[str, ...], besides: set[str]
) -> None:
    packed = licences.collect(tmp_path / "made", bundled(*libraries))
    text = (tmp_path / "made" / licences.NOTICES).read_text(encoding="utf-8")
    heads = [
        above for above, below in zip(text.splitlines(), text.splitlines()[1:], strict=False) if "licence:" in below
    ]
    only = {"ICU", "libgfortran and libquadmath", "Microsoft's C and C++ runtime"} - besides
    for name in EVERYWHERE | besides:
        assert any(head.startswith(name) for head in heads), name
    assert not [head for head in heads for name in only if head.startswith(name)]
    assert f"Qt, PySide6 and Shiboken {version('PySide6-Essentials')}" in heads and "Replacing Qt." in text
    for name in module("smoke").NAMED:
        assert name in text
    blocks = [block for block in text.split("\n\n") if "\n  licence: " in block]
    assert all("\n  source:  " in block and block.count("\n  texts:   ") == 1 for block in blocks)
    assert len(blocks) == len(heads) >= len(licences.COMPONENTS) - 2
    assert {"licences", "licences/Python", "licences/Qt-PySide6-and-Shiboken"} <= {folder for _, folder in packed}
    assert all(Path(file).stat().st_size > 100 for file, _ in packed)
    owners = dict(line.split("\t") for line in (tmp_path / "made" / licences.FILES).read_text().splitlines())
    assert set(owners) == set(libraries)
    assert {owners[name] for name in libraries if "openblas" in name} == {"OpenBLAS with LAPACK"}
    assert {owners[name] for name in libraries if "geos" in name} == {"GEOS"}


def test_qt_stands_under_the_lesser_licence(licences: ModuleType, tmp_path: Path) -> None:
    licences.collect(tmp_path / "made", bundled(*LINUX))
    qt = (tmp_path / "made" / "Qt-PySide6-and-Shiboken" / "LGPL-3.0.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt and "Version 3, 29 June 2007" in qt
    geos = "".join(file.read_text(encoding="utf-8") for file in (tmp_path / "made" / "GEOS").iterdir())
    assert "Version 2.1, February 1999" in geos


@pytest.mark.parametrize("name", ["libmystery.so.1", "foreign/core.dll", "libmystery.dylib", "foreign/"])
def test_a_library_of_nobody_stops_the_build(
    licences: ModuleType, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "package_of", lambda file: "")
    with pytest.raises(SystemExit, match=re.escape(f"nobody is named whose work {name} is")):
        licences.collect(tmp_path / "made", [*bundled(*LINUX), (name, "/nowhere")])


def test_a_work_without_a_text_stops_the_build(
    licences: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = licences.Component("Bare", "MIT", "https://example.org", "^bare/")
    monkeypatch.setattr(licences, "COMPONENTS", (bare,))
    with pytest.raises(SystemExit, match="no text of the licence of Bare"):
        licences.collect(tmp_path / "made", [("bare/", "")])


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="packages of Debian")
def test_a_library_of_the_system_brings_its_copyrights(licences: ModuleType, tmp_path: Path) -> None:
    library = next(path for path in map(Path, ("/bin/true", "/usr/bin/env")) if path.exists())
    packed = licences.collect(tmp_path / "made", [*bundled(*LINUX), ("libtrue.so.1", str(library))])
    assert ("coreutils", "licences/Debian/coreutils") in {(Path(folder).name, folder) for _, folder in packed}
    assert "libtrue.so.1\tcoreutils" in (tmp_path / "made" / licences.FILES).read_text()


def test_the_smoke_test_misses_a_text(licences: ModuleType, tmp_path: Path) -> None:
    smoke, exe = module("smoke"), tmp_path / "chitpull"
    with pytest.raises(smoke.Failed, match="is missing"):
        smoke.holds_licences(exe, tmp_path)
    licences.collect(tmp_path / "_internal" / "licences", bundled(*LINUX))
    (tmp_path / "_internal" / "libicudata.so.73").touch()
    assert "works with their texts" in smoke.holds_licences(exe, tmp_path)
    (tmp_path / "_internal" / "libforeign.so.1").touch()
    with pytest.raises(smoke.Failed, match=r"nobody is named whose work these are: libforeign\.so\.1"):
        smoke.holds_licences(exe, tmp_path)
    shutil.rmtree(tmp_path / "_internal" / "licences" / "Python")
    with pytest.raises(smoke.Failed, match=r"no text in \['Python'\]"):
        smoke.holds_licences(exe, tmp_path)
