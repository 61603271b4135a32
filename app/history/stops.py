"""Where one can stop while looking back: every position with something to tell, under its turn and chit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from app.text.names import Names
from app.text.parts import Line
from app.text.words import Words

TURN, CHIT, ACTION = "turn", "chit", "action"
HEADS = {"turn": TURN, "chit": CHIT}


class Stop(NamedTuple):
    """A position: what kind of step led to it, the headings of turn and chit it stands under, what was told last."""

    seq: int
    kind: str
    turn: str
    chit: str
    told: str

    @property
    def place(self) -> str:
        """Return turn and chit in words."""
        return "  ·  ".join(filter(None, (self.turn, self.chit)))


def stops_of(events_at: Iterable[tuple[int, Mapping[str, Any]]], words: Words, names: Names, now: int) -> list[Stop]:
    """Return the stops of a game from its events with their positions; the last one is `now`, the present position."""
    stops: list[Stop] = []
    turn = chit = ""
    before: Line | None = None
    for seq, group in groupby(events_at, itemgetter(0)):
        lines = [words.narrate(event, names) for event in words.condense([event for _, event in group])]
        told = [line for line in lines if line is not None]
        if not told:
            continue
        for line in told:
            if line.style == TURN:
                turn, chit = line.plain, ""
            elif line.style == CHIT:
                chit = line.plain
        if before is not None and before.merge and [line.merge for line in told] == [before.merge]:
            before = before.joined(told[0])  # a unit moves on
            stops[-1] = stops[-1]._replace(seq=seq, told=before.plain)
            continue
        kind = next((HEADS[head] for head in HEADS if any(line.style == head for line in told)), ACTION)
        last = next((line.plain for line in reversed(told) if line.style not in (TURN, CHIT, "phase")), "")
        stops.append(Stop(seq, kind, turn, chit, last))
        before = told[-1]
    if not stops or stops[-1].seq != now:
        stops.append(Stop(now, ACTION, turn, chit, ""))
    return stops


def step(stops: list[Stop], at: int, way: int, kind: str = ACTION) -> int:
    """Return the index of the next stop forwards (`way` 1) or backwards (-1), of at least a kind of step.

    There is always one: the first stop and the last count as the beginning of everything.
    """
    wanted = {ACTION: (ACTION, CHIT, TURN), CHIT: (CHIT, TURN), TURN: (TURN,)}[kind]
    ahead = range(at + way, len(stops) if way > 0 else -1, way)
    return next((index for index in ahead if stops[index].kind in wanted), len(stops) - 1 if way > 0 else 0)


def since(stops: list[Stop], seq: int) -> int:
    """Return the index of the newest stop at or before a position, or the first stop."""
    return max((index for index, stop in enumerate(stops) if stop.seq <= seq), default=0)
