"""The command `module`: pack, check and show a module, and what one offers before it is installed."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

from rules.engine.english import counted
from rules.engine.events import as_record
from rules.engine.folders import scenarios_dir
from rules.engine.frozen import frozen
from rules.engine.house_rules import ScenarioRow
from rules.engine.version import number
from rules.files.documents import Document, read_file
from rules.files.problems import Problem, ScenarioError
from rules.files.schema_check import schema_problems, text_problems
from rules.files.still_shelf import StillShelf
from rules.workshop import MANIFEST, SUFFIX, library
from rules.workshop.library import Module
from rules.workshop.module_file import BadModule, Files, install, key_of, of_folder, read, write

# --- The command `module`: pack a folder into one file to share, check such a file as a game would -----------------

SCHEMA: Final = Path(__file__).resolve().parent / "schema" / "module.json"
FOLDERS: Final = {
    "maps": "map",
    "ground": "map",
    "charts": "set of charts",
    "forces": "division",
    "counters": "set of counters",
}
"""What lies in the folders of a system, by the singular of its noun."""
OTHERS: Final = {"lessons": "lesson", "pictures": "picture"}


_LATER: Final = re.compile(r"chitpull-module/([1-9][0-9]{0,3})")
_VERSION: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){0,2}")


def add_module(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    ways = command.add_subparsers(dest="way", required=True, metavar="pack|check|show")
    pack = ways.add_parser("pack", help="pack a folder with module.yaml into one file")
    pack.add_argument("folder", type=Path, metavar="FOLDER")
    pack.add_argument("--out", type=Path, metavar="FILE", help="the file to write (ID-VERSION.chitpull-module)")
    check = ways.add_parser("check", help="check modules as Chitpull does before it installs them")
    show = ways.add_parser("show", help="say what is in a module, and by whom")
    for way in (check, show):
        way.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=run_module)


def run_module(args: argparse.Namespace) -> int:
    """Pack, check or show; return 0, or 1 if there is anything wrong. Raises LookupError with one sentence."""
    try:
        if args.way == "pack":
            return _pack(args.folder, args.out)
        return max(_check(path) if args.way == "check" else _show(path) for path in args.files)
    except BadModule as error:
        raise LookupError(str(error)) from error


@frozen
class Need:
    """A module that another one needs, any of its versions or the one with this key."""

    id: str
    key: str = ""


@frozen
class Manifest:
    """What a module says of itself in its module.yaml."""

    id: str
    title: str
    author: str
    version: str
    license: str
    about: str = ""
    needs: tuple[Need, ...] = ()


def manifest_in(folder: Path) -> Manifest:
    """Return what a module says of itself; raise ScenarioError with every problem of it."""
    document = read_file(folder / MANIFEST)
    problems = manifest_problems(document)
    if problems:
        raise ScenarioError(problems)
    manifest = as_record(Manifest, document.mapping)
    assert manifest is not None, "its schema asks for all this"
    return manifest


def _manifest_told(folder: Path) -> Manifest:
    """Return what a module says of itself in a folder that is deleted again; its faults do not name that folder."""
    try:
        return manifest_in(folder)
    except ScenarioError as error:
        raise ScenarioError([replace(problem, file=MANIFEST) for problem in error.problems]) from None


def manifest_problems(document: Document) -> list[Problem]:
    """Return what is wrong with what a module says of itself; of one for a later Chitpull just that."""
    told, least, here = str(document.mapping.get("format")), str(document.mapping.get("least")), number()
    later = _LATER.fullmatch(told)
    if later and int(later[1]) > 1:
        words = f'Its format is "{told}", which a later Chitpull reads; this is {here}. Update it.'
        return [document.problem(("format",), words)]
    if _VERSION.fullmatch(least) and here[0].isdigit() and _version(least) > _version(here):
        return [document.problem(("least",), f"This module needs Chitpull {least}; this is {here}. Update it.")]
    return [*schema_problems(document, SCHEMA), *text_problems(document)]


def check_place(files: Files, manifest: Manifest) -> None:
    """Raise BadModule if a module cannot stand beside what ships and what is in the library."""
    check_names(files, manifest)
    _check_needs(manifest, (), set())


def check_names(files: Files, manifest: Manifest) -> None:
    """Raise BadModule if a scenario of a module has the id of one that ships."""
    shipped = scenarios_dir()
    taken = next((name for name in sorted(files) if name.count("/") == 1 and (shipped / name).is_file()), "")
    if taken:
        raise BadModule(
            f'{manifest.id} cannot be installed because of "{taken}": a scenario that ships has the id '
            f"{PurePosixPath(taken).stem}. Give it another id, and its file that name."
        )


def _check_needs(manifest: Manifest, way: Sequence[str], sound: set[Path]) -> None:
    """Raise BadModule if a module that this one needs is not there, or needs this one.

    `way` leads to it from the one to be installed; `sound` are the folders of modules that have what they need.
    """
    for need in manifest.needs:
        first, *others = (*way, manifest.id, need.id)
        chain = ", which needs ".join(others)
        if need.id in (*way, manifest.id):
            raise BadModule(f"{first} cannot be installed: it needs {chain}. Modules cannot need each other.")
        there = [one for one in library.modules() if one.id == need.id and need.key in ("", one.key)]
        if not there:
            version = f" with the key {need.key}" if need.key else ""
            raise BadModule(f"{first} cannot be installed: it needs {chain}{version}. Install {need.id} first.")
        if there[-1].folder not in sound:
            with suppress(ScenarioError):  # it goes by the name of its folder, and needs nothing
                _check_needs(manifest_in(there[-1].folder), (*way, manifest.id), sound)
            sound.add(there[-1].folder)


def about(files: Files) -> str:
    """Return what is in a module, such as "2 scenarios, 1 map and 1 picture"."""
    nouns = Counter(_noun(PurePosixPath(name).parts) for name in files if name != MANIFEST)
    told = [counted(count, noun) for noun, count in sorted(nouns.items())]
    return " and ".join(filter(None, [", ".join(told[:-1]), *told[-1:]])) or "nothing"


def _noun(parts: tuple[str, ...]) -> str:
    return (
        FOLDERS[parts[1]] if len(parts) == 3 else {"lessons": "lesson", "pictures": "picture"}.get(parts[0], "scenario")
    )


def _pack(folder: Path, out: Path | None) -> int:
    if not folder.is_dir():
        raise BadModule(f"There is no folder {folder}.")
    files, told = of_folder(folder), manifest_in(folder)
    check_names(files, told)
    if _problems(folder):
        return 1
    print(pack(files, told, out or Path(f"{told.id}-{told.version}{SUFFIX}")))
    return 0


def pack(files: Files, told: Manifest, path: Path) -> str:
    """Write a module into one file and return what it holds in a sentence; raise BadModule or OSError."""
    if path.suffix != SUFFIX:
        raise BadModule(f"The name of a module ends in {SUFFIX}, not {path.name}.")
    write(path, files)
    return f"{path}: {told.title} {told.version}, {about(files)}, key {key_of(files)}."


def _check(path: Path) -> int:
    with tempfile.TemporaryDirectory() as home:
        files = read(path)
        folder = install(files, Path(home))
        check_place(files, _manifest_told(folder))
        return _problems(folder)


def _problems(folder: Path) -> int:
    """Print what is wrong with the scenarios and lessons of a module; return 1 if anything is."""
    from rules.systems import check_files

    parts = checked_in(folder)
    return check_files(parts) if parts else 0


def checked_in(folder: Path) -> list[str]:
    """Return the folders of a module whose files the systems and lessons check."""
    return [str(part) for part in sorted(folder.iterdir()) if part.is_dir() and part.name != "pictures"]


def _show(path: Path) -> int:
    files = read(path)
    with tempfile.TemporaryDirectory() as home:
        told = _manifest_told(install(files, Path(home)))
    print(f"{told.title} {told.version} by {told.author} ({told.license}): {about(files)}.")
    print(f"  id {told.id}, key {key_of(files)}")
    for need in told.needs:
        print(f"  needs {need.id}{need.key and ' ' + need.key}")
    for line in told.about.splitlines():
        print(f"  {line}")
    return 0


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


# --- What a module offers, before anything of it is installed: who made it, what is in it --------------------------


@dataclass(frozen=True, slots=True)
class ModuleOffer:
    """A module that is safe to install.

    `scenarios` are rows as lists show them, `faults` and `advice` one sentence each with file and line, `known` the
    versions of it that are installed, `twins` its files with the names of shipped ones: its own scenarios use these,
    all others go on using ours.
    """

    files: Files
    manifest: Manifest
    key: str
    contents: str
    scenarios: Sequence[ScenarioRow]
    faults: Sequence[str]
    advice: Sequence[str]
    known: Sequence[Module]
    twins: Sequence[str]

    @property
    def is_installed(self) -> bool:
        """Tell whether just this is installed already, whatever its version says."""
        return any(module.key == self.key for module in self.known)

    def install(self) -> Module:
        """Install it, whole or not at all; raise OSError."""
        return library.add(self.files, self.manifest.id, self.key)


def offer_of(path: Path, systems: Sequence[str], rewrite: Callable[[Files], Files] = dict) -> ModuleOffer:
    """Read a module, a file or a folder, and check everything in it in a folder that is deleted again.

    `rewrite` returns its files as they are installed, with their pictures written anew. Raises BadModule or
    ScenarioError if it cannot be installed; faults in its scenarios are listed instead.
    """
    shared = of_folder(path) if path.is_dir() else read(path)
    files = rewrite(shared)
    with tempfile.TemporaryDirectory() as home:
        folder = install(files, Path(home))
        manifest = _manifest_told(folder)
        check_place(files, manifest)
        shelf = StillShelf()
        below = list(library.rows_in(folder, systems, shelf))
        faults, advice = _found_in(folder, shelf)
    known = [module for module in library.installed_modules() if module.id == manifest.id]
    shipped = scenarios_dir()
    twins = [PurePosixPath(name).stem for name in sorted(files) if name.count("/") == 2 and (shipped / name).is_file()]
    return ModuleOffer(files, manifest, key_of(shared), about(files), below, faults, advice, known, twins)


def faults_in(folder: Path) -> list[str]:
    """Return the faults in the scenarios and lessons in the folder of a module: nothing if all is right."""
    return _found_in(folder, StillShelf())[0]


def _found_in(folder: Path, shelf: StillShelf) -> tuple[list[str], list[str]]:
    """Return the faults in the scenarios and lessons of a module, and what its maker should think of again."""
    from rules.systems import looked_through

    faults, advice = looked_through(checked_in(folder), shelf)
    return [_within(folder, str(each)) for each in faults], [_within(folder, str(each)) for each in advice]


def _within(folder: Path, line: str) -> str:
    """Return a line without the folder that is deleted again."""
    return line.replace(f"{folder}/", "").replace(f"{folder}\\", "")
