"""The same 200 games on every machine: `python -m tests.rules.helpers.same_chains` compares them, `--write` pins them.

Each is played as at a host: dice by a secret and the players' parts of it, orders by chance from a seed. The chain of a
game is over all its orders, dice and positions. It needs the rules alone, no Qt and no pytest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from rules.engine.nature import CommittedNature
from rules.engine.session import Session
from rules.engine.steps import Steps
from rules.engine.system import System
from rules.systems import SHIPPED, systems
from rules.testing.bots import bots_for, play_out

GAMES = 200
STEPS = 40
LETTERS = 12
"""Of each chain: enough to tell two apart."""
PINNED = Path(__file__).parents[1] / "data" / "chains.txt"


def settings() -> Iterator[tuple[System, str, int]]:
    """Yield the games: all shipped scenarios of all systems in turn, each time by another seed."""
    shipped = [systems()[name] for name in sorted(SHIPPED)]  # not those of tests, which may be registered too
    scenarios = [(system, row.id) for system in shipped for row in system.scenarios()]
    for n, (system, scenario) in enumerate(islice(cycle(scenarios), GAMES)):
        yield system, scenario, n // len(scenarios)


def chain_of(system: System, scenario: str, seed: int) -> str:
    """Play one game; return its chain."""
    steps, secret = Steps(), seed.to_bytes(32, "big")
    nonces = {seat: f"{seat} {seed}" for seat in system.seats}
    nature = CommittedNature(secret, nonces, lambda: steps.rev)
    session = Session.new(system, system.load(scenario), nature=nature, listeners=[steps], source=scenario)
    play_out(session, bots_for(system.seats, ["random"], seed), STEPS)
    return steps.chain[:LETTERS]


def chains() -> dict[str, list[str]]:
    """Play all games; return their chains by scenario, in the order of their seeds."""
    found: dict[str, list[str]] = {}
    for system, scenario, seed in settings():
        found.setdefault(f"{system.id} {scenario}", []).append(chain_of(system, scenario, seed))
    return found


def pinned() -> dict[str, list[str]]:
    """Return the chains that are kept."""
    rows = (line.split() for line in PINNED.read_text(encoding="utf-8").splitlines())
    return {f"{system} {scenario}": told for system, scenario, *told in rows}


def main() -> int:
    """Compare, or write; return 1 if a scenario's games differ from those that are kept."""
    found = chains()
    if "--write" in sys.argv:
        PINNED.write_text("".join(f"{name} {' '.join(told)}\n" for name, told in found.items()), encoding="utf-8")
    differ = [name for name, told in pinned().items() if found.get(name) != told]
    print(f"{sum(map(len, found.values()))} games, differing: {', '.join(differ) or 'none'}")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())
