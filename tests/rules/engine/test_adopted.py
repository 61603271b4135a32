"""Games with hidden hands elsewhere: a seat is sent what it may know and nothing that depends on the rest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.engine.adopted import AdoptedSession, SeatStep, SeatStream, sent
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.history import NATURE
from rules.engine.nature import SeededNature
from rules.engine.record import RecordWriter
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import OutOfStep, Steps
from rules.systems import systems
from rules.testing.bots import bots_for
from rules.testing.copies import AdoptedCopy
from tests.rules.engine.helpers.toy_cards import CARDS

HIDDEN = [pytest.param(name, id=name) for name, system in systems().items() if system.hides]


class Host:
    """A game with hidden hands, its record, and what each seat and a spectator are sent of it."""

    def __init__(self, system: Any, folder: Path, seed: int = 3) -> None:
        source = system.scenarios()[0].id
        self.file, self.steps, self.done = folder / "host.chitpull", Steps(), 0
        listeners = [RecordWriter(self.file, seals=True), self.steps]
        self.game = Session.new(
            system, system.load(source), nature=SeededNature(seed), listeners=listeners, source=source
        )
        self.copies = [AdoptedCopy(self.game, name) for name in (*system.seats, None)]
        self.faults: list[str] = []
        self.follow()

    def follow(self) -> None:
        """Let every copy adopt what has happened."""
        for told in self.steps.told[self.done :]:
            for copy in self.copies:
                self.faults += copy.follow(told)
        self.done = self.steps.rev

    def play(self, count: int, seed: int = 1) -> None:
        """Play on with undo and ways back between."""
        rng, bots = Random(seed), bots_for(self.game.system.seats, ["random"], seed)
        for _ in range(count):
            decision, chosen = self.game.decision, rng.random()
            if decision is None:
                return
            if chosen < 0.06 and self.game.can_undo:
                self.game.undo()
            elif chosen < 0.12 and self.game.seq > 3:
                self.game.take_back(rng.randrange(max(0, self.game.seq - 6), self.game.seq))
            else:
                mine = Seat(self.game, decision.seat)
                mine.submit(mine.seq, bots[decision.seat].choose(mine, decision))
            self.follow()


def test_secret_orders_are_sent_together_when_they_end(tmp_path: Path) -> None:
    host = Host(systems()["command_cards"], tmp_path)
    host.play(150)
    own, other, watcher = (copy.copy.rev for copy in host.copies)
    secret = sum(entry.only is not None and entry.seat != NATURE for entry in host.game.log)
    assert secret > 30 and watcher < min(own, other) < host.steps.rev


def test_looking_back_shows_what_the_seat_saw(tmp_path: Path) -> None:
    host = Host(CARDS, tmp_path)
    shown: dict[int, Any] = {}
    for _ in range(12):
        host.play(1)
        copy = host.copies[0].copy
        shown[copy.seq] = Seat(copy, CARDS.seats[0]).view()
    copy = host.copies[0].copy
    kept = [seq for seq in shown if seq <= copy.seq and seq in {save.seq for save in copy.history.saves}]
    assert len(kept) > 3
    for seq in kept:
        assert Seat(copy.at(seq), CARDS.seats[0]).view() == shown[seq]


def test_an_adopted_game_gives_no_orders_itself(tmp_path: Path) -> None:
    host = Host(CARDS, tmp_path)
    while host.game.decision is None or host.game.decision.seat != CARDS.seats[0]:
        host.play(1)
    copy = host.copies[0].copy
    mine = Seat(copy, CARDS.seats[0])
    assert mine.decision is not None
    command = next(iter(mine.decision.options))
    assert mine.explain(command) == [], "reasons are known here"
    before = host.game.seq, copy.digest()
    for act in (lambda: mine.submit(mine.seq, command), mine.undo, lambda: mine.take_back(0)):
        with pytest.raises(NotYourDecision, match="host"):
            act()
    assert (copy.seq, copy.digest()) == before


def test_a_chain_tells_what_was_not_sent_so(tmp_path: Path) -> None:
    host = Host(CARDS, tmp_path)
    stream = SeatStream(host.game, None)
    step = stream.step(host.steps.told[-1].step, host.steps.told[-1].events)
    assert step is not None
    step = SeatStep.from_json(json.loads(json.dumps(step.to_json(), default=dict)))
    copy = AdoptedSession(CARDS, host.game.scenario)
    copy.adopt(step, stream.chain)
    shown = (copy.seq, copy.state, copy.pending, copy.rev, copy.chain, len(copy.history.events))
    with pytest.raises(OutOfStep, match=r"\.$"):
        copy.adopt(replace(step, cut=copy.seq, entries=(), events=({"event": "Garbled"},)), stream.chain)
    now = (copy.seq, copy.state, copy.pending, copy.rev, copy.chain, len(copy.history.events))
    assert now == shown, "what is still shown is as it was"


@pytest.mark.parametrize("change", [{"cut": 7}, {"seq": 9}, {"cut": -1}, {"state": {}}, {"entries": [["red", None]]}])
def test_a_step_that_does_not_fit_is_told_in_a_sentence(change: dict[str, Any], tmp_path: Path) -> None:
    host = Host(CARDS, tmp_path)
    step = SeatStream(host.game, None).step(host.steps.told[0].step, [])
    assert step is not None
    with pytest.raises((OutOfStep, MalformedCommand), match=r"\.$"):
        AdoptedSession(CARDS, host.game.scenario).adopt(SeatStep.from_json({**step.to_json(), **change}))


RIGHT: dict[str, Any] = {"seq": 1, "cut": 0, "entries": [["red", None]], "events": [], "undo": False, "state": {}}


@pytest.mark.parametrize(
    "raw",
    [
        None, [], {**RIGHT, "seq": "1"}, {**RIGHT, "cut": True}, {**RIGHT, "undo": 0}, {**RIGHT, "state": []},
        {**RIGHT, "entries": {}}, {**RIGHT, "entries": [["red"]]}, {**RIGHT, "entries": [[1, None]]},
        {**RIGHT, "entries": [[NATURE, 3]]}, {**RIGHT, "entries": [["red", 3]]}, {**RIGHT, "events": [3]},
    ],
)  # fmt: skip
def test_what_is_no_step_is_refused_in_a_sentence(raw: object) -> None:
    with pytest.raises(MalformedCommand, match=r"\.$"):
        SeatStep.from_json(raw)


def test_a_step_comes_back_from_json_byte_for_byte(tmp_path: Path) -> None:
    host = Host(CARDS, tmp_path)
    host.play(5)
    told = host.steps.told[0]
    step = SeatStream(host.game, CARDS.seats[1]).step(told.step, told.events)
    assert step is not None
    assert sent(SeatStep.from_json(json.loads(sent(step)))) == sent(step)
