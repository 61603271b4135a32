"""Proving a record: the game is replayed from its start and must lead to everything recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from time import monotonic
from typing import Any, Final

from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.history import LOST, NATURE, CannotReplay, Entry, again, replay
from rules.engine.nature import (
    BothNature,
    CommittedNature,
    Doubt,
    ManualNature,
    NatureDriver,
    ScriptedNature,
    SealedNature,
    SeededNature,
)
from rules.engine.options import Decision
from rules.engine.plain import canonical, digest
from rules.engine.record_contents import Contents
from rules.engine.session import Session

MOST: Final = 20


class Proof:
    """A proof of a game's whole line, carried on bit by bit; `found` are the sentences about what differs.

    Dice and draws are checked against the seed, events against the replay, positions against `digests`. The game may
    not go on before the proof is done. Sentences in events prove nothing: they may be put in other words later, so the
    game's `events` get those of the replay.
    """

    def __init__(self, session: Session, digests: Mapping[int, str], older: bool = False) -> None:
        self.found: list[str] = []
        self.is_done = False
        self.entries, self.proved = session.seq, 0
        self._steps = _differences(session.fork(), session.events, digests, older)

    def go_on(self, seconds: float = inf) -> bool:
        """Prove for a time; return whether the proof is done."""
        end = monotonic() + seconds
        while not self.is_done and monotonic() < end:
            self._step()
        return self.is_done

    def _step(self) -> None:
        step = next(self._steps, None)
        if isinstance(step, int):
            self.proved = step
        elif step is not None:
            self.found.append(" ".join(step.splitlines()))  # it may repeat what stands in the file
        self.is_done = step is None or len(self.found) >= MOST


def differences(session: Session, digests: Mapping[int, str], older: bool = False) -> list[str]:
    """Return a sentence for each point at which a game's line differs from its replay, in order.

    Events of an `older` schema may lack what newer rules tell besides.
    """
    proof = Proof(session, digests, older)
    proof.go_on()
    return proof.found


def _differences(
    session: Session, events: list[tuple[int, dict[str, Any]]], digests: Mapping[int, str], older: bool
) -> Iterator[int | str]:
    """Yield a sentence for each difference, and the number of each entry that was looked at."""
    log, saves = session.log, list(session.history.saves)
    start = digest(session.system.start(session.scenario).to_plain())
    if {digests.get(0, start), digest(saves[0].fetch().to_plain())} != {start}:
        yield "The game does not start from the scenario's starting position."
    at: int | None = 0
    told_seed = told_event = False
    while at is not None:
        try:
            walk = _Walk(session, at, older)
            for n in range(at, session.seq + 1):
                entry = log[n - 1] if n > at else None
                if entry and entry is not LOST and entry.only != walk.only:
                    yield f"Entry {n} is altered: the rules would show it to other players."
                if entry and not told_seed and (text := walk.against_seed(entry)):
                    told_seed = True
                    yield f"Entry {n} is altered: {text}."
                if entry:
                    walk.play(n, entry)
                told = told_event or walk.told_rightly(n, events)
                if not told:
                    told_event = True
                    yield f"The events of entry {n} are altered: by the rules something else happens."
                if n > at and n in digests and digest(walk.game.state.to_plain()) != digests[n]:
                    yield f"After entry {n} the replay reaches a different position from the saved one."
                yield n
            if not told_event and walk.told_more():
                yield "The events are altered: some do not follow from the entries."
            return
        except CannotReplay as error:
            n = max(error.n, at + 1)
            yield f"Entry {n} is not possible after the entries before it: {' '.join(str(error).split())}"
            told_seed = told_event = True  # what follows can no longer be counted
            at = next((save.seq for save in saves if save.seq >= n), None)
        except ValueError:  # a position that cannot be read
            return


class _Walk:
    """A replay along a line, from one of its saves."""

    def __init__(self, session: Session, at: int, older: bool) -> None:
        self.older = older
        self.driver: NatureDriver = session.driver
        self.events = session.history.events
        self.place = 0
        self.ordered = next((n for n in range(session.seq, 0, -1) if session.log[n - 1].seat != NATURE), 0) - 1
        save = next(save for save in session.history.saves if save.seq == at)
        self.game: Game[Any, Any] = Game(session.system.kinds, session.scenario, save.fetch().copy())
        self.counts: dict[str, int] = {}
        replay(self.game, (), at + 1)

    @property
    def only(self) -> str | None:
        """Return the only seat that may know the answer asked for now, or None if everybody may."""
        pending = self.game.pending
        if isinstance(pending, Decision):
            return pending.seat if pending.secret else None
        return None if pending is None else pending.only

    def against_seed(self, entry: Entry) -> str | None:
        """Return how an outcome differs from what the seed gives, or None."""
        pending, driver = self.game.pending, self.driver
        if entry.seat != NATURE or not isinstance(pending, Request):
            return None
        if not isinstance(driver, SeededNature) or isinstance(driver, SealedNature):
            return None
        value, given = driver.answer(pending, self.counts), entry.answer.get(pending.kind)
        self.counts[pending.kind] = self.counts.get(pending.kind, 0) + 1
        return None if value == given else f"the {pending.kind} shows {given}, but the seed gives {value}"

    def play(self, n: int, entry: Entry) -> None:
        """Play an entry again; raise CannotReplay."""
        try:
            again(self.game, entry)
            self.game.run()
        except Exception as error:
            raise CannotReplay(n, error) from error

    def told_rightly(self, n: int, events: list[tuple[int, dict[str, Any]]]) -> bool:
        """Tell whether the record tells the events up to entry `n` as they happened; put `events` in words of today."""
        happened, self.game.events = self.game.events, []
        for event in happened:
            if self.place == len(self.events):  # the last lines of a record may be missing
                return n > self.ordered
            seq, told = self.events[self.place]
            self.place += 1
            if self.older:
                event = {name: event[name] for name in told if name in event}
            if seq < n:
                return False
            if event != told and canonical(event) != canonical(told):
                if canonical(facts(event)) != canonical(facts(told)):
                    return False
                events[self.place - 1] = seq, event
        return True

    def told_more(self) -> bool:
        """Tell whether the record tells more events than happened."""
        return self.place < len(self.events)


def facts(value: Any) -> Any:
    """Return plain data without its sentences (`text`), which another version may put in other words."""
    if isinstance(value, Mapping):
        return {name: facts(part) for name, part in value.items() if name != "text"}
    if isinstance(value, (list, tuple)):
        return [facts(part) for part in value]
    return value


# --- What the record of a game cannot prove, in words: about its dice, and about what is missing in its file -------

_BY_HAND: Final = Doubt("dice by hand", "The dice were rolled by hand and cannot be proved.")
_SCRIPTED: Final = Doubt("scripted dice", "The dice came from a script and cannot be proved.")
_NO_SEED: Final = Doubt(
    "dice not proved",
    "This copy does not contain the seed, or it continues another game, so the dice cannot be proved.",
)
_ELSEWHERE: Final = Doubt(
    "begun elsewhere", "The game was begun elsewhere; only the dice since its host took it over can be proved."
)
_CHOSEN: Final = Doubt(
    "seed chosen", "Somebody chose the dice seed when the game was started, and could know every roll."
)


def unproved(session: Session) -> list[Doubt]:
    """Return what cannot be proved of a game: its dice, and what the record left open that it was loaded from."""
    driver = session.driver
    of_dice = (
        [_BY_HAND]
        if isinstance(driver, ManualNature)
        else [_NO_SEED]
        if isinstance(driver, SealedNature)
        else [_SCRIPTED]
        if isinstance(driver, ScriptedNature)
        else [_ELSEWHERE]
        if isinstance(driver, CommittedNature | BothNature) and driver.before
        else []
    )
    return [*of_dice, *session.doubts]


def doubts_of(contents: Contents, driver: NatureDriver, *, is_whole: bool) -> list[Doubt]:
    """Return what a record leaves open that a game was loaded from; nothing was cut off one that `is_whole`."""
    found, is_named = [], bool(contents.header.get("game"))  # older versions drew from seeds like chosen ones
    if is_named and type(driver) is SeededNature and driver.root is None:
        found.append(_CHOSEN)
    if contents.unsealed:
        text = f"{contents.unsealed} lines have no seal: an older version of the program wrote them."
        found.append(Doubt("not all sealed", text))
    if contents.lost:
        found.append(Doubt("entries lost", f"{len(contents.lost)} entries are lost."))
    if is_named and not (contents.is_closed or is_whole):
        text = "The game was not closed properly: the program was stopped, or the end of the file is missing."
        found.append(Doubt("end not proved", text))
    return found
