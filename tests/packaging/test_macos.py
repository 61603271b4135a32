"""The bundle for macOS: signed inside out, and its games and modules types of their own with an icon."""

from __future__ import annotations

import plistlib
import subprocess
from pathlib import Path

import pytest

from app.online.links import SCHEMES
from app.play.files import SUFFIX
from rules.workshop import SUFFIX as MODULES
from tests.packaging.test_contents import PACKAGING, module

MACH_O = bytes.fromhex("cffaedfe") + bytes(12)
WHOLE = "Contents/Frameworks/PySide6/Qt/lib/QtCore.framework"
LIBRARIES = (
    "Contents/Frameworks/PySide6/QtCore.abi3.so",
    "Contents/Frameworks/PySide6/Qt/plugins/platforms/libqcocoa.dylib",
    "Contents/Frameworks/numpy/_core/_multiarray_umath.cpython-313-darwin.so",
)


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """Return a bundle with the parts of ours that matter."""
    bundle = tmp_path / "Chitpull.app"
    for name in (*LIBRARIES, f"{WHOLE}/Versions/A/QtCore", "Contents/MacOS/chitpull"):
        file = bundle / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(MACH_O)
    (bundle / "Contents" / "Info.plist").write_bytes(plistlib.dumps({"CFBundleExecutable": "chitpull"}))
    (bundle / "Contents" / "Resources").mkdir()
    (bundle / "Contents" / "Resources" / "map.yaml").write_text("a: text\n")
    (bundle / WHOLE / "QtCore").symlink_to("Versions/A/QtCore")
    (bundle / "Contents" / "Resources" / "PySide6").symlink_to("../Frameworks/PySide6")
    return bundle


def test_what_lies_inside_is_signed_before_what_holds_it(app: Path) -> None:
    signed = module("macos/sign").order(app)
    assert signed[-1] == app and signed[-2] == app / WHOLE
    assert {path.relative_to(app).as_posix() for path in signed[:-2]} == set(LIBRARIES)
    for later, path in enumerate(signed):
        assert not [held for held in signed[later + 1 :] if path in held.parents], f"{path} is signed too early"


def test_only_the_program_gets_entitlements_and_nothing_is_signed_deep(app: Path) -> None:
    sign = module("macos/sign")
    commands = [sign.command(path, app, "Developer ID", "keys") for path in sign.order(app)]
    assert [line[-1] for line in commands if "--entitlements" in line] == [str(app)]
    assert not [line for line in commands if "--deep" in line]
    assert all(line[line.index("--options") + 1] == "runtime" and "--timestamp" in line for line in commands)
    unsigned = [sign.command(path, app, sign.AD_HOC) for path in sign.order(app)]
    assert not [line for line in unsigned if {"--entitlements", "--timestamp", "--deep"} & {*line}]


def test_signing_is_checked_at_the_end(app: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert module("macos/sign").main([str(app), "--dry"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("codesign --verify --deep --strict") and len(lines) == len(LIBRARIES) + 3


def test_a_refused_signature_stops_the_build(
    app: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sign = module("macos/sign")
    monkeypatch.setattr(sign.subprocess, "run", lambda line: subprocess.CompletedProcess(line, 1))
    assert sign.main([str(app)]) == 1
    assert "cannot be signed" in capsys.readouterr().err


def test_no_script_signs_deep_and_the_spec_leaves_signing_to_it() -> None:
    script = (PACKAGING / "macos" / "make_dmg.sh").read_text(encoding="utf-8")
    assert "codesign --force --deep" not in script and "--entitlements" not in script
    assert 'sign.py" "$app" --identity "$MACOS_IDENTITY"' in script
    spec = (PACKAGING / "chitpull.spec").read_text(encoding="utf-8")
    assert "entitlements_file" not in spec and "codesign_identity" not in spec  # PyInstaller would sign with --deep


def test_the_entitlements_can_be_read() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert told and all(key.startswith("com.apple.security.cs.") and value is True for key, value in told.items())


@pytest.mark.parametrize(("place", "kind", "suffix"), [(0, "game", SUFFIX[1:]), (1, "module", MODULES[1:])])
def test_games_and_modules_are_types_with_an_icon(place: int, kind: str, suffix: str) -> None:
    made = plistlib.loads(plistlib.dumps(module("macos/info").info("13.0")))
    declared, opened = made["UTExportedTypeDeclarations"][place], made["CFBundleDocumentTypes"][place]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == [suffix]
    assert opened["LSItemContentTypes"] == [declared["UTTypeIdentifier"]] == [f"io.github.chitpull.{kind}"]
    assert declared["UTTypeConformsTo"] and declared["UTTypeDescription"] == f"Chitpull {kind}"
    icon = declared["UTTypeIconFile"]
    assert icon == opened["CFBundleTypeIconFile"] and (PACKAGING / "icons" / icon).is_file()
    assert made["LSMinimumSystemVersion"] == module("wheels").MACOS
    mime = (PACKAGING / "linux").glob("*mime.xml")
    assert declared["UTTypeTagSpecification"]["public.mime-type"][0] in next(mime).read_text(encoding="utf-8")


def test_a_click_on_a_link_to_a_game_opens_the_program_on_every_desktop() -> None:
    (told,) = plistlib.loads(plistlib.dumps(module("macos/info").info("13.0")))["CFBundleURLTypes"]
    assert told["CFBundleURLSchemes"] == ["chitpull"] and "chitpull" in SCHEMES
    (entry,) = (PACKAGING / "linux").glob("*.desktop")
    lines = entry.read_text(encoding="utf-8").splitlines()
    assert "Exec=chitpull %u" in lines and any("x-scheme-handler/chitpull;" in line for line in lines)
    script = (PACKAGING / "windows" / "chitpull.iss").read_text(encoding="utf-8")
    assert 'ValueName: "URL Protocol"' in script and 'Classes\\chitpull\\shell\\open\\command"' in script


def test_the_spec_packs_that_icon_and_takes_what_macos_is_told() -> None:
    spec = (PACKAGING / "chitpull.spec").read_text(encoding="utf-8")
    compile(spec, "chitpull.spec", "exec")
    assert 'HERE / "icons" / GAME_ICON' in spec and "info_plist=info(wheels.MACOS)" in spec


@pytest.mark.parametrize("script", sorted(PACKAGING.rglob("*.sh")), ids=lambda path: path.name)
def test_every_script_is_sound_to_its_shell(script: Path) -> None:
    first = script.read_text(encoding="utf-8").splitlines()[0]
    shell = "bash" if "bash" in first else "sh"
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
