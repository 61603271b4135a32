"""Scenarios, maps and forces that players make: how they are checked, packed, shared and installed."""

from __future__ import annotations

from typing import Final

SUFFIX: Final = ".chitpull-module"
"""Of a module packed into one file."""
MANIFEST: Final = "module.yaml"
OWN_FOLDER: Final = "workshop"
INSTALLED_FOLDER: Final = "modules"
"""Folders of the player's data."""
OWN: Final = "own"
INSTALLED: Final = "installed"
"""What lists call the origin of a scenario that does not ship."""
BALANCE_FILE: Final = "balance.jsonl"
"""Results of games of the computer against itself, among the player's data."""
