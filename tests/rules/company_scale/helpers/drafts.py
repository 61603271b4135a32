"""Drafts of positions: written into files, loaded and compared with the game that they come from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rules.company_scale.loading.from_position import TurnStart, documents_of, last_start
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import State
from rules.company_scale.system import SYSTEM
from rules.engine.game import Game
from rules.engine.history import replay
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.testing.bots import bots_for
from rules.workshop.yaml_patch import written

NEVER_SAME: Final = ("turn", "frames")
"""A draft counts its turns anew; the frame of the turn still holds the last turn's dice and queue."""
NO_MORE: Final = ("phase", "cup", "added", "played", "chit", "kindled", "shortage", "hushed")
"""What a turn begins with anew: it is not the same before its first step, and is after it."""


def played(source: Any, seed: int, turn: int, bot: str = "random") -> Session:
    """Return a game between bots that has come to a turn, or to its end."""
    session = Session.new(SYSTEM, SYSTEM.load(source), seed=seed, source=source)
    play_on(session, turn, seed, bot)
    return session


def play_on(session: Session, turn: int, seed: int, bot: str = "random") -> None:
    """Let bots play until a turn has begun or the game is over."""
    bots, seats = bots_for(SYSTEM.seats, [bot], seed), seats_of(session)
    while (decision := session.decision) is not None and session.state.turn < turn:
        command = bots[decision.seat].choose(seats[decision.seat], decision)
        session.submit(decision.seat, session.seq, command)


def drafted(session: Session, start: TurnStart, folder: Path) -> Scenario:
    """Return the scenario of a draft of a position, written into files and read from them."""
    documents = documents_of(session.source, session.scenario, start.state, name="draft", title="A draft")
    for name, data in documents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(data), encoding="utf-8")
    return load_scenario(folder / "company_scale" / "draft.yaml")


def differences(old: State, new: State, *, but: tuple[str, ...] = NEVER_SAME) -> Iterator[str]:
    """Yield the fields of two positions that are not the same."""
    before, after = _told(old), _told(new)
    for field in before:
        if field not in but and before[field] != after[field]:
            yield f"{field}: {before[field]} / {after[field]}"


def _told(state: State) -> dict[str, Any]:
    """Return a position as plain data, without what only the turns before could need of its heroes."""
    told: dict[str, Any] = state.to_plain()
    for token in told["leaders"].values():
        token["used"] = 0
        token["unit"] = token["unit"] if token["place"] == "map" else ""
    return told


def replayed(scenario: Scenario, session: Session, start: TurnStart) -> State:
    """Return where the rest of a game leads from the beginning of a draft of it; raise CannotReplay."""
    game: Any = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
    replay(game, session.log[start.seq :])
    return game.state  # type: ignore[no-any-return]


def proved(source: Any, seed: int, turn: int, folder: Path, bot: str = "random") -> list[str]:
    """Return what differs between a game at the start of a turn and its draft, there and after one more turn."""
    session = played(source, seed, turn, bot)
    start = last_start(session)
    scenario = drafted(session, start, folder)
    new = SYSTEM.start(scenario)
    found = [*differences(start.state, new, but=(*NEVER_SAME, *NO_MORE)), *SYSTEM.check(scenario, new)]
    play_on(session, turn + 1, seed + 1, bot)
    return found or [*differences(session.state, replayed(scenario, session, start))]
