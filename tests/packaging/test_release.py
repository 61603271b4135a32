"""What a release is made of besides packages: notes, manifests, sums, and the rehearsal of its workflow."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.newer import LATEST, RELEASES, read
from rules.engine.version import number
from tests.packaging.test_contents import PACKAGING, ROOT, description, module

SAMPLE = """\
# What is new

## 0.3.0, soon

- Later.

## 0.2.0

- This.
### Part
- That.

## 0.2.0.1

## 0.1.0

- First.
"""


@pytest.fixture
def rehearse(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the script, known by its name as dataclasses want it."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import rehearse

    return rehearse


# --- notes -----------------------------------------------------------------------------------------------------------


def test_notes_are_cut_to_their_version() -> None:
    cut = module("release_notes").cut
    assert cut(SAMPLE, "0.2.0") == "- This.\n### Part\n- That.\n"
    assert cut(SAMPLE, "0.1.0") == "- First.\n" and cut(SAMPLE, "0.3.0") == "- Later.\n"


@pytest.mark.parametrize(("wanted", "said"), [("0.4.0", 'no heading "## 0.4.0"'), ("0.2.0.1", "says nothing under")])
def test_a_version_without_notes_is_refused(wanted: str, said: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(said)):
        module("release_notes").cut(SAMPLE, wanted)


def test_this_version_has_notes(tmp_path: Path) -> None:
    notes = module("release_notes")
    assert notes.main(["--tag", f"v{number()}", "--into", str(tmp_path / "notes.md")]) == 0
    written = (tmp_path / "notes.md").read_text(encoding="utf-8")
    assert written.strip() and "\n## " not in written


def test_a_tag_of_another_version_is_refused() -> None:
    with pytest.raises(SystemExit, match=re.escape(f"the tag is v9.9.9, but this is {number()}.")):
        module("release_notes").main(["--tag", "v9.9.9"])


def test_every_place_names_this_version() -> None:
    assert f'<release version="{number()}" date="20' in description() and module("contents").number() == number()
    asked = [sys.executable, "setup.py", "--version"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split()[-1:] == [number()], done.stderr


def test_no_other_place_names_a_version_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    files = [file for file in PACKAGING.rglob("*") if file.suffix in (".xml", ".yaml", ".yml", ".rb", ".iss", ".spec")]
    this = re.compile(rf"(?<![\d.]){re.escape(number())}(?![\d.])")
    naming = [file.name for file in files if this.search(file.read_text(encoding="utf-8"))]
    assert len(files) > 7 and naming == []


# --- manifests and sums ----------------------------------------------------------------------------------------------


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a folder with packages of every system."""
    folder = tmp_path / "packages"
    folder.mkdir()
    for name, pattern in module("manifests").PACKAGES.items():
        (folder / pattern.format(number())).write_bytes(name.encode())
    return folder


@pytest.fixture
def filled(packages: Path, tmp_path: Path) -> Path:
    """Return a folder with the manifests filled in."""
    with zipfile.ZipFile(module("manifests").write(packages, number(), "2026-12-01")) as archive:
        archive.extractall(tmp_path / "manifests")
    return tmp_path / "manifests"


def test_manifests_name_version_address_and_sum(filled: Path) -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in filled.iterdir()}
    assert len(texts) == 5 and not [name for name, text in texts.items() if re.search(r"@[A-Z]", text)]
    installer = yaml.safe_load(texts["Chitpull.Chitpull.installer.yaml"])["Installers"][0]
    assert installer["InstallerSha256"] == hashlib.sha256(b"WINDOWS").hexdigest()
    assert installer["InstallerUrl"] == f"{RELEASES}/download/v{number()}/Chitpull-{number()}-windows-setup.exe"
    assert (
        hashlib.sha256(b"ARM64").hexdigest() in texts["chitpull.rb"] and f'version "{number()}"' in texts["chitpull.rb"]
    )
    source = yaml.safe_load(texts["io.github.chitpull.Chitpull.yml"])["modules"][0]["sources"][0]
    assert source["sha256"] == hashlib.sha256(b"LINUX").hexdigest() and source["url"].endswith(".tar.xz")


def test_the_three_files_for_winget_agree(filled: Path) -> None:
    files = {}
    for file in filled.glob("Chitpull.Chitpull*.yaml"):
        told = files[file.name] = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert (told["PackageIdentifier"], str(told["PackageVersion"])) == ("Chitpull.Chitpull", number())
        assert told["ManifestVersion"] == "1.6.0"
    assert {told["ManifestType"] for told in files.values()} == {"version", "installer", "defaultLocale"}
    locale = files["Chitpull.Chitpull.locale.en-GB.yaml"]
    assert {"Publisher", "PackageName", "License", "ShortDescription"} <= set(locale)
    assert locale["PackageLocale"] == files["Chitpull.Chitpull.yaml"]["DefaultLocale"]
    script = (PACKAGING / "windows" / "chitpull.iss").read_text(encoding="utf-8")
    assert "PrivilegesRequired=lowest" in script and f"AppPublisher={locale['Publisher']}" in script


@pytest.mark.skipif(shutil.which("ruby") is None, reason="Homebrew's casks are Ruby")
def test_the_cask_is_sound_to_ruby(filled: Path) -> None:
    done = subprocess.run(["ruby", "-c", str(filled / "chitpull.rb")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("flatpak-builder") is None, reason="flatpak-builder reads Flathub's manifests")
def test_the_manifest_for_flathub_is_sound_to_its_builder(filled: Path) -> None:
    made = filled / "io.github.chitpull.Chitpull.yml"
    done = subprocess.run(["flatpak-builder", "--show-manifest", made.name], cwd=filled, capture_output=True, text=True)
    assert done.returncode == 0 and json.loads(done.stdout)["id"] == "io.github.chitpull.Chitpull", done.stderr


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli judges the description")
def test_the_description_is_sound_to_appstream(tmp_path: Path) -> None:
    file = tmp_path / "io.github.chitpull.Chitpull.metainfo.xml"
    file.write_text(description(), encoding="utf-8")
    done = subprocess.run(["appstreamcli", "validate", "--no-net", str(file)], capture_output=True, text=True)
    assert "E: " not in done.stdout and "W: " not in done.stdout, done.stdout


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="desktop-file-validate judges the menu entry")
def test_the_menu_entry_is_sound_to_its_validator() -> None:
    (file,) = (PACKAGING / "linux").glob("*.desktop")
    done = subprocess.run(["desktop-file-validate", str(file)], capture_output=True, text=True)
    assert done.returncode == 0 and "error" not in done.stdout, done.stdout


def test_flathub_takes_what_the_linux_archive_holds(filled: Path) -> None:
    told = yaml.safe_load((filled / "io.github.chitpull.Chitpull.yml").read_text(encoding="utf-8"))
    commands = " ".join(told["modules"][0]["build-commands"])
    shared = module("linux/archive").SHARED
    for ending in (".desktop", "mime.xml", ".metainfo.xml"):
        assert f"share/*{ending}" in commands and len([name for name in shared if name.endswith(ending)]) == 1
    assert told["id"] == "io.github.chitpull.Chitpull"


def test_older_programs_can_read_the_file_for_them(packages: Path) -> None:
    module("manifests").write(packages, number(), "2026-12-01")
    assert LATEST.endswith(f"/{module('manifests').LATEST}")
    assert read((packages / module("manifests").LATEST).read_bytes()) == number()


def test_a_missing_package_or_an_unknown_name_is_refused(packages: Path) -> None:
    manifests = module("manifests")
    with pytest.raises(SystemExit, match="nobody knows SHA_AMIGA"):
        manifests.fill("@SHA_AMIGA@", {"VERSION": "1"})
    next(packages.glob("*.dmg")).unlink()
    with pytest.raises(SystemExit, match="is missing; it is one of the packages"):
        manifests.write(packages, number(), "2026-12-01")


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum judges")
def test_sums_are_those_of_sha256sum(packages: Path) -> None:
    module("sums").write(packages)
    module("sums").write(packages)  # the sums themselves are not summed
    done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS.txt"], cwd=packages, capture_output=True)
    assert done.returncode == 0 and done.stdout.count(b": OK") == len(module("manifests").PACKAGES)


# --- the rehearsal ---------------------------------------------------------------------------------------------------


def test_the_rehearsal_goes_through_every_step_of_the_workflow(rehearse: Any) -> None:
    told = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    rows = [(job, row) for job, rows in told["jobs"].items() for row in rows["steps"]]
    steps = rehearse.plan()
    assert [(step.job, step.name) for step in steps] == [
        (job, row.get("name") or row["uses"].partition("@")[0]) for job, row in rows
    ]
    assert all(row.get("name") or row.get("uses") for _, row in rows)
    assert not [step.name for step in steps if "${{" in step.command + "".join(step.variables.values())]


@pytest.mark.parametrize(
    ("system", "more"),
    [
        ("linux", {"Linux archive"}),
        ("windows", {"Windows installer", "Windows portable archive"}),
        ("macos", {"macOS disk image"}),
    ],
)
def test_what_is_meant_for_a_system_runs_there(rehearse: Any, system: str, more: set[str]) -> None:
    runs = {step.name for step in rehearse.plan(system=system) if not step.otherwise}
    always = {"A numpy without OpenBLAS", "Build", "Try it out", "Licences, inventory and libraries agree"}
    release = {"Notes of this version", "The source that licences ask for", "Sums"}
    assert runs == always | more | release | {"Manifests for winget, Homebrew and Flathub"}


def test_the_machine_and_the_web_are_left_alone(rehearse: Any) -> None:
    told = {step.name: step.otherwise for step in rehearse.plan()}
    for name in ("Qt's libraries", "Packages", "Release"):
        assert told[name].startswith("changes the machine or the web: ") or told[name].startswith("on linux: ")
    assert told["actions/checkout"].startswith("uses actions/checkout@")


def test_a_dry_rehearsal_says_what_every_step_would_do(rehearse: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse.main(["--dry"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if not line.startswith("==")] and all(
        line.startswith(("would  ", "== ")) for line in said
    )
    assert len([line for line in said if line.startswith("would  ")]) == len(rehearse.plan())


@pytest.mark.skipif(sys.platform == "win32", reason="steps are run by a shell")
def test_a_step_that_fails_ends_the_rehearsal(
    rehearse: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [rehearse.Step("package", "Good", "true"), rehearse.Step("package", "Bad", "false\ntrue")]
    monkeypatch.setattr(rehearse, "plan", lambda: [*steps, rehearse.Step("package", "Never", "true")])
    assert rehearse.main([]) == 1
    heard = capsys.readouterr()
    assert "ok     Good" in heard.out and "FAILED Bad" in heard.err and "Never" not in heard.out
    with pytest.raises(SystemExit, match="no step is called Nothing; there are Good, Bad, Never"):
        rehearse.main(["--from", "Nothing"])


def test_packages_of_other_systems_are_stood_in_for(rehearse: Any, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "Chitpull-1.0-linux-x86_64.tar.xz").write_bytes(b"real")
    missing = rehearse.stand_in(tmp_path / "packages", tmp_path / "dist", "1.0")
    assert len(missing) == 3 and (tmp_path / "packages" / "Chitpull-1.0-linux-x86_64.tar.xz").read_bytes() == b"real"


# --- numpy -----------------------------------------------------------------------------------------------------------


def test_numpy_is_built_without_openblas_or_its_wheel_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, asked = module("plain_numpy"), []

    def pip(arguments: list[str], *, built: bool) -> bool:
        asked.append(arguments)
        return built or "--no-binary" not in arguments

    monkeypatch.setattr(plain, "pip", lambda arguments: pip(arguments, built=True))
    assert plain.install() == "numpy was built without OpenBLAS." and len(asked) == 1
    assert "--config-settings=setup-args=-Dblas=none" in asked[0] and asked[0][-1] == plain.pin()
    assert "--no-cache-dir" in asked[0]  # pip keeps what it has built whatever the settings were
    asked.clear()
    monkeypatch.setattr(plain, "pip", lambda arguments: pip(arguments, built=False))
    assert "its own wheel is packed" in plain.install("macosx_13_0_arm64")
    assert "macosx_13_0_arm64" in asked[1] and asked[2][0] == "install"


def test_a_rehearsal_installs_no_numpy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plain = module("plain_numpy")
    monkeypatch.setenv("CHITPULL_REHEARSAL", "1")
    monkeypatch.setattr(plain, "is_plain", lambda: False)
    monkeypatch.setattr(plain, "pip", lambda arguments: pytest.fail("pip was called"))
    assert plain.main([]) == 0
    said = capsys.readouterr().out
    assert "would call pip install --no-deps" in said and "--no-binary numpy" in said


# --- what maintainers read -------------------------------------------------------------------------------------------


def test_a_release_takes_ten_lines() -> None:
    text = (PACKAGING / "README.md").read_text(encoding="utf-8")
    told = text.partition("## Making a release")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", told, re.MULTILINE) == [str(n) for n in range(1, 11)]
    for name in re.findall(r"`(?:python )?(?:packaging/)?([\w/]+\.(?:py|sh|ps1|md))\b", text):
        assert any((folder / name).is_file() for folder in (PACKAGING, ROOT)), name


def test_the_checklist_has_twenty_steps_each_with_what_must_be_seen() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \| (.+) \|$", (PACKAGING / "CHECKLIST.md").read_text(), re.MULTILINE)
    assert [int(number_) for number_, _, _ in rows] == list(range(1, 21))
    assert all(len(do) > 20 and len(seen) > 10 for _, do, seen in rows)
