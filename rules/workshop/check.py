"""The check of a draft in memory, and the strokes that put right what it found."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path, PurePosixPath

from rules.files.draft_shelf import DraftShelf
from rules.files.problems import Problem
from rules.files.values import Data
from rules.workshop.edit import ABSENT, Stroke, carried_out, edit_at


class DraftCheck:
    """Checks the documents of a draft as they are in memory; what has not changed since the last time is read once.

    For use by one thread at a time.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder of a draft; nothing in it is read but what its documents name and the draft does not hold."""
        self._shelf = DraftShelf(folder)

    def problems(self, documents: Mapping[str, Data], name: str) -> list[Problem]:
        """Return every fault of a document and of all that it names, each once, or advice if there is none.

        `documents` are data by the names of their files, such as "company_scale/mill.yaml", as in `Draft.documents`.
        The `file` of a problem is such a name, or the path of a file that is not the draft's. Files of no game system,
        such as the manifest, have no problems.
        """
        from rules.systems import SHIPPED

        system, document = PurePosixPath(name).parts[0], self._shelf.document(documents, name)
        if system not in SHIPPED:
            return []
        found: list[Problem] = import_module(f"rules.{system}.loading.check_command").problems_in(document)
        return list(dict.fromkeys(found))


def problems_of(documents: Mapping[str, Data], name: str, folder: Path) -> list[Problem]:
    """Return what `DraftCheck` finds in one document of a draft, once."""
    return DraftCheck(folder).problems(documents, name)


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
