"""Write SHA256SUMS.txt of all packages in a folder, as sha256sum does: `python packaging/sums.py PACKAGES`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

NAME = "SHA256SUMS.txt"


def write(packages: Path) -> Path:
    """Write the sums of every file but the sums themselves; return the file."""
    lines = []
    for file in sorted(path for path in packages.iterdir() if path.is_file() and path.name != NAME):
        with file.open("rb") as opened:
            lines.append(f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {file.name}\n")
    made = packages / NAME
    made.write_text("".join(lines), encoding="utf-8", newline="\n")
    return made


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
