"""The exact source of what the licences ask it for: `python packaging/sources.py SBOM... [--into FOLDER]`.

It reads the inventories of the packages and lists every archive of source they name, those of Qt, ICU and GEOS; with a
folder it fetches them, so that they are attached to the release. What cannot be had is named, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import urllib.request
from collections.abc import Iterable
from pathlib import Path

WAIT = 60
REHEARSED = bool(os.environ.get("CHITPULL_REHEARSAL"))
"""Whether packaging/rehearse.py asks, which fetches nothing."""


def archives(inventories: Iterable[Path]) -> list[str]:
    """Return the addresses of all archives of source that inventories name, each once."""
    told = [json.loads(file.read_text(encoding="utf-8")) for file in inventories]
    return sorted(
        {
            reference["url"]
            for inventory in told
            for made in inventory["components"]
            for reference in made.get("externalReferences", ())
            if reference["type"] == "source-distribution"
        }
    )


def fetch(address: str, into: Path) -> Path:
    """Fetch one archive into a folder; raise OSError."""
    file = into / address.rpartition("/")[2]
    beside = file.with_name(f"{file.name}.part")
    with urllib.request.urlopen(address, timeout=WAIT) as answer, beside.open("wb") as written:
        while block := answer.read(1 << 20):
            written.write(block)
    return beside.replace(file)


def main(arguments: list[str]) -> int:
    """List the archives, or fetch them; return 0 if there are any and all could be had."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("inventories", type=Path, nargs="+", help="files of packages, named *.cdx.json")
    options.add_argument("--into", type=Path, help="fetch them into this folder")
    given = options.parse_args(arguments)
    wanted, missed = archives(given.inventories), 0
    if not wanted:
        print("packaging/sources.py: the inventories name no archive of source.", file=sys.stderr)
    for address in wanted:
        try:
            print(fetch(address, given.into) if given.into and not REHEARSED else address)
        except OSError as error:
            print(f"packaging/sources.py: {address} cannot be had: {error}", file=sys.stderr)
            missed += 1
    return 1 if missed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
