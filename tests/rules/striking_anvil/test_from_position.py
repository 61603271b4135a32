"""A scenario of a position: loaded and begun it is the same position, and plays on the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.game import Game
from rules.engine.history import replay
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.striking_anvil.loading.drafting import Drafting
from rules.striking_anvil.loading.from_position import TurnStart, documents_of, last_start
from rules.striking_anvil.loading.gestures import places, with_piece
from rules.striking_anvil.loading.scenarios import load_scenario
from rules.striking_anvil.scenario import Scenario
from rules.striking_anvil.state import ELIMINATED, NOWHERE, State, start
from rules.striking_anvil.system import SYSTEM
from rules.testing.bots import bots_for
from rules.workshop.draft import problems_of
from rules.workshop.yaml_patch import written
from tests.rules.helpers.long import repeated

NAME = "striking_anvil/draft.yaml"
NO_MORE = ("phase", "active", "passes", "frames")
"""What a turn begins with anew: it is the same once its operations begin."""
TURNS = (2, 3, 5, 7, 8)
SOURCES = ("anvil-historical", "anvil-june", "anvil-redeploy")


def played(source: Any, seed: int, turn: int) -> Session:
    session = Session.new(SYSTEM, SYSTEM.load(source), seed=seed, source=source)
    play_on(session, turn, seed)
    return session


def play_on(session: Session, turn: int, seed: int) -> None:
    """Let bots play until a turn has begun or the game is over."""
    bots, seats = bots_for(SYSTEM.seats, ["random"], seed), seats_of(session)
    while (decision := session.decision) is not None and session.state.turn < turn:
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(seats[decision.seat], decision))


def drafted(session: Session, begun: TurnStart, folder: Path) -> Scenario:
    """Return the scenario of a draft of a position, written into a file and read from it."""
    documents = documents_of(session.source, session.scenario, begun.state, name="draft", title="A draft")
    assert [problem for problem in problems_of(documents, NAME, folder) if problem.severity == "fault"] == []
    (folder / NAME).parent.mkdir(exist_ok=True)
    (folder / NAME).write_text(written(documents[NAME]), encoding="utf-8")
    return load_scenario(folder / NAME)


def differences(old: State, new: State) -> Iterator[str]:
    before, after = _told(old), _told(new)
    for field in before:
        if field not in NO_MORE and before[field] != after[field]:
            yield f"{field}: {before[field]} / {after[field]}"


def _told(state: State) -> dict[str, Any]:
    """Return a position as plain data; who is not in play lies in no order."""
    told: dict[str, Any] = state.to_plain()
    for place in NOWHERE:
        told["stacks"][place] = sorted(told["stacks"].get(place, ()))
    return told


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("seed", "turn"), [*enumerate((TURNS * 7)[: repeated(5, 34)])])
def test_a_draft_begins_and_goes_on_as_its_game(source: str, seed: int, turn: int, tmp_path: Path) -> None:
    session = played(source, seed, turn)
    begun = last_start(session)
    scenario = drafted(session, begun, tmp_path)
    new = SYSTEM.start(scenario)
    assert [*differences(begun.state, new), *SYSTEM.check(scenario, new)] == []
    play_on(session, turn + 1, seed + 1)
    game: Any = Game(SYSTEM.kinds, scenario, new)
    replay(game, session.log[begun.seq :])
    assert [*differences(session.state, game.state)] == []


def test_at_the_first_start_it_is_the_scenario_of_the_game(tmp_path: Path) -> None:
    session = played("anvil-june", 1, 1)
    scenario = drafted(session, last_start(session), tmp_path)
    assert scenario.begin is None and scenario.setup == session.scenario.setup


def test_a_map_of_its_own_is_in_the_draft(tmp_path: Path) -> None:
    shipped = Drafting(tmp_path, NAME).source(
        {NAME: documents_of("anvil-june", load_scenario("anvil-june"), State(), name="draft", title="June")[NAME]}
    )
    named = documents_of(shipped, load_scenario(dict(shipped)), State(), name="draft", title="June")[NAME]
    assert (named["map"], named["counters"], named["charts"]) == ("provence", "dragoon", "house")
    own = {**shipped, "map": {**shipped["map"], "title": "Elsewhere"}}
    found = documents_of(own, load_scenario(own), State(), name="draft", title="June")[NAME]
    assert found["map"]["title"] == "Elsewhere"


def hard_fought() -> State:
    """Return a position with something of everything that a set-up cannot say."""
    state = start(load_scenario("anvil-historical"))
    state.turn, state.points, state.bound = 4, {"german": 8, "allied": 3, "NE": 4}, {"de-pzr15": 4}
    for unit, place in (("de-gr765", ELIMINATED), ("de-cd02", ELIMINATED), ("de-flir71", "NE"), ("us-7ir", "02")):
        state.place(unit, place)
    state.turned("us-7ir", reduced=True)
    state.turned("de-gr765", reduced=True, disorganized=True)
    state.ffi["02"] = "control"
    state.allied = tuple(sorted(state.ffi))
    state.forts["10"], state.bridges["14-30"] = 3, 2
    state.ports = {"10": 3}
    return state


def test_points_losses_ports_and_bridges_are_kept(tmp_path: Path) -> None:
    state = hard_fought()
    session = Session.new(SYSTEM, load_scenario("anvil-historical"), source="anvil-historical")
    scenario = drafted(session, TurnStart(0, state), tmp_path)
    assert [*differences(state, SYSTEM.start(scenario))] == []
    assert {lot.turn for lot in scenario.lots} == {lot.turn for lot in session.scenario.lots if lot.turn >= 4}


def test_a_counter_that_was_eliminated_is_put_on_the_map_again(tmp_path: Path) -> None:
    shipped = load_scenario("anvil-historical")
    data = documents_of("anvil-historical", shipped, hard_fought(), name="draft", title="A draft")[NAME]
    assert places(data)["de-cd02"] == "eliminated"
    laid = Drafting(tmp_path, NAME).laid({NAME: data})
    assert laid.view.units["de-cd02"].at == "eliminated"
    back = with_piece(data, laid.known, "de-cd02", "15")
    assert back["begin"]["eliminated"] == ["de-gr765"] and places(back)["de-cd02"] == "15"
    assert [problem for problem in problems_of({NAME: back}, NAME, tmp_path) if problem.severity == "fault"] == []


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        ({"eliminated": ["us-nobody"]}, "us-nobody"),
        ({"eliminated": ["de-cd01"]}, "is in the setup"),
        ({"points": {"west": 3}}, "west"),
        ({"building": {"29-30": 2}}, "29-30"),
        ({"ports": {"98": 2}}, "98"),
    ],
)
def test_where_it_begins_is_checked(begin: dict[str, Any], why: str, tmp_path: Path) -> None:
    data = documents_of("anvil-june", load_scenario("anvil-june"), State(), name="draft", title="June")[NAME]
    faulty = {**data, "begin": {"turn": 3, "side": "allied", "phase": "start", **begin}}
    assert [problem for problem in problems_of({NAME: faulty}, NAME, tmp_path) if why in problem.message]
