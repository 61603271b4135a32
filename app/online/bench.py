"""Measure a host and its players on this computer: `python -m app.online.bench [--hostile N] [--games N] [--steps N]`.

Each figure stands beside what is wanted of it on a quiet core, and what of it the processor was busy with. Players are
threads here, the host is a process; what a player takes to make up his mind is not counted.

With `--handovers` games are only played, to count how often they change hands.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final, NamedTuple

from app.online.bench_players import (
    LARGE,
    PATIENCE,
    ROOT,
    SIZE,
    SMALL,
    SYSTEM,
    Guest,
    LiveGame,
    busy,
    compiled_rules,
    host,
    played_before,
    resident,
    rest,
)
from app.online.games import Games
from app.online.handovers import tell as tell_hand_overs
from app.online.records import FolderRecords, name_of
from app.online.server import store_in
from rules.engine.memory import collect_rarely
from rules.engine.steps import steps_in
from rules.systems import systems

TOGETHER: Final = 2.0
"""Seconds in which each of many live games has one order."""
MISSED: Final = 1000
"""Steps that somebody has missed who comes back."""
CROWDS: Final = {LARGE: 20, SMALL: 60}
"""Games at once whose orders follow each other without a pause, by scenario."""
NOT_COMPILED: Final = "not there: python packaging/try_compiled.py tests/rules/engine/test_steps.py"


MadeGames = Mapping[str, Mapping[str | None, str]]
"""The links of a game of each scenario."""
Crowds = Mapping[str, Sequence[Mapping[str | None, str]]]
"""Those of many games of each scenario."""


class Amount(NamedTuple):
    """How much is measured: orders of a game, live games and their seconds, steps of a long game, orders of a crowd."""

    steps: int = 200
    games: int = 100
    seconds: float = 20.0
    long: int = 5000
    rounds: int = 30


class LongGame(NamedTuple):
    """A game that was played before its host was started: its folder and name, a player's token, its steps."""

    folder: Path
    game: str
    token: str
    steps: int


# --- What is printed -----------------------------------------------------------------------------------------------


def tell(what: str, figure: str, wanted: str, of_processor: str = "") -> None:
    """Print a row."""
    print(f"{what:62} {figure:>26} {of_processor:>30}   {wanted}", flush=True)


def head(what: str) -> None:
    """Print the head of a table."""
    print()
    tell(what, "measured", "wanted", "of the processor")


def milliseconds(taken: Sequence[float]) -> str:
    """Return the middle and the slowest twentieth of times."""
    cuts = quantiles(taken, n=20)
    return f"p50 {cuts[9] * 1e3:.1f}, p95 {cuts[18] * 1e3:.1f} ms"


class Watch:
    """The time since a moment, and how busy this process and a host were."""

    def __init__(self, pid: int) -> None:
        self._pid, self._began = pid, (time.perf_counter(), time.process_time(), busy(pid))

    def tell(self, what: str, wanted: str) -> None:
        """Print the row of something that ends now."""
        began, own, hosts = self._began
        seconds = f"{time.perf_counter() - began:.2f} s"
        tell(what, seconds, wanted, f"player {time.process_time() - own:.2f}, host {busy(self._pid) - hosts:.2f} s")


# --- One game ------------------------------------------------------------------------------------------------------


def orders(pid: int, game: LiveGame, scenario: str, count: int, wanted: str) -> None:
    """Measure one game alone: what an order takes, and the host's part of it."""
    for _ in range(20):
        game.step()
    before, taken = busy(pid), [seconds for _ in range(count) if (seconds := game.step())]
    tell(f"{scenario}: own order, told by the host and followed", milliseconds(taken), "p50 3, p95 10 ms")
    each = (busy(pid) - before) / len(taken) * 1e3
    tell(f"{scenario}: the host, each order, a lone game", "", f"{wanted} ms of the processor", f"{each:.2f} ms")


def reconnecting(pid: int, game: LiveGame, scenario: str) -> None:
    """Measure how long a player is away whose line is cut; one that falls silent is noticed after PING twice."""
    guest, watch = game.guests[0], Watch(pid)
    guest.catch_up()
    guest.link.join_again()
    is_back = False
    while not is_back:
        method, told = guest.heard.get(timeout=PATIENCE)
        guest.take(method, told)
        is_back = method == "link" and told["on"] is True
    watch.tell(f"{scenario}: back after the line was cut", "5 s")


def joining(url: str, pid: int, long: LongGame, missed: int, what: str) -> None:
    """Measure how long somebody takes to come to a long game of which he has `missed` the last steps, or all."""
    guest, sent = Guest(url, LARGE, ""), 0
    if missed < long.steps:
        before = steps_in(long.folder / name_of(long.game))[: long.steps - missed]
        guest.copy.catch_up(
            {"rev": rev, **each.step.to_json(), "chain": each.chain} for rev, each in enumerate(before, 1)
        )
    guest.sit(url, long.token, "", whole=missed == long.steps)
    watch = Watch(pid)
    guest.link.start()
    while guest.copy.held[0] < long.steps:
        method, told = guest.heard.get(timeout=PATIENCE)
        sent = told[SIZE] if method == "whole" else sent
        guest.take(method, told)
    watch.tell(f"{LARGE}: {what}{f', {sent / 1e3:.0f} KB' if sent else ''}", "0.5 s")
    guest.link.end()


def alone(folder: Path, games: MadeGames, long: LongGame, steps: int) -> None:
    """Measure games that a host has for itself."""
    with host(folder) as (url, pid):
        joining(url, pid, long, long.steps, f"in anew, {long.steps} steps, and the host opens it")
        rest(pid)
        tell("a host that has prepared its scenarios: memory, with that game", f"{resident(pid):.0f} MB", "")
        joining(url, pid, long, long.steps, f"in anew, {long.steps} steps, and it is open")
        joining(url, pid, long, min(MISSED, long.steps - 1), f"back after {MISSED} missed steps")
        for scenario, links in games.items():
            game = LiveGame(url, scenario, links)
            orders(pid, game, scenario, steps, "1.5")
            reconnecting(pid, game, scenario)
            game.end()


def by_compiled_rules(folder: Path, games: MadeGames, crowds: Crowds, amount: Amount) -> None:
    """Measure a host by the compiled rules."""
    rules = compiled_rules()
    if rules is None:
        tell("the compiled rules", NOT_COMPILED, "0.8 ms of the processor")
        return
    with host(folder, rules) as (url, pid):
        rest(pid)
        for scenario, links in games.items():
            game = LiveGame(url, scenario, links)
            orders(pid, game, f"{scenario}, compiled", amount.steps, "0.8")
            game.end()
    crowded(folder, crowds, amount.rounds, ", compiled", "0.8", rules)


# --- Many games ----------------------------------------------------------------------------------------------------


def crowded(folder: Path, crowds: Crowds, rounds: int, by: str = "", wanted: str = "1.5", rules: Path = ROOT) -> None:
    """Measure the host's part of an order where the orders of many games follow each other without a pause."""
    for scenario, links in crowds.items():
        with host(folder, rules) as (url, pid):
            rest(pid)
            games = [LiveGame(url, scenario, one) for one in links]
            order_in_all(games)  # the first orders are slower
            before = busy(pid)
            count = sum(order_in_all(games) for _ in range(rounds))
            each = (busy(pid) - before) / count * 1e3
            what = f"{scenario}{by}: the host, each order, {len(games)} games at once"
            tell(what, "", f"{wanted} ms of the processor", f"{each:.2f} ms")
            for game in games:
                game.end()


def order_in_all(games: Sequence[LiveGame]) -> int:
    """Give an order in each game, one after the other without a pause; return how many were acknowledged.

    What will be ordered is chosen before, while the host does nothing.
    """
    before = sum(len(game.acknowledged) for game in games)
    for do in (LiveGame.make_up_minds, LiveGame.order, LiveGame.wait):
        for game in games:
            do(game)
    return sum(len(game.acknowledged) for game in games) - before


def many(folder: Path, links: Sequence[Mapping[str | None, str]], seconds: float) -> None:
    """Measure many live games at once, each with an order every two seconds, at a host that has no other open."""
    with host(folder) as (url, pid):
        tell("a host without a game: memory", f"{resident(pid):.0f} MB", "64 MB")
        rest(pid)
        before_memory, count = resident(pid), len(links)
        games = [LiveGame(url, SMALL, one) for one in links]
        before, began, taken = busy(pid), time.monotonic(), list[float]()
        random = Random(1)
        while time.monotonic() - began < seconds:
            due = began + len(taken) * TOGETHER / count
            time.sleep(max(0.0, due - time.monotonic()))
            taken.append(random.choice(games).step())
        spent = time.monotonic() - began
        each = f"own order ({len(taken) / spent:.0f} a second in all)"
        of_core = f"host {(busy(pid) - before) / spent * 100:.0f} % of a core"
        tell(f"{count} live games: {each}", milliseconds(taken), "p95 100 ms, one core", of_core)
        tell(f"{count} live games: memory of the host", f"{resident(pid):.0f} MB", f"{64 + count / 2:.0f} MB")
        tell("each game", f"{(resident(pid) - before_memory) / count:.2f} MB", "0.5 MB")
        for game in games:
            game.end()


def measure(amount: Amount = Amount()) -> None:  # noqa: B008
    """Measure hosts: one game, the same by compiled rules, many games."""
    collect_rarely()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = Games(FolderRecords(folder), store_in(folder))  # a host lets one address make only five an hour
        first, second = ({each: games.make(SYSTEM, each) for each in (SMALL, LARGE)} for _ in range(2))
        third, fourth = (
            {each: [games.make(SYSTEM, each) for _ in range(n)] for each, n in CROWDS.items()} for _ in range(2)
        )
        crowd = [games.make(SYSTEM, SMALL) for _ in range(amount.games)]
        token, steps = played_before(games, LARGE, amount.long)
        long = LongGame(folder, games.chair(token).game, token, steps)
        systems()[SYSTEM].load(LARGE)  # as a player's program has by then
        head("A host, and players without windows")
        alone(folder, first, long, amount.steps)
        crowded(folder, third, amount.rounds)
        by_compiled_rules(folder, second, fourth, amount)
        many(folder, crowd, amount.seconds)


def main() -> int:
    """Measure what is asked for; return 0, or 1 if a hostile message did harm."""
    usual, options = Amount(), argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hostile", type=int, default=0, metavar="N", help="only send so many hostile messages")
    options.add_argument("--games", type=int, default=usual.games, metavar="N", help="live games at once (100)")
    options.add_argument("--steps", type=int, default=usual.steps, metavar="N", help="orders of one game (200)")
    options.add_argument("--seconds", type=float, default=usual.seconds, metavar="S", help="of the live games (20)")
    options.add_argument("--long", type=int, default=usual.long, metavar="N", help="steps of a long game (5000)")
    options.add_argument(
        "--rounds", type=int, default=usual.rounds, metavar="N", help="orders of each game of a crowd (30)"
    )
    options.add_argument("--handovers", action="store_true", help="only count how often games change hands")
    given = options.parse_args()
    systems()
    if given.hostile:
        from app.online.hostile import attack

        return attack(given.hostile)
    if given.handovers:
        tell_hand_overs()
        return 0
    measure(Amount(given.steps, given.games, given.seconds, given.long, given.rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
