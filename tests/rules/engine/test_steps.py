"""Steps: copies of a game that follow its host are the game, and a record tells the same steps and chain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.engine.command import MalformedCommand, cmd
from rules.engine.frames import Request
from rules.engine.history import NATURE
from rules.engine.nature import (
    CommittedNature,
    ManualNature,
    NatureDriver,
    SeededNature,
    commitment_to,
    describe,
    driver_of,
)
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Listener, Session
from rules.engine.steps import OutOfStep, Replica, Step, Steps, steps_in, wrong_outcomes
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from rules.testing.copies import different
from tests.rules.engine.helpers.toy_system import CROWD, TOY

OPEN = [pytest.param(name, id=name) for name, system in systems().items() if not system.hides]
"""Games in which nothing is hidden: the first scenario of each system."""


class Host:
    """A game with its record and its steps, and a copy that is fed by what travels."""

    def __init__(
        self, system: Any, source: Any, folder: Path, nature: Callable[[Steps], NatureDriver] | None = None
    ) -> None:
        scenario = system.load(source)
        self.file, self.steps, self.done = folder / "host.chitpull", Steps(), 0
        self.copied = folder / "copy.chitpull"
        self.game = Session.new(
            system, scenario, nature=SeededNature(3) if nature is None else nature(self.steps),
            listeners=[RecordWriter(self.file), self.steps], source=source,
        )  # fmt: skip
        self.replica = Replica(system, scenario, source=source, listeners=[RecordWriter(self.copied)])
        self.follow()

    def follow(self) -> None:
        """Let the copy follow what has happened, through JSON."""
        for told in self.steps.told[self.done :]:
            self.replica.apply(Step.from_json(json.loads(json.dumps(told.step.to_json(), default=dict))), told.chain)
        self.done = self.steps.rev

    def play(self, count: int, seed: int = 1) -> None:
        """Play on with undo, ways back over dice and notes between; the copy follows each step."""
        rng, bots = Random(seed), bots_for(self.game.system.seats, ["random"], seed)
        for _ in range(count):
            chosen = rng.random()
            if self.game.decision is None:
                return
            if chosen < 0.08 and self.game.can_undo:
                self.game.undo()
            elif chosen < 0.16 and self.game.seq > 3:
                self.game.take_back(rng.randrange(max(0, self.game.seq - 6), self.game.seq))
            elif chosen > 0.95:
                self.game.keep("players", {"x": rng.randrange(9)})
            else:
                play_out(self.game, bots, 1)
            self.follow()
            assert list(different(self.game, self.replica.session)) == []


def test_whoever_was_away_goes_on_from_its_own_record(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    host.play(30)
    away = host.replica
    missed = host.steps.rev
    host.replica = Replica(TOY, TOY.load(CROWD), source=CROWD)
    host.done = 0
    host.follow()
    host.play(30, seed=2)
    session = load_record(host.copied)
    back = Replica.of(session, steps_in(host.copied))
    assert (back.rev, back.chain) == (missed, away.chain) == (missed, host.steps.told[missed - 1].chain)
    for told in host.steps.told[missed:]:
        back.apply(told.step, told.chain)
    assert list(different(host.game, session)) == [] and steps_in(host.copied) == steps_in(host.file)


def test_a_host_that_is_started_again_goes_on_with_the_same_chain(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    host.play(25)
    chain, rev = host.steps.chain, host.steps.rev
    host.game = load_record(host.file)
    host.steps = Steps(steps_in(host.file))
    host.game.listeners.append(host.steps)
    assert (host.steps.chain, host.steps.rev) == (chain, rev)
    host.done = rev
    host.play(25, seed=4)
    assert host.replica.chain == steps_in(host.file)[-1].chain


def test_a_host_that_can_undo_more_than_a_copy_knows_of_is_followed(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    bots = bots_for(TOY.seats, ["random"], 1)
    while len(host.game._past) < 2:
        play_out(host.game, bots, 1)
    host.game.take_back(host.game.seq - 1)
    host.follow()
    host.game, host.steps = load_record(host.file), Steps(steps_in(host.file))
    host.game.listeners.append(host.steps)
    assert host.game.can_undo and not host.replica.session.can_undo
    host.game.undo()
    host.follow()
    assert list(different(host.game, host.replica.session)) == []


def test_a_copy_foresees_no_die(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    copy = host.replica.session
    while copy.decision is not None and copy.request is None:
        decision = copy.decision
        fork = copy.fork()
        fork.driver = copy.driver
        fork.submit(decision.seat, fork.seq, next(iter(decision.options)))
        copy = fork
    assert copy.request is not None, "the copy waits where the host would roll"
    assert '"seed"' not in host.copied.read_text().splitlines()[0]


def test_dice_rolled_by_hand_are_steps_of_their_own(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path, nature=lambda steps: ManualNature())
    bots = bots_for(TOY.seats, ["random"], 1)
    rolled = 0
    while host.game.pending is not None and host.game.seq < 40:
        if host.game.request is not None:
            host.game.nature({host.game.request.kind: host.game.request.items[0]})
            rolled += 1
        else:
            play_out(host.game, bots, 1)
        host.follow()
        assert list(different(host.game, host.replica.session)) == []
    assert rolled > 3 and steps_in(host.file)[-1].chain == host.steps.chain == host.replica.chain


def test_a_command_that_cannot_be_recorded_is_no_step(tmp_path: Path) -> None:
    class Full(Listener):
        def accepted(self, session: Session, *told: Any, snapshot: bool) -> None:
            if session.seq > 8:
                raise RecordError("The disk is full.")

    host = Host(TOY, CROWD, tmp_path)
    host.game.listeners.insert(0, Full())
    with pytest.raises(RecordError):
        host.play(20)
    assert host.steps.chain == host.replica.chain == steps_in(host.file)[-1].chain


def broken(step: Step) -> list[Step]:
    """Return steps that are not what the host said."""
    kind, value = step.chance[0]
    return [
        Step(step.seat, step.command, chance=()),
        Step(step.seat, step.command, chance=(*step.chance, *step.chance)),
        Step(step.seat, step.command, chance=(("draw" if kind == "die" else "die", value), *step.chance[1:])),
        Step(step.seat, step.command, chance=((kind, "no such"), *step.chance[1:])),
        Step(step.seat, cmd("fly"), chance=step.chance),
        Step("green", step.command, chance=step.chance),
        Step(),
        Step(back=99, agreed=True),
        Step(back=0),
    ]


@pytest.mark.parametrize("name", OPEN)
def test_many_steps_are_written_in_one_piece_into_a_record_that_proves(name: str, tmp_path: Path) -> None:
    system = systems()[name]
    host = Host(system, system.scenarios()[0].id, tmp_path)
    file, scenario = tmp_path / "away.chitpull", host.game.scenario
    away = Replica(system, scenario, source=host.game.source, listeners=[RecordWriter(file)])
    for told in host.steps.told:
        away.apply(told.step, told.chain)
    for n in range(3):
        rev = host.steps.rev
        host.play(60, seed=n)
        before = file.stat().st_size
        with away.at_once():
            for told in host.steps.told[away.rev :]:
                away.apply(told.step, told.chain)
            assert file.stat().st_size == before
        assert (file.stat().st_size > before) == (host.steps.rev > rev) and steps_in(file) == steps_in(host.file)
    host.play(5)
    for told in host.steps.told[away.rev :]:
        away.apply(told.step, told.chain)
    copied = load_record(file, attach=False)
    assert copied.notices == [] and copied.digest() == host.game.digest() and verify(copied, file) == []
    copied.take_back(20)
    assert copied.seq == 20


def test_no_steps_written_in_one_piece_leave_the_record_as_it_is(tmp_path: Path) -> None:
    """Whoever joined when only the start had been told got a record that did not prove."""
    host = Host(TOY, CROWD, tmp_path)
    kept = host.copied.read_bytes()
    with host.replica.at_once():
        pass
    assert host.copied.read_bytes() == kept
    host.play(5)
    assert verify(load_record(host.copied, attach=False), host.copied) == []


def test_many_steps_that_cannot_be_written_leave_no_copy_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = systems()["striking_anvil"]
    host = Host(system, system.scenarios()[0].id, tmp_path)
    file = tmp_path / "away.chitpull"
    away = Replica(system, host.game.scenario, source=system.scenarios()[0].id, listeners=[RecordWriter(file)])
    away.apply(host.steps.told[0].step)
    kept = file.read_bytes()
    host.play(20)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RecordWriter, "_write", full)
    with pytest.raises(OutOfStep, match="cannot be saved: No space left"), away.at_once():
        for told in host.steps.told[1:]:
            away.apply(told.step, told.chain)
    assert file.read_bytes() == kept


@pytest.mark.parametrize("which", range(9))
def test_a_step_that_does_not_fit_is_told_in_a_sentence(which: int, tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    bots = bots_for(TOY.seats, ["random"], 1)
    while not host.steps.told[-1].step.chance or host.steps.told[-1].step.command is None:
        host.follow()
        play_out(host.game, bots, 1)
    told = host.steps.told[-1]
    with pytest.raises(OutOfStep, match=r"[.?]$"):
        host.replica.apply(broken(told.step)[which], told.chain)


def test_another_game_has_another_chain(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path)
    host.play(10)
    other = Replica(TOY, TOY.load({**CROWD, "width": 13}))
    with pytest.raises(OutOfStep):
        for told in host.steps.told:
            other.apply(told.step, told.chain)


@pytest.mark.parametrize(
    "raw",
    [
        None, [], {"do": {"do": "rest"}}, {"seat": "red"}, {"seat": NATURE, "do": {"do": "rest"}}, {"back": -1},
        {"back": 1.0, "agreed": True}, {"back": 3, "agreed": "yes"}, {"chance": {"die": 3}}, {"chance": [["die"]]},
        {"chance": [[3, 4]]}, {"seat": "red", "do": "rest"}, {"seat": ["red"], "do": {"do": "rest"}},
    ],
)  # fmt: skip
def test_what_is_no_step_is_refused_in_a_sentence(raw: object) -> None:
    with pytest.raises(MalformedCommand, match=r"\.$"):
        Step.from_json(raw)


@pytest.mark.parametrize(
    "step",
    [
        Step(),
        Step(chance=(("die", 3), ("draw", "red"))),
        Step("red", cmd("rest"), chance=(("die", 3),)),
        Step(back=4),
        Step(back=4, agreed=True, chance=(("draw", "red"),)),
    ],
)
def test_a_step_comes_back_from_json(step: Step) -> None:
    assert Step.from_json(json.loads(json.dumps(step.to_json()))) == step


# --- Dice of a host that has committed itself ----------------------------------------------------------------------

SECRET = bytes(range(32))
NONCES = {"red": "one", "blue": "two"}


def committed(steps: Steps) -> CommittedNature:
    """Return dice that follow from a secret and the number of steps."""
    return CommittedNature(SECRET, NONCES, lambda: steps.rev)


def test_committed_dice_are_proved_after_the_end(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path, nature=committed)
    host.play(60)
    game = load_record(host.file, attach=False)
    assert verify(game, host.file) == []
    told = steps_in(host.file)
    assert wrong_outcomes(TOY, game.scenario, told, CommittedNature(SECRET, NONCES)) == []
    others = (CommittedNature(bytes(32), NONCES), CommittedNature(SECRET, {**NONCES, "blue": "three"}))
    assert all(len(wrong_outcomes(TOY, game.scenario, told, other)) > 3 for other in others)


def test_a_changed_committed_die_is_found(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path, nature=lambda steps: CommittedNature(bytes(32), NONCES, lambda: steps.rev))
    host.play(30)
    text = host.file.read_bytes()
    host.file.write_bytes(text.replace(b'"secret":"00', b'"secret":"11', 1))
    assert any("the secret gives" in text for text in verify(load_record(host.file, attach=False), host.file))


def test_what_was_taken_back_is_rolled_afresh(tmp_path: Path) -> None:
    host = Host(TOY, CROWD, tmp_path, nature=committed)
    bots, same, rolled = bots_for(TOY.seats, ["random"], 1), 0, 0
    while host.game.decision is not None and rolled < 60:
        at = host.game.seq
        play_out(host.game, bots, 1)
        first = host.steps.told[-1].step
        if first.command is None or not any(kind == "die" for kind, _ in first.chance):
            continue
        host.game.take_back(at)
        host.game.submit(first.seat, at, first.command)
        rolled += 1
        same += host.steps.told[-1].step.chance[0] == first.chance[0]
    assert rolled > 15 and same < rolled / 2


def test_committed_dice_are_even() -> None:
    request = Request("die", "a test", tuple(range(1, 7)))
    dice = CommittedNature(SECRET, NONCES)
    seen = Counter(dice.answer(request, {"die": n}) for n in range(6000))
    assert set(seen) == set(range(1, 7)) and all(850 < count < 1150 for count in seen.values())


def test_the_commitment_tells_nothing_and_binds() -> None:
    assert CommittedNature(SECRET, NONCES).commitment == commitment_to(SECRET) != commitment_to(bytes(32))
    told = describe(CommittedNature(SECRET, NONCES))
    again = driver_of(told)
    assert isinstance(again, CommittedNature) and describe(again) == told
    for broken in ({"secret": "00"}, {"secret": 5}, {"nonces": []}, {"nonces": {"red": 5}}):
        with pytest.raises(MalformedCommand):
            driver_of({**told, **broken})
