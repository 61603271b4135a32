"""The documents of a draft as they are in memory, which name one another before files in folders."""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import is_
from pathlib import Path

from rules.files.documents import Document, Shelf, plain
from rules.files.problems import MOST, Data, Sound, is_small
from rules.files.still_shelf import Kept


class DraftShelf(Shelf):
    """The documents of a draft by their paths, before the files in folders."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the draft; nothing in it is read but what its documents name and the draft lacks."""
        self._folder = folder
        self._documents: dict[str, Document] = {}
        self._data: dict[str, Data] = {}
        self._copies: dict[int, tuple[Data, Data]] = {}
        self.sound, self.kept = Sound(), Kept()

    def document(self, documents: Mapping[str, Data], name: str) -> Document:
        """Return one of the documents of a draft, which finds the others before the files in folders; raise KeyError.

        Those whose data is the same as the last time keep the checks they have passed.
        """
        before, self._documents = self._documents, {}
        for each, data in documents.items():
            path = self._folder / each
            key, known = _key(path), before.get(_key(path))
            if known is None or self._data.get(each) is not data:
                known = Document(
                    self._copy(data), each, path, shelf=self
                )  # what is cached has lost which texts are numbers
            self._documents[key] = known
        self._data = dict(documents)
        return self._documents[_key(self._folder / name)]

    def _copy(self, data: Data) -> Data:
        """Return data that is plain, else a plain copy: that of the last time of each small part that is the same."""
        known = self._copies.get(id(data))
        if known is not None:
            return known[1]
        copy = plain(data, self._copy)
        if _is_alike(data, copy):
            copy = data
        if is_small(data):
            if len(self._copies) >= MOST:
                self._copies.clear()
            self._copies[id(data)] = data, copy  # kept, so that no other gets its identity
        return copy

    def has(self, path: Path) -> bool:
        """Tell whether the draft or a folder holds a document."""
        return _key(path) in self._documents or super().has(path)

    def read(self, path: Path) -> Document:
        """Return a document of the draft, or of a file."""
        return self._documents.get(_key(path)) or super().read(path)

    def names(self, folder: Path) -> list[str]:
        """Return the names of what lies in a folder, or would if the draft were saved."""
        own = (Path(key) for key in self._documents)
        return sorted({*super().names(folder), *(path.stem for path in own if str(path.parent) == _key(folder))})


def _is_alike(data: Data, copy: Data) -> bool:
    """Tell whether a copy of a mapping or list is of its type and holds just what it holds."""
    if type(data) is not type(copy):
        return False
    if isinstance(data, dict):
        return all(map(is_, (*data, *data.values()), (*copy, *copy.values())))
    return isinstance(data, list) and all(map(is_, data, copy))


def _key(path: Path) -> str:
    """Return a path as documents are found by, whether or not there is a file."""
    try:
        return os.path.normcase(os.path.abspath(path))
    except ValueError:  # no name of a file
        return ""
