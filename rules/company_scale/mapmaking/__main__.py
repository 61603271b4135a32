"""The command that makes maps: `python -m rules.company_scale.mapmaking [SOURCE.yaml …]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rules.company_scale.mapmaking.sources import map_text, target_of
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file, shown_path
from rules.files.problems import ScenarioError


def main(arguments: Sequence[str]) -> int:
    """Make the map of each source file (all shipped ones if none is named); return 0 if all are made."""
    sources = [Path(name) for name in arguments] or sorted((scenario_folder() / "source").glob("*.yaml"))
    for source in sources:
        try:
            text = map_text(read_file(source))
        except (ScenarioError, ValueError, KeyError, TypeError) as error:
            print(f"{shown_path(source)}: no map can be made of this: {error}")
            return 1
        target = target_of(source)
        target.write_text(text, encoding="utf-8", newline="\n")
        print(f"{shown_path(target)} made from {shown_path(source)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
