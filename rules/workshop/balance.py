"""How even a scenario is: the results of games of the computer against itself, kept in a file of the player's data.

A game counts for the scenario just as it was played, and for the version of the program: what was changed since makes
it an old one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from math import ceil, floor
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from rules.engine.folders import user_data_dir
from rules.engine.version import number
from rules.files.documents import read_file
from rules.files.problems import Data, Route, ScenarioError
from rules.opponent.self_play import UNREADABLE, GamesLog, Interval, Outcome
from rules.workshop import BALANCE_FILE
from rules.workshop.draft import Draft
from rules.workshop.edit import edit_at

KIND: Final = "balance"
MOST_LEAD: Final = 10_000
"""Points that no game comes to."""
LEVEL: Final = "regular"
"""Who plays itself: the level that picks the best move and takes no time to plan."""


class Balance(NamedTuple):
    """The games that count together, in the order they were played in, and when the last one ended (ISO).

    `hash` is that of the scenario; `is_old` tells that another version of the program played them.
    """

    outcomes: tuple[Outcome, ...] = ()
    at: str = ""
    is_old: bool = False
    hash: str = ""

    @property
    def day(self) -> str:
        """The day of the last game (ISO)."""
        return self.at[:10]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.outcomes)

    def won(self, seat: str = "") -> int:
        """Return how many games a seat won, "" for those that nobody won."""
        return Counter(one.winner for one in self.outcomes)[seat]

    def share(self, seat: str) -> Interval:
        """Return a seat's share of all games with its 95 % interval; there must be one."""
        return Interval.of_share(self.won(seat), self.games)

    @property
    def middle_lead(self) -> float | None:
        """The median lead of the first seat, None where games tell no leads."""
        leads = [one.lead for one in self.outcomes if one.lead is not None]
        return median(leads) if leads else None

    @property
    def oddest(self) -> Outcome | None:
        """The game that ended furthest from the middle, the first of equals."""
        middle = self.middle_lead
        leads = [(abs(one.lead - middle), one) for one in self.outcomes if one.lead is not None and middle is not None]
        return max(leads, key=lambda pair: pair[0])[1] if leads else None


class BalanceFile:
    """The file that keeps the games; each is added as soon as it has been played. All of it raises OSError."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or user_data_dir() / BALANCE_FILE

    def of(self, system: str, scenario_hash: str) -> Balance:
        """Return the games of a scenario just as it is now."""
        return _together(self._log(system, scenario_hash).read(_kept))

    def add(self, system: str, scenario_hash: str, row: str, outcome: Outcome) -> None:
        """Keep a game; `row` is what lists call the scenario."""
        entry = {"row": row, "at": datetime.now().isoformat(timespec="seconds"), **asdict(outcome)}
        self._log(system, scenario_hash).add(entry)

    def latest(self) -> dict[str, Balance]:
        """Return for each scenario, by what lists call it, the games of the version of it that was played last."""
        games: dict[str, tuple[list[str], list[_Kept]]] = {}
        for entry in GamesLog(self._path, KIND, []).entries():
            with suppress(*UNREADABLE):
                run, row, kept = _run_of(entry[KIND]), str(entry["row"]), _kept(entry)
                if row not in games or games[row][0] != run:
                    games[row] = run, []
                games[row][1].append(kept)
        now = number()
        return {row: _together(kept)._replace(is_old=run[-1] != now, hash=run[1]) for row, (run, kept) in games.items()}

    def _log(self, system: str, scenario_hash: str) -> GamesLog:
        return GamesLog(self._path, KIND, [system, scenario_hash, LEVEL, number()])


def _run_of(told: Any) -> list[str]:
    """Return system, hash, level and version; raise ValueError if they are none."""
    if not isinstance(told, list) or len(told) != len(("system", "hash", "level", "version")):
        raise ValueError("no run")
    return list(map(str, told))


class _Kept(NamedTuple):
    at: str
    outcome: Outcome


def _kept(entry: Mapping[str, Any]) -> _Kept:
    """Return a game from its line; raise one of UNREADABLE if it is none."""
    lead, at = entry["lead"], datetime.fromisoformat(str(entry["at"])).replace(tzinfo=None)
    if lead is not None and not abs(float(lead)) <= MOST_LEAD:
        raise ValueError("no lead")
    outcome = Outcome(int(entry["seed"]), str(entry["winner"]), None if lead is None else float(lead))
    return _Kept(at.isoformat(timespec="seconds"), outcome)


def _together(games: list[_Kept]) -> Balance:
    """Return games as one balance; one that was played twice, by two windows, counts once."""
    by_seed = {game.outcome.seed: game.outcome for game in games}
    return Balance(tuple(by_seed.values()), games[-1].at if games else "")


# --- What a designer does about it, in the data of an own scenario or in its file -----------------------------------

LEADS: Final[Mapping[str, Route]] = {"company_scale": ("victory", "win", "german")}
"""Where a scenario asks for the lead, in points, with which its first seat wins, by system."""


Change = Callable[[Any], tuple[Route, Data]]
"""What of a scenario is to be another value: returns where it stands in the data, and the value."""
WRITTEN: Final = re.compile(r"Balance: With the computer \(Regular\) on both sides,[^)]*\)(?:, [^.]*)?\.")
"""The sentence about its balance in a note; what a designer has added to it stays."""


def even_lead(balance: Balance) -> int | None:
    """Return the lead that, had it been asked of the first seat, would have shared these games out most evenly."""
    leads = [one.lead for one in balance.outcomes if one.lead is not None]
    tried = range(floor(min(leads, default=0)), ceil(max(leads, default=0)) + 2)
    off = {lead: abs(sum(other >= lead for other in leads) / len(leads) - 0.5) for lead in tried if leads}
    return min(off, key=lambda lead: (off[lead], abs(lead)), default=None)


def asked_lead(path: Path, system: str) -> int | None:
    """Return the lead that a scenario asks of its first seat, None where none can be asked or the file is wrong."""
    route = LEADS.get(system)
    if route is None:
        return None
    try:
        data: Any = read_file(path).mapping
    except ScenarioError:
        return None
    for key in route:
        if not isinstance(data, Mapping):
            return None
        data = data.get(key, 0 if key == route[-1] else {})
    return data if isinstance(data, int) else None


def asking_lead(system: str, lead: int) -> Change:
    """Return the change after which a scenario asks a lead of its first seat."""
    *route, key = LEADS[system]

    def changed(data: Any) -> tuple[Route, Data]:
        for name in route:
            data = data.get(name) or {}
        return tuple(route), {**data, key: lead}

    return changed


def telling_balance(sentence: str) -> Change:
    """Return the change after which the note of a scenario has a sentence about its balance."""
    return lambda data: (("note",), note_with(str(data.get("note") or ""), sentence))


def note_with(note: str, sentence: str) -> str:
    """Return the note of a scenario with a sentence about its balance, in place of one the program wrote before."""
    told, count = WRITTEN.subn(lambda _: sentence, note, count=1)
    return told if count else "\n".join(filter(None, (note.rstrip(), sentence))) + "\n"


def write(path: Path, change: Change) -> None:
    """Change the file of a scenario; raises as `Draft` and `Draft.save` do."""
    folder = path.parents[1]
    draft, name = Draft(folder), path.relative_to(folder).as_posix()
    data = draft.documents[name]
    draft.do((edit_at(name, data, *change(data)),))
    draft.save()
