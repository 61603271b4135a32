"""The library: the player's own scenarios and those of installed modules, beside the ones that ship.

Both lie unpacked as modules do (`module_file`): own ones in `workshop/<id>`, installed ones in `modules/<id>/<key>` of
the player's data. A scenario there goes by its path or by `module/scenario`, and never takes a shipped one's place.
"""

from __future__ import annotations

import logging
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.engine.folders import scenarios_dir, user_data_dir
from rules.engine.house_rules import ScenarioRow, SideRow
from rules.files.documents import is_scenario, listed, read_file, readable, scenario_row
from rules.files.problems import ScenarioError
from rules.workshop import INSTALLED, INSTALLED_FOLDER, MANIFEST, OWN, OWN_FOLDER

if TYPE_CHECKING:
    from rules.files.documents import Document, Shelf
    from rules.files.problems import Data
    from rules.workshop.module_file import Files

FORMAT: Final = "chitpull-module/1"
LICENSE: Final = "Free to play and to pass on"
"""What a new module says of itself until its author says otherwise."""
LONGEST: Final = 48
"""Letters of an id that is made of a title."""
Change = Callable[[Mapping[str, "Data"]], Mapping[str, "Data"]]
RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows keeps for devices: no file may have them."""
PARTS: Final = ("maps", "forces", "charts", "ground", "counters")
"""The folders beside a scenario that hold what it names."""
LOG: Final = logging.getLogger("chitpull.library")


@dataclass(frozen=True, slots=True)
class Module:
    """A module that lies unpacked in a folder; `key` is "" for the player's own, which change."""

    folder: Path
    id: str
    key: str
    title: str
    author: str = ""
    version: str = ""

    @property
    def origin(self) -> str:
        """Say whose it is: "own" or "installed"."""
        return INSTALLED if self.key else OWN


def own_dir() -> Path:
    """Return the folder of the player's own modules, which need not be there."""
    return user_data_dir() / OWN_FOLDER


def modules_dir() -> Path:
    """Return the folder of installed modules, which need not be there."""
    return user_data_dir() / INSTALLED_FOLDER


def own_modules() -> list[Module]:
    """Return the player's own modules by id."""
    return [_module(folder, folder.name, "") for folder in _folders(own_dir())]


def installed_modules() -> list[Module]:
    """Return installed modules by id and version; several versions of one may be there."""
    homes = _folders(modules_dir())
    found = [_module(below, folder.name, below.name) for folder in homes for below in _folders(folder)]
    return sorted(found, key=lambda module: (module.id, order_of(module.version)))


def modules() -> list[Module]:
    """Return all modules of the library, the player's own first."""
    return [*own_modules(), *installed_modules()]


def order_of(version: str) -> tuple[int, ...]:
    """Return what versions are compared by: "1.10" comes after "1.9"."""
    return tuple(int(part) for part in version.split(".") if part.isascii() and part.isdigit())


def scenarios(systems: Sequence[str]) -> list[ScenarioRow]:
    """Return a row for each scenario in the library, as the list of the shipped ones has them.

    The list is read as it was written down as long as no file has changed. Files that cannot be read are left out.
    """
    homes = [own_dir(), modules_dir()]
    folders = [below for home in homes for folder in _folders(home) for below in (folder, *_folders(folder))]
    if not folders:
        return []
    places = [*homes, *folders, *(below for folder in folders for below in _folders(folder))]
    return listed(f"library {homes[0]} {' '.join(systems)}", places, lambda: list(_rows(systems)))


def lessons() -> list[tuple[Module, Path]]:
    """Return the files of the lessons in the library, each with its module."""
    return [(module, path) for module in modules() for path in sorted((module.folder / "lessons").glob("*.yaml"))]


def find(name: str) -> Path | None:
    """Return the file of a scenario named `module/scenario`: an own one first, else that of the newest version."""
    module_id, _, scenario = name.partition("/")
    if not scenario or any(part in ("", ".", "..") or "/" in part or "\\" in part for part in (module_id, scenario)):
        return None
    for module in [*own_modules(), *reversed(installed_modules())]:
        if module.id == module_id:
            found = sorted(module.folder.glob(f"*/{scenario}.yaml"))
            if found:
                return found[0]
    return None


def module_of(path: Path) -> Module | None:
    """Return the module in whose folder a file lies, or None."""
    path = path.absolute()
    return next((module for module in modules() if path.is_relative_to(module.folder.absolute())), None)


def add(files: Files, module_id: str, key: str = "") -> Module:
    """Install the files of a safe module, whole or not at all, under the key it was shared by; raise OSError."""
    from rules.workshop.module_file import install  # here: lists do without

    folder = install(files, modules_dir() / module_id, key)
    return _module(folder, module_id, folder.name)


def begin(title: str, author: str, system: str, scenario: Path, change: Change) -> Module:
    """Make a module of the player's own with one scenario, which begins as `change` makes it of another one.

    Ids are made of the title. A scenario that does not ship brings the maps, forces and charts along that lie beside
    it. Raises OSError, ScenarioError, or CannotPatch.
    """
    from rules.workshop.yaml_patch import patched

    document = read_file(scenario)
    data = {**change(document.mapping), "id": id_of(title), "title": title}
    text = patched(scenario.read_text(encoding="utf-8"), data)
    is_shipped = scenario.resolve().is_relative_to(scenarios_dir().resolve())
    parts = [] if is_shipped else [part for name in PARTS if (part := scenario.parent / name).is_dir()]
    return _written(title, author, {f"{system}/{id_of(title)}.yaml": text}, parts)


def begin_with(title: str, author: str, documents: Mapping[str, Mapping[str, Data]]) -> Module:
    """Make a module of the player's own of documents, by the names of their files; raise OSError or CannotPatch."""
    from rules.workshop.yaml_patch import written

    return _written(title, author, {name: written(data) for name, data in documents.items()}, ())


def _written(title: str, author: str, texts: Mapping[str, str], parts: Sequence[Path]) -> Module:
    """Write a new module with these files, and folders of files beside the first of them, whole or not at all."""
    from rules.workshop.yaml_patch import written

    name = _free(id_of(title))
    manifest = {"format": FORMAT, "id": name, "title": title, "author": author, "version": "1", "license": LICENSE}
    home = own_dir() / name
    try:
        for file, text in {**texts, MANIFEST: written(manifest)}.items():
            (home / file).parent.mkdir(parents=True, exist_ok=True)
            (home / file).write_text(text, encoding="utf-8", newline="\n")
        for part in parts:
            copied = (home / next(iter(texts))).parent / part.name
            shutil.copytree(part, copied, ignore=_without_others)
    except OSError:
        shutil.rmtree(home, ignore_errors=True)
        raise
    return _module(home, name, "")


def _without_others(folder: str, names: list[str]) -> list[str]:
    """Return what of a folder beside a scenario is not copied: all but YAML files."""
    return [name for name in names if not (name.endswith(".yaml") and Path(folder, name).is_file())]


def id_of(title: str) -> str:
    """Return the id that a title gives: its letters and digits in small, without accents, with - between them.

    It is that of no scenario that ships.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST].strip("-")
    name = name if len(name) > 1 and name not in RESERVED else "-".join(filter(None, ("scenario", name)))
    return f"own-{name}" if any(scenarios_dir().glob(f"*/{name}.yaml")) else name


def _free(name: str) -> str:
    """Return a name for a folder among the player's own modules that is not taken."""
    names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not (own_dir() / name).exists())


def copy(module: Module) -> Module:
    """Copy a module among the player's own under an id that is free there, whole or not at all; raise OSError."""
    from rules.workshop.yaml_patch import patched

    name = _free(module.id)
    folder = own_dir() / name
    try:
        shutil.copytree(module.folder, folder)
        with suppress(ScenarioError, ValueError):  # a module without a manifest goes by its folder's name
            manifest = read_file(folder / MANIFEST)
            text = patched((folder / MANIFEST).read_text(encoding="utf-8"), {**manifest.mapping, "id": name})
            (folder / MANIFEST).write_text(text, encoding="utf-8")
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return _module(folder, name, "")


def remove(module: Module) -> None:
    """Delete a module; games that are saved hold its scenarios themselves. Raises OSError."""
    home = modules_dir() if module.key else own_dir()
    if home.resolve() not in module.folder.resolve().parents:
        raise OSError(f"{module.folder} is not in the library")
    shutil.rmtree(module.folder)
    if module.key and not _folders(module.folder.parent):
        shutil.rmtree(module.folder.parent)


def _folders(home: Path) -> list[Path]:
    """Return the folders in a folder by name, without hidden ones such as those of an installation under way."""
    try:
        return sorted(path for path in home.iterdir() if path.is_dir() and not path.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _module(folder: Path, module_id: str, key: str) -> Module:
    """Return the module in a folder; one that does not say what it is goes by its folder's name."""
    try:
        data = read_file(folder / MANIFEST).mapping
    except ScenarioError as error:
        LOG.info("%s says nothing of itself: %s", folder, error)
        data = {}
    texts = {key: str(data.get(key, "")) for key in ("author", "version")}
    return Module(folder, module_id, key, str(data.get("title") or module_id), **texts)


def _rows(systems: Sequence[str]) -> Iterator[ScenarioRow]:
    for module in modules():
        for row in rows_in(module.folder, systems):
            yield replace(
                row,
                name=f"{module.id}/{Path(row.id).stem}",
                origin=module.origin,
                module_title=module.title,
                author=module.author,
                version=module.version,
            )


def rows_in(folder: Path, systems: Sequence[str], shelf: Shelf | None = None) -> Iterator[ScenarioRow]:
    """Yield what lists tell of the scenarios in the folder of a module, each with its path as `id` and its system."""
    for system in systems:
        for document in readable(sorted((folder / system).glob("*.yaml")), shelf):
            if is_scenario(document):
                sides = tuple(_sides(document, folder))
                yield replace(scenario_row(document), id=str(document.path), system=system, sides=sides)


def _sides(document: Document, folder: Path) -> Iterator[SideRow]:
    """Yield the sides that the charts of another game of the series name, of a scenario in the folder of a module."""
    charts = document.mapping.get("charts")
    if isinstance(charts, str) and document.path is not None:
        home = document.path.parent
        path = home / charts if charts.endswith(".yaml") else home / "charts" / f"{charts}.yaml"
        is_own = path.is_file() and document.shelf.inside(path, folder)
        charts = next((found.mapping for found in readable([path] if is_own else [], document.shelf)), None)
    series = charts.get("series") if isinstance(charts, Mapping) else None
    for seat, side in series.items() if isinstance(series, Mapping) else ():
        if isinstance(side, Mapping):
            yield SideRow(str(seat), *(str(side.get(field, "")) for field in SideRow._fields[1:]))
