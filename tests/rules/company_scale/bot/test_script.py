"""The greedy bot: quick to end, the same from the same seed, and with some sense in what it does."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules import company_scale
from rules.company_scale.bot.fire import best_shot
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.prompts import OneOf
from rules.company_scale.r08_direct_fire import targets_of
from rules.company_scale.scenario import VictoryHex
from rules.company_scale.state import PINNED, HexStatus
from rules.company_scale.system import SYSTEM
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.frames import Choice
from rules.engine.nature import ScriptedNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import distance
from rules.systems import systems
from rules.testing.fuzz import FuzzedGame, check_one, games, play_one
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, tank, us, weapon

OPEN = board("\n".join(["............"] * 6), first="10.30")
WEIGHTS = weights_of(Manner())
US = "formation:r141"
HILL = VictoryHex(1632, "The hill", "red", {"allied": 4})
EXAMPLES = [info.id for info in list_scenarios() if info.kind == "example"]


def played(scenario: str, seed: int, *bots: str) -> FuzzedGame:
    """Play a shipped scenario with bots."""
    (setting,) = games(systems()["company_scale"], scenario, [seed])
    return play_one(setting, bots, limit=5000)


def chosen(table: TableTop) -> Command:
    """Return what the bot does now."""
    return CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command


def played_on(table: TableTop, *dice: int) -> TableTop:
    """Let the bot play the activation in play to its end, for both sides."""
    bots: dict[str, CompanyScript] = {"allied": CompanyScript(1, Manner()), "german": CompanyScript(2, Manner())}
    table.dice(*dice)
    for _ in range(100):
        decision = table.session.decision
        assert decision is not None
        command = bots[decision.seat].choose(Seat(table.session).think(), decision).command
        if command.verb == "end_activation":
            return table
        table.session.submit(decision.seat, table.session.seq, command)
    raise AssertionError("the activation does not end")


def test_every_question_has_an_answer_that_is_not_left_to_chance() -> None:
    """The questions are the kinds of choices, and those that ask for one of several things, by their names."""
    kinds = {name for name, kind in SYSTEM.kinds.items() if isinstance(kind, Choice) and not isinstance(kind, OneOf)}
    asking = re.compile(r'ask_(?:unit|weapon|division|leader)\(\s*game, "(\w+)"')
    rules = Path(company_scale.__path__[0]).glob("r*.py")
    kinds = {name.removesuffix("_offer") for name in kinds}  # as the decisions of hero_offer and reroll_offer
    kinds |= {name for rule in rules for name in asking.findall(rule.read_text(encoding="utf-8"))}
    assert {"ambush", "lose_unit", "attachment"} <= kinds
    assert kinds <= CompanyScript(1, Manner()).answers.keys()


def test_the_same_seed_gives_the_same_game_and_the_game_ends() -> None:
    one, two = (played("first-light", 5, "regular") for _ in range(2))
    assert not one.faults
    assert (one.digest, one.decisions) == (two.digest, two.decisions)
    assert one.digest != played("first-light", 6, "regular").digest


@pytest.mark.parametrize(("bots", "winner"), [(("regular", "random"), "german"), (("random", "regular"), "allied")])
def test_it_beats_a_bot_without_judgement(bots: tuple[str, ...], winner: str) -> None:
    winners = Counter((played("first-light", seed, *bots).result or {})["winner"] for seed in range(4))
    assert winners[winner] >= 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_it_plays_every_example_to_its_end(example: str) -> None:
    assert not played(example, 1, "regular").faults


def test_its_games_keep_the_contract(tmp_path: Path) -> None:
    (setting,) = games(systems()["company_scale"], "08-3-fire", [3])
    assert not check_one(setting, ["regular"], folder=tmp_path).faults


def test_it_finds_the_fire_of_the_worked_example() -> None:
    nature = ScriptedNature([5, 5])
    session = Session.new(systems()["company_scale"], load_scenario("08-3-fire"), nature=nature)
    table = TableTop(session, nature)
    table.do("buy_now", chit="formation:ir_157")
    assert set(targets_of(table.game, "c_157")) == {3937}
    worth, shot = best_shot(table.game, "c_157", 3937, WEIGHTS, ("a_157", "b_157"))
    assert worth > 20
    assert (shot.aim, shot.type, shot.weapon) == ("sdk_110_1", "armor_piercing", "at_157")


def test_it_fires_rather_than_walks_away() -> None:
    table = activation(OPEN, {"a": us("13.32"), "b": us("13.32"), "x": ge("14.32", deployed=False)}, US)
    assert chosen(table).verb == "fire"
    table.do("fire", unit="a", hex="14.32")
    assert chosen(table).verb in ("support", "concentrate", "confirm")


def test_it_aims_anti_tank_guns_at_tanks() -> None:
    pieces = {"gun": us("13.32", fire=("blue", 6, 2)), "t": tank("14.32"), "y": ge("14.32")}
    table = activation(OPEN, pieces, US)
    _, shot = best_shot(table.game, "gun", 1432, WEIGHTS)
    assert (shot.aim, shot.type) == ("t", "armor_piercing")
    assert played_on(table, 9).state.activity["gun"].used == 1


def test_it_marches_in_column_to_an_empty_victory_hex() -> None:
    table = activation(OPEN, {"a": us("12.32"), "hq": us("11.31", **HQ), "x": ge("21.30")}, US, victory=[HILL])
    assert chosen(table) == cmd("change_formation", unit="a")
    assert played_on(table).where("a") == "16.32"


def test_it_stays_in_a_victory_hex_it_alone_holds() -> None:
    table = activation(OPEN, {"a": us("16.32"), "hq": us("15.31", **HQ), "x": ge("19.32")}, US, victory=[HILL])
    assert played_on(table).where("a") == "16.32"


def test_the_only_guard_of_a_victory_hex_deploys_where_it_can_neither_fire_nor_dig() -> None:
    pieces = {"a": us("16.32", deployed=False), "hq": us("13.31", **HQ), "x": ge("18.32", fire=("red", 6, 3))}
    table = activation(OPEN, pieces, US, victory=[HILL], markers=[("16.32", "foxhole", None)])
    assert chosen(table) == cmd("change_formation", unit="a")


def test_it_goes_round_a_fire_zone_where_it_can() -> None:
    ground = board("\n".join(["..........."] * 8), first="10.30")
    goal = VictoryHex(1636, "The farm", "red", {"allied": 1})
    pieces = {"a": us("12.36", deployed=False, move=("leg", 8)), "x": ge("14.35", fire=("red", 8, 1))}
    table = activation(ground, pieces, US, victory=[goal])
    march = PositionEvaluation(table.game, "allied", WEIGHTS).errand("a").move()
    assert march is not None
    zone = {1434, 1436, 1335, 1334, 1535, 1534}
    assert not zone & {step for step, _ in march.steps[:-1]}


def test_it_goes_round_a_friend_who_is_pinned_because_it_would_be_halted_there() -> None:
    pieces = {"a": us("12.32", deployed=False), "hq": us("11.31", **HQ), "x": ge("21.30")}
    table = activation(OPEN, pieces, US, victory=[HILL])
    straight = PositionEvaluation(table.game, "allied", WEIGHTS).errand("a").move()
    assert straight is not None and straight.steps[-1][0] == 1632
    halting = straight.steps[1][0]
    table.game.state.hexes[halting] = HexStatus(stress=PINNED)
    round_it = PositionEvaluation(table.game, "allied", WEIGHTS).errand("a").move()
    assert round_it is not None and halting not in {step for step, _ in round_it.steps}


@pytest.mark.parametrize("laden", [True, False])
def test_a_unit_with_a_support_weapon_goes_round_a_steep_slope(laden: bool) -> None:
    slope = [f"12.{row}/13.{near}" for row in (34, 35, 36, 37) for near in (row - 1, row)]
    ground = board("\n".join(["..........."] * 8), first="10.30", steep_slope=slope)
    goal = VictoryHex(1536, "The farm", "red", {"allied": 1})
    weapons = {"mg": ("12.36", weapon("mg", ("red", 2, 1)))} if laden else {}
    pieces = {"a": us("12.36", deployed=False, move=("leg", 9)), "x": ge("20.30", fire=None)}
    table = activation(ground, pieces, US, victory=[goal], weapons=weapons)
    plan = PositionEvaluation(table.game, "allied", WEIGHTS).errand("a").move()
    assert plan is not None and plan.steps[-1][0] == 1536
    assert (plan.steps[0][0] // 100 == 13) is not laden


STAFF: dict[str, Any] = {"hq": "formation", "command_range": 3, "deployed": False}


def test_headquarters_keep_away_from_enemies_that_are_far_from_them_now() -> None:
    plain = board("\n".join(["." * 22] * 8), first="10.30")
    behind = {f"x{n}": ge(f"10.{30 + n}", fire=None) for n in range(8)}
    pieces = {"hq": us("16.33", **STAFF, move=("wheeled", 30)), "a": us("24.33"), "z": ge("24.36", fire=None)}
    march = PositionEvaluation(activation(plain, {**pieces, **behind}, US).game, "allied", WEIGHTS).errand("hq").move()
    assert march is not None
    end = march.steps[-1][0]
    assert distance(end, 2433) <= 3 < distance(end, 2436)


@pytest.mark.parametrize(("points", "verb"), [(12, "end_activation"), (16, "move")])
def test_headquarters_do_not_set_out_for_a_place_they_would_not_reach(points: int, verb: str) -> None:
    """The change from the road to the trail costs what the script's first look does not count (6.2.1)."""
    roads = {"paved": ["10.33 11.32 12.33 13.32 14.33"], "trail": ["14.33 15.32 16.33 17.32 18.33"]}
    woods = board("\n".join(["w" * 9] * 8), first="10.30", roads=roads)
    staff = us("10.33", **{**STAFF, "command_range": 1}, move=("wheeled", points))
    pieces = {"hq": staff, "a": us("18.33"), "x": ge("10.37", fire=None)}
    table = activation(woods, pieces, US)
    assert PositionEvaluation(table.game, "allied", WEIGHTS).errand("hq").move() is not None
    assert chosen(table).verb == verb


def test_it_rallies_what_is_suppressed() -> None:
    table = activation(OPEN, {"a": us("13.32"), "x": ge("14.32")}, US, markers=[("13.32", "suppressed", None)])
    assert chosen(table) == cmd("rally", unit="a")


@pytest.mark.parametrize(("value", "verb"), [(8, "fire"), (1, "hold")])
def test_opportunity_fire_is_kept_unless_it_is_likely_to_hurt(value: int, verb: str) -> None:
    pieces: dict[str, Any] = {
        "a": us("12.32", deployed=False, column_defense=-2),
        "x": ge("13.32", fire=("red", value, 1)),
    }
    table = activation(OPEN, pieces, US)
    table.do("move", units=("a",))
    table.step("11.32")
    assert table.asked == ("german", "opportunity_fire")
    assert chosen(table).verb == verb


def test_opportunity_fire_is_not_baited_away_by_a_tank_it_cannot_hurt() -> None:
    pieces = {
        "t": tank("12.32", us, deployed=False, column_defense=-6), "a": us("12.31", deployed=False),
        "x": ge("13.32", fire=("red", 5, 2)),
    }  # fmt: skip
    table = activation(OPEN, pieces, US)
    table.do("move", units=("t",))
    table.step("11.32")
    assert table.asked == ("german", "opportunity_fire")
    assert chosen(table).verb == "hold"
    table.do("hold")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("move", units=("a",))
    table.step("12.30")
    assert table.asked == ("german", "opportunity_fire")
    assert chosen(table).verb == "fire"


def test_it_pays_for_a_unit_only_if_that_does_something() -> None:
    idle = activation(OPEN, {"a": us("10.30"), "x": ge("21.35")}, "command:allied")
    assert chosen(idle).verb == "end_activation"
    busy = activation(OPEN, {"a": us("13.32"), "x": ge("14.32", deployed=False)}, "command:allied")
    assert chosen(busy) == cmd("activate", unit="a")
    assert played_on(busy, 9).state.divisions["d36"].commands == 9


def test_it_names_its_best_defended_unit_as_the_target() -> None:
    pieces = {"a": us("13.32"), "x": ge("14.32", defense=1), "y": ge("14.32", defense=-1)}
    table = activation(OPEN, pieces, US)
    table.do("fire", unit="a", hex="14.32")
    table.do("confirm")
    assert table.asked == ("german", "target_unit")
    assert chosen(table) == cmd("choose", unit="y")


def test_it_buys_chits_and_leaves_the_rest_for_later_turns() -> None:
    system = systems()["company_scale"]
    session = Session.new(system, load_scenario("first-light"), seed=1)
    bot = CompanyScript(1, Manner())
    while session.decision is not None and session.decision.kind == "preparation":
        command = bot.choose(Seat(session).think(), session.decision).command
        session.submit(session.decision.seat, session.seq, command)
    assert "division:tf_butler" in session.state.added and "division:ge_11pz" in session.state.added
    assert all(status.dispatch >= 1 for status in session.state.divisions.values())
