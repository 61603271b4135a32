"""The check of a draft in memory, and the strokes that put right what it found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path, PurePosixPath

from rules.files.documents import Document, Shelf, plain
from rules.files.problems import Problem
from rules.files.values import Data
from rules.workshop.edit import ABSENT, Stroke, carried_out, edit_at


class DraftCheck:
    """Checks the documents of a draft as they are in memory; what has not changed since the last time is read once.

    For use by one thread at a time.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder of a draft; nothing in it is read but what its documents name and the draft does not hold."""
        self._shelf = _DraftShelf(folder)

    def problems(self, documents: Mapping[str, Data], name: str) -> list[Problem]:
        """Return every fault of a document and of all that it names, each once, or advice if there is none.

        `documents` are data by the names of their files, such as "company_scale/mill.yaml", as in `Draft.documents`.
        The `file` of a problem is such a name, or the path of a file that is not the draft's. Files of no game system,
        such as the manifest, have no problems.
        """
        from rules.systems import SHIPPED

        self._shelf.hold(documents)
        system = PurePosixPath(name).parts[0]
        if system not in SHIPPED:
            return []
        found: list[Problem] = import_module(f"rules.{system}.loading.check_command").problems_in(
            self._shelf.named(name)
        )
        return list(dict.fromkeys(found))


def problems_of(documents: Mapping[str, Data], name: str, folder: Path) -> list[Problem]:
    """Return what `DraftCheck` finds in one document of a draft, once."""
    return DraftCheck(folder).problems(documents, name)


class _DraftShelf(Shelf):
    """The documents of a draft by their paths, before the files in folders."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._documents: dict[str, Document] = {}
        self._data: dict[str, Data] = {}

    def hold(self, documents: Mapping[str, Data]) -> None:
        """Hold these documents; those whose data is the same as before keep the checks they have passed."""
        before, self._documents = self._documents, {}
        for name, data in documents.items():
            path = self._folder / name
            key, known = _key(path), before.get(_key(path))
            if known is None or self._data.get(name) is not data:
                known = Document(plain(data), name, path, shelf=self)  # what is cached has lost which texts are numbers
            self._documents[key] = known
        self._data = dict(documents)

    def named(self, name: str) -> Document:
        """Return a document by its name; raise KeyError."""
        return self._documents[_key(self._folder / name)]

    def has(self, path: Path) -> bool:
        return _key(path) in self._documents or super().has(path)

    def read(self, path: Path) -> Document:
        return self._documents.get(_key(path)) or super().read(path)

    def names(self, folder: Path) -> list[str]:
        own = (Path(key) for key in self._documents)
        return sorted({*super().names(folder), *(path.stem for path in own if str(path.parent) == _key(folder))})


def _key(path: Path) -> str:
    """Return a path as documents are found by, whether or not there is a file."""
    try:
        return os.path.normcase(os.path.abspath(path))
    except ValueError:  # no name of a file
        return ""


def stroke_of(problem: Problem, documents: Mapping[str, Data]) -> Stroke:
    """Return the changes of a draft's documents that put a problem right, none if nothing does or it lies elsewhere.

    Raises DoesNotFit if the draft has changed too much since the problem was found.
    """
    name, remedy = problem.file, problem.remedy
    if remedy is None or name not in documents:
        return ()
    data, stroke = documents[name], []
    for route, value in remedy.puts:
        stroke.append(edit_at(name, data, route, value))
        data = carried_out(data, stroke[-1])
    for route in remedy.removes:
        stroke.append(edit_at(name, data, route, ABSENT))
        data = carried_out(data, stroke[-1])
    return tuple(stroke)
