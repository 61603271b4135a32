"""A draft: the documents of a module that is being made, its changes done and undone, and its check.

Documents are plain data by the names of their files, such as "company_scale/mill.yaml". Text is touched only when the
draft is saved, and then only where the data changed (`yaml_patch`). Until then every stroke is written into a journal
beside the files, so that a program that is killed loses nothing: whoever opens the draft again has all of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from rules.engine.bounded import replace
from rules.files.documents import read_file
from rules.files.draft_shelf import DraftShelf
from rules.files.problems import Data, Problem, ScenarioError
from rules.workshop.edit import ABSENT, DoesNotFit, Edit, Stroke, between_documents, carried_out, edit_at, inverse
from rules.workshop.yaml_patch import CannotPatch, patched, written

# --- A draft: the documents of a module that is being made, its changes done and undone ----------------------------

JOURNAL: Final = ".journal"
FORMAT: Final = "chitpull-journal/1"
LONGEST: Final = 80
"""Letters of the name of a file at most, so that any disk takes it."""
UNNAMED: Final = "a change"
"""What a stroke is called that nobody has named."""


class ChangedOutside(OSError):
    """Files of a draft were changed by another program since it was read; `names` says which."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(f"{', '.join(names)} was changed by another program meanwhile")
        self.names = list(names)


class Named(NamedTuple):
    """A stroke, and the words that name it."""

    stroke: Stroke
    words: str


class Draft:
    """The documents of a folder; `documents` holds their data and must not be changed but by `do`.

    `recovered` is how many lines of a journal gave work back that was left by a program that ended without saving.
    """

    def __init__(self, folder: Path) -> None:
        """Read the YAML files of a folder and its journal; raise ScenarioError with what cannot be read."""
        self.folder = folder
        self.documents: dict[str, Data] = {}
        self._texts: dict[str, bytes] = {}
        self._saved: dict[str, Data] = {}
        self._done: list[Named] = []
        self._undone: list[Named] = []
        self._is_journal_whole = True
        problems: list[Problem] = []
        for path in sorted(folder.rglob("*.yaml")):
            name = path.relative_to(folder).as_posix()
            try:
                self.documents[name] = read_file(path).data
            except ScenarioError as error:
                problems += error.problems
                continue
            self._texts[name] = path.read_bytes()
        if problems:
            raise ScenarioError(problems)
        self._saved = dict(self.documents)
        self.recovered = self._recover()

    # --- changes -------------------------------------------------------------------------------------------------

    def do(self, stroke: Stroke, words: str = UNNAMED) -> None:
        """Carry out a stroke, whole or not at all; raise DoesNotFit. What was undone before is gone.

        `words` name it until it is saved.
        """
        self._do(stroke, words)
        self._note("do", stroke, words)

    def undo(self) -> bool:
        """Take the last stroke back; return False if there is none."""
        if not self._done:
            return False
        stroke, words = self._done[-1]
        self._undo()
        self._note("undo", inverse(stroke), words)
        return True

    def redo(self) -> bool:
        """Carry out again what was taken back last; return False if there is nothing."""
        if not self._undone:
            return False
        stroke, words = self._undone[-1]
        self._redo()
        self._note("redo", stroke, words)
        return True

    @property
    def depth(self) -> tuple[int, int]:
        """Return how many strokes can be taken back, and how many carried out again."""
        return len(self._done), len(self._undone)

    @property
    def undo_words(self) -> str:
        """Return what undo would take back, "" for nothing."""
        return self._done[-1].words if self._done else ""

    @property
    def redo_words(self) -> str:
        """Return what redo would carry out again, "" for nothing."""
        return self._undone[-1].words if self._undone else ""

    def _do(self, stroke: Stroke, words: str) -> None:
        self._carry_out(stroke)
        self._done.append(Named(stroke, words or UNNAMED))
        self._undone.clear()

    def _undo(self) -> None:
        self._carry_out(inverse(self._done[-1].stroke))
        self._undone.append(self._done.pop())

    def _redo(self) -> None:
        self._carry_out(self._undone[-1].stroke)
        self._done.append(self._undone.pop())

    def _carry_out(self, stroke: Stroke) -> None:
        after = dict(self.documents)
        for edit in stroke:
            if not edit.route:
                _begin_or_end(after, edit)
            elif edit.document not in after:
                raise DoesNotFit(f"There is no file {edit.document}.")
            else:
                after[edit.document] = carried_out(after[edit.document], edit)
        self.documents = after

    # --- saving --------------------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> list[str]:
        """The names of the documents that differ from their files, then of the files that have no document any more."""
        return [*(name for name, data in self.documents.items() if self._saved.get(name, ABSENT) != data), *self._gone]

    @property
    def _gone(self) -> list[str]:
        return [name for name in self._saved if name not in self.documents]

    def save(self, *, over: bool = False) -> list[str]:
        """Write what changed into its files, all proved before the first is written; return their names.

        Files whose documents were removed are deleted.

        Raises ChangedOutside unless `over` says to write over what another program wrote, CannotPatch if a file
        cannot take its changes, OSError.
        """
        names, gone = self.unsaved, self._gone
        on_disk = {name: self._on_disk(name) for name in names}
        outside = [name for name in names if on_disk[name] not in (self._texts.get(name), *[None] * (name in gone))]
        if outside and not over:
            raise ChangedOutside(outside)
        texts = {name: self._text_of(name) for name in names if name not in gone}
        if names:
            told = {name: text.decode("utf-8") for name, text in texts.items()}
            self._append({"what": "save", "texts": told, "gone": gone})  # killed from here on, the next draft ends it
        try:
            self._write(texts, gone)
        except OSError:
            documents, saved = self.documents, self._saved
            is_written = {name: self._texts[name] == texts.get(name) for name in self._texts}
            self._saved = {name: documents[name] if done else saved[name] for name, done in is_written.items()}
            with suppress(OSError):
                self._begin_journal_anew()
            raise
        self._saved = dict(self.documents)
        return names

    def forget(self) -> None:
        """Give up what is not saved, so that whoever opens the draft again finds its files as they are."""
        (self.folder / JOURNAL).unlink(missing_ok=True)

    def _write(self, texts: Mapping[str, bytes], gone: Sequence[str]) -> None:
        for name, text in texts.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_name(f".{path.name}.new")
            unfinished.write_bytes(text)
            replace(unfinished, path)
            self._texts[name] = text
        for name in gone:
            (self.folder / name).unlink(missing_ok=True)
            self._texts.pop(name, None)
        (self.folder / JOURNAL).unlink(missing_ok=True)

    def _text_of(self, name: str) -> bytes:
        data = self.documents[name]
        if not isinstance(data, Mapping):
            raise CannotPatch(f"{name} holds no keys.")
        before = self._texts.get(name)
        try:
            text = written(data) if before is None else patched(before.decode("utf-8"), data)
        except CannotPatch as error:
            raise CannotPatch(f"{name} cannot be saved: {error}") from error
        return text.encode("utf-8")

    def _on_disk(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    # --- the journal ---------------------------------------------------------------------------------------------

    def _note(self, what: str, stroke: Stroke, words: str) -> None:
        """Write one line about what has just been done; raise OSError."""
        self._append({"what": what, "edits": [edit.to_plain() for edit in stroke], "words": words})

    def _append(self, line: Mapping[str, Any]) -> None:
        if not self._is_journal_whole:
            self._begin_journal_anew()
            if line["what"] != "save":
                return  # the stroke is among the changes it begins with
        path = self.folder / JOURNAL
        is_new = not path.exists()
        self._is_journal_whole = False
        with path.open("a", encoding="utf-8") as file:
            if is_new:
                file.write(json.dumps(self._head()) + "\n")
            file.write(json.dumps(line) + "\n")
        self._is_journal_whole = True

    def _begin_journal_anew(self) -> None:
        """Write a journal that begins with all that the files do not hold; raise OSError."""
        self._is_journal_whole = False
        edits = [edit.to_plain() for edit in between_documents(self._saved, self.documents)]
        self._write_journal([self._head(), *([{"what": "carry over", "edits": edits}] if edits else [])])
        self._is_journal_whole = True

    def _write_journal(self, lines: Sequence[Mapping[str, Any]]) -> None:
        path = self.folder / JOURNAL
        unfinished = path.with_name(f"{JOURNAL}.new")
        unfinished.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        replace(unfinished, path)

    def _head(self) -> dict[str, Any]:
        return {"format": FORMAT, "files": self._sums()}

    def _sums(self) -> dict[str, str]:
        return {name: sha256(text).hexdigest() for name, text in self._texts.items()}

    def _recover(self) -> int:
        """Carry out what a journal holds and these files do not; return how many strokes. A torn end is left out.

        A journal of other files than these is put aside: its strokes would not mean what they meant.
        """
        path = self.folder / JOURNAL
        head, *lines = list(_lines(path)) or [{}]
        if not path.exists():
            return 0
        if lines and lines[-1].get("what") == "save" and self._may_finish(head, lines[-1]):
            texts = {name: text.encode("utf-8") for name, text in lines[-1]["texts"].items()}
            self._write(texts, lines[-1].get("gone", ()))
            self.documents = {name: read_file(self.folder / name).data for name in self._texts}
            self._saved = dict(self.documents)
            return 0
        if head.get("format") != FORMAT or head.get("files") != self._sums():
            with suppress(OSError):
                replace(path, path.with_name(f"{JOURNAL}.old"))
            return 0
        count = 0
        for line in lines:
            try:
                self._again(line)
            except (ValueError, LookupError, TypeError):
                break
            count += 1
        with suppress(OSError):  # what comes next must not stand behind a damaged line
            self._write_journal([head, *lines[:count]])
        return count

    def _may_finish(self, head: Mapping[str, Any], line: Mapping[str, Any]) -> bool:
        """Tell whether a save that was broken off can be finished: nobody has written these files since."""
        before, texts, gone = head.get("files"), line.get("texts"), line.get("gone", [])
        if head.get("format") != FORMAT or not isinstance(before, dict) or not isinstance(texts, dict):
            return False
        now = self._sums()
        after = {name: sha256(str(text).encode("utf-8")).hexdigest() for name, text in texts.items()}
        is_safe = isinstance(gone, list) and all(_is_inside(str(name)) for name in (*texts, *gone))
        return is_safe and all(now.get(name) in (before.get(name), after.get(name)) for name in {*before, *now, *after})

    def _again(self, line: Mapping[str, Any]) -> None:
        what = line["what"]
        stroke, words = tuple(Edit.from_plain(told) for told in line["edits"]), str(line.get("words") or UNNAMED)
        if what in ("do", "carry over"):
            self._do(stroke, words) if what == "do" else self._carry_out(stroke)
            return
        before, behind = (self._done, self._undone) if what == "undo" else (self._undone, self._done)
        if before or not stroke:
            (self._undo if what == "undo" else self._redo)()
        else:  # it was taken back over a save, and what was done before that is not known any more
            self._carry_out(stroke)
            behind.append(Named(inverse(stroke) if what == "undo" else stroke, words))


def _begin_or_end(documents: dict[str, Data], edit: Edit) -> None:
    """Add the document of an edit, or take it out; raise DoesNotFit if it is there already, or another one."""
    if not _is_inside(edit.document):
        raise DoesNotFit(f"{edit.document} is no name of a file in a module.")
    if documents.get(edit.document, ABSENT) != edit.before:
        there = "already" if edit.document in documents else "no longer"
        raise DoesNotFit(f"The file {edit.document} is there {there}, or it holds something else.")
    if isinstance(edit.after, type(ABSENT)):
        del documents[edit.document]
    else:
        documents[edit.document] = edit.after


def _is_inside(name: str) -> bool:
    """Tell whether the name of a document leads nowhere else."""
    parts = PurePosixPath(name).parts
    is_plain = ".." not in parts and not {"\\", ":", "\0"} & set(name) and max(map(len, parts), default=0) <= LONGEST
    return name.endswith(".yaml") and not name.startswith("/") and is_plain


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a journal up to the first that is damaged."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            return
        if not isinstance(told, dict):
            return
        yield told


# --- The check of a draft in memory, and the strokes that put right what it found ----------------------------------


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
