"""The whole suite: linters, types, import contracts, pytest, the compiled rules without Qt, the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
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


Stage = tuple[Job, ...]
"""Jobs that run side by side."""


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
        return report(outcomes(fast_stages()))
    if set(arguments) - set(WHOLE_SUITE_OPTIONS):
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=qt_environment())
    return report(outcomes(stages(arguments)))


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the summary; return 0 if all passed, else 1."""
    print("\n".join(summary(outcomes)))
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def stages(arguments: Sequence[str]) -> list[Stage]:
    """List the jobs in the order they run.

    The other tests run the rules as Python; their own tests run them compiled, as the program is shipped, where Qt
    cannot be imported, and as Python where nothing can be compiled. The clause table wants every test in one run.
    """
    parallel = ("-n", str(workers(os.cpu_count())), "--dist", "worksteal")
    colour = ("--color=yes",) if sys.stdout.isatty() else ()
    others = arguments or ("--ignore", "tests/rules")
    compiled = (sys.executable, str(ROOT / "packaging" / "try_compiled.py"), *parallel, *colour)
    qtless = os.pathsep.join([str(ROOT / "tests" / "no_qt"), str(ROOT)])
    return [
        *checks(PLATFORMS),
        (Job("pytest", (sys.executable, "-m", "pytest", *parallel, *colour, *others), qt_environment()),),
        (Job("rules without Qt", (*compiled, "-p", "no:pytest-qt", "tests/rules"), {"PYTHONPATH": qtless}),),
        (Job("packaged program", (sys.executable, str(ROOT / "packaging" / "try_out.py")), {}),),
    ]


def fast_stages() -> list[Stage]:
    """List what is run while one works: the checks for this platform, and the tests of what was changed."""
    tests = Job("tests of what changed", tuple(fast.command(sys.executable, workers(os.cpu_count()))), qt_environment())
    return [*checks([sys.platform]), (tests,)]


def checks(platforms: Sequence[str]) -> list[Stage]:
    """List the jobs that read the source without running it."""
    ruff, short = (sys.executable, "-m", "ruff"), ("--output-format", "concise", ".")
    return [
        (Job("ruff check", (*ruff, "check", *short), {}),),
        (Job("ruff format", (*ruff, "format", "--check", *short), {}),),
        tuple(Job(f"mypy for {each}", types(each), {}) for each in platforms),
        (Job("import contracts", (LINT_IMPORTS, "--no-logo"), {}),),
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


def outcomes(stages: Sequence[Stage]) -> list[Outcome]:
    """Run stage after stage; where several jobs run side by side, what one says is shown when it has ended."""
    ended: list[Outcome] = []
    for jobs in stages:
        with ThreadPoolExecutor(len(jobs)) as pool:
            ended += pool.map(partial(run, live=len(jobs) == 1), jobs)
    return ended


def run(job: Job, live: bool = True) -> Outcome:
    """Run one job, showing its output as it comes, or all at its end."""
    title = f"\n--- {job.name}\n".encode()
    if live:
        show(title)
    began = time.monotonic()
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **job.environment}  # which pipes on Windows are not
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes would compile every module anew
    pieces = []
    with subprocess.Popen(
        job.command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while piece := process.stdout.read1(65536):  # type: ignore[attr-defined]
            pieces.append(piece)
            if live:
                show(piece)
    said = b"".join(pieces)
    if not live:
        show(title + said)
    return Outcome(
        job.name, process.returncode == 0, time.monotonic() - began, closing_line(said.decode(errors="replace"))
    )


def show(said: bytes) -> None:
    """Write to the terminal at once."""
    sys.stdout.flush()
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()


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
