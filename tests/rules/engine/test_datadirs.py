"""Folders: shipped data in every kind of installation, the player's own files where the platform keeps them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.engine import cache


def test_checkout_holds_scenarios_and_assets() -> None:
    assert cache.scenarios_dir() == cache.PACKAGE_ROOT / "scenarios"
    assert cache.assets_dir() == cache.PACKAGE_ROOT / "assets"


def test_frozen_program_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert cache.scenarios_dir() == tmp_path / "scenarios"


def test_installed_wheel_keeps_data_under_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "share" / "chitpull" / "assets"
    folder.mkdir(parents=True)
    (tmp_path / "site-packages" / "assets").mkdir(parents=True)  # another distribution's, not ours
    monkeypatch.setattr(cache, "PACKAGE_ROOT", tmp_path / "site-packages")
    monkeypatch.setattr("sysconfig.get_path", lambda name, scheme="": str(tmp_path))
    assert cache.assets_dir() == folder


def test_missing_folder_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PACKAGE_ROOT", tmp_path)
    with pytest.raises(cache.DataMissing, match=r"^The folder 'nowhere' .* looked for: .*\.$"):
        cache.shipped_dir("nowhere")


def test_home_override_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    assert cache.user_data_dir() == tmp_path / "home" / "data"
    assert cache.cache_dir() == tmp_path / "home" / "cache"
    assert cache.cache_dir().is_dir()


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
    assert cache.user_data_dir() == tmp_path / data
    assert cache.cache_dir() == tmp_path / cached


def test_xdg_folders_must_be_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHITPULL_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/cache")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "else"))
    assert cache.cache_dir() == tmp_path / ".cache" / "chitpull"
    assert cache.user_data_dir() == tmp_path / "else" / "chitpull"
