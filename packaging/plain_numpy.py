"""Install the pinned numpy without OpenBLAS, 28 MB that nothing uses: `python packaging/plain_numpy.py [--wheel TAG]`.

It is built from source, which takes a C++ compiler some minutes. Where that fails, numpy's own wheel is installed, for
macOS one of a platform such as macosx_13_0_arm64, and the package is larger; nothing else changes.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

CONSTRAINTS = Path(__file__).resolve().parents[1] / "constraints.txt"
SETTINGS = (
    *("-Dallow-noblas=true", "-Dblas=none", "-Dlapack=none"),
    *("-Ddisable-intel-sort=true", "-Ddisable-svml=true"),
)
NEWEST = {"x86_64": "-Dcpu-dispatch=X86_V3", "AMD64": "-Dcpu-dispatch=X86_V3"}
"""By processor: code for those with AVX-512, and sorting and sines of its own for each, would take 4 MB more."""


def pin() -> str:
    """Return the pin of numpy."""
    return next(line for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines() if line.startswith("numpy=="))


def from_source(wanted: str) -> list[str]:
    """Return the arguments for pip that build numpy without a library for linear algebra."""
    chosen = [*SETTINGS, *filter(None, [NEWEST.get(platform.machine())])]
    settings = [f"--config-settings=setup-args={setting}" for setting in chosen]
    # a wheel that pip has kept may have been built with other settings
    return ["install", "--no-deps", "--no-cache-dir", "--force-reinstall", "--no-binary", "numpy", *settings, wanted]


def is_plain() -> bool:
    """Tell whether the numpy installed here is the pinned one and has no OpenBLAS."""
    asked = (
        "import numpy; c = numpy.show_config(mode='dicts')['Build Dependencies']; print(numpy.__version__, c['blas'])"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout
    return told.startswith(f"{pin().partition('==')[2]} ") and "openblas" not in told.lower()


def install(tag: str = "") -> str:
    """Install numpy; return in words what it has become."""
    if pip(from_source(pin())):
        return "numpy was built without OpenBLAS."
    if tag:
        with tempfile.TemporaryDirectory() as folder:
            exact = ["--no-deps", "--only-binary", ":all:", "--platform", tag, "--dest", folder, pin()]
            if not pip(["download", *exact]) or not pip(["install", *map(str, Path(folder).glob("numpy-*.whl"))]):
                raise SystemExit(f"packaging/plain_numpy.py: there is no numpy for {tag}.")
    elif not pip(["install", "--no-deps", pin()]):
        raise SystemExit("packaging/plain_numpy.py: numpy could not be installed.")
    return "numpy could not be built here; its own wheel is packed, with OpenBLAS."


def pip(arguments: list[str]) -> bool:
    """Run pip; tell whether it went well."""
    return subprocess.run([sys.executable, "-m", "pip", *arguments]).returncode == 0


def main(arguments: list[str]) -> int:
    """Install numpy, unless the one that is here will do; a rehearsal installs nothing."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wheel", default="", metavar="TAG", help="the platform whose wheel is taken otherwise")
    given = options.parse_args(arguments)
    if is_plain():
        print("numpy is here without OpenBLAS.")
    elif os.environ.get("CHITPULL_REHEARSAL"):
        print(f"would call pip {' '.join(from_source(pin()))}")
    else:
        print(install(given.wheel))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
