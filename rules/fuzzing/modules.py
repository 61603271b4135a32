"""Modules and drafts as strangers and broken disks leave them: refused in sentences, or installed, opened, in order.

Each trial has a home of its own, and whatever is written outside it is a finding.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path, PurePosixPath
from random import Random
from typing import Any, Final

from rules.engine.folders import HOME_VARIABLE, scenarios_dir
from rules.engine.session import Session
from rules.files.problems import ScenarioError, YamlFault
from rules.files.yaml_lines import read_yaml
from rules.fuzzing.honest import Fault, wander
from rules.fuzzing.mutating import NASTY, changed, garbled, leaves
from rules.lessons.reading import list_lessons
from rules.systems import SHIPPED, system_of
from rules.workshop import MANIFEST, library
from rules.workshop.draft import Draft, DraftCheck, stroke_of
from rules.workshop.edit import ABSENT, DoesNotFit, edit_at
from rules.workshop.module import Offer, offer_of
from rules.workshop.module_file import BadModule, of_folder, why_not
from rules.workshop.yaml_patch import CannotPatch, written

ORDERS: Final = 12
"""Commands that are given in a game of each scenario that is found right."""
STROKES: Final = 8
"""Changes of a draft in one trial."""
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
    """Let the player's data and temporary files lie below a folder; raise Fault if anything is left elsewhere there.

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
            raise Fault(f"left outside the home: {left}")
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
                raise Fault("refused, and something was written") from error
            return _told("refused", error)
        for line in (*offer.faults, *offer.advice):
            _one_line(line)
        module = offer.install()
        if of_folder(module.folder) != offer.files or any(map(why_not, offer.files)):
            raise Fault("what was installed is not what was shown")
        how = [_played(Path(row.id), offer) for row in library.scenarios(SHIPPED)]
        list_lessons()
        library.remove(module)
        if [path for path in _below(home / "data" / "modules") if path.is_file()]:
            raise Fault("something is left of a module that was removed")
        return "told" if offer.faults or "told" in how else "sound"


def _played(path: Path, offer: Offer) -> str:
    """Begin a game of a scenario that was installed and give some commands; what it does not allow must be told."""
    system = system_of(str(path))
    try:
        session = Session.new(system, system.load(str(path)), seed=1, source=str(path))
    except ScenarioError as error:
        if not offer.faults:
            raise Fault(f"the check found nothing, and {path.name} cannot be loaded: {error}") from error
        return _told("told", error)
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


# --- Drafts --------------------------------------------------------------------------------------------------------


class Drafts:
    """Drafts whose files and journal are damaged: refused in sentences, or shown, checked, changed and saved."""

    suffix = ".json"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.folder = folder
        self.whole = [{name: data for name, data in files.items() if "pict" not in name} for files in whole_modules()]

    def make(self, rng: Random) -> bytes:
        """Return the files of a draft as one object, with a number that what is done to it follows from."""
        files, seed = dict(rng.choice(self.whole)), rng.randrange(10**9)
        if rng.random() < 0.5:
            files[".journal"] = self._journal(rng, files)
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            files = damaged(rng, files)
        told = {name: data.decode("latin-1") for name, data in files.items()}
        return json.dumps({"files": told, "seed": seed}).encode()

    def _journal(self, rng: Random, files: Texts) -> bytes:
        """Return the journal of changes that were not saved, at times with lines lost, moved or changed."""
        folder = self._laid(files)
        try:
            draft = Draft(folder)
            for _ in range(4):
                _stroke(rng, draft)
            raw = (folder / ".journal").read_bytes()
        finally:
            shutil.rmtree(folder)
        lines = raw.splitlines()
        if rng.random() < 0.5:
            at = rng.randrange(len(lines))
            lines[at] = json.dumps(changed(rng, json.loads(lines[at]))).encode()
        if rng.random() < 0.2:
            rng.shuffle(lines)
        if rng.random() < 0.2:
            saved = {"what": "save", "texts": {rng.choice(NAMES): "a: 1\n"}, "gone": [rng.choice(NAMES)]}
            lines.append(json.dumps(saved).encode())
        return b"\n".join(lines) + b"\n"

    def _laid(self, files: Mapping[str, bytes]) -> Path:
        folder = self.folder / "draft"
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder

    def attempt(self, data: bytes) -> str:
        """Open a draft, show and check it, do and undo, mend, save, and open it again."""
        told = json.loads(data)
        folder = self._laid({name: text.encode("latin-1") for name, text in told["files"].items()})
        try:
            with home_in(self.folder, folder):
                return _worked(folder, Random(told["seed"]))
        finally:
            shutil.rmtree(folder)


def _worked(folder: Path, rng: Random) -> str:
    try:
        draft = Draft(folder)
    except (OSError, ScenarioError) as error:  # a save that was broken off may name files that no disk takes
        return _told("refused", error)
    check = DraftCheck(folder)
    _shown(draft, check)
    states = [draft.documents]
    for _ in range(STROKES):
        if _stroke(rng, draft):
            states.append(draft.documents)
    for before in states[-2::-1]:
        if not draft.undo() or draft.documents != before:
            raise Fault("undo leads elsewhere")
    while draft.redo():
        pass
    if draft.documents != states[-1]:
        raise Fault("redo leads elsewhere")
    _mended(draft, _shown(draft, check))
    if Draft(folder).documents != draft.documents:
        raise Fault("the journal leads elsewhere")
    try:
        draft.save()
    except CannotPatch as error:
        return _told("not saved", error)
    if Draft(folder).documents != draft.documents or draft.unsaved:
        raise Fault("what was saved is something else")
    return "sound"


def _shown(draft: Draft, check: DraftCheck) -> list[Any]:
    """Lay a draft out and check it as its window does; return the problems."""
    found = []
    for name, data in draft.documents.items():
        home, _, rest = name.partition("/")
        problems = check.problems(draft.documents, name)
        for problem in problems:
            _one_line(str(problem))
        found += problems
        if home in SHIPPED and "/" not in rest and isinstance(data, Mapping):
            try:
                import_module(f"rules.{home}.loading.drafting").Drafting(draft.folder, name).laid(draft.documents)
            except ScenarioError as error:
                _told("told", error)
    return found


def _stroke(rng: Random, draft: Draft) -> bool:
    """Change something anywhere in a draft; return whether that could be done."""
    name = rng.choice(list(draft.documents))
    routes = list(leaves(draft.documents[name]))
    route = rng.choice(routes)
    if not route:
        return False
    try:
        value = ABSENT if rng.random() < 0.2 else rng.choice(NASTY)
        draft.do((edit_at(name, draft.documents[name], route, value),), "a change")
    except DoesNotFit as error:
        _told("told", error)
        return False
    return True


def _mended(draft: Draft, problems: Sequence[Any]) -> None:
    for problem in problems:
        try:
            stroke = stroke_of(problem, draft.documents)
            if stroke:
                draft.do(stroke, "mended")
        except DoesNotFit as error:
            _told("told", error)


def _told(how: str, error: Exception) -> str:
    """Return how a trial ended; raise Fault if an error says anything but sentences of one line."""
    for sentence in map(str, error.problems) if isinstance(error, ScenarioError) else [str(error)]:
        _one_line(sentence)
    return how


def _one_line(sentence: str) -> None:
    if "\n" in sentence or not sentence.strip():
        raise Fault(f"not one line: {sentence!r}")
