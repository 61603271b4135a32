"""Colours of counters for players who see some colours alike: a palette in place of those of the scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.engine.folders import DataMissing, assets_dir

NORMAL = "normal"
EYES = {
    NORMAL: "As printed",
    "protanopia": "Protanopia (no red)",
    "deuteranopia": "Deuteranopia (no green)",
    "tritanopia": "Tritanopia (no blue)",
}
"""Ways to see a player can choose from, with their names."""
_chosen = [NORMAL]


def choose(eye: str) -> None:
    """Show the colours that one way of seeing tells apart; an unknown one shows them as printed."""
    _chosen[0] = eye if eye in EYES else NORMAL


def chosen() -> str:
    """Return the way of seeing chosen last."""
    return _chosen[0]


def shown(colour: str) -> str:
    """Return the colour to show in place of one of a scenario."""
    return colour if _chosen[0] == NORMAL else palette(_chosen[0]).get(colour.lower(), colour)


@cache
def palette(eye: str) -> Mapping[str, str]:
    """Return the colours that replace others for one way of seeing; none if the program's data are missing."""
    import yaml

    try:
        text = (assets_dir() / "palettes.yaml").read_text(encoding="utf-8")
    except (DataMissing, OSError):
        return {}
    return dict(yaml.safe_load(text).get(eye, {}))
