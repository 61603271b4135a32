"""Which wheels are looked for: those of every pin, on the systems and Pythons that the project names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import front_door as run
from tests.packaging.test_contents import PACKAGING, ROOT, module

TEXT = '# The game\nnumpy==2.4.6\n# The tests\npytest==9.2.0\npefile==2024.8.26; sys_platform == "win32"\n'


def test_the_pins_of_a_system() -> None:
    pins = module("wheels").pins
    assert pins(TEXT, "linux", False) == ["numpy==2.4.6"]
    assert pins(TEXT, "win32", True) == ["numpy==2.4.6", "pytest==9.2.0", "pefile==2024.8.26"]
    assert pins(TEXT, "darwin", True) == ["numpy==2.4.6", "pytest==9.2.0"]


def test_the_pythons_are_those_of_the_front_door() -> None:
    assert tuple(f"3.{minor}" for minor in range(run.OLDEST[1], run.NEWEST[1] + 1)) == module("wheels").PYTHONS


def test_wheels_are_looked_for_without_installing_them(tmp_path: Path) -> None:
    wheels = module("wheels")
    words = wheels.command(["attrs==26.1.0", "numpy==2.4.6"], "macOS arm64", "3.14", tmp_path / "report.json", tmp_path)
    assert "--dry-run" in words and words[-2:] == ["attrs==26.1.0", "numpy==2.4.6"]
    assert words[words.index("--platform") + 1] == "macosx_13_0_arm64"
    report = {"install": [{"download_info": {"url": "https://example.org/a/numpy-2.4.6-cp314-macosx_11_0_arm64.whl"}}]}
    assert wheels.named(report) == ["numpy-2.4.6-cp314-macosx_11_0_arm64.whl"]


def test_a_pin_without_a_wheel_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wheels = module("wheels")
    monkeypatch.setattr(wheels, "pins", lambda *_: ["attrs==26.1.0", "numpy==2.4.6"])
    monkeypatch.setattr(wheels, "wheels", lambda pins, *_: ["attrs.whl"] if pins == ["attrs==26.1.0"] else [])
    monkeypatch.setattr(sys, "argv", ["wheels.py", "--python", "3.14"])
    assert wheels.main() == 1
    said = capsys.readouterr().out
    assert said.count("  attrs.whl\n") == said.count("  NO WHEEL of numpy==2.4.6\n") == len(wheels.SYSTEMS)


def test_bundle_and_release_want_the_same_macos() -> None:
    assert "info_plist=info(wheels.MACOS)" in (PACKAGING / "chitpull.spec").read_text(encoding="utf-8")
    assert module("macos/info").info("13.0")["LSMinimumSystemVersion"] == "13.0"
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "target_arch=platform.machine()" in (PACKAGING / "chitpull.spec").read_text(encoding="utf-8")
    for system in ("macOS arm64", "macOS x86_64"):
        assert f"wheel: {module('wheels').SYSTEMS[system][0]}}}" in release
