"""Modules as files: what is refused, by name and before anything is written; the same bytes; installed whole."""

from __future__ import annotations

import io
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import main
from rules.engine.folders import scenarios_dir
from rules.workshop.module_file import LARGEST, MOST_FILES, BadModule, install, key_of, of_folder, read, why_not, write


def png(width: int, height: int) -> bytes:
    """Return the head of a PNG picture, with something behind it."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"p" * 40


def jpg(width: int, height: int) -> bytes:
    """Return the head of a JPEG picture with a segment before the one that tells its size."""
    other = b"\xff\xff\xe0" + struct.pack(">H", 6) + b"JFIF"
    return b"\xff\xd8" + other + b"\xff\xc0" + struct.pack(">HBHH", 11, 8, height, width) + b"\x01\x11\x00"


PNG = png(4096, 1)
MANIFEST = (
    "format: chitpull-module/1\nid: mill-at-dawn\ntitle: The mill at dawn\nauthor: Anna\nversion: '1.2'\n"
    "license: CC BY 4.0\nabout: |\n  Two small battles.\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a module with a scenario, its map and a picture."""
    made = tmp_path / "mill"
    cards, theirs = made / "command_cards", scenarios_dir() / "command_cards"
    (made / "pictures").mkdir(parents=True)
    (made / "module.yaml").write_text(MANIFEST)
    (made / "pictures" / "cover.png").write_bytes(PNG)
    (made / "pictures" / "mill.jpg").write_bytes(jpg(640, 480))
    cards.mkdir()
    text = (theirs / "last-attack.yaml").read_text(encoding="utf-8")
    (cards / "mill.yaml").write_text(text.replace("id: last-attack", "id: mill"), encoding="utf-8")
    shutil.copytree(theirs / "maps", cards / "maps")
    return made


@pytest.fixture
def packed(folder: Path, tmp_path: Path) -> Path:
    path = tmp_path / "mill.chitpull-module"
    write(path, of_folder(folder))
    return path


def test_packed_installed_and_packed_again_it_is_the_same(folder: Path, packed: Path, tmp_path: Path) -> None:
    files = of_folder(folder)
    assert read(packed) == files
    installed = install(read(packed), tmp_path / "modules")
    assert installed.name == key_of(files) and of_folder(installed) == files
    again = tmp_path / "again.chitpull-module"
    write(again, of_folder(installed))
    assert again.read_bytes() == packed.read_bytes()
    assert install(files, tmp_path / "modules") == installed, "a second time it is there already"


PLACES = ("company_scale", "company_scale/maps", "command_cards/charts", "striking_anvil/counters", "lessons")


@settings(max_examples=60, deadline=None)
@given(
    texts=st.dictionaries(
        st.tuples(st.sampled_from(PLACES), st.from_regex("[a-z0-9][a-z0-9_-]{0,20}", fullmatch=True)),
        st.binary(max_size=300),
        max_size=12,
    )
)
def test_whatever_is_in_it_its_key_survives_packing_and_installing(
    texts: dict[tuple[str, str], bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    named = {f"{place}/{name}.yaml": text for (place, name), text in texts.items()}
    files = {"module.yaml": b"id: x\n"} | {name: text for name, text in named.items() if not why_not(name)}
    home = tmp_path_factory.mktemp("module")
    write(home / "a.chitpull-module", files)
    folder = install(read(home / "a.chitpull-module"), home / "modules")
    write(home / "b.chitpull-module", of_folder(folder))
    assert folder.name == key_of(files) == key_of(read(home / "b.chitpull-module"))
    assert (home / "a.chitpull-module").read_bytes() == (home / "b.chitpull-module").read_bytes()


def test_the_key_goes_by_contents_not_by_packing(folder: Path, packed: Path, tmp_path: Path) -> None:
    loose = tmp_path / "loose.chitpull-module"
    with zipfile.ZipFile(loose, "w") as archive:
        for name, data in reversed(of_folder(folder).items()):
            archive.writestr(name, data)
    assert loose.read_bytes() != packed.read_bytes() and key_of(read(loose)) == key_of(read(packed))
    (folder / "module.yaml").write_text(MANIFEST.replace("1.2", "1.3"))
    assert key_of(of_folder(folder)) != key_of(read(packed))


def _zip(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("module.yaml", MANIFEST)
        for name, data in entries:
            archive.writestr(name, data)


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, 0o120777 << 16
    return info


HOSTILE: list[tuple[list[tuple[str | zipfile.ZipInfo, bytes]], str]] = [
    ([("../evil.yaml", b"x")], "leads out"),
    ([("/etc/passwd", b"x")], "leads out"),
    ([("company_scale/../../x.yaml", b"x")], "leads out"),
    ([("C:/x.yaml", b"x")], "leads out"),
    ([("company_scale\\x.yaml", b"x")], "leads out"),
    ([("company_scale/e\u0301.yaml", b"x")], "leads out"),
    ([("company_scale//a.yaml", b"x")], "such as . or //"),
    ([("./company_scale/a.yaml", b"x")], "such as . or //"),
    ([("company_scale/./a.yaml", b"x"), ("company_scale/a.yaml", b"y")], "such as . or //"),
    ([("company_scale/con.yaml", b"x")], "a device"),
    ([("company_scale/lpt1.b.yaml", b"x")], "a device"),
    ([("company_scale/A.yaml", b"x")], "small letters"),
    ([("company_scale/.hidden.yaml", b"x")], "small letters"),
    ([("company_scale/run.py", b"x")], "small letters"),
    ([("company_scale/sounds/a.yaml", b"x")], "no folder sounds"),
    ([("readme.md", b"x")], "no folder of a module"),
    ([("x", b"x")], "no folder of a module"),
    ([("fonts/a.yaml", b"x")], "no folder of a module"),
    ([("lessons/a/b/c.yaml", b"x")], "no folder of a module"),
    ([("pictures/a.svg", b"<svg/>")], "small letters"),
    ([("pictures/a.png", b"GIF89a")], "no PNG picture"),
    ([("pictures/a.png", png(4097, 10))], "it is 4097 by 10 pixels"),
    ([("pictures/a.png", png(0, 10))], "no PNG picture"),
    ([("pictures/a.png", PNG[:20])], "no PNG picture"),
    ([("pictures/a.jpg", jpg(20, 60000))], "it is 20 by 60000 pixels"),
    ([("pictures/a.jpg", jpg(20, 20)[:12])], "no JPG picture"),
    ([("pictures/a.png", png(4096, 4096)), ("pictures/b.png", png(4096, 4096))], "32 million pixels at most"),
    ([("pictures/a.html", b"<p>")], "small letters"),
    ([("fonts/a.ttf", b"x")], "no folder of a module"),
    ([("lessons/a.yaml", b"x"), ("lessons/A.yaml", b"y")], "small letters"),
    ([(_link("company_scale/a.yaml"), b"/etc/passwd")], "a link"),
    ([("lessons/a.yaml", b"x"), ("lessons/a.yaml", b"y")], "twice"),
    ([("lessons/bomb.yaml", b"0" * (LARGEST // 2))], "packed too tightly"),
    ([("lessons/a.yaml", bytes(range(256)) * (LARGEST // 256 + 1))], "too large"),
    ([(f"lessons/a{n}.yaml", b"x") for n in range(MOST_FILES)], f"{MOST_FILES} at most"),
]


@pytest.mark.parametrize(("entries", "words"), HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_has_no_place_in_a_module_is_refused_by_its_name(
    tmp_path: Path, entries: list[tuple[str | zipfile.ZipInfo, bytes]], words: str
) -> None:
    path = tmp_path / "evil.chitpull-module"
    _zip(path, *entries)
    with pytest.raises(BadModule) as told:
        read(path)
    assert words in str(told.value) and "\n" not in str(told.value)
    assert sorted(tmp_path.iterdir()) == [path], "nothing was written"


def test_what_is_no_module_is_told_in_a_sentence(tmp_path: Path, packed: Path) -> None:
    path = tmp_path / "x.chitpull-module"
    for raw in (b"", b"PK", b"hello", packed.read_bytes()[:100]):
        path.write_bytes(raw)
        with pytest.raises(BadModule, match="no module, or a damaged one"):
            read(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("lessons/a.yaml", b"x")
    with pytest.raises(BadModule, match=r"holds no module\.yaml"):
        read(path)
    with pytest.raises(BadModule, match="No such file"):
        read(tmp_path / "missing")


def test_damaged_modules_are_refused_or_harmless(packed: Path, tmp_path: Path) -> None:
    random, whole, refused = Random(1), packed.read_bytes(), 0
    files, path = read(packed), tmp_path / "damaged.chitpull-module"
    for _ in range(400):
        raw = bytearray(whole)
        if random.random() < 0.5:
            raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
        else:
            del raw[random.randrange(len(raw)) :]
        path.write_bytes(raw)
        try:
            found = read(path)
        except BadModule as error:
            refused += "\n" not in str(error)
        else:
            assert set(found) <= set(files) and all(found[name] == files[name] for name in found)
            refused += 1
    assert refused == 400


def test_an_installation_that_fails_leaves_nothing(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[[Path, bytes], int] = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if self.name == "mill.yaml":
            raise OSError(28, "No space left on device")
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        install(read(packed), tmp_path / "modules")
    assert list((tmp_path / "modules").iterdir()) == []


def test_a_module_that_cannot_be_packed_leaves_the_one_that_is_there(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, before = read(packed), packed.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("zipfile.ZipFile.writestr", full)
    with pytest.raises(OSError, match="No space"):
        write(packed, files)
    assert packed.read_bytes() == before and not list(packed.parent.glob("*.new"))


def test_the_command_packs_checks_and_shows(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["module", "pack", str(folder)]) == 0
    path = tmp_path / "mill-at-dawn-1.2.chitpull-module"
    assert "The mill at dawn 1.2" in capsys.readouterr().out and path.is_file()
    assert main(["module", "check", str(path)]) == 0
    assert "no problems" in capsys.readouterr().out
    assert main(["module", "show", str(path)]) == 0
    told = capsys.readouterr().out
    assert (
        "by Anna (CC BY 4.0)" in told and "2 pictures" in told and "1 scenario" in told and "Two small battles." in told
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("id: mill-at-dawn", "id: The Mill"), "id"),
        (("version: '1.2'", "version: one"), "version"),
        (("author: Anna\n", ""), "author"),
        (("license: CC BY 4.0", "license: CC BY 4.0\nleast: '99.0'"), "needs Chitpull 99.0"),
        (("title: The mill at dawn", "title: 7"), "title"),
        (("chitpull-module/1", "chitpull-scenario/1"), 'Write "chitpull-module/1"'),
        (("chitpull-module/1", "chitpull-module/2"), "which a later Chitpull reads"),
    ],
)
def test_a_wrong_manifest_is_told_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], words: str
) -> None:
    (folder / "module.yaml").write_text(MANIFEST.replace(*change))
    assert main(["module", "pack", str(folder), "--out", str(folder.parent / "x.chitpull-module")]) == 2
    told = capsys.readouterr().err
    assert (
        words in told
        and "module.yaml:" in told
        and told.count("\n") == 1
        and not (folder.parent / "x.chitpull-module").exists()
    )


def test_of_a_module_for_a_later_chitpull_nothing_else_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for change in ("least: '1.0'\nsounds: all\n", "format: chitpull-module/3\nsounds: all\n"):
        text = MANIFEST.replace("format: chitpull-module/1\n", "") if "format" in change else MANIFEST
        (folder / "module.yaml").write_text(text + change)
        assert main(["module", "pack", str(folder)]) == 2
        told = capsys.readouterr().err
        assert "Update it." in told and "sounds" not in told


def test_a_scenario_with_the_id_of_one_that_ships_is_refused_by_its_name(
    folder: Path, packed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "command_cards" / "mill.yaml").rename(folder / "command_cards" / "last-attack.yaml")
    path = folder.parent / "taken.chitpull-module"
    assert main(["module", "pack", str(folder), "--out", str(path)]) == 2 and not path.exists()
    write(path, of_folder(folder))
    assert main(["module", "check", str(path)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert all(
        '"command_cards/last-attack.yaml": a scenario that ships has the id last-attack' in line for line in told
    )
    assert len(told) == 2 and main(["module", "check", str(packed)]) == 0


def test_a_module_with_a_wrong_scenario_is_not_packed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "command_cards" / "mill.yaml").read_text(encoding="utf-8")
    (folder / "command_cards" / "mill.yaml").write_text(
        text.replace("id: mill", "id: mill\nnonsense: 3"), encoding="utf-8"
    )
    out = folder.parent / "x.chitpull-module"
    assert main(["module", "pack", str(folder), "--out", str(out)]) == 1
    assert "nonsense" in capsys.readouterr().out and not out.exists()


def test_a_folder_that_cannot_be_packed_is_told_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.txt").write_text("x")
    assert main(["module", "pack", str(folder)]) == 2
    assert '"notes.txt": it lies in no folder of a module' in capsys.readouterr().err
    assert main(["module", "pack", str(folder / "nowhere")]) == 2
    assert "There is no folder" in capsys.readouterr().err


def test_a_file_without_a_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nameless.chitpull-module"
    _zip(path, ("lessons/a.yaml", b"x"))
    raw = path.read_bytes()
    at = raw.index(b"PK\x01\x02", raw.index(b"PK\x01\x02") + 1)
    for length, extra in ((0, 14), (0, 0)):
        path.write_bytes(raw[: at + 28] + struct.pack("<HH", length, extra) + raw[at + 32 :])
        with pytest.raises(BadModule):
            read(path)


def test_an_encrypted_file_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("module.yaml", MANIFEST)
    raw = bytearray(buffer.getvalue())
    for head, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(head) + place] |= 1
    path = tmp_path / "secret.chitpull-module"
    path.write_bytes(raw)
    with pytest.raises(BadModule, match="encrypted"):
        read(path)
