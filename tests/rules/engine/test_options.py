"""Options: what is offered is what is accepted, and nothing else."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.command import Command, IllegalCommand, MalformedCommand, Reason, cmd
from rules.engine.frames import Action, takes
from rules.engine.game import Game
from rules.engine.options import Options
from rules.engine.session import Session
from tests.rules.engine.helpers.playing import asked, play, scripted
from tests.rules.engine.helpers.toy_system import TOY


def test_options_are_unique_counted_and_contained() -> None:
    options = asked(scripted("red")).options
    assert len(options) == len(set(options)) == len(list(options)) > 5
    assert all(command in options for command in options)
    assert options


def test_every_option_is_accepted() -> None:
    session = Session.new(TOY, TOY.load("duel"), seed=1)
    for command in asked(session).options:
        session.fork().submit(asked(session).seat, session.seq, command)


@pytest.mark.parametrize(
    "command",
    [
        cmd("march", unit="r1", to=0),
        cmd("march", unit="r1", to=-1),
        cmd("march", unit="b1", to=4),
        cmd("march", unit="r1"),
        cmd("march", unit="r1", to="2"),
        cmd("hold"),
        cmd("dance"),
    ],
    ids=str,
)
def test_what_is_not_offered_is_not_in_the_options(command: Command) -> None:
    options = asked(scripted("red")).options
    assert command not in options
    len(options)
    assert command not in options, "nor once the options are listed"


def test_something_that_is_no_command_is_not_in_the_options() -> None:
    assert "rest" not in asked(scripted("red")).options


def test_by_verb_groups_all_options() -> None:
    options = asked(scripted("red")).options
    groups = options.by_verb()
    assert set(groups) == {"march", "scout", "rest"} and set(options.verbs()) == {*groups, "shoot"}
    assert sum(map(len, groups.values())) == len(options)


class Counting(Action):
    """Offers five commands and counts how many were listed; the memo lasts from one listing to the next."""

    verb = "count"
    fields = takes(n=int)

    def __init__(self) -> None:
        self.tried: list[int] = []
        self.memos: list[object] = []

    def candidates(self, game: Any) -> Iterator[Command]:
        for n in range(5):
            self.tried.append(n)
            self.memos.append(game.memo)
            yield cmd("count", n=n)

    def reasons(self, game: Any, command: Command) -> Iterator[Reason]:
        return iter(() if command.get("n") != 0 else (Reason("Not the first."),))


class Never(Counting):
    """Offers nothing."""

    verb = "never"

    def reasons(self, game: Any, command: Command) -> Iterator[Reason]:
        return iter((Reason("Never."),))


def test_options_are_found_verb_by_verb_and_no_further_than_asked() -> None:
    session = scripted("red")
    game = Game(TOY.kinds, session.scenario, session.state)
    some, none = Counting(), Never()
    options = Options(game, (none, some))
    assert not options.offers("never") and none.tried == [0, 1, 2, 3, 4]
    assert options.offered() == ["count"] and options.offers("count") and options
    assert some.tried == [0, 1], "the first that is legal is enough"
    assert options.any_besides("never") and not options.any_besides("count")
    assert some.tried == [0, 1]
    assert [command.get("n") for command in options.of("count")] == [1, 2, 3, 4]
    assert list(options) == options.of("count") and some.tried == [0, 1, 2, 3, 4], "nothing is tried twice"
    assert game.memo is None and some.memos[0] is not None
    assert all(memo is some.memos[0] for memo in some.memos)


def test_a_decision_leaves_no_cycles_behind() -> None:
    def kept() -> int:
        return sum(isinstance(thing, Options) for thing in gc.get_objects())

    session = Session.new(TOY, TOY.load("duel"), seed=1)
    gc.collect()
    gc.disable()
    try:
        before = kept()
        for _ in range(3):
            decision = asked(session)
            session.submit(decision.seat, session.seq, next(iter(decision.options)))
            assert decision.options.offered()
        del decision
        assert kept() == before
    finally:
        gc.enable()


def test_all_reasons_are_given_unless_only_the_first_is_wanted() -> None:
    options = asked(scripted("red")).options
    command = cmd("march", unit="b1", to=99)
    assert [reason.rule for reason in options.reasons(command)] == ["1.1", "2.1", "2.2"]
    assert len(options.reasons(command, first=True)) == 1


def test_a_shot_is_composed_by_toggles_and_nothing_is_spent_before_the_confirm() -> None:
    session = scripted("blue", 5, "red", pieces={"r1": {"side": "red", "at": 4, "strength": 9}, **_blues()})
    before = session.digest()
    play(session, "shoot", unit="b1", target="r1")
    play(session, "help", unit="b2")
    assert asked(session).subject["helpers"] == ("b2",)
    play(session, "help", unit="b2")
    assert asked(session).subject["helpers"] == ()
    play(session, "cancel")
    assert session.digest() == before
    play(session, "shoot", unit="b1", target="r1")
    play(session, "help", unit="b2")
    play(session, "confirm")
    assert session.state.spent == ("b1", "b2")
    assert session.state.pieces["r1"].strength == 8


def test_commands_know_each_other_by_value() -> None:
    assert cmd("go", b=1, a="x") == cmd("go", a="x", b=1)
    command = cmd("go", units=("a", "b"), fast=True, n=3)
    assert Command.from_json(command.to_json()) == command
    assert command.get("units") == ("a", "b") and command.get("other") == ""


@pytest.mark.parametrize(
    "raw", [None, 5, "pass", [], {}, {"do": ""}, {"do": 3}, {"do": "a", "x": 1.5}, {"do": "a", "x": [1]}]
)
def test_a_malformed_command_is_named_so(raw: object) -> None:
    with pytest.raises(MalformedCommand):
        Command.from_json(raw)


def test_reasons_are_sentences_with_their_rule() -> None:
    assert str(Reason("No.", "8.6")) == "No. (8.6)" and str(Reason("No.")) == "No."
    assert str(IllegalCommand([Reason("No.", "8.6"), Reason("Never.")])) == "No. (8.6) Never."


def _blues() -> dict[str, object]:
    return {"b1": {"side": "blue", "at": 5}, "b2": {"side": "blue", "at": 6}}
