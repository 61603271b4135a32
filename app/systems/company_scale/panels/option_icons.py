"""A picture for an option: the counter, token, aircraft or division it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QPixmap

from app.systems.company_scale.panels.chits import ChitLooks, chit_pixmap
from app.systems.company_scale.panels.display_art import token_pixmap
from app.systems.company_scale.panels.pieces import unit_pixmap
from app.vision import shown
from rules.engine.command import Command

KEYS = ("unit", "units", "target", "weapon", "leader", "hero", "division")
GROUND = ("#cfc5a5", "#1b1b16")


def command_pixmap(view: Mapping[str, Any], command: Command, size: int, ratio: float) -> QPixmap | None:
    """Return the picture of what a command is about; for a hex, the top counter there, if any."""
    for key in KEYS:
        value = command.get(key)
        value = value[0] if isinstance(value, tuple) and value else value
        picture = thing_pixmap(view, str(value), size, ratio) if isinstance(value, str) and value else None
        if picture is not None:
            return picture
    at = command.get("hex")
    here = [u for u in view.get("units", ()) if at and u.get("hex") == at]
    return unit_pixmap(here[-1], size, ratio, states=False) if here else None


def thing_pixmap(view: Mapping[str, Any], thing: str, size: int, ratio: float) -> QPixmap | None:
    """Return the picture of a unit, support weapon, leader, hero or division of the view."""
    for unit in view.get("units", ()):
        if unit["id"] == thing:
            return unit_pixmap(unit, size, ratio, states=False)
    for group, kind in (("weapons", "weapon"), ("leaders", "leader")):
        for raw in view.get(group, ()):
            if raw["id"] == thing:
                return token_pixmap(raw, kind, _ground(view, raw), size, ratio)
    for division in view.get("divisions", ()):
        if division["id"] == thing:
            chit = {"id": thing, "kind": "division", "side": division["side"], "name": division["name"]}
            return chit_pixmap(ChitLooks(view).look(chit), size, ratio)
    return None


def _ground(view: Mapping[str, Any], raw: Mapping[str, Any]) -> tuple[str, str]:
    """Return the colours of a token: those of the units it is stacked with, else of its side."""
    near = (u for u in view.get("units", ()) if raw.get("hex") and u.get("hex") == raw["hex"])
    own = (u for u in view.get("units", ()) if u.get("side") == raw.get("side"))
    unit = next(near, None) or next(own, None)
    return (shown(str(unit["colour"])), str(unit["ink"])) if unit else GROUND
