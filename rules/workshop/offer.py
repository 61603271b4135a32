"""What a module offers, before anything of it is installed: who made it, what is in it, whether it is right."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rules.engine.folders import scenarios_dir
from rules.engine.scenario_row import ScenarioRow
from rules.workshop import library
from rules.workshop.library import Module
from rules.workshop.module import Manifest, about, checked_in, manifest_in
from rules.workshop.module_file import Files, install, key_of, read


@dataclass(frozen=True, slots=True)
class Offer:
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
        return library.add(self.files, self.manifest.id)


def offer_of(path: Path, systems: Sequence[str]) -> Offer:
    """Read a module and check everything in it in a folder that is deleted again.

    Raises BadModule or ScenarioError if it cannot be installed; faults in its scenarios are listed instead.
    """
    files = read(path)
    with tempfile.TemporaryDirectory() as home:
        folder = install(files, Path(home))
        manifest = manifest_in(folder)
        below = list(library.rows_in(folder, systems))
        faults, advice = faults_in(folder), advice_in(folder)
    known = [module for module in library.installed_modules() if module.id == manifest.id]
    shipped = scenarios_dir()
    twins = [PurePosixPath(name).stem for name in sorted(files) if name.count("/") == 2 and (shipped / name).is_file()]
    return Offer(files, manifest, key_of(files), about(files), below, faults, advice, known, twins)


def faults_in(folder: Path) -> list[str]:
    """Return what `check` says of the scenarios and lessons in the folder of a module: nothing if all is right."""
    from rules.systems import check_files

    parts = checked_in(folder)
    with redirect_stdout(io.StringIO()) as printed:
        wrong = check_files(parts) if parts else 0
    return [_within(folder, line) for line in printed.getvalue().splitlines() if line] if wrong else []


def advice_in(folder: Path) -> list[str]:
    """Return what the maker of a module should think of again in its scenarios."""
    from rules.systems import advice_on

    parts = [part for part in checked_in(folder) if Path(part).name != "lessons"]
    return [_within(folder, str(problem)) for problem in advice_on(parts)] if parts else []


def _within(folder: Path, line: str) -> str:
    """Return a line without the folder that is deleted again."""
    return line.replace(f"{folder}/", "").replace(f"{folder}\\", "")
