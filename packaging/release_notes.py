"""Cut the notes of one version out of CHANGELOG.md: `python packaging/release_notes.py --tag v0.2.0 [--into FILE]`.

It refuses a tag that is not on the present commit, and a version without notes.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import contents  # noqa: E402

CHANGELOG = HERE.parent / "CHANGELOG.md"


def cut(text: str, number: str) -> str:
    """Return what stands under the heading of a version; raise SystemExit if nothing does."""
    found = re.search(rf"^## {re.escape(number)}(?![\d.]).*?$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f'packaging/release_notes.py: CHANGELOG.md has no heading "## {number}".')
    notes = found[1].strip()
    if not notes:
        raise SystemExit(f'packaging/release_notes.py: CHANGELOG.md says nothing under "## {number}".')
    return f"{notes}\n"


def main(arguments: list[str]) -> int:
    """Write the notes of the tagged version; return 0."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tag", help="the tag of the release (that of the present version)")
    options.add_argument("--into", type=Path, help="the file to write (shown otherwise)")
    given = options.parse_args(arguments)
    number = contents.number()
    if given.tag and given.tag != f"v{number}":
        raise SystemExit(f"packaging/release_notes.py: the tag is {given.tag}, but this is {number}.")
    notes = cut(CHANGELOG.read_text(encoding="utf-8"), number)
    if given.into:
        given.into.write_text(notes, encoding="utf-8")
    else:
        print(notes, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
