"""Which presentation shows a system: that of its folder here, else a plain one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module

from app.sides import Side
from app.system import Presentation
from rules.systems import SHIPPED


def are_imported() -> bool:
    """Tell whether the presentations of all shipped systems have been imported; that takes a moment the first time."""
    return all(f"app.systems.{system}.presentation" in sys.modules for system in SHIPPED)


def import_next(first: str) -> bool:
    """Import one more module that a game begins with, beginning with those of one system; return whether any lacked."""
    systems = sorted(SHIPPED, key=lambda system: system != first)
    modules = [
        module for system in systems for module in (f"rules.{system}.system", f"app.systems.{system}.presentation")
    ]
    missing = [module for module in modules if module not in sys.modules]
    if missing:
        import_module(missing[0])
    return bool(missing)


def sides_of(system: str) -> Mapping[str, Side]:
    """Return the sides of a shipped system by seat, without importing the rest of it; none for another system."""
    if system not in SHIPPED:
        return {}
    found: Mapping[str, Side] = import_module(f"app.systems.{system}.sides").SIDES
    return found


def presentation_of(system: str) -> Presentation:
    """Return the presentation of a shipped system, importing it, or a plain one where there is none."""
    module = f"app.systems.{system}.presentation"
    if system in SHIPPED:
        try:
            found: Presentation = import_module(module).PRESENTATION
            return found
        except ModuleNotFoundError as missing:
            if missing.name is None or not module.startswith(missing.name):
                raise
    from app.systems.base import BasePresentation

    return BasePresentation(system)
