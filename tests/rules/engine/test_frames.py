"""Frames: procedures, choices, windows, nature's requests, and what happens when a subject dies meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.command import MalformedCommand, cmd
from rules.engine.frames import END, Choice, Die, Frame, Procedure, Request, registry
from rules.engine.game import Game
from rules.engine.options import Decision
from tests.rules.engine.helpers.playing import CLOSE, asked, events, play, scripted
from tests.rules.engine.helpers.toy import KINDS
from tests.rules.engine.helpers.toy_system import TOY


def kinds(session: Any) -> list[str]:
    return [frame.kind for frame in session.state.frames]


def test_a_procedure_runs_to_the_first_decision() -> None:
    session = scripted("red")
    assert kinds(session) == ["round", "orders"]
    assert session.state.frames[0].step == "again"
    assert session.state.frames[0]["result"] == "red"


def test_a_march_is_interrupted_before_each_space_it_leaves() -> None:
    session = scripted("blue", "red", pieces=CLOSE)
    play(session, "march", unit="b1", to=3)
    for space in (5, 4):
        assert (asked(session).kind, session.state.pieces["b1"].at) == ("watch", space)
        play(session, "hold")
    assert (asked(session).kind, session.state.pieces["b1"].at) == ("orders", 3)


def test_a_window_opens_only_where_somebody_can_respond() -> None:
    session = scripted(
        "blue", "red", width=20, pieces={"r1": {"side": "red", "at": 0}, "b1": {"side": "blue", "at": 9}}
    )
    play(session, "march", unit="b1", to=7)
    assert session.state.pieces["b1"].at == 7


def test_the_marcher_may_die_on_the_way_and_the_march_ends() -> None:
    session = scripted("blue", 9, "red", pieces=CLOSE)
    play(session, "march", unit="b1", to=3)
    update = play(session, "snipe", unit="r2")
    assert events(update) == ["DieRolled", "Killed", "MarchEnded"]
    assert "b1" not in session.state.pieces


def test_a_window_asks_again_until_all_have_answered() -> None:
    pieces = {"r1": {"side": "red", "at": 4}, "r2": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}}
    session = scripted("blue", 0, 0, "red", pieces=pieces)
    play(session, "march", unit="b1", to=6)
    assert [str(option) for option in asked(session).options] == ["snipe unit=r1", "snipe unit=r2", "hold"]
    play(session, "snipe", unit="r1")
    assert [str(option) for option in asked(session).options] == ["snipe unit=r2", "hold"]
    play(session, "snipe", unit="r2")
    assert asked(session).kind == "orders"


def test_holding_closes_the_window_for_this_space() -> None:
    session = scripted("blue", "red", pieces={"r1": {"side": "red", "at": 4}, "b1": {"side": "blue", "at": 5}})
    play(session, "march", unit="b1", to=6)
    play(session, "hold")
    assert session.state.pieces["b1"].at == 6


def test_a_game_ends_when_the_stack_is_empty() -> None:
    session = scripted("blue", "red", rounds=1)
    play(session, "rest")
    play(session, "rest")
    assert session.is_over and session.decision is None and session.request is None
    assert session.result == {"winner": "", "text": "red 3, blue 3"}


def test_steps_keep_the_order_they_were_named_in() -> None:
    procedure = Procedure("p", {"a": lambda game: None, "b": lambda game: None})
    assert (procedure.first, procedure.following["a"], procedure.following["b"]) == ("a", "b", END)


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        registry(Procedure("draw", {"a": lambda game: None}))
    with pytest.raises(ValueError, match="registered twice"):
        registry(Die("die", (1, 2)), Die("die", (1, 2, 3)))


def test_a_die_has_the_faces_its_system_gives_it() -> None:
    table = registry(Procedure("root", {"a": lambda game: game.roll("luck")}), Die("die", ("star", "star", "flag")))
    state = scripted("red").state
    state.frames = [Frame("root", "a")]
    game = Game(table, None, state)
    request = game.run()
    assert isinstance(request, Request) and request.items == ("star", "star", "flag")
    game.happen(request.outcome({"die": "flag"}))
    assert game.frame["result"] == "flag"
    assert game.events == [{"event": "DieRolled", "die": "flag", "purpose": "luck", "subject": {}}]


def test_a_draw_for_one_seat_says_so() -> None:
    table = registry(Procedure("root", {"a": lambda game: game.draw("card", ("ace", "king"), only="red")}))
    state = scripted("red").state
    state.frames = [Frame("root", "a")]
    game = Game(table, None, state)
    assert game.run() == Request("draw", "card", ("ace", "king"), {}, "red")
    game.happen("ace")
    assert game.events == []


def test_frames_come_back_from_plain_data_as_they_were() -> None:
    frame = Frame("aim", "", {"helpers": ("a", "b"), "nested": {"deep": 1}, "n": 3})
    assert Frame.from_plain(frame.to_plain()) == frame


def test_a_frame_is_never_changed_in_place() -> None:
    frame = Frame("k", "one", {"a": 1})
    assert frame.at("two").step == "two" and frame.having(a=2)["a"] == 2
    assert (frame.step, frame["a"], frame.get("b", 7)) == ("one", 1, 7)


def test_a_step_may_change_its_locals_after_it_has_pushed_another_frame() -> None:
    def push_then_note(game: Game[Any, Any]) -> None:
        game.push("leaf")
        game.update(noted=True)

    seen: list[bool] = []
    table = registry(
        Procedure("root", {"a": push_then_note, "b": lambda game: seen.append(game.frame["noted"])}),
        Procedure("leaf", {"only": lambda game: None}),
    )
    state = scripted("red").state
    state.frames = [Frame("root", "a")]
    assert Game(table, None, state).run() is None
    assert seen == [True]


def test_finish_hands_results_to_the_frame_below() -> None:
    seen: list[Any] = []
    table = registry(
        Procedure("root", {"a": lambda game: game.push("leaf"), "b": lambda game: seen.append(game.frame["found"])}),
        Procedure("leaf", {"only": lambda game: game.finish(found=3)}),
    )
    state = scripted("red").state
    state.frames = [Frame("root", "a")]
    Game(table, None, state).run()
    assert seen == [3]


def test_frames_that_never_decide_are_reported() -> None:
    state = scripted("red").state
    state.frames = [Frame("loop", "a")]
    with pytest.raises(RuntimeError, match="never reach a decision"):
        Game(registry(Procedure("loop", {"a": lambda game: "a"})), None, state).run()


def test_a_choice_with_nothing_to_ask_ends() -> None:
    class Silent(Choice):
        kind = "silent"

        def ask(self, game: Any) -> Decision | None:
            return None

    state = scripted("red").state
    state.frames = [Frame("silent")]
    assert Game(registry(Silent()), None, state).run() is None
    assert not state.frames


@pytest.mark.parametrize("outcome", [{"die": 10}, {"die": "5"}, {"die": True}, {"draw": 5}, {}, 5, None, {"die": [5]}])
def test_nature_must_answer_what_it_is_asked(outcome: Any) -> None:
    with pytest.raises(MalformedCommand, match="Nature is asked for a die"):
        Request("die", "shot", tuple(range(10))).outcome(outcome)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ({}, 'needs the field "unit"'),
        ({"unit": "r1"}, 'needs the field "to"'),
        ({"unit": "r1", "to": "3"}, 'field "to" of the command "march" must be a number'),
        ({"unit": "r1", "to": True}, "must be a number"),
        ({"unit": ("r1",), "to": 3}, "must be a text"),
        ({"unit": "r1", "to": 3, "by": "rail"}, 'has no field "by"; it takes unit, to'),
    ],
)
def test_an_action_says_which_field_is_wrong(args: Any, sentence: str) -> None:
    march = KINDS["orders"].action("march")  # type: ignore[union-attr]
    assert march is not None
    with pytest.raises(MalformedCommand, match=sentence):
        march.validate(cmd("march", **args))


def test_the_toy_uses_every_kind_of_frame() -> None:
    assert {type(kind).__mro__[-2].__name__ for kind in TOY.kinds.values()} == {"Procedure", "Choice", "Nature"}
