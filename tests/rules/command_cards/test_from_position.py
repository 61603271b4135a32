"""A scenario of a position: loaded and begun it is the same position, and plays on the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.command_cards.cards import whole_deck
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.from_position import documents_of, last_start
from rules.command_cards.loading.gestures import (
    emptied,
    figures_in,
    with_figures,
    with_unit,
    with_unit_moved,
    with_what_follows,
    without_hex,
    without_unit,
)
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.state import SEATS, Medal, Scenario, State
from rules.command_cards.system import SYSTEM
from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.history import replay
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.files.problems import Route
from rules.systems import drafted
from rules.testing.bots import RandomBot, play_out
from rules.workshop.draft import problems_of
from rules.workshop.edit import ABSENT, carried_out, edit_at
from rules.workshop.yaml_patch import written
from tests.rules.helpers.long import repeated

NAME = "command_cards/draft.yaml"
SOURCES = ("savasse-ridge", "drome-flood", "night-charge", "bonlieu", "drome-banks", "last-attack", "sauzet-night")
LENGTHS = (30, 90, 250)
"""Decisions after which a scenario is made of a game."""
Names = Mapping[str, str]


def played(source: Any, seed: int, decisions: int) -> Session:
    session = Session.new(SYSTEM, SYSTEM.load(source), seed=seed, source=source)
    play_on(session, seed, decisions)
    return session


def play_on(session: Session, seed: int, decisions: int) -> None:
    play_out(session, {seat: RandomBot(seed) for seat in SYSTEM.seats}, decisions)


def faults(data: Mapping[str, Any], folder: Path) -> list[str]:
    return [str(problem) for problem in problems_of({NAME: data}, NAME, folder) if problem.severity == "fault"]


def draft_of(session: Session, state: State, folder: Path, seen: Sequence[str] = SEATS) -> Scenario:
    """Return the scenario of a draft of a position, written into a file and read from it."""
    told = documents_of(session.source, session.scenario, state, name="draft", title="A draft", seen=seen)
    assert faults(told[NAME], folder) == []
    (folder / NAME).parent.mkdir(exist_ok=True)
    (folder / NAME).write_text(written(told[NAME]), encoding="utf-8")
    return load_scenario(folder / NAME)


def begun(scenario: Scenario) -> State:
    state: State = last_start(Session.new(SYSTEM, scenario, seed=1)).state
    return state


def renumbered(old: State, new: State) -> dict[str, str]:
    """Return the units of a draft by their names in its game."""
    at = {unit.hex: name for name, unit in new.units.items()}
    return {**{name: at[unit.hex] for name, unit in old.units.items()}, **dict(zip(old.due, new.due, strict=True))}


def renamed(value: Any, names: Names) -> Any:
    """Return data or a command about the units of a game as about those of its draft."""
    if isinstance(value, Command):
        return Command(value.verb, renamed(value.args, names))
    if isinstance(value, dict):
        return {renamed(key, names): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(renamed(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value


def differences(old: State, new: State, names: Names) -> Iterator[str]:
    """Yield the fields of two positions that are not the same; frames are at the same steps."""
    before, after = renamed(old.to_plain(), names), new.to_plain()
    for told in (before, after):
        told["frames"] = [frame[:2] for frame in told["frames"]]
    for field in before:
        if before[field] != after[field]:
            yield f"{field}: {before[field]} / {after[field]}"


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("seed", "decisions"), [*enumerate((LENGTHS * 5)[: repeated(3, 15)])])
def test_a_draft_begins_and_goes_on_as_its_game(source: str, seed: int, decisions: int, tmp_path: Path) -> None:
    session = played(source, seed, decisions)
    begins = last_start(session)
    scenario = draft_of(session, begins.state, tmp_path)
    new = begun(scenario)
    names = renumbered(begins.state, new)
    assert [*differences(begins.state, new, names), *SYSTEM.check(scenario, new)] == []
    play_on(session, seed + 1, 40)
    game: Any = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
    replay(game, [entry._replace(answer=renamed(entry.answer, names)) for entry in session.log[begins.seq :]])
    assert [*differences(session.state, game.state, names)] == []


def test_at_the_first_start_it_is_the_scenario_of_the_game(tmp_path: Path) -> None:
    session = played("bonlieu", 1, 2)
    scenario = draft_of(session, last_start(session).state, tmp_path)
    assert scenario.begin is None and scenario.units == session.scenario.units


def test_the_draft_of_a_draft_is_the_same(tmp_path: Path) -> None:
    session = played("drome-flood", 5, 200)
    first = draft_of(session, last_start(session).state, tmp_path)
    text = (tmp_path / NAME).read_text(encoding="utf-8")
    told = documents_of(tmp_path / NAME, first, begun(first), name="draft", title="A draft", seen=SEATS)
    assert written(told[NAME]) == text


def test_a_turn_leads_to_its_start_wherever_in_it_one_asks() -> None:
    session = played("savasse-ridge", 4, 60)
    now = session.state.round, session.state.seat
    early, bots = last_start(session), {seat: RandomBot(3) for seat in SYSTEM.seats}
    while session.decision is not None and (session.state.round, session.state.seat) == now:
        late = last_start(session)
        assert late.seq == early.seq and late.state.to_plain() == early.state.to_plain()
        play_out(session, bots, 1)
    assert [frame.kind for frame in early.state.frames] == ["game", "turn"] and not early.state.played


def test_a_map_of_its_own_is_in_the_draft(tmp_path: Path) -> None:
    source = Drafting(tmp_path, NAME).source({NAME: read(tmp_path)})
    own = {**source, "map": {**source["map"], "title": "Elsewhere"}}
    for map_, named in ((source, True), (own, False)):
        session = Session.new(SYSTEM, load_scenario(map_), seed=2, source=map_)
        told = documents_of(map_, session.scenario, last_start(session).state, name="draft", title="A", seen=SEATS)
        assert (told[NAME]["map"] == "bonlieu") is named


def read(folder: Path) -> dict[str, Any]:
    """Return the document of a draft of a game in which both sides have lost units and figures."""
    session = played("bonlieu", 6, 150)
    state = last_start(session).state
    state.medals["german"] = (Medal("unit", "infantry"), Medal("objective", "road to Marsanne", 1))
    told = documents_of(session.source, session.scenario, state, name="draft", title="A draft", seen=SEATS)
    assert faults(told[NAME], folder) == []
    return told[NAME]


# --- What a player may see (CMD-card-04) ----------------------------------------------------------------------------


@pytest.mark.clause("CMD-card-04")
@pytest.mark.parametrize("seen", [("german",), ("allied",), ()])
def test_a_hand_that_is_not_seen_is_in_no_draft_and_dealt_anew(seen: tuple[str, ...], tmp_path: Path) -> None:
    session = played("bonlieu", 7, 120)
    old = last_start(session).state
    scenario = draft_of(session, old, tmp_path, seen)
    assert scenario.begin is not None and set(scenario.begin.hands) == set(seen)
    starts = [last_start(Session.new(SYSTEM, scenario, seed=seed)).state for seed in range(4)]
    for new in starts:
        assert SYSTEM.check(scenario, new) == []
        assert (new.discards, new.lying, new.medals) == (old.discards, old.lying, old.medals)
        for seat in SEATS:
            assert len(new.hands[seat]) == len(old.hands[seat])
            assert new.hands[seat] == old.hands[seat] or seat not in seen
        assert sum(new.deck.values()) == sum(old.deck.values())
    hidden = next(seat for seat in SEATS if seat not in seen)
    assert len({new.hands[hidden] for new in starts}) > 1


@pytest.mark.clause("CMD-card-04")
def test_twins_that_differ_in_what_is_hidden_make_the_same_draft() -> None:
    session = played("savasse-ridge", 3, 140)
    state = last_start(session).state
    twins = [SYSTEM.redeal_hidden(session.scenario, state, "german", seed) for seed in range(5)]
    assert len({twin.hands["allied"] for twin in twins}) > 1
    told = [
        documents_of(session.source, session.scenario, twin, name="draft", title="A draft", seen=["german"])
        for twin in twins
    ]
    assert all(each == told[0] for each in told)


def test_without_a_word_who_sees_nobodys_hand_is_told() -> None:
    session = played("bonlieu", 7, 120)
    assert "hands" not in drafted(session, "draft", "A draft")[NAME]["begin"]
    assert set(drafted(session, "draft", "A draft", seen=["allied"])[NAME]["begin"]["hands"]) == {"allied"}


# --- Faults, and gestures -------------------------------------------------------------------------------------------


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"round": 17}, "begin.round: The battle ends with round 16."),
    ({"round": 0}, "begin.round"),
    ({"side": "west"}, "begin.side"),
    ({"hands": {"german": ["tank-rade"]}}, 'Did you mean "tank-raid"?'),
    ({"discards": ["lie-in-wait"] * 2}, "begin.discards.1: There is only 1 Lie in wait card."),
    ({"lying": {"german": "tank-raid"}}, "begin.lying.german: Tank raid can't lie in wait."),
    ({"medals": {"german": [{"source": "unit", "kind": "armor"}] * 7}}, "With seven medals the german side has won."),
    ({"medals": {"german": [{"source": "objective", "number": 4}]}}, "There is no objective 4. The battle has 3."),
    ({"medals": {"german": [{"source": "objective", "number": 3}]}}, "(south bank) is not for the german side."),
    ({"medals": {"german": [{"source": "exit", "number": 3}]}}, "Write it as {source: exit, kind: infantry}."),
]


@pytest.mark.parametrize(("begin", "why"), FAULTS)
def test_where_it_begins_is_checked(begin: dict[str, Any], why: str, tmp_path: Path) -> None:
    data = {**load("bonlieu"), "begin": {"round": 3, "side": "allied", **begin}}
    assert any(why in fault for fault in faults(data, tmp_path)), faults(data, tmp_path)
    Drafting(tmp_path, NAME).laid({NAME: data})


def load(source: str) -> dict[str, Any]:
    state = begun(load_scenario(source))
    return documents_of(source, load_scenario(source), state, name="draft", title="A draft", seen=SEATS)[NAME]


@pytest.mark.parametrize(
    ("figures", "why"), [({"A1": 2}, "No unit begins in A1."), ({"E6": 5}, "Infantry has at most four figures.")]
)
def test_losses_are_those_of_units_that_are_there(figures: dict[str, int], why: str, tmp_path: Path) -> None:
    data = {**load("bonlieu"), "figures": figures}
    assert [fault for fault in faults(data, tmp_path) if why in fault]
    view = Drafting(tmp_path, NAME).laid({NAME: data}).view
    assert all(unit.figures == unit.full for unit in view.units.values())


def test_a_card_that_is_set_aside_is_in_no_hand(tmp_path: Path) -> None:
    data = {**load("bonlieu"), "set_aside": ["wings"]}
    data["begin"] = {"round": 2, "side": "german", "hands": {"german": ["wings"]}}
    assert [fault for fault in faults(data, tmp_path) if "is set aside" in fault]


def test_losses_go_with_their_unit(tmp_path: Path) -> None:
    data = with_figures(load("bonlieu"), "E6", 2)
    ground = Drafting(tmp_path, NAME).laid({NAME: data}).site
    moved = with_unit_moved(data, ground, "E6", "E4")
    assert (figures_in(moved, "E6"), figures_in(moved, "E4")) == (0, 2)
    assert Drafting(tmp_path, NAME).laid({NAME: moved}).view.units["allied-1"].full == 4
    assert "figures" not in without_unit(moved, "E4")
    assert "figures" not in with_unit(moved, ground, "E4", "allied", "infantry")
    assert "figures" not in with_figures(moved, "E4", 0)
    assert not {"figures", "begin"} & set(emptied(read(tmp_path)))


def test_medals_are_lost_or_numbered_anew_with_their_objectives(tmp_path: Path) -> None:
    data = read(tmp_path)
    lost, kept = without_hex(data, "objectives", "B6"), without_hex(data, "objectives", "E6")
    assert lost["begin"]["medals"]["german"] == [{"source": "unit", "kind": "infantry"}]
    assert kept["begin"]["medals"]["german"][1] == {"source": "objective", "number": 1}
    assert faults(lost, tmp_path) == faults(kept, tmp_path) == []


UNIT_MEDAL = {"source": "unit", "kind": "infantry"}


@pytest.mark.parametrize(
    ("route", "medals"),
    [
        (("objectives", 0), [UNIT_MEDAL, {"source": "objective", "number": 1}]),
        (("objectives", 1), [UNIT_MEDAL]),
        (("objectives", 0, "name"), [UNIT_MEDAL, {"source": "objective", "number": 2}]),
        (("objectives",), [UNIT_MEDAL]),
    ],
)
def test_medals_follow_an_objective_that_is_removed_among_the_fields(
    route: Route, medals: list[object], tmp_path: Path
) -> None:
    data = read(tmp_path)
    removed = carried_out(data, edit_at(NAME, data, route, ABSENT))
    assert with_what_follows(removed, route)["begin"]["medals"]["german"] == medals


# --- Ground that has changed, and a deck that runs out ---------------------------------------------------------------


def test_a_unit_stands_where_the_ground_has_changed(tmp_path: Path) -> None:
    session = played("drome-flood", 1, 1)
    state = last_start(session).state
    state.round = 7
    state.terrain = {"D7": "ford", "D11": "ford"}
    unit = next(name for name, unit in state.units.items() if unit.seat == "allied")
    state.units[unit] = type(state.units[unit])("infantry", "allied", "D7", 3)
    state.obstacles["D7"] = "sandbags"
    new = begun(draft_of(session, state, tmp_path))
    assert new.terrain == state.terrain
    assert new.obstacles["D7"] == "sandbags"


@pytest.mark.parametrize(
    ("round_", "side", "changed"), [(6, "german", False), (6, "allied", True), (7, "german", True)]
)
def test_the_ground_changes_with_the_first_turn_of_its_round(round_: int, side: str, changed: bool) -> None:
    data = {**load("drome-flood"), "begin": {"round": round_, "side": side}}
    assert bool(SYSTEM.start(load_scenario(data)).terrain) is changed


@pytest.mark.clause("CMD-card-02")
def test_hands_stay_short_when_the_cards_run_out() -> None:
    cards = list(whole_deck(load_scenario("bonlieu")))
    scenario = load_scenario({**load("bonlieu"), "set_aside": cards[3:]})
    session = Session.new(SYSTEM, scenario, seed=1)
    dealt = Counter(len(hand) for hand in session.state.hands.values())
    assert isinstance(session.decision, Decision) and SYSTEM.check(scenario, session.state) == []
    assert sum(size * hands for size, hands in dealt.items()) == sum(whole_deck(scenario).values())
