"""Add the desktop files to the packaged program and archive it: `python packaging/linux/archive.py FOLDER`."""

from __future__ import annotations

import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import contents  # noqa: E402
import manifests  # noqa: E402

from app.newer import RELEASES  # noqa: E402

SHARED = ("io.github.chitpull.Chitpull.desktop", "chitpull-mime.xml", "io.github.chitpull.Chitpull.metainfo.xml")


def filled(text: str) -> str:
    """Return a file of the menu with version, day and address in it."""
    home = RELEASES.removesuffix("/releases")
    return manifests.fill(text, {"VERSION": contents.number(), "DATE": contents.made_from()[1], "HOME": home})


def archive(folder: Path) -> Path:
    """Complete the folder with menu entry, icons and installer; return the archive written beside it."""
    share = folder / "share"
    share.mkdir(exist_ok=True)
    for name in SHARED:
        (share / name).write_text(filled((HERE / name).read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    for icon in (HERE.parent / "icons").glob("chitpull-*.png"):
        shutil.copy2(icon, share)
    shutil.copy2(HERE / "install.sh", folder)
    path = folder.parent / f"Chitpull-{contents.number()}-linux-x86_64.tar.xz"
    with tarfile.open(path, "w:xz") as tar:
        tar.add(folder, arcname=f"chitpull-{contents.number()}")
    return path


if __name__ == "__main__":
    made = archive(Path(sys.argv[1]))
    print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
