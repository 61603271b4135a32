"""A module for tests, with scenarios of two systems copied from those that ship."""

from __future__ import annotations

import shutil
from pathlib import Path

from rules.engine.folders import scenarios_dir

MANIFEST = (
    "format: chitpull-module/1\nid: {}\ntitle: The mill at dawn\nauthor: Anna\nversion: '{}'\nlicense: CC BY 4.0\n"
)


def made(folder: Path, name: str = "mill", version: str = "1.2") -> Path:
    """Write a module with two scenarios, one of each of two systems; return its folder."""
    cards, theirs = folder / "command_cards", scenarios_dir() / "command_cards"
    cards.mkdir(parents=True)
    (folder / "module.yaml").write_text(MANIFEST.format(name, version), encoding="utf-8")
    text = (theirs / "last-attack.yaml").read_text(encoding="utf-8")
    (cards / "dawn.yaml").write_text(text.replace("id: last-attack", "id: dawn"), encoding="utf-8")
    shutil.copytree(theirs / "maps", cards / "maps")
    company = folder / "company_scale"
    company.mkdir()
    text = (scenarios_dir() / "company_scale" / "first-light.yaml").read_text(encoding="utf-8")
    (company / "noon.yaml").write_text(text.replace("id: first-light", "id: noon"), encoding="utf-8")
    return folder
