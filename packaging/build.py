"""Build the packaged program, shrink it and report its size: `python packaging/build.py [--into FOLDER]`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compiled  # noqa: E402
from linux.icu_stub import shrink  # noqa: E402

ONLINE = 12_000_000
"""Bytes that the limit allows for games between computers, which take 11.9 MB (docs/online.md)."""
MOST = 120_000_000 + ONLINE
"""Most bytes that the unpacked folder of a release may take on Linux, whose numpy plain_numpy.py builds."""
PLAIN_CORE = 5_750_000
"""Bytes of numpy's core built like that; the wheel's holds more, for processors with AVX-512, and brings OpenBLAS."""
NO_PYINSTALLER = (
    "Packages are made by PyInstaller; type: python -m pip install -c constraints.txt . pyinstaller mypy types-PyYAML"
)


def main() -> int:
    """Build; return 0, 1 if the program has become too large, or 2 with a sentence where it cannot be built."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--into", type=Path, default=HERE.parent / "dist", help="where the folder goes (dist)")
    options.add_argument("--work", type=Path, default=HERE.parent / "build" / "package", help="where it is worked on")
    given = options.parse_args()
    if find_spec("PyInstaller") is None:
        print(NO_PYINSTALLER, file=sys.stderr)
        return 2
    began = time.monotonic()
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", str(given.into)]
    surroundings = {**os.environ, "CHITPULL_COMPILED": compiled_rules()}
    subprocess.run([*command, "--workpath", str(given.work), str(HERE / "chitpull.spec")], check=True, env=surroundings)
    folder = given.into / "chitpull"
    if sys.platform.startswith("linux"):
        slim(folder)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    print(f"{folder}: {size:,} bytes unpacked, built in {time.monotonic() - began:.0f} s")
    return 1 if sys.platform.startswith("linux") and too_large(folder, size) else 0


def compiled_rules() -> str:
    """Compile the rules and return where they are; "" where there is no compiler, and say so; raise if that fails."""
    why = compiled.hindrance()
    if why:
        print(f"The rules are packed as they are. {why}")
        return ""
    if not compiled.make(compiled.INTO):
        raise SystemExit("packaging/build.py: the rules could not be compiled; the lines above say why.")
    return str(compiled.INTO)


def too_large(folder: Path, size: int) -> bool:
    """Tell whether a folder takes more bytes than a release of it may; say so, and what the wheel of numpy adds."""
    blas = sum(file.stat().st_size for file in folder.glob("_internal/numpy.libs/*"))
    core = sum(file.stat().st_size for file in folder.glob("_internal/numpy/_core/_multiarray_umath.*"))
    wheel = blas + max(0, core - PLAIN_CORE) if blas else 0
    if wheel:
        print(f"The wheel of numpy takes {wheel / 1e6:.0f} MB of that; a release builds it without (plain_numpy.py).")
    if size - wheel > MOST:
        print(f"That is more than the {MOST / 1e6:.0f} MB it may take; see packaging/contents.py.", file=sys.stderr)
    return size - wheel > MOST


def slim(folder: Path) -> None:
    """Strip the symbols of all libraries, except those that wheels have rearranged, and remove unused language data."""
    inside = folder / "_internal"
    strip = shutil.which("strip")
    libraries = [file for file in inside.rglob("*.so*") if file.is_file() and not file.is_symlink()]
    whole = [str(file) for file in libraries if not file.parent.name.endswith(".libs")]  # strip would break the others
    if strip:
        subprocess.run([strip, "--strip-unneeded", *whole], check=True)
    for library in inside.rglob("libicudata.so.*"):
        if not library.is_symlink():
            shrink(library)


if __name__ == "__main__":
    sys.exit(main())
