"""What a position keeps of what was found out about it is what would be found out anew."""

from __future__ import annotations

import re

import pytest

from rules.company_scale.r05_activation import ActivationChoice, idle_verbs
from rules.company_scale.state import Battle, State
from rules.company_scale.system import SYSTEM
from rules.engine.caching import cached_in
from rules.engine.command import cmd
from rules.engine.folders import PACKAGE_ROOT
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("....\n....\n....", first="10.30")


def asked_anew(session: Session) -> tuple[Battle, Decision]:
    """Return a game at a session's position of which nothing has been found out, and its decision."""
    state = session.state.copy()
    state.forget_all()
    game: Battle = Game(SYSTEM.kinds, session.scenario, state)
    decision = game.run()
    assert isinstance(decision, Decision)
    return game, decision


@pytest.mark.parametrize(
    ("scenario", "bot", "decisions"),
    [
        ("first-light", "random", 300), ("rolins-night", "rare", 150), ("strike-to-the-east", "rare", 150),
        ("montelimar-campaign", "random", 150), ("the-final-battle", "rare", 150),
    ],
)  # fmt: skip
def test_options_are_the_same_as_those_of_a_position_of_which_nothing_is_known(
    scenario: str, bot: str, decisions: int
) -> None:
    session, bots = Session.new(SYSTEM, SYSTEM.load(scenario), seed=3), bots_for(SYSTEM.seats, [bot], 3)
    for _ in range(decisions):
        if session.decision is None:
            break
        game, decision = asked_anew(session)
        assert list(session.decision.options) == list(decision.options)
        assert (session.decision.prompt, session.decision.subject) == (decision.prompt, decision.subject)
        if decision.kind == "activation":
            idle = [action for action in ActivationChoice.actions if action.verb in idle_verbs(game)]
            assert [command for action in idle for command in action.legal(game)] == []
        play_out(session, bots, 1)


def a_table() -> TableTop:
    return activation(OPEN, {"a": us("11.30", fire=("white", 4, 3)), "x": ge("13.31")}, "formation:r141")


def test_copies_share_what_was_found_out_until_one_of_them_changes() -> None:
    before = a_table().state
    copy = before.copy()
    before.by_place()["found"] = before.on_board()["found"] = 1
    assert copy.by_place()["found"] == copy.on_board()["found"] == 1
    copy.place("a", 1130)
    assert not copy.by_place() and not copy.on_board()
    assert before.by_place()["found"] == before.on_board()["found"] == 1


def test_what_follows_from_who_stands_together_outlives_a_move_but_not_a_new_formation() -> None:
    state = a_table().state
    state.by_stack()["found"] = 1
    state.place("a", 1130)
    assert state.copy().by_stack()["found"] == 1
    state.units_belong_to_others()
    assert not state.by_stack()


def test_a_position_kept_for_the_record_of_a_game_keeps_no_findings() -> None:
    session, bots = Session.new(SYSTEM, SYSTEM.load("first-light"), seed=3), bots_for(SYSTEM.seats, ["random"], 3)
    play_out(session, bots, 60)
    kept = [state for save in session.history.saves if (state := save.fetch()) is not session.state]
    assert len(kept) > 5 and not any(
        state.by_place() or state.by_stack() or state.by_box() or state.on_board() for state in kept
    )
    assert session.state.by_place


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.mark(1130, dg=1),
        lambda state: state.turn_to("a", not state.units["a"].deployed),
        lambda state: state.barrages.update({1231: "smoke"}),
        lambda state: setattr(state, "on_fire", (1231,)),
        lambda state: setattr(state, "illuminated", (1231,)),
        lambda state: setattr(state, "fire_cleared", (1231,)),
        lambda state: setattr(state, "weather", "rain"),
        lambda state: setattr(state, "traffic_jam", 1231),
        lambda state: setattr(state, "turn", 9),
    ],
)
def test_whatever_changes_on_the_map_makes_the_board_be_looked_at_anew(change) -> None:  # type: ignore[no-untyped-def]
    state = a_table().state
    state.by_place()["found"] = state.on_board()["found"] = 1
    change(state)
    assert not state.on_board() and state.by_place()["found"] == 1


def test_smoke_in_between_takes_the_shot_away_and_a_cleared_marker_gives_it_back() -> None:
    table = a_table()
    shot = cmd("fire", unit="a", hex="13.31")
    for size, offered in ((None, True), ("smoke", False), (None, True)):
        state = table.state.copy()
        state.barrages = {} if size is None else {1230: size, 1231: size}
        decision = Game(SYSTEM.kinds, table.session.scenario, state).run()
        assert isinstance(decision, Decision) and (shot in list(decision.options)) is offered


def test_no_rule_changes_units_markers_and_stacks_but_by_the_mutators_of_a_position() -> None:
    name = r"state\.(units|hexes|stacks)"
    guarded = re.compile(rf"{name}(\[[^]]*\] = |\.(pop|update|clear|setdefault|popitem)\(| = )|del .*{name}\[")
    built = {"state.py", "setting_up.py", "gear.py"}  # what makes a position, and what measures one
    rules = [path for path in (PACKAGE_ROOT / "rules" / "company_scale").rglob("*.py") if path.name not in built]
    assert guarded.search("game.state.units[unit] = Unit(0)") and guarded.search("del state.stacks[here]")
    assert [path.name for path in rules if guarded.search(path.read_text(encoding="utf-8"))] == []


def test_results_are_stored_on_what_they_follow_from() -> None:
    asked = []

    @cached_in(State.on_board)
    def doubled(state: State, number: int) -> int:
        asked.append(number)
        return 2 * number

    state = a_table().state
    assert [doubled(state, 2), doubled(state, 2), doubled(state, 3)] == [4, 4, 6] and asked == [2, 3]
    state.mark(1130, dg=1)
    assert doubled(state, 2) == 4 and asked == [2, 3, 2]
