"""The suite: its jobs, its summary, and pytest's closing line at the end."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import cast

import pytest

from tests import fast, suite


def jobs(*arguments: str) -> list[suite.Job]:
    """List the jobs of all stages."""
    return [job for stage in suite.stages(arguments) for lane in stage for job in lane]


def test_workers_follow_the_cores() -> None:
    assert [suite.workers(cores) for cores in (None, 1, 2, 4, 64)] == [2, 2, 2, 4, 8]


def test_the_clauses_are_counted_by_the_last_run_of_tests_which_is_told_what_the_other_has_proved() -> None:
    commands = {job.name: job.command for job in jobs("--clauses")}
    kept = str(suite.PROVED)
    assert commands["pytest"][-4:-2] == ("--clauses-into", kept) and "--clauses" not in commands["pytest"]
    assert commands["rules without Qt"][-4:] == ("--clauses", "--clauses-from", kept, "tests/rules")
    assert list(commands).index("pytest") < list(commands).index("rules without Qt")


@pytest.mark.parametrize("arguments", [(), ("--clauses",)])
def test_no_test_is_run_twice_and_none_is_left_out(arguments: tuple[str, ...]) -> None:
    commands = {job.name: job.command for job in jobs(*arguments)}
    assert commands["pytest"][-2:] == ("--ignore", "tests/rules")
    assert commands["rules without Qt"][-1] == "tests/rules"


def test_the_rules_are_compiled_and_tested_before_the_program_is_packed_and_beside_it() -> None:
    names = [[[job.name for job in lane] for lane in stage] for stage in suite.stages(())]
    assert names[-2][1][-1] == "compiled rules" and names[-1] == [["rules without Qt"], ["packaged program"]]


def test_what_is_compiled_for_one_job_serves_all() -> None:
    asked = {job.name: job.environment.get("CHITPULL_OPTIMIZED") for job in jobs()}
    assert len({asked[name] for name in ("compiled rules", "rules without Qt", "packaged program")}) == 1


def test_qt_is_out_of_reach_of_the_rules_job() -> None:
    job = next(job for job in jobs() if job.name == "rules without Qt")
    assert "no_qt" in job.environment["PYTHONPATH"]
    assert job.command[-1] == "tests/rules"


def test_types_are_checked_as_they_are_on_every_platform() -> None:
    commands = [job.command for job in jobs() if "mypy" in job.command]
    platforms = [command[command.index("--platform") + 1] for command in commands]
    assert sorted(platforms) == ["darwin", "linux", "win32"]
    assert len({command[command.index("--cache-dir") + 1] for command in commands}) == 3


@pytest.mark.parametrize(
    ("said", "closing"),
    [
        ("....\n\x1b[32m==== \x1b[1m38 passed\x1b[0m in 1.53s ====\x1b[0m\n", "==== 38 passed in 1.53s ===="),
        ("12 warnings\n= 1 failed, 12 passed in 63.10s (0:01:03) =\n", "= 1 failed, 12 passed in 63.10s (0:01:03) ="),
        ("=== no tests ran in 0.01s ===\n", "=== no tests ran in 0.01s ==="),
        ("Found 3 errors.\n", ""),
        ("Found 1 error in 1 file (checked 2 source files)\n", ""),
    ],
)
def test_closing_line(said: str, closing: str) -> None:
    assert suite.closing_line(said) == closing


def test_summary_ends_with_the_closing_line_of_the_whole_suite() -> None:
    outcomes = [
        suite.Outcome("mypy", False, 2.0, ""),
        suite.Outcome("pytest", True, 60.0, "== 900 passed in 60.0s =="),
        suite.Outcome("rules without Qt", True, 30.0, "== 700 passed in 30.0s =="),
    ]
    lines = suite.summary(outcomes)
    assert any(line.startswith("FAILED") and "mypy" in line for line in lines)
    assert lines[-1] == "== 900 passed in 60.0s =="


def test_a_job_shows_its_output_and_keeps_its_end(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    outcome, kept = suite.run(
        suite.Job("sample", (sys.executable, "-c", "print('== 3 passed in 0.1s =='); exit(1)"), {})
    )
    assert b"3 passed" in capfdbinary.readouterr().out and kept == b""
    assert (outcome.passed, outcome.closing) == (False, "== 3 passed in 0.1s ==")


def test_what_runs_side_by_side_is_shown_lane_by_lane(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code = "import time; print('{0} begins'); time.sleep(0.1); print('{0} ends'); exit({1})"
    a, b, c = (suite.Job(name, (sys.executable, "-uc", code.format(name, name == "b")), {}) for name in "abc")
    ended = [(outcome.name, outcome.passed) for outcome in suite.outcomes([((a,), (b, c))])]
    assert ended == [("a", True), ("b", False), ("c", True)]
    said = capfdbinary.readouterr().out.decode().replace("\r", "")
    assert said == "".join(f"\n--- {name}\n{name} begins\n{name} ends\n" for name in "abc")


def test_the_fast_lane_runs_the_tests_of_what_was_changed_and_builds_nothing() -> None:
    names = [job.name for stage in suite.fast_stages() for lane in stage for job in lane]
    assert names[0] == "ruff check" and names[-1] == "tests of what changed" and "packaged program" not in names


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("rules/company_scale/r27_victory.py", ["tests/rules/company_scale/test_27_victory.py"]),
        ("rules/engine/session.py", ["tests/rules/engine/test_session.py"]),
        ("app/systems/command_cards/seen.py", ["tests/app/systems/command_cards/test_board.py"]),
        ("scenarios/lessons/first-light.yaml", ["tests/scenarios"]),
        ("tests/rules/hexes/test_paths.py", ["tests/rules/hexes/test_paths.py"]),
        ("tests/app/helpers/fake_session.py", ["tests/app/test_announcing.py"]),
        ("pyproject.toml", ["tests/test_packaging.py"]),
    ],
)
def test_the_tests_of_a_file_are_those_beside_it(file: str, tests: list[str]) -> None:
    found = fast.tests_of_one(Path(file), fast.ROOT)
    assert found[: len(tests)] == tests


def test_tests_are_named_once_and_the_core_comes_last() -> None:
    assert fast.tests_of(["tests/rules/hexes/test_paths.py", "scenarios/README.md"]) == ["tests/scenarios", *fast.CORE]


def test_what_comes_too_late_is_skipped(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks before have taken the time of the lane; what is left in any case is enough for the first test."""
    monkeypatch.setattr(fast.Clock.__init__, "__defaults__", (0.1,))
    pytester.makepyfile("import time\n\ndef test_one():\n    time.sleep(0.2)\n\ndef test_two():\n    pass\n")
    outcome = pytester.runpytest("-p", "tests.fast", "--until", "1", "-p", "no:xdist")
    outcome.assert_outcomes(passed=1, skipped=1)


def test_the_clock_of_the_fast_lane_runs_from_its_start() -> None:
    began = time.time()
    ((tests,),) = suite.fast_stages()[-1]
    until = float(tests.command[tests.command.index("--until") + 1])
    assert began + fast.SECONDS - 1 <= until <= time.time() + fast.SECONDS + 1
    clock = fast.Clock(until)
    clock.pytest_runtest_setup(cast("pytest.Item", None))
    assert clock.until == until, "there is enough time left"


def test_jobs_keep_what_python_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asked = "import sys; raise SystemExit(sys.dont_write_bytecode)"
    assert suite.run(suite.Job("sample", (sys.executable, "-c", asked), {}))[0].passed
