"""The whole suite: linters, types, import contracts, pytest, the rules without Qt and compiled, the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import fast

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = Path(sys.executable).parent
LINT_IMPORTS = shutil.which("lint-imports", path=str(SCRIPTS)) or "lint-imports"  # .exe on Windows
WHOLE_SUITE_OPTIONS = ("--clauses",)
PLATFORMS = ("linux", "darwin", "win32")
"""Where the program runs, as mypy names them; mypyc takes the types of the one it packs for."""
ANSI = re.compile(r"\x1b\[[0-9;]*m")
CLOSING = re.compile(
    r"\b(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|warnings?)|no tests ran)\b.* in [\d.]+s"
)


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to run: its name, command and additions to the environment."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended; `closing` is pytest's last line, or ''."""

    name: str
    passed: bool
    seconds: float
    closing: str


def main(arguments: Sequence[str]) -> int:
    """Run everything, or only pytest where it is given arguments of its own; returns the exit code."""
    if list(arguments) == ["--fast"]:
        return report([run(job) for job in fast_jobs()])
    if set(arguments) - set(WHOLE_SUITE_OPTIONS):
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=qt_environment())
    return report([run(job) for job in jobs(arguments)])


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the summary; return 0 if all passed, else 1."""
    print("\n".join(summary(outcomes)))
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def jobs(arguments: Sequence[str]) -> list[Job]:
    """List the jobs in the order they run.

    The tests of the rules run where Qt cannot be imported; the clause table wants every test in one run of its own.
    """
    parallel = (sys.executable, "-m", "pytest", "-n", str(workers(os.cpu_count())), "--dist", "worksteal")
    colour = ("--color=yes",) if sys.stdout.isatty() else ()
    alone = (*colour, "-p", "no:pytest-qt", "tests/rules")
    others = arguments or ("--ignore", "tests/rules")
    qtless = os.pathsep.join([str(ROOT / "tests" / "no_qt"), str(ROOT)])
    return [
        *checks(PLATFORMS),
        Job("pytest", (*parallel, *colour, *others), qt_environment()),
        Job("rules without Qt", (*parallel, *alone), {"PYTHONPATH": qtless}),
        Job("compiled rules", (sys.executable, str(ROOT / "packaging" / "try_compiled.py"), *parallel[3:], *alone), {}),
        Job("packaged program", (sys.executable, str(ROOT / "packaging" / "try_out.py")), {}),
    ]


def fast_jobs() -> list[Job]:
    """List what is run while one works: the checks for this platform, and the tests of what was changed."""
    tests = Job("tests of what changed", tuple(fast.command(sys.executable, workers(os.cpu_count()))), qt_environment())
    return [*checks([sys.platform]), tests]


def checks(platforms: Sequence[str]) -> list[Job]:
    """List the jobs that read the source without running it."""
    ruff, short = (sys.executable, "-m", "ruff"), ("--output-format", "concise", ".")
    return [
        Job("ruff check", (*ruff, "check", *short), {}),
        Job("ruff format", (*ruff, "format", "--check", *short), {}),
        *[Job(f"mypy for {each}", types(each), {}) for each in platforms],
        Job("import contracts", (LINT_IMPORTS, "--no-logo"), {}),
    ]


def types(platform: str) -> tuple[str, ...]:
    """Return the command that checks types as they are on a platform, with a cache that the others do not spoil."""
    return (sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", str(Path(".mypy_cache", platform)))


def workers(cores: int | None) -> int:
    """Choose how many tests run at once."""
    return max(2, min(cores or 2, 8))


def qt_environment() -> dict[str, str]:
    """Return the environment for tests that open windows: off screen unless the caller chose a platform."""
    return {"QT_QPA_PLATFORM": "offscreen", **os.environ}


def run(job: Job) -> Outcome:
    """Run one job, showing its output as it comes."""
    print(f"\n--- {job.name}", flush=True)
    began = time.monotonic()
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **job.environment}  # which pipes on Windows are not
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes would compile every module anew
    with subprocess.Popen(
        job.command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        said = show(process)
    return Outcome(job.name, process.returncode == 0, time.monotonic() - began, closing_line(said))


def show(process: subprocess.Popen[bytes]) -> str:
    """Pass a process's output on piece by piece and return all of it."""
    pieces = []
    assert process.stdout is not None
    while piece := process.stdout.read1(65536):  # type: ignore[attr-defined]
        pieces.append(piece)
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return b"".join(pieces).decode(errors="replace")


def closing_line(said: str) -> str:
    """Find pytest's closing line in its output, without colours; '' where there is none."""
    lines = [ANSI.sub("", line) for line in said.splitlines()[-40:]]
    return next((line for line in reversed(lines) if CLOSING.search(line)), "").strip()


def summary(outcomes: Sequence[Outcome]) -> list[str]:
    """Write the table of jobs, and under it the closing line of each pytest run, the whole suite's last."""
    lines = ["", "--- summary"]
    lines += [f"{'ok' if o.passed else 'FAILED':7} {o.name:18} {o.seconds:6.1f} s" for o in outcomes]
    return lines + [o.closing for o in reversed(outcomes) if o.closing]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
