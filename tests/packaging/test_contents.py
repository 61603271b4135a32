"""What is packed: every data file the program reads, valid icons, desktop files that agree with each other."""

from __future__ import annotations

import ast
import configparser
import importlib
import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from app.newer import RELEASES
from rules.engine import folders

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def module(name: str) -> ModuleType:
    """Load a script of the packaging folder, which is not a package."""
    spec = importlib.util.spec_from_file_location(name.replace("/", "_"), PACKAGING / f"{name}.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_every_data_file_is_packed() -> None:
    contents = module("contents")
    packed = {Path(file).relative_to(ROOT) for file, _ in contents.data()}
    wanted = [
        file.relative_to(ROOT)
        for top in ("scenarios", "assets/cards", "assets/fonts", "assets/icons", "rules")
        for file in (ROOT / top).rglob("*.*")
        if file.suffix in (".yaml", ".json", ".jpg", ".ttf", ".png")
    ]
    left_out = {file for file in wanted if file not in packed}
    assert left_out == {
        Path("scenarios/company_scale/source/montelimar.yaml")
    }  # the map's source, only needed to rebuild it


@pytest.mark.skipif(sys.platform == "win32", reason="links to files need a right of their own there")
def test_shiboken_reads_its_own_modules_from_those_compiled_for_the_program(tmp_path: Path) -> None:
    import shiboken6

    packed = module("shiboken_files").compiled(tmp_path / "work")
    (tmp_path / "shiboken6").mkdir()
    for file in Path(str(shiboken6.__file__)).parent.iterdir():
        place = tmp_path / "shiboken6" / file.name
        place.write_bytes(file.read_bytes()) if file.suffix == ".py" else place.symlink_to(file)
    for name, file, _ in packed:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, tmp_path / name)
    asked = "from PySide6 import QtCore; import shibokensupport.signature.parser as p; print(p.__file__)"
    ran = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert ran.stdout.strip() == str(tmp_path / "shiboken6/files.dir/shibokensupport/signature/parser.pyc"), ran.stderr


def test_data_files_keep_their_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file, target in module("contents").data():
        place = (ROOT if target == "." else ROOT / target) / Path(file).name
        assert place == Path(file)
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert folders.scenarios_dir() == tmp_path / "scenarios"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", True),
        ("PySide6/Qt/lib/libQt6Widgets.so.6", True),
        ("PySide6/Qt/lib/libQt6Quick.so.6", False),
        ("PySide6\\Qt6Network.dll", True),  # asks for a newer version, by the system's own encryption
        ("PySide6\\plugins\\tls\\qschannelbackend.dll", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", True),
        ("PySide6/Qt/plugins/tls/libqcertonlybackend.so", False),
        ("libcrypto.so.3", True),
        ("python3.13/lib-dynload/_codecs_jp.cpython-313-x86_64-linux-gnu.so", False),
        ("python3.13/lib-dynload/unicodedata.cpython-313-x86_64-linux-gnu.so", True),
        ("PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so", True),
        ("PySide6/Qt/plugins/wayland-shell-integration/libivi-shell.so", False),
        ("PySide6/Qt/lib/libQt6QmlNetwork.so.6", False),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("libxcb-cursor.so.0", True),
        ("PySide6/Qt/lib/libQt6WlShellIntegration.so.6", False),
        ("jsonschema/benchmarks/issue232/issue.json", False),
        ("numpy/.dylibs/libgcc_s.1.1.dylib", True),
        ("libgcc_s.so.1", False),
        ("libX11.so.6", False),
        ("libX11-xcb.so.1", True),
        ("numpy/_core/_multiarray_umath.cpython-312-x86_64-linux-gnu.so", True),
    ],
)
def test_what_qt_never_loads_stays_out(name: str, wanted: bool) -> None:
    assert module("contents").needed(name) is wanted


def imported(file: Path) -> set[str]:
    """Return every name that a running file imports anywhere, modules and what is taken from them."""
    names: set[str] = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    unread = {inner for block in blocks for each in block.body for inner in ast.walk(each)}
    for node in ast.walk(tree):
        if node in unread:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def played_with() -> dict[str, Path]:
    """Return the modules of the table and of the rules that a packaged program may import, by name."""
    files = sorted(file for top in ("app", "rules") for file in (ROOT / top).rglob("*.py"))
    named = {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}
    out = module("contents").stays_out
    gear = re.compile(r"\.(gear|rare|blunders|__main__)(\.|$)")  # what tests and measures asks of a system
    return {name: file for name, file in named.items() if not out(name) and not gear.search(name)}


def test_no_module_that_stays_out_is_imported_anywhere() -> None:
    out = module("contents").stays_out
    found = {(each, name) for each, file in played_with().items() for name in imported(file) if out(name)}
    bench = {("app.run", "app.bench"), ("app.run", "app.bench.bench")}
    assert found == bench  # which the packages do not offer


BLOCKED = """
import importlib, sys
sys.path.insert(0, "packaging")
import contents
class Out:
    def find_spec(self, name, path=None, target=None):
        if contents.stays_out(name):
            raise ModuleNotFoundError(name, name=name)
for name in list(filter(contents.stays_out, sys.modules)):
    del sys.modules[name]
sys.meta_path.insert(0, Out())
for name in NAMES:
    importlib.import_module(name)
"""


def test_the_table_opens_without_the_modules_that_stay_out() -> None:
    names, systems = [*played_with()], module("contents").systems()
    assert {"app.cli", "app.run", "rules.engine.protocol", *systems} <= {*names} and len(systems) >= 6
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    code = f"NAMES = {names!r}\n{BLOCKED}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]


def test_the_version_is_stamped() -> None:
    contents = module("contents")
    assert contents.stamp().startswith(f"{contents.number()} (")
    version_info = module("windows/version_info").version_info
    assert "filevers=(1, 2, 3, 0)" in version_info("1.2.3")


@pytest.mark.parametrize("name", ["chitpull.ico", "chitpull-game.ico"])
def test_the_windows_icon_holds_every_size(name: str) -> None:
    data = (PACKAGING / "icons" / name).read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", data)
    assert (zero, kind) == (0, 1)
    sizes = []
    for i in range(count):
        wide, _, _, _, _, _, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * i)
        sizes.append(wide or 256)
        assert data[offset : offset + 8] == b"\x89PNG\r\n\x1a\n" and offset + length <= len(data)
    assert {16, 32, 48, 256} <= set(sizes)


@pytest.mark.parametrize("name", ["chitpull.icns", "chitpull-game.icns"])
def test_the_macos_icon_is_whole(name: str) -> None:
    data = (PACKAGING / "icons" / name).read_bytes()
    assert data[:4] == b"icns" and struct.unpack_from(">I", data, 4)[0] == len(data)
    at, kinds = 8, []
    while at < len(data):
        kinds.append(data[at : at + 4])
        at += struct.unpack_from(">I", data, at + 4)[0]
    assert {b"ic07", b"ic08", b"ic09", b"ic10"} <= set(kinds)


def description() -> str:
    """Return what the Linux archive says of the program, with its version."""
    text = (PACKAGING / "linux" / "io.github.chitpull.Chitpull.metainfo.xml").read_text(encoding="utf-8")
    return str(module("linux/archive").filled(text))


def test_desktop_entry_type_and_description_agree() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(PACKAGING / "linux" / "io.github.chitpull.Chitpull.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    mime = ElementTree.parse(PACKAGING / "linux" / "chitpull-mime.xml").getroot()
    told = ElementTree.fromstring(description())
    kinds = [kind.attrib["type"] for kind in mime]
    links = "x-scheme-handler/chitpull"  # links to games between computers
    assert desktop["MimeType"] == "".join(f"{kind};" for kind in (*kinds, links)) and len(kinds) == 2
    assert told.findtext("launchable") == "io.github.chitpull.Chitpull.desktop"
    assert [each.text for each in told.iter("mediatype")] == kinds
    assert told.find("releases/release[@version='" + module("contents").number() + "']") is not None
    assert (PACKAGING / "icons" / "chitpull-256.png").is_file() and desktop["Icon"] == "chitpull"


def test_the_pictures_that_stores_show_are_in_the_tagged_checkout() -> None:
    told = ElementTree.fromstring(description())
    addresses = [image.text or "" for image in told.iter("image")]
    base = f"{RELEASES.removesuffix('/releases')}/raw/v{module('contents').number()}/"
    assert len(addresses) >= 3
    for address in addresses:
        assert address.startswith(base) and (ROOT / address.removeprefix(base)).is_file(), address


def test_the_desktop_file_is_named_as_the_program_is_known_everywhere() -> None:
    told = ElementTree.fromstring(description())
    (desktop,) = (PACKAGING / "linux").glob("*.desktop")
    assert desktop.stem == told.findtext("id") == "io.github.chitpull.Chitpull"
    assert "\nStartupWMClass=Chitpull\n" in desktop.read_text(encoding="utf-8")  # as X11 knows it; Wayland the stem
    assert f'setDesktopFileName("{desktop.stem}")' in (ROOT / "app" / "application.py").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("sh") is None or sys.platform == "win32", reason="a script of Linux")
@pytest.mark.parametrize("others", [False, True])
def test_what_is_taken_out_of_the_menu_leaves_nothing_behind(others: bool, tmp_path: Path) -> None:
    home, program, tools = tmp_path / "home", tmp_path / "chitpull", tmp_path / "tools"
    for folder in (home, program / "share", tools):
        folder.mkdir(parents=True)
    for file in [*(PACKAGING / "linux").iterdir(), *(PACKAGING / "icons").glob("*.png")]:
        if file.is_file():
            shutil.copy(file, program / "share")
    data = home / ".local" / "share"
    made = "XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version"
    theirs = ("mime/packages/others.xml", "applications/others.desktop") if others else ()
    for name in theirs:
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).touch()
    updates = f'for file in {made}; do : >"$1/$file"; done'
    for name, does in (("update-mime-database", updates), ("update-desktop-database", ': >"$2/mimeinfo.cache"')):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    surroundings = {"HOME": str(home), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    script = ["sh", str(shutil.copy(PACKAGING / "linux" / "install.sh", program))]
    subprocess.run(script, env=surroundings, check=True, capture_output=True)
    entry = (data / "applications" / "io.github.chitpull.Chitpull.desktop").read_text(encoding="utf-8")
    assert f'Exec="{program}/chitpull" %u' in entry and (data / "mime" / "globs2").is_file()
    subprocess.run([*script, "--remove"], env=surroundings, check=True, capture_output=True)
    left = {file.relative_to(data).as_posix() for file in home.rglob("*") if file.is_file()}
    lists = (*(f"mime/{name}" for name in made.split()), "applications/mimeinfo.cache") if others else ()
    assert left == {*theirs, *lists}
    assert others or not (data / "mime").exists()


def test_without_pyinstaller_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build = module("build")
    monkeypatch.setattr(sys, "argv", ["build.py"])
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    monkeypatch.setattr(build, "compiled_rules", lambda: pytest.fail("it began"))
    assert build.main() == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "pip install" in said and "pyinstaller" in said


@pytest.mark.parametrize(("more", "blas", "refused"), [(0, 0, False), (1, 0, True), (28_000_000, 28_000_000, False)])
def test_a_package_of_more_than_130_mb_is_refused(
    more: int, blas: int, refused: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "_internal" / "numpy.libs" / "libscipy_openblas.so"
    library.parent.mkdir(parents=True)
    with library.open("wb") as file:
        file.truncate(blas)  # takes no room on the disk
    assert module("build").too_large(tmp_path, 132_000_000 + more) is refused
    assert ("more than the 132 MB" in capsys.readouterr().err) is refused


def test_the_windows_installer_names_files_that_are_there() -> None:
    text = (PACKAGING / "windows" / "chitpull.iss").read_text(encoding="utf-8")
    for name in ("LICENSE", "icons/chitpull.ico", "icons/chitpull-game.ico"):
        assert name.replace("/", "\\") in text and ((ROOT / name).is_file() or (PACKAGING / name).is_file())
    for section in ("[Icons]", "[Registry]", "[Files]", "UninstallDisplayName"):
        assert section in text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a library of Linux")
def test_the_empty_language_data_can_be_loaded(tmp_path: Path) -> None:
    import ctypes
    import platform

    machine = {"x86_64": 62, "aarch64": 183}.get(platform.machine())
    if machine is None:
        pytest.skip("made for x86_64 and aarch64")
    made: Callable[..., bytes] = module("linux/icu_stub").shared_object
    path = tmp_path / "libicudata.so.73"
    path.write_bytes(made(path.name, "icudt73_dat", machine))
    library = ctypes.CDLL(str(path))
    data = bytes((ctypes.c_ubyte * 40).in_dll(library, "icudt73_dat"))
    assert data[2:4] == b"\xda\x27" and data[12:16] == b"CmnD" and data[32:36] == bytes(4)


def test_a_folder_without_the_program_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert module("smoke").main([str(tmp_path)]) == 1
    assert "holds no program called" in capsys.readouterr().err


def test_what_stays_out_of_the_project_is_there_and_needed_by_nothing_else() -> None:
    own = [name for name in module("contents").NO_MODULES if name.startswith(("app.", "rules."))]
    places = [ROOT.joinpath(*name.split(".")) for name in own]
    assert own and [place for place in places if not place.is_dir() and not place.with_suffix(".py").is_file()] == []


def test_what_stays_out_is_named_by_more_than_a_letter() -> None:
    contents = module("contents")
    assert [part for part in (*contents.NO_FILES, *contents.NO_MODULES) if len(part) < 3] == []


@pytest.mark.parametrize("script", sorted(PACKAGING.rglob("*.py")), ids=lambda path: path.stem)
def test_what_a_script_imports_is_there(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("app", "rules"):
            imported = importlib.import_module(node.module)
            for each in node.names:
                submodule = f"{node.module}.{each.name}"
                assert hasattr(imported, each.name) or importlib.util.find_spec(submodule), submodule
