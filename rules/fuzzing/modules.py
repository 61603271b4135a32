"""Modules as strangers and broken disks leave them: refused in sentences, or installed and in order.

Each trial has a home of its own, and whatever is written outside it is a finding.
"""

from __future__ import annotations

import io
import os
import shutil
import struct
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from random import Random
from typing import Final

from rules.engine.folders import HOME_VARIABLE, scenarios_dir
from rules.engine.session import Session
from rules.files.problems import ScenarioError, YamlFault
from rules.files.yaml_lines import read_yaml
from rules.fuzzing.honest import FuzzFault, wander
from rules.fuzzing.mutating import changed, garbled
from rules.lessons.reading import list_lessons
from rules.systems import SHIPPED, system_of
from rules.workshop import MANIFEST, library
from rules.workshop.module import ModuleOffer, offer_of
from rules.workshop.module_file import BadModule, of_folder, why_not
from rules.workshop.yaml_patch import CannotPatch, written

ORDERS: Final = 12
"""Commands that are given in a game of each scenario that is found right."""
PICTURE: Final = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 16, 16) + b"\x08\x02\x00\x00\x00p" * 9
NAMES: Final = (
    "../evil.yaml",
    "/evil.yaml",
    "company_scale/../../evil.yaml",
    "C:/evil.yaml",
    "company_scale\\evil.yaml",
    ".journal",
    "lessons/con.yaml",
    "lessons/LPT1.yaml",
    "company_scale/A.yaml",
    "module.yaml",
    "MODULE.yaml",
    "lessons/",
    "lessons/.h.yaml",
    "pictures/a.svg",
    "pictures/a.html",
    "fonts/a.ttf",
    "company_scale/run.py",
    "striking_anvil/x/y/z.yaml",
    "",
    "lessons/a.yaml/b.yaml",
    "lessons/e\u0301.yaml",
    "lessons/" + "a" * 300 + ".yaml",
)
HEADS: Final = {b"PK\x03\x04": 30, b"PK\x01\x02": 46, b"PK\x05\x06": 22}
"""The headers of a zip and their lengths."""
Texts = dict[str, bytes]


FIELDS: Final = ("maps/example_fields.yaml", "forces/example_fire.yaml")
SOURCES: Final[Sequence[tuple[str, str, Sequence[str]]]] = (
    ("company_scale", "examples/08-3-fire", FIELDS),
    ("company_scale", "examples/10-rally", ()),
    ("command_cards", "last-attack", ("maps/grane-allex.yaml",)),
    ("command_cards", "drome-banks", ()),
    ("striking_anvil", "anvil-june", ()),
)
"""Systems, scenarios that ship, and files that these bring along."""
LESSON: Final = (
    "format: chitpull-lesson/1\nid: first\ntitle: First\nscenario: mill\nsteps:\n"
    "  - id: buy\n    title: Buy\n    text: Buy one.\n    waits: {view: turn, is: 1}\n"
)


def whole_modules() -> list[Texts]:
    """Return the files of small modules that are right, of all systems."""
    return [_module(*source) for source in SOURCES]


def _module(system: str, name: str, also: Sequence[str]) -> Texts:
    home = scenarios_dir() / system
    manifest = {"format": library.FORMAT, "id": "mill", "title": "Mill", "author": "A", "version": "1", "license": "-"}
    text = (home / f"{name}.yaml").read_text(encoding="utf-8")
    mill = text.replace(f"id: {PurePosixPath(name).name}\n", "id: mill\n").encode()
    files = {MANIFEST: written(manifest).encode(), "pictures/cover.png": PICTURE, "lessons/first.yaml": LESSON.encode()}
    return files | {f"{system}/mill.yaml": mill, **{f"{system}/{one}": (home / one).read_bytes() for one in also}}


@contextmanager
def home_in(folder: Path, *also: Path) -> Iterator[Path]:
    """Let the player's data and temporary files lie below a folder; raise FuzzFault if anything else is written there.

    In the folders `also` anything may be written.
    """
    before, temporary, outside = os.environ.get(HOME_VARIABLE), tempfile.tempdir, _below(folder)
    home, parts = folder / "home", folder / "parts"
    parts.mkdir()
    os.environ[HOME_VARIABLE], tempfile.tempdir = str(home), str(parts)
    try:
        yield home
        new = [path for path in _below(folder) if path not in outside]
        left = [path for path in new if not any(path.is_relative_to(place) for place in (home, *also))]
        if left != [parts]:
            raise FuzzFault(f"left outside the home: {left}")
    finally:
        os.environ.pop(HOME_VARIABLE)
        if before is not None:
            os.environ[HOME_VARIABLE] = before
        tempfile.tempdir = temporary
        shutil.rmtree(home, ignore_errors=True)
        shutil.rmtree(parts, ignore_errors=True)


def _below(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


# --- Modules -------------------------------------------------------------------------------------------------------


class Modules:
    """Modules damaged, rewritten and forged: refused with nothing written, or installed as they are and in order."""

    suffix = ".chitpull-module"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.folder = folder
        self.whole = whole_modules()

    def make(self, rng: Random) -> bytes:
        """Return a module with something wrong in its bytes, its headers, its names or its documents."""
        files = dict(rng.choice(self.whole))
        way = rng.random()
        if way < 0.2:
            return garbled(rng, packed(files))
        if way < 0.4:
            return _with_headers_altered(rng, packed(files))
        if way < 0.5:
            return packed(_with_names_altered(rng, files), rng)
        for _ in range(rng.choice((1, 1, 2, 3))):
            files = damaged(rng, files)
        return packed(files)

    def attempt(self, data: bytes) -> str:
        """Look at a module as the window does, install it, list and play what it holds, remove it again."""
        victim = self.folder / f"victim{self.suffix}"
        victim.write_bytes(data)
        try:
            with home_in(self.folder) as home:
                return self._tried(victim, home)
        finally:
            victim.unlink()

    def _tried(self, victim: Path, home: Path) -> str:
        try:
            offer = offer_of(victim, SHIPPED)
        except (BadModule, ScenarioError) as error:
            if (home / "data" / "modules").exists():
                raise FuzzFault("refused, and something was written") from error
            return told("refused", error)
        for line in (*offer.faults, *offer.advice):
            one_line(line)
        module = offer.install()
        if of_folder(module.folder) != offer.files or any(map(why_not, offer.files)):
            raise FuzzFault("what was installed is not what was shown")
        how = [_played(Path(row.id), offer) for row in library.scenarios(SHIPPED)]
        list_lessons()
        library.remove(module)
        if [path for path in _below(home / "data" / "modules") if path.is_file()]:
            raise FuzzFault("something is left of a module that was removed")
        return "told" if offer.faults or "told" in how else "sound"


def _played(path: Path, offer: ModuleOffer) -> str:
    """Begin a game of a scenario that was installed and give some commands; what it does not allow must be told."""
    system = system_of(str(path))
    try:
        session = Session.new(system, system.load(str(path)), seed=1, source=str(path))
    except ScenarioError as error:
        if not offer.faults:
            raise FuzzFault(f"the check found nothing, and {path.name} cannot be loaded: {error}") from error
        return told("told", error)
    for _ in wander(session, Random(1), ORDERS):
        pass
    return "sound"


def packed(files: Mapping[str, bytes], rng: Random | None = None) -> bytes:
    """Return files as a zip; with a generator some entries are links, have odd rights or are packed otherwise."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            if rng is not None and rng.random() < 0.2:
                info.external_attr = rng.choice((0o120777, 0o040755, 0o060644, 0o104755, 0)) << 16
                info.compress_type = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
            archive.writestr(info, data)
    return buffer.getvalue()


def _with_names_altered(rng: Random, files: Texts) -> Texts:
    """Return files of which one or two have other names, such as none that a module can have."""
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice(list(files))
        new = rng.choice((*NAMES, name.upper(), name + " ", name + ".", name.replace("/", "//"), "./" + name))
        data = files[name] if rng.random() < 0.5 else files.pop(name)
        files[new] = b"0" * 3_000_000 if rng.random() < 0.05 else data
    if rng.random() < 0.05:
        files |= {f"lessons/l{number}.yaml": b"x" for number in range(rng.choice((495, 500, 700)))}
    return files


def _with_headers_altered(rng: Random, raw: bytes) -> bytes:
    """Return a zip with some bytes of its headers, but not of what it holds, changed."""
    found = bytearray(raw)
    starts = [(at, size) for mark, size in HEADS.items() for at in _all(raw, mark)]
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, size = rng.choice(starts)
        place = at + rng.randrange(4 if rng.random() < 0.9 else 0, size)
        if place < len(found):
            found[place] = rng.choice((0, 1, 255, 128, found[place] ^ 1 << rng.randrange(8), rng.randrange(256)))
    return bytes(found)


def _all(raw: bytes, mark: bytes) -> Iterator[int]:
    at = raw.find(mark)
    while at >= 0:
        yield at
        at = raw.find(mark, at + 1)


# --- Documents ------------------------------------------------------------------------------------------------------


def damaged(rng: Random, files: Texts) -> Texts:
    """Return files of which one is garbled, swapped with another, gone, or has values of another kind."""
    files = dict(files)
    name, way = rng.choice(list(files)), rng.random()
    if way < 0.1:
        other = rng.choice(list(files))
        files[name], files[other] = files[other], files[name]
    elif way < 0.15 and len(files) > 1:
        del files[name]
    elif way < 0.3:
        files[name] = garbled(rng, files[name])
    elif way < 0.4:
        lines, others = files[name].split(b"\n"), rng.choice(list(files.values())).split(b"\n")
        at = rng.randrange(len(lines))
        files[name] = b"\n".join([*lines[:at], *others[rng.randrange(len(others)) :][:20], *lines[at:]])
    else:
        files[name] = _of_other_kinds(rng, files[name])
    return files


def _of_other_kinds(rng: Random, text: bytes) -> bytes:
    """Return the text of a document with one to three of its values changed."""
    try:
        data = read_yaml(text.decode("utf-8"))[0]
        made = changed(rng, data, rng.choice((1, 1, 1, 2, 3))) if isinstance(data, dict) else {}
        return written(made).encode()
    except (ValueError, CannotPatch, YamlFault):
        return garbled(rng, text)


# --- Also for drafts -----------------------------------------------------------------------------------------------


def told(how: str, error: Exception) -> str:
    """Return how a trial ended; raise FuzzFault if an error says anything but sentences of one line."""
    for sentence in map(str, error.problems) if isinstance(error, ScenarioError) else [str(error)]:
        one_line(sentence)
    return how


def one_line(sentence: str) -> None:
    """Raise FuzzFault if a sentence says nothing, or more than one line."""
    if "\n" in sentence or not sentence.strip():
        raise FuzzFault(f"not one line: {sentence!r}")
