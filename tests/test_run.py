"""The front door: what it needs of the machine, and what it says if something is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import run


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
    with pytest.raises(run.SetupFailed, match=r"cannot start on this machine: ImportError: libEGL.* Type: sudo"):
        run.probe_qt(True, "Type: sudo apt-get install --yes libegl1")
