"""The library: the player's own scenarios and those of installed modules, beside the ones that ship.

Both lie unpacked as modules do (`module_file`): own ones in `workshop/<id>`, installed ones in `modules/<id>/<key>` of
the player's data. A scenario there goes by its path or by `module/scenario`, and never takes a shipped one's place.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules.engine.folders import user_data_dir
from rules.files.documents import listed, read_file
from rules.files.problems import ScenarioError

if TYPE_CHECKING:
    from rules.workshop.module_file import Files

MANIFEST: Final = "module.yaml"
OWN: Final = "own"
INSTALLED: Final = "installed"
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
    return user_data_dir() / "workshop"


def modules_dir() -> Path:
    """Return the folder of installed modules, which need not be there."""
    return user_data_dir() / "modules"


def own_modules() -> list[Module]:
    """Return the player's own modules by id."""
    return [_module(folder, folder.name, "") for folder in _folders(own_dir())]


def installed_modules() -> list[Module]:
    """Return installed modules by id and version; several versions of one may be there."""
    homes = _folders(modules_dir())
    found = [_module(below, folder.name, below.name) for folder in homes for below in _folders(folder)]
    return sorted(found, key=lambda module: (module.id, order_of(module.version)))


def order_of(version: str) -> tuple[int, ...]:
    """Return what versions are compared by: "1.10" comes after "1.9"."""
    return tuple(int(part) for part in version.split(".") if part.isascii() and part.isdigit())


def scenarios(systems: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row for each scenario in the library, as the list of the shipped ones has them.

    `id` is its path; `origin`, `module`, `module_title`, `author` and `version` say where it is from. The list is read
    as it was written down as long as no file has changed. Files that cannot be read are left out.
    """
    homes = [own_dir(), modules_dir()]
    folders = [below for home in homes for folder in _folders(home) for below in (folder, *_folders(folder))]
    if not folders:
        return []
    places = [*homes, *folders, *(below for folder in folders for below in _folders(folder))]
    return listed(f"library {homes[0]} {' '.join(systems)}", places, lambda: list(_rows(systems)))


def lessons() -> list[tuple[Module, Path]]:
    """Return the files of the lessons in the library, each with its module."""
    modules = [*own_modules(), *installed_modules()]
    return [(module, path) for module in modules for path in sorted((module.folder / "lessons").glob("*.yaml"))]


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
    for module in [*own_modules(), *installed_modules()]:
        if path.is_relative_to(module.folder.absolute()):
            return module
    return None


def add(files: Files, told: Mapping[str, Any]) -> Module:
    """Install the files of a safe module, whole or not at all; `told` is its manifest. Raises OSError."""
    from rules.workshop.module_file import install, key_of  # here: lists do without

    folder = install(files, modules_dir() / str(told["id"]))
    return _module(folder, str(told["id"]), key_of(files))


def copy(module: Module) -> Module:
    """Copy a module among the player's own under an id that is free there, to be changed; raise OSError."""
    from rules.workshop.yaml_patch import patched

    names = (module.id, *(f"{module.id}-{number}" for number in range(2, 1000)))
    name = next(name for name in names if not (own_dir() / name).exists())
    own_dir().mkdir(parents=True, exist_ok=True)
    folder = own_dir() / name
    shutil.copytree(module.folder, folder)
    with suppress(ScenarioError, ValueError):  # a module without a manifest goes by its folder's name
        manifest = read_file(folder / MANIFEST)
        text = patched((folder / MANIFEST).read_text(encoding="utf-8"), {**manifest.mapping, "id": name})
        (folder / MANIFEST).write_text(text, encoding="utf-8")
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


def _rows(systems: Sequence[str]) -> Iterator[dict[str, Any]]:
    for module in [*own_modules(), *installed_modules()]:
        for system in systems:
            for path in sorted((module.folder / system).glob("*.yaml")):
                row = row_of(path)
                if row is not None:
                    yield {
                        **row, "name": f"{module.id}/{path.stem}", "system": system, "origin": module.origin,
                        "module": module.id, "key": module.key, "module_title": module.title,
                        "author": module.author, "version": module.version,
                    }  # fmt: skip


def row_of(path: Path) -> dict[str, Any] | None:
    """Return what a list tells of the scenario in a file, or None if it holds none."""
    try:
        data = read_file(path).mapping
    except ScenarioError as error:
        LOG.info("%s is not listed: %s", path.name, error)
        return None
    if "scenario" not in str(data.get("format", "")):
        return None
    limit = data.get("limit")
    rounds = limit.get("rounds") if isinstance(limit, Mapping) else None
    turns = rounds if rounds is not None else data.get("turns", 0)
    texts = {key: str(data.get(key, "")) for key in ("title", "date", "playing_time", "note")}
    return {
        "id": str(path), "kind": str(data.get("kind", "scenario")), "turns": turns if isinstance(turns, int) else 0,
        "span": "turn" if rounds is None else "round", **texts,
    }  # fmt: skip
