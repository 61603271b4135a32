"""Take back PySide6's hook on imports, which reads the source of every module imported."""

from __future__ import annotations

import builtins


def import_plainly() -> None:
    """Load PySide6 and give `import` back as Python has it: nobody here writes `from __feature__ import …`."""
    import PySide6.QtCore  # noqa: F401

    hook = getattr(builtins, "__feature_import__", None)
    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None and builtins.__import__ is hook:
        builtins.__import__ = plain
