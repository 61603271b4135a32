"""Compile the rules into the build folder and run their tests on what was made, or on Python where that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import compiled

ROOT = compiled.ROOT
SHARED = ("pyproject.toml", "scenarios", "assets")
"""What lies beside the rules in a checkout, and they read."""
PROBE = "import rules.engine.game as game; print(game.__file__)"


def main(arguments: list[str]) -> int:
    """Compile and test, with arguments for pytest; where nothing can be compiled, test the rules as they stand.

    With `--make` they are only compiled, for the run that tests them.
    """
    why = "Only Linux has the tools for that." if not sys.platform.startswith("linux") else compiled.hindrance()
    if why:
        print(f"The compiled rules are not tried out: {why}")
        if arguments == ["--make"]:
            return 0
        return subprocess.call([sys.executable, "-m", "pytest", *(arguments or ["tests/rules"])], cwd=ROOT)
    if not compiled.make(compiled.INTO):
        return 1
    if arguments == ["--make"]:
        return 0
    for name in SHARED:
        place = compiled.INTO / name
        if not place.is_symlink():
            place.symlink_to(ROOT / name)
    told = subprocess.run([sys.executable, "-c", PROBE], cwd=compiled.INTO, capture_output=True, text=True).stdout
    if Path(told.strip()).suffix != ".so":
        print(f"The rules in {compiled.INTO} are not compiled: {told}", file=sys.stderr)
        return 1
    paths = f"pythonpath={compiled.INTO.relative_to(ROOT)} ."
    return subprocess.call([sys.executable, "-m", "pytest", "-o", paths, *(arguments or ["tests/rules"])], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
