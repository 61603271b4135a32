"""Folders: shipped data in every kind of installation, the player's own files where the platform keeps them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.engine import folders


def test_checkout_holds_scenarios_and_assets() -> None:
    assert folders.scenarios_dir() == folders.PACKAGE_ROOT / "scenarios"
    assert folders.assets_dir() == folders.PACKAGE_ROOT / "assets"


def test_frozen_program_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert folders.scenarios_dir() == tmp_path / "scenarios"


def test_installed_wheel_keeps_data_under_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "share" / "chitpull" / "assets"
    folder.mkdir(parents=True)
    (tmp_path / "site-packages" / "assets").mkdir(parents=True)  # another distribution's, not ours
    monkeypatch.setattr(folders, "PACKAGE_ROOT", tmp_path / "site-packages")
    monkeypatch.setattr("sysconfig.get_path", lambda name, scheme="": str(tmp_path))
    assert folders.assets_dir() == folder


def test_missing_folder_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "PACKAGE_ROOT", tmp_path)
    with pytest.raises(folders.DataMissing, match=r"^The folder 'nowhere' .* looked for: .*\.$"):
        folders.shipped_dir("nowhere")


def test_home_override_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    assert folders.user_data_dir() == tmp_path / "home" / "data"
    assert folders.cache_dir() == tmp_path / "home" / "cache"
    assert folders.cache_dir().is_dir()


@pytest.mark.parametrize(
    ("platform", "data", "cached"),
    [
        ("linux", ".local/share/chitpull", ".cache/chitpull"),
        ("darwin", "Library/Application Support/Chitpull", "Library/Caches/Chitpull"),
        ("win32", "AppData/Local/Chitpull/Data", "AppData/Local/Chitpull/Cache"),
    ],
)
def test_platform_customs(
    platform: str, data: str, cached: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CHITPULL_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", platform)
    assert folders.user_data_dir() == tmp_path / data
    assert folders.cache_dir() == tmp_path / cached


def test_xdg_folders_must_be_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHITPULL_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/cache")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "else"))
    assert folders.cache_dir() == tmp_path / ".cache" / "chitpull"
    assert folders.user_data_dir() == tmp_path / "else" / "chitpull"
