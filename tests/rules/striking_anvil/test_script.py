"""What the script does: positions in which it must not be silly, each for one thing it knows."""

from __future__ import annotations

import pytest

from rules.engine.command import cmd
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.striking_anvil.bot.combat import bill_for, items_of, weights_of
from rules.striking_anvil.bot.plans import ActivationPlan, plans, worth_of
from rules.striking_anvil.bot.script import AnvilScript, Scale, lean
from rules.systems import systems
from tests.rules.striking_anvil.table import Table

W = weights_of(Manner())


def best(table: Table, level: str = "regular") -> ActivationPlan | None:
    """Return the activation that a level prefers, None for a pass."""
    script = AnvilScript(1, Manner(level))
    script.order(table.game, table.decision)
    return script.plan


def answer(table: Table) -> BotChoice:
    """Return what the script answers."""
    return AnvilScript(1, Manner()).choose(table.game, table.decision)


def test_hits_are_paid_by_turning_before_strength_is_lost() -> None:
    game = Table({"14": ["de-gr308", "de-gr326"]}, allied="08").game
    bill = bill_for(items_of(game, ["de-gr308", "de-gr326"], W, may_turn=True))
    assert bill[:3] == pytest.approx((0.0, W.turning, 2 * W.turning)) and bill[3] > bill[2] + W.turning
    assert len(bill) == 11 and list(bill) == sorted(bill)  # two units of strength 4, and both turned


def test_the_germans_leave_at_the_last_moment_and_not_before() -> None:
    guard = {"29": ["de-rgr7"], "22": ["de-rgr157"], "23": ["de-rger1"], "26": ["de-flir71"], "14": ["de-rgr28"]}
    last = best(Table(guard, allied="01", side="german", turn=8))
    assert last is not None and last.way[-1] in ("NE", "IT")
    early = Table(guard, allied="01", side="german", turn=3)
    assert all(plan.worth < 0 for plan in plans(Scale(early.game, "german", W)) if plan.way == ("NE",))


def test_the_last_germans_stay_on_the_map() -> None:
    lonely = Table({"30": ["de-rgr28"]}, allied="09 10", side="german", turn=8)
    assert all(plan.worth < 0 for plan in plans(Scale(lonely.game, "german", W)) if plan.way[-1:] == ("NE",))


def test_a_german_regiment_goes_out_of_the_way_of_three() -> None:
    table = Table({"16": ["de-gr305"], "17": ["us-7ir", "us-15ir", "us-30ir"], "29": ["de-rgr7"], "28": ["de-rgr157"],
                   "23": ["de-rger1"]}, allied="01 07 08 11 17", side="german", turn=5)  # fmt: skip
    plan = best(table)
    assert plan is not None and plan.area == "16" and plan.action == "move" and plan.way[-1] in ("15", "24")


def test_the_allies_walk_into_an_empty_area_with_points() -> None:
    plan = best(Table({"25": ["us-tfb"], "30": ["de-rgr28"]}, allied="01 07 08 11 15 16 25", turn=8))
    assert plan is not None and plan.way[-1] in ("26", "14") and plan.action == "move"


def test_an_area_with_points_is_not_left_to_the_enemy_beside_it() -> None:
    setup = {"26": ["us-7ir"], "28": ["de-gr308"], "30": ["de-rgr28"]}
    table = Table(setup, allied="01 07 08 11 15 16 17 24 25 26", turn=8)
    leaving = [plan for plan in plans(Scale(table.game, "allied", W)) if plan.area == "26" and plan.action == "move"]
    assert leaving and all("points left to enemies next to them" in {p.text for p in plan.parts} for plan in leaving)


def test_support_that_adds_nothing_stays_with_the_others() -> None:
    support = ["us-756tkb", "us-601tdb", "us-191tkb", "us-645tdb", "us-753tkb", "us-6art", "fr-gca"]
    here = ["us-7ir", "us-15ir", "us-30ir", "us-157ir", "us-179ir", "us-180ir"]
    game = Table({"06": here + support}, allied="01 06 07").game
    team = lean(game, "allied", "06", (*here[:4], *support))
    assert set(here[:4]) < set(team) < {*here[:4], *support}
    alone = Table({"06": here[:3] + support}, allied="01 06 07").game
    assert lean(alone, "allied", "06", (*here[:3], *support)) == (*here[:3], *support)


def test_a_counter_attack_is_made_only_if_it_pays() -> None:
    """One regiment against a whole division only turns itself; two and guns against one weak brigade strike."""
    weak = Table(
        {"14": ["de-gr308", "de-gr326", "de-rgr28", "de-haa1196"], "15": ["us-1ffs"]}, allied="01 07 08 11 16 15"
    )
    weak.act("15", "us-1ffs").do("mobile", target="14").go("14")
    assert weak.asked == ("german", "counter_attack") and answer(weak).command.verb == "take"
    strong = Table(
        {"25": ["de-flir71"], "15": ["us-7ir", "us-15ir", "us-30ir", "us-756tkb"]}, allied="01 07 08 11 16 15"
    )
    strong.act("15").do("mobile", target="25").go("25")
    assert strong.asked == ("german", "counter_attack")
    choice = answer(strong)
    assert choice.text and (choice.command == cmd("decline")) == (worth_of(choice.parts) <= 0)


def test_a_counter_attack_that_somebody_else_began_is_put_right() -> None:
    """Three regiments at most strike together: of three weak ones that are chosen already some make way."""
    weak = ["de-flir71", "de-rgr7", "de-rgr28"]
    setup = {"14": ["de-pzr15", "de-pzr33", "de-gr308", *weak], "15": ["us-1ffs"]}
    table = Table(setup, allied="01 07 08 11 16 15", dice=[1] * 3)
    table.act("15", "us-1ffs").do("mobile", target="14").go("14")
    assert table.asked == ("german", "counter_attack")
    for unit in weak:
        table.do("take", unit=unit)
    verbs: list[str] = []
    while "confirm" not in verbs:
        chosen, choice = table.game.frame["units"], answer(table)
        assert choice.text and worth_of(choice.parts) > 0
        verbs.append(choice.command.verb)
        table.do(choice.command.verb, **dict(choice.command.args))
    assert "drop" in verbs and {"de-pzr15", "de-pzr33"} <= set(chosen)


def test_bombers_go_where_somebody_can_use_them() -> None:
    table = Table({"06": ["us-7ir", "us-15ir", "us-30ir"], "11": ["de-gr933"]}, allied="01 06 07", turn=0, turns=1)
    assert table.asked == ("allied", "bombing_phase")
    choice = answer(table)
    assert choice.command.text("area") == "11" and worth_of(choice.parts) > 0


def test_every_activation_is_told_with_parts_that_add_up() -> None:
    setup = {"08": ["us-7ir", "us-tfb"], "17": ["de-gr308"], "11": ["de-gr933"], "26": ["de-rgr28"]}
    for side in ("allied", "german"):
        table = Table(setup, allied="01 07 08", side=side)
        for plan in plans(Scale(table.game, side, W)):
            assert worth_of(plan.parts) == pytest.approx(plan.worth)
        choice = AnvilScript(1, Manner()).order(table.game, table.decision)
        taken = best(table)
        assert taken is not None and f"worth {taken.worth:.1f} points" in choice.text
        assert all(offer.worth <= taken.worth and offer.text for offer in choice.others)


def test_somebody_stays_behind_in_an_area_with_points() -> None:
    setup = {"29": ["us-141ir", "us-142ir", "us-143ir"], "28": ["de-flir71"], "30": ["de-rgr28"]}
    table = Table(setup, allied="01 07 08 19 21 29", turn=8)
    plan = best(table)
    assert plan is not None and plan.way == ("28",) and len(plan.units) == 2


def test_a_recruit_leaves_behind_what_a_regular_guards() -> None:
    table = Table({"29": ["us-141ir"], "28": ["de-flir71"], "30": ["de-rgr28"]}, allied="01 07 08 19 21 29", turn=8)
    regular, recruit = best(table), best(table, "recruit")
    assert regular is not None and regular.way == () and recruit is not None and recruit.way == ("28",)


def test_nothing_is_left_to_go_for() -> None:
    everywhere = " ".join(f"{n:02}" for n in range(1, 31))
    table = Table({"08": ["us-7ir", "us-15ir"]}, allied=everywhere)
    assert answer(table).command == cmd("pass")


@pytest.mark.parametrize("scenario", ["anvil-june", "anvil-historical"])
def test_every_order_has_a_reason(scenario: str) -> None:
    system = systems()["striking_anvil"]
    session = Session.new(system, system.load(scenario), seed=1)
    scripts, seats, told = {seat: AnvilScript(1, Manner()) for seat in system.seats}, seats_of(session), 0
    while (decision := session.decision) is not None and told < 500:
        choice = scripts[decision.seat].choose(seats[decision.seat].think(), decision)
        assert choice.text[:1].isupper() or choice.text[:1].isdigit(), choice
        assert choice.text.endswith("."), choice
        told += 1
        session.submit(decision.seat, session.seq, choice.command)
    assert told > 200
