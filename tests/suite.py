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
from pathlib import Path

from tests import fast

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = Path(sys.executable).parent
LINT_IMPORTS = shutil.which("lint-imports", path=str(SCRIPTS)) or "lint-imports"  # .exe on Windows
WHOLE_SUITE_OPTIONS = ("--clauses",)
PROVED = ROOT / "build" / "proved.json"
"""Where the run of the other tests says which clauses they have proved."""
PLATFORMS = ("linux", "darwin", "win32")
"""Where the program runs, as mypy names them; mypyc takes the types of the one it packs for."""
COMPILING: Mapping[str, str] = {} if os.environ.get("CHITPULL_LONG") else {"CHITPULL_OPTIMIZED": "g"}
"""Additions to the environment of what compiles the rules: as they are shipped they take the processor 90 s longer."""
NICE = 10
"""How nice a job is that lets tests of windows, which wait for them, go first."""
ANSI = re.compile(r"\x1b\[[0-9;]*m")
CLOSING = re.compile(
    r"\b(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|warnings?)|no tests ran)\b.* in [\d.]+s"
)


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to run: its name, command and additions to the environment, and whether all others go first."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    gives_way: bool = False


Lane = tuple[Job, ...]
"""Jobs that run one after the other."""
Stage = tuple[Lane, ...]
"""Lanes that run side by side. What the first one says is shown as it comes, and what the others say at the end."""


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
    PROVED.unlink(missing_ok=True)  # what an earlier run has proved does not count
    return report(outcomes(stages(arguments)))


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the summary; return 0 if all passed, else 1."""
    print("\n".join(summary(outcomes)))
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def stages(arguments: Sequence[str]) -> list[Stage]:
    """List the jobs in the order they run.

    The other tests run the rules as Python; their own tests run them compiled, as the program is shipped, where Qt
    cannot be imported, and as Python where nothing can be compiled. Tests that wait leave a core to what runs beside
    them. The run of the rules counts the clauses that the other has proved.
    """
    parallel = ("-n", str(workers(os.cpu_count())), "--dist", "worksteal")
    colour = ("--color=yes",) if sys.stdout.isatty() else ()
    others = ("--clauses-into", str(PROVED), "--ignore", "tests/rules")
    counted = (*arguments, "--clauses-from", str(PROVED)) if arguments else ()
    qtless = os.pathsep.join([str(ROOT / "tests" / "no_qt"), str(ROOT)])
    tried = (sys.executable, str(ROOT / "packaging" / "try_compiled.py"))
    rules = (*tried, *parallel, *colour, "-p", "no:pytest-qt", *counted, "tests/rules")
    return [
        (tuple(reading()),),
        (
            (Job("pytest", (sys.executable, "-m", "pytest", *parallel, *colour, *others), qt_environment()),),
            (*map(types, PLATFORMS), Job("compiled rules", (*tried, "--make"), COMPILING, True)),
        ),
        (
            (Job("rules without Qt", rules, {"PYTHONPATH": qtless, **COMPILING}),),
            (Job("packaged program", (sys.executable, str(ROOT / "packaging" / "try_out.py")), COMPILING),),
        ),
    ]


def fast_stages() -> list[Stage]:
    """List what is run while one works: the checks for this platform, and the tests of what was changed."""
    tests = Job("tests of what changed", tuple(fast.command(sys.executable, workers(os.cpu_count()))), qt_environment())
    return [((*reading(), types(sys.platform)),), ((tests,),)]


def reading() -> list[Job]:
    """List the jobs that read the source in a second each."""
    ruff, short = (sys.executable, "-m", "ruff"), ("--output-format", "concise", ".")
    return [
        Job("ruff check", (*ruff, "check", *short), {}),
        Job("ruff format", (*ruff, "format", "--check", *short), {}),
        Job("import contracts", (LINT_IMPORTS, "--no-logo"), {}),
    ]


def types(platform: str) -> Job:
    """Return the job that checks types as they are on a platform, with a cache that the others do not spoil."""
    cache = str(Path(".mypy_cache", platform))
    command = (sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", cache)
    return Job(f"mypy for {platform}", command, {}, True)


def workers(cores: int | None) -> int:
    """Choose how many tests run at once."""
    return max(2, min(cores or 2, 8))


def qt_environment() -> dict[str, str]:
    """Return the environment for tests that open windows: off screen unless the caller chose a platform."""
    return {"QT_QPA_PLATFORM": "offscreen", **os.environ}


def outcomes(stages: Sequence[Stage]) -> list[Outcome]:
    """Run stage after stage, the lanes of each side by side."""
    ended: list[Outcome] = []
    for lanes in stages:
        with ThreadPoolExecutor(len(lanes)) as pool:
            running = [pool.submit(follow, lane, live=place == 0) for place, lane in enumerate(lanes)]
            for lane in running:
                done, said = lane.result()
                show(said)
                ended += done
    return ended


def follow(lane: Lane, live: bool) -> tuple[list[Outcome], bytes]:
    """Run one job after the other; return how they ended, and what they said if it was not shown."""
    ended, said = list[Outcome](), b""
    for job in lane:
        outcome, more = run(job, live)
        ended.append(outcome)
        said += more
    return ended, said


def run(job: Job, live: bool = True) -> tuple[Outcome, bytes]:
    """Run one job, showing its output as it comes, or returning it."""
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
        if job.gives_way and sys.platform != "win32":
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        assert process.stdout is not None
        while piece := process.stdout.read1(65536):  # type: ignore[attr-defined]
            pieces.append(piece)
            if live:
                show(piece)
    said, seconds = b"".join(pieces), time.monotonic() - began
    outcome = Outcome(job.name, process.returncode == 0, seconds, closing_line(said.decode(errors="replace")))
    return outcome, b"" if live else title + said


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
