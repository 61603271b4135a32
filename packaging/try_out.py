"""Build the packaged program into the build folder and try it out, or say which tools are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from ctypes.util import find_library
from pathlib import Path

HERE = Path(__file__).resolve().parent
INTO = HERE.parent / "build" / "tried"


def main() -> int:
    """Build and try out; return 0 if all is well or nothing can be built here."""
    why = hindrance()
    if why:
        print(f"The packaged program is not tried out: {why}")
        return 0
    built = subprocess.call([sys.executable, str(HERE / "build.py"), "--into", str(INTO), "--work", str(INTO / "work")])
    if built:
        return built
    return subprocess.call([sys.executable, str(HERE / "smoke.py"), str(INTO / "chitpull")])


def hindrance() -> str:
    """Return why nothing can be packed on this machine, or ''."""
    if not sys.platform.startswith("linux"):
        return "the release workflow does that on Windows and macOS."
    if shutil.which("objdump") is None:
        return "PyInstaller needs objdump; type: sudo apt-get install --yes binutils"
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    library = Path(str(sysconfig.get_config_var("LIBDIR") or "")) / f"libpython{version}.so.1.0"
    if not (library.is_file() or find_library(f"python{version}") or os.environ.get("CHITPULL_PACK")):
        return f"PyInstaller needs Python as a library; type: sudo apt-get install --yes libpython{version}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
