"""Games in the desktop's own list of recent documents: on Windows the jump list of the program in the task bar.

Windows lists a file there once the installer has registered its type, and opens it by that.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from app.portable import is_portable

PATH_IN_UNICODE = 3
"""What SHAddToRecentDocs calls SHARD_PATHW: the file is named by a path."""


def add(path: Path, shell: Any = None) -> None:
    """Tell the desktop that a game was opened; a portable program leaves no trace, and other systems keep no list."""
    shell = shell or _shell()
    if shell is None or is_portable():
        return
    shell.SHAddToRecentDocs(PATH_IN_UNICODE, str(path))


def _shell() -> Any:
    """Return the library of the Windows desktop; None elsewhere."""
    if sys.platform != "win32":
        return None
    import ctypes

    shell = ctypes.WinDLL("shell32")
    shell.SHAddToRecentDocs.argtypes = (ctypes.c_uint, ctypes.c_wchar_p)
    shell.SHAddToRecentDocs.restype = None
    return shell
