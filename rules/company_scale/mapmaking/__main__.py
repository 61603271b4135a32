"""The commands that make maps: `python -m rules.company_scale.mapmaking [SOURCE.yaml …]`, or `… import FILE …`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.company_scale.loading.opening import checked
from rules.company_scale.mapmaking.build import Maker
from rules.company_scale.mapmaking.importing import Frame, faults_of, options, source_of
from rules.company_scale.mapmaking.sources import map_text, target_of, written
from rules.company_scale.scenario import scenario_folder
from rules.engine.bounded import why
from rules.files.documents import read_file, shown_path
from rules.files.problems import ScenarioError


def main(arguments: Sequence[str]) -> int:
    """Make the map of each source file (all shipped ones if none is named); return 0 if all are made.

    After `import` come GeoJSON files and heights, of which one map is made (see `importing`).
    """
    if arguments and arguments[0] == "import":
        return import_map(arguments[1:])
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


def import_map(arguments: Sequence[str]) -> int:
    """Make a map of GeoJSON files and heights; return 0, 1 where the check finds faults in it, 2 where none is made."""
    args = options().parse_args(arguments)
    faults = list(faults_of(args))
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    (lon, lat), (columns, rows) = args.center, args.size
    frame = Frame((lon, lat), columns, rows, args.hex, args.turn)
    name = re.sub(r"[^a-z0-9_.-]+", "-", args.to.stem.lower()).strip("-._") or "map"
    try:
        source = source_of(frame, args.files, args.levels, name, args.title or args.to.stem)
        made = Maker({**source, "projection": frame.projection}).map()
        args.to.write_text(written(made, source["remarks"]), encoding="utf-8", newline="\n")
    except (ValueError, OSError) as error:
        print(why(error) if isinstance(error, OSError) else error, file=sys.stderr)
        return 2
    print(f"{shown_path(args.to)} made: {len(source['rivers'])} rivers, {len(source['roads'])} roads.")
    problems = checked(read_file(args.to), "map")
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
