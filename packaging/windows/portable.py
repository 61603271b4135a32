"""Make the portable archive for Windows: `python packaging/windows/portable.py FOLDER`.

It is the packaged folder with a file named `portable` in it, by which the program keeps games and preferences in the
folder `data` beside itself (app/portable.py). Run it after the programs were signed.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

import contents  # noqa: E402

from app.portable import DATA, MARKER  # noqa: E402

WORDS = f"""\
Chitpull keeps your games and preferences in the folder "{DATA}" beside this file, so you can carry them with you.
Delete this file to keep them where Windows keeps the data of programs. To update: unpack the newer Chitpull into a
folder of its own and move "{DATA}" there.
"""


def archive(folder: Path) -> Path:
    """Write the archive beside the folder, all in one folder named after the version; return it."""
    name = f"Chitpull-{contents.number()}"
    made = folder.parent / f"{name}-windows-portable.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        packed.writestr(f"{name}/{MARKER}", WORDS.replace("\n", "\r\n"))
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.write(file, f"{name}/{file.relative_to(folder).as_posix()}")
    return made


if __name__ == "__main__":
    written = archive(Path(sys.argv[1]))
    print(f"{written}: {written.stat().st_size / 1e6:.0f} MB")
