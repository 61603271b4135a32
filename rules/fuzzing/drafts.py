"""Drafts whose files and journal were harmed: refused in sentences, or opened, changed, undone, mended and saved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

from rules.files.problems import ScenarioError
from rules.fuzzing.honest import FuzzFault
from rules.fuzzing.modules import NAMES, Texts, damaged, home_in, one_line, told, whole_modules
from rules.fuzzing.mutating import NASTY, changed, leaves
from rules.systems import SHIPPED
from rules.workshop.draft import Draft, DraftCheck, stroke_of
from rules.workshop.edit import ABSENT, DoesNotFit, edit_at
from rules.workshop.yaml_patch import CannotPatch

STROKES: Final = 8
"""Changes of a draft in one trial."""


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
        texts = {name: data.decode("latin-1") for name, data in files.items()}
        return json.dumps({"files": texts, "seed": seed}).encode()

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
        given = json.loads(data)
        folder = self._laid({name: text.encode("latin-1") for name, text in given["files"].items()})
        try:
            with home_in(self.folder, folder):
                return _worked(folder, Random(given["seed"]))
        finally:
            shutil.rmtree(folder)


def _worked(folder: Path, rng: Random) -> str:
    try:
        draft = Draft(folder)
    except (OSError, ScenarioError) as error:  # a save that was broken off may name files that no disk takes
        return told("refused", error)
    check = DraftCheck(folder)
    _shown(draft, check)
    states = [draft.documents]
    for _ in range(STROKES):
        if _stroke(rng, draft):
            states.append(draft.documents)
    for before in states[-2::-1]:
        if not draft.undo() or draft.documents != before:
            raise FuzzFault("undo leads elsewhere")
    while draft.redo():
        pass
    if draft.documents != states[-1]:
        raise FuzzFault("redo leads elsewhere")
    _mended(draft, _shown(draft, check))
    if Draft(folder).documents != draft.documents:
        raise FuzzFault("the journal leads elsewhere")
    try:
        draft.save()
    except CannotPatch as error:
        return told("not saved", error)
    if Draft(folder).documents != draft.documents or draft.unsaved:
        raise FuzzFault("what was saved is something else")
    return "sound"


def _shown(draft: Draft, check: DraftCheck) -> list[Any]:
    """Lay a draft out and check it as its window does; return the problems."""
    found = []
    for name, data in draft.documents.items():
        home, _, rest = name.partition("/")
        problems = check.problems(draft.documents, name)
        for problem in problems:
            one_line(str(problem))
        found += problems
        if home in SHIPPED and "/" not in rest and isinstance(data, Mapping):
            try:
                import_module(f"rules.{home}.loading.drafting").Drafting(draft.folder, name).laid(draft.documents)
            except ScenarioError as error:
                told("told", error)
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
        told("told", error)
        return False
    return True


def _mended(draft: Draft, problems: Sequence[Any]) -> None:
    for problem in problems:
        try:
            stroke = stroke_of(problem, draft.documents)
            if stroke:
                draft.do(stroke, "mended")
        except DoesNotFit as error:
            told("told", error)
