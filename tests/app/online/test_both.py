"""Dice that both sides make, where a player hosts: nobody foresees or chooses one, and whoever tries is found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.online.both import ANOTHER, NOT_ROLLED, OTHER_PARTS, PLAYED_ELSEWHERE, Caught, OwnDice, Pledge, Rolls
from app.online.caller import Bucket
from app.online.desk import NOT_KEPT
from app.online.far_game import FarGame
from app.online.far_seat import FarSeat
from app.online.following import ComputerSeat, Doubts, Following
from app.online.link import MOST_DOUBTS
from app.online.links import FollowedLink
from app.online.messages import SentStep
from app.online.page import ROLLS, doubts, page
from app.online.played import Played
from app.online.table import Pace
from app.online.whole import MOST_STEPS
from app.text.names import NAMES
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.evaluator import Manner
from rules.engine.fed import FedBoth, WrongDice
from rules.engine.nature import BothNature, describe, driver_of
from rules.engine.parts import ANEW, HOST, MOST, Parts, back, parts_of
from rules.engine.proving import unproved
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.steps import OutOfStep, Replica, Step, Told, steps_in, wrong_outcomes
from rules.systems import SHIPPED, systems
from rules.testing.bots import bots_for
from tests.app.online.test_desk import FIRST, Club, Player, agree


class Guest(Player):
    """A player whose program gives its part for every roll, unless it is `silent`."""

    dice: OwnDice | None = None
    silent = whole = False
    waiting: list[Mapping[str, Any]]
    early: list[Mapping[str, Any]] | None = None
    """What came before the answer to joining."""

    def sit(self) -> None:
        super().sit()
        self.caller.proposals = Bucket(1e9, 10**9)

    def own(self, secret: bytes, file: Path | None = None) -> None:
        self.dice = OwnDice.of_file(file) if file is not None else OwnDice(secret)

    def join(self) -> Any:
        if self.dice is None:
            return super().join()
        self.waiting, self.early = [], []
        self.dice.comes(self.rev, self.chain)
        told = self.ask(
            "join",
            token=self.token,
            invitation=self.invitation,
            rev=self.rev,
            chain=self.chain,
            nonce=self.dice.anchor,
            whole=self.whole,
        )
        if "both" in told:
            self.dice.joined(told["commitment"], (told["both"] and told["seat"]) or "", systems()[told["system"]])
            early, self.early = self.early, None
            for message in early:
                self.judge(message)
        self.give()
        return told

    def _hear(self, message: Mapping[str, Any]) -> None:
        message = json.loads(json.dumps(message, default=dict))
        if self.early is not None:
            self.early.append(message)
        else:
            self.judge(message)
        super()._hear(message)

    def judge(self, message: Mapping[str, Any]) -> None:
        part = self.dice.told(message["method"], message["params"]) if self.dice is not None else None
        if part is not None:
            self.waiting.append(part)

    def give(self) -> None:
        """Give the parts that were asked for."""
        while self.dice is not None and self.waiting and not self.silent:
            assert self.ask("part", **self.waiting.pop(0)) == {}

    def _follow(self, told: Mapping[str, Any]) -> None:
        if told["rev"] == 1 and "anchors" in told and not systems()[self.club.system].hides:
            system = systems()[self.club.system]
            self.replica = Replica(system, system.load(FIRST[system.id]))
            self.replica.feed(FedBoth(told["anchors"], before=told["before"]))
        super()._follow(told)


class Hosted(Club):
    """A game at a player's own host: he has the first seat, and a guest the other."""

    def __init__(self, folder: Path, system: str = "company_scale", pace: Pace | None = None) -> None:
        self.host, self.guest_seat = systems()[system].seats[:2]
        super().__init__(folder, system, pace)
        self.tokens = self.games.make(system, FIRST[system], pace, guests=[self.guest_seat])
        self.players = {seat: Guest(self, seat, token) for seat, token in self.tokens.items()}
        self.guest.own(b"the guest's secret")

    @property
    def guest(self) -> Guest:
        player = self.players[self.guest_seat]
        assert isinstance(player, Guest)
        return player

    @property
    def file(self) -> Path:
        (file,) = self.folder.glob("*.chitpull")
        return file

    def play(self, count: int, seed: int = 1) -> None:
        bots = bots_for(systems()[self.system].seats, ["random"], seed)
        for _ in range(count):
            self.guest.give()
            if self.game.decision is None:
                return
            self.order(bots)
        self.guest.give()

    def order(self, bots: Mapping[str, Any]) -> None:
        player = self.asked
        mine = Seat(player.session, player.seat)
        assert mine.decision is not None and player.seat is not None
        command = bots[player.seat].choose(mine, mine.decision)
        assert player.ask("submit", rev=player.rev, command=command.to_json()) == {"rev": player.rev}

    def until_a_roll(self, seed: int = 1) -> None:
        """Play until a roll waits for the guest's part."""
        bots = bots_for(systems()[self.system].seats, ["random"], seed)
        self.guest.silent = True
        while self.game.request is None:
            self.order(bots)

    def come_back(self) -> None:
        """Kill the host, start it again, and let everybody join."""
        self.start()
        for player in self.players.values():
            player.sit()
            player.join()


def rolls(file: Path) -> list[Told]:
    return [told for told in steps_in(file) if told.step.parts is not None]


@pytest.mark.parametrize("system", SHIPPED)
def test_every_die_is_made_of_both_parts_and_proved_by_any_copy(system: str, tmp_path: Path) -> None:
    club = Hosted(tmp_path, system).seated()
    assert isinstance(club, Hosted)
    for n in range(8):
        club.play(12, seed=n)
        agree(club)
    session = load_record(club.file, attach=False)
    assert verify(session, club.file) == [] and not unproved(session)[1:]
    steps = club.games.game(club.games.chair(club.tokens[None]))._steps.told
    assert [told.chain for told in steps_in(club.file)] == [told.chain for told in steps], "a step is cut the same"
    made = [told.step for told in steps if told.step.chance]
    assert len(made) > 3 and all(step.parts is not None and step.command is None for step in made)
    anchors = describe(session.driver)["anchors"]
    assert isinstance(anchors, dict) and set(anchors) == {HOST, club.guest_seat}
    for name, held in anchors.items():
        for step in made:
            assert step.parts is not None and back(step.parts[name]) == held
            held = step.parts[name]


@pytest.mark.parametrize("system", SHIPPED)
def test_a_roll_waits_for_the_guest_and_outlives_the_host(system: str, tmp_path: Path) -> None:
    club = Hosted(tmp_path, system).seated()
    assert isinstance(club, Hosted)
    club.until_a_roll()
    before = club.game.digest()
    hosting = club.players[club.host]
    for method, params in (("undo", {}), ("propose", {"what": "take_back", "to": 0})):
        assert "First the dice" in hosting.ask(method, rev=hosting.rev, **params)["message"]
    club.come_back()
    assert club.game.digest() == before and club.game.request is not None
    club.guest.silent = False
    club.guest.give()
    club.guest.waiting = []
    assert club.game.request is None
    club.play(20, seed=3)
    agree(club)
    session = load_record(club.file, attach=False)
    assert verify(session, club.file) == []


def test_who_does_not_give_his_part_is_asked_and_his_time_runs(tmp_path: Path) -> None:
    club = Hosted(tmp_path, pace=Pace(3600, 3600)).seated()
    assert isinstance(club, Hosted)
    club.until_a_roll()
    hosting = club.players[club.host]
    while club.later:
        club.later.pop(0)()
    game = club.games.game(club.games.chair(club.tokens[None]))
    assert ROLLS in page(game) and f"The {NAMES[club.guest_seat]} player is asked" in page(game)
    mine = FarSeat(hosting.session, club.host)
    assert (mine.asked, mine.request, mine.can_undo) == (club.guest_seat, None, False)
    assert game.asked == game.table.clock.asked == club.guest_seat
    club.now += 7201
    assert hosting.ask("claim") == {}
    assert game.table.ending is not None and game.table.ending.seat == club.host
    club.guest.silent = False
    club.guest.give()
    assert club.game.request is not None, "a game that is over goes on no more"


def test_a_part_that_was_not_fixed_is_refused_and_a_repeated_one_changes_nothing(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.until_a_roll()
    guest, right = club.guest, club.guest.waiting[-1]
    for wrong in ("00" * 32, "x", parts_of(b"another secret").part(1)):
        assert "has committed itself to" in guest.ask("part", number=right["number"], part=wrong)["message"]
    assert club.players[club.host].ask("part", **right) == {} and club.game.request is not None
    assert guest.ask("part", **right) == {} and club.game.request is None
    seq = club.game.seq
    assert guest.ask("part", **right) == {} and club.game.seq == seq


def test_a_roll_that_could_not_be_written_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.until_a_roll()

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as other:
        other.setattr(club.game, "nature", full)
        assert club.guest.ask("part", **club.guest.waiting.pop())["message"] == NOT_KEPT
    hosting = club.players[club.host]
    refused = hosting.ask("undo", rev=hosting.rev)
    assert "First the dice" in refused["message"] and club.guest.waiting
    club.guest.silent = False
    club.guest.give()
    assert club.game.request is None
    agree(club)


def test_repeated_orders_with_dice_between_them_are_known(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.play(80)
    made = [told.step for told in steps_in(club.file)]
    place, first, last = next(
        (n, one, other)
        for n, (one, roll, other) in enumerate(zip(made, made[1:], made[2:], strict=False))
        if one.command and roll.parts and other.command and other.seat == one.seat
    )
    player, before = club.players[first.seat], club.game.digest()
    orders = [step.command.to_json() for step in (first, last) if step.command is not None]
    done = player.ask("orders", rev=place, commands=orders)
    assert done == {"rev": place + 3, "left": [], "wait": False} and club.game.digest() == before


def test_a_computer_at_a_seat_leaves_a_host_that_rolls_falsely() -> None:
    seat = ComputerSeat(FollowedLink("ws://127.0.0.1:1", "token"), Manner("recruit"))
    copy = Following(systems()["company_scale"], "first-light")
    seat._copy = copy
    step = SentStep.of(
        {"rev": 1, "chain": "00", "chance": [], "anchors": {HOST: "00" * 32, "x": "11" * 32, "y": "22" * 32}}
    )
    for _ in range(MOST_DOUBTS - 1):
        seat._follow([step])
    with pytest.raises(NotYourDecision, match="cannot go on with its host"):
        seat._follow([step])


def test_whoever_cannot_follow_a_step_however_often_it_comes_fetches_the_game_no_more() -> None:
    seat = ComputerSeat(FollowedLink("ws://127.0.0.1:1", "token"), Manner("recruit"))
    seat._copy = Following(systems()["company_scale"], "first-light")
    later = SentStep.of({"rev": 1, "chain": "00", "chance": []})  # as a host tells it whose steps have another form
    for _ in range(MOST_DOUBTS - 1):
        seat._follow([later])
    with pytest.raises(NotYourDecision, match="cannot go on with its host"):
        seat._follow([later])
    doubts = Doubts()
    assert not any(doubts.are_too_many(OutOfStep("garbled"), rev) for rev in (3, 3, 7, 7, 3, 3, 9)), "a bad line"


def test_a_player_is_told_when_the_other_goes_on_at_another_computer() -> None:
    noted: list[str] = []
    window = SimpleNamespace(noted=SimpleNamespace(emit=noted.append), _steps=[], _go_on=lambda: None)
    for parts in ({HOST: "00"}, {HOST: "00", f"{ANEW}german": "11"}):
        FarGame._step(cast("FarGame", window), SentStep(1, "c", {}, parts=parts))
    assert len(noted) == 1 and noted[0].startswith("German is played from another computer")


def test_dice_that_are_used_up_are_a_sentence() -> None:
    anchors = {HOST: parts_of(b"host").part(0), "allied": parts_of(b"guest").part(0)}
    rolls = Rolls(BothNature(anchors), b"host")
    rolls.done = MOST
    with pytest.raises(NotYourDecision, match="16,384 rolls"):
        rolls.parts()
    dice = OwnDice(b"guest", Pledge(MOST, 4, "c4", 0))
    dice.comes(5, "c5")
    dice.joined(anchors[HOST], "allied", systems()["company_scale"])
    with pytest.raises(Caught, match="16,384 rolls"):
        dice.told("roll", {"rev": 5, "number": MOST + 1})


def test_what_was_taken_back_is_rolled_afresh(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.until_a_roll()
    to = next(n for n in range(club.game.seq - 1, -1, -1) if club.game.log[n].seat != "nature")
    club.guest.silent = False
    seen = []
    for _ in range(12):
        club.guest.give()
        seen.append(club.game.log[to + 1].answer)
        command = club.game.log[to]
        one, other = club.players[club.host], club.guest
        number = one.ask("propose", rev=one.rev, what="take_back", to=to)["id"]
        assert other.ask("answer", id=number, yes=True) == {"rev": other.rev}
        asked = club.asked
        assert asked.seat == command.seat
        assert asked.ask("submit", rev=asked.rev, command=command.answer.to_json()) == {"rev": asked.rev}
    club.guest.give()
    assert len({json.dumps(answer) for answer in seen}) > 2
    assert len({json.dumps(dict(told.step.parts or {})) for told in rolls(club.file)}) == len(rolls(club.file)) >= 13
    assert verify(load_record(club.file, attach=False), club.file) == []


def told_anew(system: str, told: list[Told], place: int, step: Step) -> list[Told]:
    """Return the steps with another one in a place, and a chain that says nothing of it."""
    changed = [Told(one.step, one.events, "") for one in told]
    changed[place] = Told(step, told[place].events, "")
    return changed


def test_a_host_that_chooses_a_die_is_found_by_verify_and_by_the_guests_copy(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.play(60)
    told = steps_in(club.file)
    session = load_record(club.file, attach=False)
    driver = session.driver
    assert isinstance(driver, BothNature) and wrong_outcomes(session.system, session.scenario, told, driver) == []
    place = next(n for n, one in enumerate(told) if one.step.parts)
    step = told[place].step
    assert step.parts is not None
    kind, value = step.chance[0]
    chosen = replace(step, chance=((kind, 7 - int(str(value))), *step.chance[1:]))
    own_part = replace(step, parts={**step.parts, HOST: parts_of(b"a better secret").part(1)})
    guests = replace(step, parts={**step.parts, club.guest_seat: parts_of(b"a better one").part(1)})
    alone = replace(step, parts=None)
    own, anew, german = dict(step.parts), parts_of(b"made up for this roll"), club.guest_seat
    extra = replace(step, parts={**own, "x": "5a" * 32})
    host_anew = replace(step, parts={**own, HOST: anew.part(1), ANEW + HOST: anew.part(0)})
    aside = replace(step, parts={**own, "x": own[german], german: anew.part(1), ANEW + german: anew.part(0)})
    repeated = replace(step, parts={**own, ANEW + german: driver.anchors[german]})
    for other, words in (
        (extra, "other parts than those"),
        (host_anew, "other parts than those"),
        (aside, "other parts than those"),
        (repeated, f"{german} is not the one"),
        (chosen, "but the parts give"),
        (own_part, "the host is not the one"),
        (guests, f"{club.guest_seat} is not the one"),
        (alone, "without the parts"),
    ):
        changed = told_anew(club.system, told, place, other)
        (found,) = wrong_outcomes(session.system, session.scenario, changed, driver)
        assert words in found
        replica = Replica(session.system, session.scenario)
        replica.feed(FedBoth(driver.anchors))
        with pytest.raises(WrongDice, match=words):
            for one in changed:
                replica.apply(one.step)


def given(club: Hosted) -> tuple[OwnDice, Mapping[str, Any]]:
    """Return the dice of a guest who has just given a part, and the step that the host should tell next."""
    club.until_a_roll()
    club.guest.silent = False
    dice = club.guest.dice
    assert dice is not None
    club.guest.dice = None  # hears of nothing more
    club.guest.ask("part", **club.guest.waiting[-1])
    return dice, next(told for name, told in reversed(club.guest.told) if name == "step")


def test_a_host_that_does_not_roll_what_it_asked_for_is_caught(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    dice, step = given(club)
    undone = {"rev": step["rev"], "back": 0, "agreed": False, "chain": "00" * 16}
    with pytest.raises(Caught, match=NOT_ROLLED):
        dice.told("step", undone)
    with pytest.raises(Caught, match=NOT_ROLLED):
        dice.told("step", {**step, "parts": {**step["parts"], club.guest_seat: "11" * 32}})
    own, german, anew = step["parts"], club.guest_seat, parts_of(b"made up")
    for parts in (
        {**own, "x": own[german], german: anew.part(1)},
        {**own, ANEW + german: anew.part(0)},
        {HOST: own[HOST], f"{german} ": own[german]},
    ):
        with pytest.raises(Caught, match=NOT_ROLLED):
            dice.told("step", {**step, "parts": parts})
    with pytest.raises(Caught, match=NOT_ROLLED):  # as if parts were told only after the game
        dice.told("step", {**undone, "cut": 0})
    assert dice.told("step", step) is None
    with pytest.raises(Caught, match=OTHER_PARTS):  # the next one without asking
        dice.told("step", {**step, "rev": step["rev"] + 1})


def test_a_host_that_goes_back_behind_what_it_has_asked_for_is_caught(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    dice, step = given(club)
    steps = list(club.games.game(club.games.chair(club.tokens[None])).since(club.guest_seat, 0, "")[1])
    commitment = club.games.commitment(club.games.chair(club.tokens[None]).game)

    def comes_back(told: list[Any], *, takes_part: bool = True) -> None:
        dice.comes(0, "")
        dice.joined(commitment, club.guest_seat if takes_part else "", systems()[club.system])
        dice.told("steps", {"rev": 0, "steps": told})

    with pytest.raises(Caught, match=ANOTHER):
        comes_back(steps[:-2])
    with pytest.raises(Caught, match=ANOTHER):
        comes_back([*steps[:-2], {**steps[-2], "chain": "00" * 16}, steps[-1]])
    with pytest.raises(Caught, match=OTHER_PARTS):
        comes_back(steps, takes_part=False)
    anchors = steps[0]["anchors"]
    for others in (
        {**anchors, HOST: "00" * 32},
        {HOST: anchors[HOST], club.host: dice.anchor},
        {**anchors, club.host: "00" * 32},  # a side of the host's own, which could begin anew at every roll
    ):
        with pytest.raises(Caught, match=OTHER_PARTS):
            comes_back([{**steps[0], "anchors": others}, *steps[1:]])
    comes_back(steps)
    with pytest.raises(Caught, match=ANOTHER):  # a part asked for once more, for another position
        dice.told("roll", {"rev": step["rev"], "number": 1})


def test_a_host_cannot_say_later_that_dice_were_made_elsewhere(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    first = next(told["steps"][0] for name, told in club.guest.told if name == "steps")
    commitment = club.games.commitment(club.games.chair(club.tokens[None]).game)

    def fresh() -> OwnDice:
        dice = OwnDice(b"the guest's secret")
        dice.joined(commitment, club.guest_seat, systems()[club.system])
        return dice

    for before in (1, 10**9, -1):
        with pytest.raises(Caught, match=PLAYED_ELSEWHERE):
            fresh().told("step", {**first, "before": before})
        with pytest.raises(Caught, match=PLAYED_ELSEWHERE):
            fresh().told("steps", {"rev": 0, "steps": [{**first, "before": before * 2}]})
    dice, _ = given(club)
    steps = list(club.games.game(club.games.chair(club.tokens[None])).since(club.guest_seat, 0, "")[1])
    dice.comes(0, "")
    with pytest.raises(Caught, match=PLAYED_ELSEWHERE):
        dice.told("steps", {"rev": 0, "steps": [{**steps[0], "before": 3}, *steps[1:]]})
    dice = fresh()
    dice.told("steps", {"rev": 0, "steps": [{**steps[0], "before": len(steps)}, *steps[1:]]})
    dice.comes(3, "00" * 16)
    dice.told("steps", {"rev": 3, "steps": []})
    with pytest.raises(Caught, match=ANOTHER):  # a roll before that
        dice.told("roll", {"rev": 3, "number": 1})


def test_a_host_cannot_go_round_the_dice_with_a_whole_game_or_a_step_left_out(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    dice, step = given(club)
    with pytest.raises(Caught, match=OTHER_PARTS):
        dice.told("whole", {"rev": step["rev"] + 1, "record": ""})
    for method, told in (
        ("steps", {"rev": step["rev"] + 1, "steps": []}),
        ("step", {**step, "rev": step["rev"] + 1}),
        ("steps", {"rev": step["rev"] - 1, "steps": [{**step, "rev": step["rev"] + 1}]}),
    ):
        with pytest.raises(ValueError, match="step"):
            dice.told(method, told)
    assert dice.told("step", step) is None


def test_a_game_with_dice_of_both_goes_on_at_another_host_with_such_dice(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    first = Hosted(tmp_path / "first").seated()
    assert isinstance(first, Hosted)
    first.play(60)
    told = steps_in(first.file)
    (tmp_path / "next").mkdir()
    club = Hosted(tmp_path / "next")
    played = Played.of(systems()[club.system], told)
    club.tokens = club.games.make(club.system, FIRST[club.system], None, played, guests=[club.guest_seat])
    club.players = {seat: Guest(club, seat, token) for seat, token in club.tokens.items()}
    club.guest.own(b"the guest's secret at the next host")
    club.seated()
    assert club.guest.rev == len(told)
    club.play(40, seed=3)
    agree(club)
    club.come_back()
    club.play(10, seed=4)
    assert any(one.step.parts for one in steps_in(club.file)[len(told) :])
    assert verify(load_record(club.file, attach=False), club.file) == []


def test_a_long_game_is_gone_on_with_from_another_computer_while_a_roll_waits(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    while club.guest.rev <= MOST_STEPS:
        club.play(20, seed=club.guest.rev)
    club.until_a_roll(seed=4)
    link = club.guest.ask("new_link", seat=club.guest_seat)["invitation"]
    new = Guest(club, club.guest_seat, link)
    new.token, new.whole = "a token that was made at another computer", True
    new.own(b"another secret, at another computer")
    club.players[club.guest_seat] = new
    assert new.join()["both"] is True and new.waiting == []
    assert club.game.request is None
    agree(club)


def test_a_guest_asks_no_more_of_dice_that_were_made_by_the_host_alone(tmp_path: Path) -> None:
    club = Hosted(tmp_path)
    club.guest.dice = None
    error = club.guest.join()
    assert "made by both sides" in error["message"]


def test_a_window_that_was_closed_goes_on_with_the_parts_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "dice" / "one.json"
    club = Hosted(tmp_path)
    club.guest.own(b"", file)
    club.seated().play(40)
    club.until_a_roll(seed=5)
    club.guest.own(b"", file)
    assert club.guest.dice is not None and club.guest.dice.has_given
    club.guest.silent = False
    club.desk.gone(club.guest.caller)
    club.guest.sit()
    club.guest.join()
    assert club.game.request is None
    assert file.stat().st_mode & 0o077 == 0
    for text in ("{", "", json.dumps({"secret": "x", "number": 0, "rev": 0, "chain": ""})):
        file.write_text(text)
        with pytest.raises(OSError, match="does not hold dice; delete it"):
            OwnDice.of_file(file)
        assert file.read_text() == text, "nothing is lost"


def test_two_windows_at_one_seat_share_the_dice(tmp_path: Path) -> None:
    file = tmp_path / "dice" / "one.json"
    club = Hosted(tmp_path)
    club.guest.own(b"", file)
    club.seated().play(20)
    other = Guest(club, club.guest_seat, "")
    other.own(b"", file)
    other.join()
    club.desk.gone(other.caller)  # its line is cut
    played = len(rolls(club.file))
    club.play(30, seed=2)
    assert len(rolls(club.file)) > played + 1
    other.sit()
    other.join()
    assert other.chain == club.guest.chain
    club.until_a_roll(seed=3)
    assert other.dice is not None and club.guest.dice is not None
    given = dict(club.guest.waiting[-1])
    assert dict(other.waiting[-1]) == given, "both give the same part"
    late = OwnDice(b"", Pledge())
    late.__dict__.update(club.guest.dice.__dict__, _pledge=Pledge())
    with pytest.raises(ValueError, match="another part"):
        late.told("roll", {"rev": club.guest.rev, "number": 1})
    assert {each.name for each in file.parent.iterdir()} == {file.name, "lock"}


def test_windows_that_begin_at_the_same_moment_have_the_same_dice(tmp_path: Path) -> None:
    file, together = tmp_path / "dice" / "one.json", Barrier(8)

    def begin(_: int) -> str:
        together.wait()
        return OwnDice.of_file(file).anchor

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(begin, range(8)))) == 1


def test_two_windows_give_no_part_for_two_positions(tmp_path: Path) -> None:
    first, second = (OwnDice.of_file(tmp_path / "one.json") for _ in range(2))
    for dice, chain in ((first, "c4"), (second, "other")):
        dice.comes(4, chain)
        dice.joined("c", "german", None)
    assert first.told("roll", {"rev": 4, "number": 1}) == {"number": 1, "part": first._part(1)}
    with pytest.raises(ValueError, match="another part"):
        second.told("roll", {"rev": 4, "number": 1})
    second.comes(4, "c4")
    assert second.told("roll", {"rev": 4, "number": 1}) == {"number": 1, "part": first._part(1)}


def test_a_seat_that_is_played_from_another_computer_takes_part_by_the_parts_made_there(tmp_path: Path) -> None:
    club = Hosted(tmp_path).seated()
    assert isinstance(club, Hosted)
    club.play(30)
    club.until_a_roll(seed=4)
    old = club.guest
    link = old.ask("new_link", seat=club.guest_seat)["invitation"]
    new = Guest(club, club.guest_seat, link)
    new.token = "a token that was made at another computer"
    new.own(b"another secret, at another computer")
    club.players[club.guest_seat] = new
    new.silent = True
    assert new.join()["both"] is True
    assert old.ask("part", **old.waiting[-1])["code"] == 2
    club.come_back()
    new.silent = False
    new.give()
    assert club.game.request is None
    reopened = Replica.of(load_record(club.file, attach=False), steps_in(club.file))  # just after it began anew
    club.play(30, seed=6)
    for told in steps_in(club.file)[reopened.rev :]:
        reopened.apply(told.step, told.chain)
    assert len(rolls(club.file)) > 3
    assert sum(f"{ANEW}{club.guest_seat}" in (told.step.parts or {}) for told in rolls(club.file)) == 1
    assert verify(load_record(club.file, attach=False), club.file) == []
    assert new.dice is not None and old.dice is not None
    commitment = club.games.commitment(club.games.chair(club.tokens[None]).game)
    for dice, is_right in ((old.dice, True), (new.dice, True), (OwnDice(b"a third one"), False)):
        link_there = FollowedLink("ws://there", "token", nonce=dice.anchor, commitment=commitment)
        assert (doubts(club.file, link_there, club.guest_seat) == []) == is_right
    own_link = FollowedLink("ws://here", "token", nonce="of the host's window")
    assert doubts(club.file, own_link, club.host) == []
    left_out = doubts(club.file, own_link, club.host, takes_part=True)
    assert left_out == ["The dice do not use the part that this computer gave."], "a guest whose part is not there"
    other = replace(FollowedLink("ws://there", "token"), commitment="00" * 32)
    assert "another secret" in doubts(club.file, other, club.guest_seat)[0]


def test_a_guest_who_changes_computers_before_the_game_begins_takes_part(tmp_path: Path) -> None:
    club = Hosted(tmp_path)
    old = club.guest
    assert old.join()["missing"] == [club.host]
    for place in ("a second", "a third"):
        link = club.guest.ask("new_link", seat=club.guest_seat)["invitation"]
        new = Guest(club, club.guest_seat, link)
        new.token = f"a token that was made at {place} computer"
        new.own(place.encode())
        club.players[club.guest_seat] = new
        assert new.join()["missing"] == [club.host]
    club.players[club.host].join()
    club.players[None].join()
    club.play(30)
    club.come_back()
    club.play(20, seed=2)
    agree(club)
    assert len(rolls(club.file)) > 1 and verify(load_record(club.file, attach=False), club.file) == []


def test_the_parts_of_a_side_each_follow_from_the_next() -> None:
    parts = Parts(b"secret")
    for number in (1, 2, 127, 128, 129, 4000, MOST):
        assert back(parts.part(number)) == parts.part(number - 1)
        assert back(parts.part(number), number) == parts.part(0)
    for number in (-1, MOST + 1):
        with pytest.raises(IndexError):
            parts.part(number)


def test_nobody_begins_anew_with_a_part_that_was_told() -> None:
    host, blue = parts_of(b"host"), parts_of(b"blue")
    first = {HOST: host.part(1), "blue": blue.part(1)}
    again = {HOST: host.part(2), "blue": blue.part(1), f"{ANEW}blue": blue.part(0)}
    copy = FedBoth({HOST: host.part(0), "blue": blue.part(0)}, rolled=[first])
    for parts in (again, {**again, "blue": blue.part(2), f"{ANEW}blue": blue.part(1)}):
        with pytest.raises(WrongDice, match="blue is not the one"):
            copy.take(2, (("die", 1),), parts)
    rolls = Rolls(BothNature({HOST: host.part(0), "blue": blue.part(0)}), b"host")
    rolls.rolled(first)
    assert not rolls.begin_anew("blue", blue.part(1)) and rolls.begin_anew("blue", parts_of(b"new").part(0))
    copy.take(2, (("die", 1),), {HOST: host.part(2), "blue": blue.part(2)})


def test_what_is_no_part_is_no_step_and_no_header() -> None:
    with pytest.raises(MalformedCommand, match="parts"):
        Step.from_json({"chance": [["die", 5]], "parts": {"": "12"}})
    with pytest.raises(MalformedCommand, match="parts"):
        Step.from_json({"parts": {"": "00" * 32}})
    with pytest.raises(MalformedCommand):
        driver_of({"kind": "both", "anchors": {"": 5}})
    told = {"kind": "both", "anchors": {"": "00" * 32, "blue": "11" * 32}, "before": 7}
    assert describe(driver_of(told)) == told
