"""Fill in the manifests for winget, Homebrew and Flathub: `python packaging/manifests.py PACKAGES [--date DAY]`.

PACKAGES is the folder with the packages of a release. It gets an archive with the manifests, and the small file from
which programs learn that there is a newer version.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import contents  # noqa: E402

from app.newer import RELEASES  # noqa: E402

TEMPLATES = HERE / "manifests"
LATEST = "latest.json"
PACKAGES = {
    "WINDOWS": "Chitpull-{}-windows-setup.exe",
    "ARM64": "Chitpull-{}-macos-arm64.dmg",
    "X86_64": "Chitpull-{}-macos-x86_64.dmg",
    "LINUX": "Chitpull-{}-linux-x86_64.tar.xz",
}


def values(packages: Path, number: str, day: str) -> dict[str, str]:
    """Return what the templates leave open; raise SystemExit if a package is missing."""
    found = {"VERSION": number, "DATE": day, "RELEASES": RELEASES, "HOME": RELEASES.removesuffix("/releases")}
    for name, pattern in PACKAGES.items():
        file = packages / pattern.format(number)
        if not file.is_file():
            raise SystemExit(f"packaging/manifests.py: {file} is missing; it is one of the packages of a release.")
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        found |= {f"URL_{name}": f"{RELEASES}/download/v{number}/{file.name}", f"SHA_{name}": digest}
    return found


def fill(template: str, known: dict[str, str]) -> str:
    """Return a template with everything filled in; raise SystemExit for a name that nobody knows."""
    unknown = sorted({name for name in re.findall(r"@([A-Z0-9_]+)@", template) if name not in known})
    if unknown:
        raise SystemExit(f"packaging/manifests.py: nobody knows {', '.join(unknown)}.")
    return re.sub(r"@([A-Z0-9_]+)@", lambda found: known[found[1]], template)


def write(packages: Path, number: str, day: str) -> Path:
    """Write the archive of manifests and the file for older programs; return the archive."""
    known = values(packages, number, day)
    made = packages / f"Chitpull-{number}-manifests.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for template in sorted(TEMPLATES.iterdir()):
            archive.writestr(template.name, fill(template.read_text(encoding="utf-8"), known))
    told = {"version": number, "notes": f"{RELEASES}/tag/v{number}"}
    (packages / LATEST).write_text(json.dumps(told) + "\n", encoding="utf-8")
    return made


def main(arguments: list[str]) -> int:
    """Write everything; return 0."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("packages", type=Path, help="the folder with the packages")
    options.add_argument("--date", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the day of the release (today)")
    given = options.parse_args(arguments)
    print(write(given.packages, contents.number(), given.date))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
