"""The fast lane: which tests belong to what was changed, and an end to them after so many seconds."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 80
"""Seconds from the start of the lane after which no more tests begin; the last ones end before 90."""
LEAST = 20
"""Seconds that tests have in any case, where nothing is known yet of the types of the source."""
CORE = ("tests/rules/hexes", "tests/rules/engine/test_options.py", "tests/rules/engine/test_session.py")
"""What runs after the tests of what was changed."""
CHAPTER = re.compile(r"r(\d\d)(?:_|$)")


def changed() -> list[str]:
    """List the files changed since the last commit, or by it where nothing is."""
    now = [*asked("diff", "--name-only", "HEAD"), *asked("ls-files", "--others", "--exclude-standard")]
    return now or asked("diff", "--name-only", "HEAD~1", "HEAD")


def asked(*words: str) -> list[str]:
    """Return what git answers, line by line; nothing outside a checkout."""
    answer = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    return answer.stdout.splitlines()


def tests_of(files: Iterable[str], root: Path = ROOT) -> list[str]:
    """List the test modules and folders that belong to files, each once, then the core."""
    found = [test for file in sorted(files) for test in tests_of_one(Path(file), root)]
    kept = [test for test in dict.fromkeys([*found, *CORE]) if (root / test).exists()]
    return [test for test in kept if not any(f"{test}".startswith(f"{other}/") for other in kept)]


def tests_of_one(file: Path, root: Path) -> list[str]:
    """List the tests of one file: its own, those of its chapter, or those of the nearest folder that has any."""
    top = file.parts[0]
    if top == "tests" and file.name.startswith("test_"):
        return [file.as_posix()]
    if top == "tests":
        return beside(file.parent, "test_*.py", root)
    if top in ("scenarios", "packaging"):
        return [f"tests/{top}"]
    if top not in ("rules", "app") or file.suffix != ".py":
        return ["tests/test_packaging.py"]
    folder = Path("tests") / file.parent
    while not (root / folder).is_dir():
        folder = folder.parent
    chapter = CHAPTER.match(file.stem)
    patterns = [f"test_{file.stem.removeprefix('r') if chapter else file.stem}.py"]
    patterns += [f"test_{chapter[1]}*.py"] if chapter else []
    own = [test for pattern in patterns for test in beside(folder, pattern, root)]
    return own or beside(folder, "test_*.py", root)


def beside(folder: Path, pattern: str, root: Path) -> list[str]:
    """List the test modules in a folder, or in the nearest one above that has any."""
    found = sorted((root / folder).glob(pattern))
    if not found and pattern == "test_*.py" and folder != Path("tests"):
        return beside(folder.parent, pattern, root)
    return [test.relative_to(root).as_posix() for test in found]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer an end at a time."""
    parser.addoption("--until", type=float, default=0, help="skip what has not begun at this time, seconds since 1970")


class Clock:
    """Skips tests once the time is over, and says so in the reason."""

    def __init__(self, until: float, least: float = LEAST) -> None:
        self.until, self.least, self.began = until, least, False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip a test that comes too late; from the first one on there is some time left in any case."""
        if not self.began:
            self.until, self.began = max(self.until, time.time() + self.least), True
        if time.time() > self.until:
            pytest.skip("the time of the fast lane is over")


def pytest_configure(config: pytest.Config) -> None:
    """Start the clock where one is wanted."""
    until = config.getoption("--until")
    if until:
        config.pluginmanager.register(Clock(until), "fast lane")


def command(python: str, workers: int) -> Sequence[str]:
    """Return the command that runs the tests of what was changed, in the seconds that are left from now on."""
    until = str(round(time.time() + SECONDS))
    return (python, "-m", "pytest", "-n", str(workers), "--until", until, *tests_of(changed()))
