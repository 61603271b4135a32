"""List the wheel of every pin for every system and Python: `python packaging/wheels.py [--python 3.13] [--tests]`.

It asks pip, with whatever source of packages pip is set to, installs nothing, and ends with 1 if a wheel is missing.
On macOS only wheels for the oldest one that README and bundle name are taken.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CONSTRAINTS = Path(__file__).resolve().parents[1] / "constraints.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACOS = "13.0"
LACKS = "NO WHEEL of"
GLIBC = (17, 24, 27, 28, 31, 34, 35)
SYSTEMS = {
    "Windows": ["win_amd64"],
    "macOS arm64": [f"macosx_{MACOS.replace('.', '_')}_arm64"],
    "macOS x86_64": [f"macosx_{MACOS.replace('.', '_')}_x86_64"],
    "Linux x86_64": [*(f"manylinux_2_{minor}_x86_64" for minor in GLIBC), "manylinux2014_x86_64"],
}
NAMES = {"Windows": "win32", "macOS arm64": "darwin", "macOS x86_64": "darwin", "Linux x86_64": "linux"}


def main() -> int:
    """Print the wheels; return 0, or 1 if a pin has none somewhere."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--python", action="append", choices=PYTHONS, help="only this Python (all)")
    options.add_argument("--tests", action="store_true", help="the packages of the tests too")
    given = options.parse_args()
    lacking = 0
    for system in SYSTEMS:
        for python in given.python or PYTHONS:
            print(f"{system}, Python {python}", flush=True)
            wanted = pins(CONSTRAINTS.read_text(encoding="utf-8"), NAMES[system], given.tests)
            found = wheels(wanted, system, python)
            if not found:  # pip names no wheel at all where one is missing
                found = [name for pin in wanted for name in wheels([pin], system, python) or [f"{LACKS} {pin}"]]
            lacking += sum(name.startswith(LACKS) for name in found)
            print("\n".join(f"  {name}" for name in found), flush=True)
    return 1 if lacking else 0


def pins(text: str, platform: str, tests: bool) -> list[str]:
    """Return the pins of the game, or of the tests too, that one platform ("win32", "darwin", "linux") needs."""
    lines = (text if tests else text.partition("# The tests")[0]).splitlines()
    parts = (line.split(";") for line in lines if "==" in line.split(";")[0])
    return [pin.strip() for pin, *only in parts if not only or f'"{platform}"' in only[0]]


def wheels(pins: list[str], system: str, python: str) -> list[str]:
    """Return the names of the wheels that pip would install, none of them if one is missing."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run(command(pins, system, python, report, Path(folder)), capture_output=True, text=True)
        return [] if done.returncode else named(json.loads(report.read_text(encoding="utf-8")))


def command(pins: list[str], system: str, python: str, report: Path, folder: Path) -> list[str]:
    """Return the command that looks for wheels."""
    platforms = [word for platform in SYSTEMS[system] for word in ("--platform", platform)]
    return [
        *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet"),
        *("--disable-pip-version-check", "--only-binary", ":all:", "--python-version", python, *platforms),
        *("--target", str(folder / "target"), "--report", str(report), *pins),
    ]


def named(report: dict[str, list[dict[str, dict[str, str]]]]) -> list[str]:
    """Return the names of the files in pip's report."""
    return [one["download_info"]["url"].rpartition("/")[2] for one in report["install"]]


if __name__ == "__main__":
    sys.exit(main())
