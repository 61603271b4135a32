"""The options of `python -m rules fuzz`; what runs it is imported when it is run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

KINDS: Final = ("positions", "records", "yaml", "protocol", "games", "modules", "drafts")


def add_fuzz(fuzz: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    fuzz.add_argument("kind", choices=KINDS, help="what is tried")
    fuzz.add_argument("--minutes", type=float, default=5.0, help="how long (5)")
    fuzz.add_argument("--trials", type=int, default=10**9, help="at most how many")
    fuzz.add_argument("--seed", type=int, default=1, help="of the first trial; they count up (1)")
    fuzz.add_argument("--findings", type=Path, default=Path("findings"), help="folder for what was found")
    fuzz.add_argument("--begin", type=int, default=-1, help=argparse.SUPPRESS)  # in the process that is watched
    fuzz.set_defaults(run=run_fuzz)


def run_fuzz(args: argparse.Namespace) -> int:
    """Try hostile input."""
    from rules.fuzzing.command import run

    return run(args)
