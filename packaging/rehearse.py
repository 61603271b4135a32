"""Go through the release workflow on this machine: `python packaging/rehearse.py [--dry] [--from NAME]`.

The steps are read from .github/workflows/release.yml, so nothing can differ. What calls scripts of the project and is
meant for this system runs; every other step says what it would do. Packages of other systems are stood in for by
empty files. It needs what packaging/README.md says is needed to build.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import contents  # noqa: E402
import manifests  # noqa: E402

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
OWN = re.compile(r"(python |\./)?packaging/")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the workflow: its name, the command, and why it does not run here ("" if it does)."""

    job: str
    name: str
    command: str
    otherwise: str = ""
    variables: dict[str, str] = field(default_factory=dict)


def plan(workflow: Path = WORKFLOW, system: str = SYSTEM) -> list[Step]:
    """Return every step of the workflow, as it is on one system."""
    told = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    return [made for job, rows in told["jobs"].items() for made in _steps(job, rows, system)]


def _steps(job: str, rows: dict[str, Any], system: str) -> Iterator[Step]:
    include = rows.get("strategy", {}).get("matrix", {}).get("include", [])
    matrix = next((row for row in include if row["system"] == system), {})
    for row in rows["steps"]:
        uses, command = row.get("uses", ""), _filled(row.get("run", "").strip(), matrix)
        name = row.get("name") or uses.partition("@")[0]
        variables = {key: _filled(str(value), matrix) for key, value in row.get("env", {}).items()}
        yield Step(job, name, command, _otherwise(row, command, system), variables)


def _filled(words: str, matrix: dict[str, str]) -> str:
    """Return words with values of the matrix in them; secrets are not known here."""
    words = re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: str(matrix.get(found[1], "")), words)
    return re.sub(r"\$\{\{ .*? \}\}", "", words)


def _otherwise(row: dict[str, Any], command: str, system: str) -> str:
    """Return why a step does not run here, "" if it does."""
    if "uses" in row:
        return f"uses {row['uses']}"
    wanted = re.search(r"matrix\.system == '(\w+)'", str(row.get("if", "")))
    if wanted and wanted[1] != system:
        return f"on {wanted[1]}: {_short(command)}"
    if not all(OWN.match(line) for line in command.splitlines()):
        return f"changes the machine or the web: {_short(command)}"
    return ""


def _short(command: str) -> str:
    return " ".join(command.split())[:110]


def stand_in(packages: Path, dist: Path, number: str) -> list[str]:
    """Gather what was built here, as download-artifact does, with empty files for the rest; return their names."""
    shutil.rmtree(packages, ignore_errors=True)
    packages.mkdir(parents=True)
    for file in dist.glob(f"Chitpull-{number}-*"):
        shutil.copy2(file, packages)
    missing = [
        name for pattern in manifests.PACKAGES.values() if not (packages / (name := pattern.format(number))).exists()
    ]
    for name in missing:
        (packages / name).touch()
    return missing


def carry_out(step: Step, folder: Path = ROOT) -> bool:
    """Run a step as the workflow would; tell whether it went well."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    tag = {"GITHUB_REF_NAME": f"v{contents.number()}", "CHITPULL_REHEARSAL": "1", "PATH": path}
    return (
        subprocess.run(
            ["bash", "-e", "-c", step.command], cwd=folder, env={**os.environ, **step.variables, **tag}
        ).returncode
        == 0
    )


def main(arguments: list[str]) -> int:
    """Go through all steps; return 0 if those that ran went well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--dry", action="store_true", help="run nothing, say what every step would do")
    options.add_argument("--from", dest="first", default="", metavar="NAME", help="begin with the step of this name")
    given = options.parse_args(arguments)
    steps, job = plan(), ""
    names = [step.name for step in steps]
    if given.first and given.first not in names:
        raise SystemExit(f"packaging/rehearse.py: no step is called {given.first}; there are {', '.join(names)}.")
    for step in steps[names.index(given.first) if given.first else 0 :]:
        if step.job != job:
            job = step.job
            print(f"== {job}", flush=True)
            if job == "release" and not given.dry:
                missing = stand_in(ROOT / "packages", ROOT / "dist", contents.number())
                print(f"   stood in for: {', '.join(missing) or 'nothing'}", flush=True)
        if step.otherwise or given.dry:
            print(f"would  {step.name}: {step.otherwise or _short(step.command)}", flush=True)
            continue
        began = time.monotonic()
        print(f"runs   {step.name}", flush=True)
        if not carry_out(step):
            print(f"FAILED {step.name}", file=sys.stderr)
            return 1
        print(f"ok     {step.name} ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
