"""Which presentation shows a system: that of its folder here, else a plain one."""

from __future__ import annotations

import sys
from importlib import import_module

from app.system import Presentation
from rules.systems import SHIPPED


def are_imported() -> bool:
    """Tell whether the presentations of all shipped systems have been imported; that takes a moment the first time."""
    return all(f"app.systems.{system}.presentation" in sys.modules for system in SHIPPED)


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
