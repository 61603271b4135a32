"""The front door: what it needs of the machine, and what it says if something is missing."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import front_door as run


@pytest.mark.parametrize(
    ("arguments", "environment", "platform", "lacks"),
    [
        ([], {}, "linux", True),
        (["--scenario", "first-light"], {}, "linux", True),
        ([], {"DISPLAY": ":0"}, "linux", False),
        ([], {"WAYLAND_DISPLAY": "wayland-0"}, "linux", False),
        ([], {"DISPLAY": ""}, "linux", True),
        ([], {"QT_QPA_PLATFORM": "offscreen"}, "linux", False),
        (["--scenario", "first-light", "--picture", "x.png"], {}, "linux", False),
        (["--picture=x.png"], {}, "linux", False),
        (["--bench"], {}, "linux", False),
        (["--play", "chitpull://table.example/#secret", "regular"], {}, "linux", False),
        ([], {}, "darwin", False),
        ([], {}, "win32", False),
    ],
)
def test_display(arguments: list[str], environment: dict[str, str], platform: str, lacks: bool) -> None:
    assert run.lacks_display(arguments, environment, platform) is lacks


def test_without_a_display_one_sentence_names_the_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert run.main([]) != 0
    said = capsys.readouterr().err
    assert "--picture" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("version", "free_threaded", "named"),
    [((3, 9), False, "this is Python 3.9:"), ((3, 15), False, "this is Python 3.15:"),
     ((3, 14), True, "this is Python 3.14, free-threaded:")],
)  # fmt: skip
def test_an_unfit_python_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    version: tuple[int, int], free_threaded: bool, named: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "version_info", (*version, 2))
    monkeypatch.setattr(run.sysconfig, "get_config_var", lambda name: int(free_threaded))
    assert run.main([]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and named in said and "install Python 3.13" in said


OLD_SYNTAX = (ast.JoinedStr, ast.AnnAssign, ast.AsyncFunctionDef, ast.NamedExpr, ast.Nonlocal, ast.Starred)


def test_the_file_that_is_typed_can_be_read_by_every_python() -> None:
    text = (run.ROOT / "run.py").read_text(encoding="ascii")
    tree = ast.parse(text, feature_version=(3, 4))  # the oldest this parser knows; below what 2.7 lacks as well
    nodes = list(ast.walk(tree))
    assert not [node for node in nodes if isinstance(node, OLD_SYNTAX)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    assert all(function.returns is None and not function.args.kwonlyargs for function in functions)
    assert {node.module for node in nodes if isinstance(node, ast.ImportFrom)} == set()
    assert not [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"]


@pytest.mark.parametrize("version", [(2, 7), (3, 4), (3, 6)])
@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_python_that_cannot_read_the_rest_says_the_same(
    version: tuple[int, int], platform: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = runpy.run_path(str(run.ROOT / "run.py"))
    monkeypatch.setattr(sys, "version_info", (*version, 18))
    monkeypatch.setattr(sys, "platform", platform)
    assert typed["main"]() == 1
    assert capsys.readouterr().err == run.unfit(version, False, platform) + "\n"


def test_what_is_typed_does_what_the_front_door_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "main", lambda arguments: 40 + len(arguments))
    monkeypatch.setattr(sys, "argv", ["run.py", "--scenario", "first-light"])
    assert runpy.run_path(str(run.ROOT / "run.py"))["main"]() == 42


@pytest.mark.parametrize(("platform", "command"), [("win32", "py -3.13 run.py"), ("darwin", "python3.13 run.py")])
def test_the_command_that_would_work_is_named(platform: str, command: str) -> None:
    assert command in run.unfit((3, 15), False, platform)
    assert [version for version in range(8, 20) if not run.unfit((3, version), False, platform)] == [11, 12, 13, 14]


def test_the_project_and_the_workflows_want_the_same_pythons() -> None:
    assert (
        f'requires-python = ">=3.{run.OLDEST[1]},<3.{run.NEWEST[1] + 1}"' in (run.ROOT / "pyproject.toml").read_text()
    )
    workflows = run.ROOT / ".github" / "workflows"
    tested = "python: ['3.11', '3.13', '3.14']"
    assert tested in (workflows / "test.yml").read_text() and run.BEST in tested
    assert f"python-version: '{run.BEST}'" in (workflows / "release.yml").read_text()


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / ".venv"
    python = run.venv_python(folder)
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(run, "VENV", folder)
    monkeypatch.setattr(run, "STAMP", folder / "stamp")
    monkeypatch.setattr(run, "venv_python", lambda venv=folder: python)
    return folder


def test_set_up_is_done_once(venv: Path) -> None:
    assert not run.is_ready(testing=False)
    (venv / "stamp").write_text(f"{run.fingerprint()} play\n")
    assert run.is_ready(testing=False)
    assert not run.is_ready(testing=True)
    (venv / "stamp").write_text(f"{run.fingerprint()} test\n")
    assert run.is_ready(testing=True)
    assert run.is_ready(testing=False)


@pytest.mark.parametrize(("arguments", "prepared", "started"), [([], 1, "app"), (["test"], 0, "tests.suite")])
def test_maps_are_laid_out_once_and_not_for_tests(
    venv: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], prepared: int, started: str
) -> None:
    (venv / "stamp").write_text(f"{run.fingerprint()} test\n")
    folder, commands, modules = venv / "prepared", list[list[str]](), list[str]()

    def failing(command: list[str], **_: object) -> None:
        commands.append(command)  # and fail

    monkeypatch.setattr(run, "PREPARED", folder)
    monkeypatch.setattr(run, "lacks_display", lambda *_: False)
    monkeypatch.setattr(run, "start", lambda module, _: modules.append(module) or 0)
    monkeypatch.setattr(subprocess, "run", failing)
    for _ in range(2):
        assert run.main(arguments) == 0
    assert [command[-2:] for command in commands] == [["app", "--prepare"]] * prepared and modules == [started] * 2


def test_other_pins_want_a_new_set_up(venv: Path) -> None:
    (venv / "stamp").write_text("0123 test\n")
    assert not run.is_ready(testing=False)
    (venv / "stamp").write_text("nonsense")
    assert not run.is_ready(testing=False)


def test_a_venv_of_another_python_is_made_again(venv: Path) -> None:
    assert not run.is_sound(venv)
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.1.4\n")
    assert not run.is_sound(venv)
    (venv / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {'.'.join(map(str, sys.version_info[:3]))}\n")
    assert run.is_sound(venv)


def test_venv_python_by_platform() -> None:
    assert run.venv_python(Path("v"), "win32") == Path("v/Scripts/python.exe")
    assert run.venv_python(Path("v"), "darwin") == Path("v/bin/python")


def test_requirements_come_from_the_project_file() -> None:
    assert any(line.startswith("PySide6-Essentials") for line in run.requirements(testing=False))
    assert not any(line.startswith("pytest") for line in run.requirements(testing=False))
    assert any(line.startswith("pytest") for line in run.requirements(testing=True))


def test_missing_system_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = "libegl1 installed\nlibgl1 config-files\nlibglib2.0-0t64 installed\n"
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1, stdout=listing))
    names = ["libegl1", "libgl1", "libglib2.0-0", "libxcb-cursor0"]
    assert run.missing_packages(names) == ["libgl1", "libxcb-cursor0"]


def test_where_packages_may_not_be_installed_the_line_to_type_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(run, "missing_packages", list)
    monkeypatch.setattr(run, "become_root", lambda: None)
    assert run.install_system_packages(["libegl1", "libgl1"]) == "Type: sudo apt-get install --yes libegl1 libgl1"


def test_machines_without_apt_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert run.install_system_packages(["libegl1"]) == ""


def test_a_machine_where_qt_cannot_start_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = subprocess.CompletedProcess([], 1, stdout="", stderr="Traceback\nImportError: libEGL.so.1: cannot open\n")
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: answer)
    with pytest.raises(run.SetupFailed, match=r"machine: ImportError: libEGL.so.1: cannot open\. Type: sudo"):
        run.probe_qt(True, "Type: sudo apt-get install --yes libegl1")


def test_everything_that_is_missing_is_asked_for_in_one_round(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "is_sound", lambda venv: False)
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(run, "missing_packages", list)
    monkeypatch.setattr(run, "become_root", lambda: None)
    with pytest.raises(run.SetupFailed) as failed:
        run.set_up(testing=False)
    venv = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    wanted = " ".join([venv, *run.QT_LIBRARIES])
    assert str(failed.value) == (f"Python's venv module is incomplete here. Type: sudo apt-get install --yes {wanted}")


UNREACHED = (
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...): Failed to establish a new "
    "connection: [Errno -3] Temporary failure in name resolution'\nERROR: No matching distribution found for pyyaml\n"
)


@pytest.mark.parametrize(
    ("pip_says", "sentence", "shown"),
    [
        (UNREACHED, run.NO_NETWORK, ""),
        ("ERROR: ResolutionImpossible\n", "the lines above say why", "ERROR: ResolutionImpossible"),
    ],
)
def test_what_pip_says_is_hidden_where_there_is_no_network_and_only_there(
    pip_says: str, sentence: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = list[list[str]]()

    def fails(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1, stdout=pip_says)

    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(run.SetupFailed, match=re.escape(sentence)):
        run.install_packages(testing=False)
    assert "--dry-run" in commands[0] and commands[0][commands[0].index("--retries") + 1] == "0"
    assert len(commands) == (2 if shown else 1)  # of another fault the whole installation speaks
    assert capsys.readouterr().err.strip() == shown
