"""Cards: one a turn, drawn by nature, hidden; what tactic cards do."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from rules.command_cards.charts import house_charts
from rules.engine.command import IllegalCommand, cmd
from rules.engine.frozen import to_plain
from rules.engine.seat import Seat
from tests.rules.command_cards.helpers.boards import HAND, Board, board


def hand(*names: str) -> dict[str, tuple[str, ...]]:
    return {"german": tuple(sorted(names))}


@pytest.mark.clause("CMD-card-01")
def test_exactly_one_card_is_played() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    assert b.rules("confirm") == ["CMD-card-05"]
    b.do("choose", card="push-centre").do("choose", card="push-left")
    assert b.state.played == "" and len(b.state.hands["german"]) == 5
    b.do("choose", card="push-centre").do("order", unit="G5").do("confirm")
    assert b.asked == "moving" and b.state.played == "push-centre" and len(b.state.hands["german"]) == 4
    assert b.rules("choose", card="push-left")[-1] == "CMD-order-01"


def test_a_card_that_is_not_in_the_hand_cannot_be_chosen() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    assert b.why("choose", card="wings") == [("CMD-card-01", "Both wings isn't in your hand.")]
    assert b.rules("choose", card="nothing") == ["CMD-card-01"]


@pytest.mark.clause("CMD-card-02")
def test_the_last_step_draws_a_card() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    b.nature.draws = ["wings"]
    b.do("choose", card="push-centre").do("confirm")
    assert b.state.hands["german"] == tuple(sorted((*HAND[:3], "push-left", "wings")))
    assert b.state.discards == ("push-centre",) and b.state.played == ""


@pytest.mark.clause("CMD-card-02")
def test_an_empty_deck_is_made_of_the_discards_the_card_just_played_among_them() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    b.state.discards = b.state.face_down()
    b.state.deck = dict.fromkeys(b.state.deck, 0)
    b.nature.draws = ["push-centre"]
    b.do("choose", card="push-centre").do("confirm")
    assert b.state.discards == () and sum(b.state.deck.values()) == 50 and len(b.state.hands["german"]) == 5
    assert b.heard("DeckRenewed")[0]["cards"] == 51 and b.session.check() == []


@pytest.mark.clause("CMD-card-03")
def test_stars_matter_on_a_few_tactic_cards_alone() -> None:
    starred = [card for card in house_charts().cards.values() if card.uses_stars]
    assert sorted(card.id for card in starred) == ["corps-guns", "fighter-bombers", "stragglers"]
    assert all(card.kind == "tactic" for card in starred) and len(starred) < len(house_charts().cards) / 2
    assert all("star" in card.text for card in starred)
    assert replace(house_charts().cards["stragglers"], restore=1).uses_stars  # be it one die


@pytest.mark.clause("CMD-card-04")
def test_nothing_shows_another_hand() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card", hands={"allied": ("wings",) * 2 + ("bayonets",)})
    seat = Seat(b.session, "german")
    b.do("choose", card="push-centre").do("order", unit="G5")
    told = json.dumps([to_plain(seat.view()), seat.events(), [str(o) for o in b.session.decision.options]])  # type: ignore[union-attr]
    told += str(seat.explain(cmd("choose", card="push-left"))) + str(seat.request)
    assert "wings" not in told and "bayonets" not in told
    assert seat.view().sides["allied"].cards == 3 and seat.view().deck == 52
    other, nobody = Seat(b.session, "allied"), Seat(b.session)
    for looker in (other, nobody):
        assert "push-centre" not in json.dumps([to_plain(looker.view()), looker.events()]) and looker.decision is None
        assert looker.view().staged is None and [e.answer for e in looker.log()] == [None, None]
    assert seat.view().staged.card == "push-centre" and len(seat.view().staged.units) == 1


def test_drawing_is_heard_by_its_owner_alone() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    b.nature.draws = ["wings"]
    b.do("choose", card="push-centre").do("confirm")
    drawn = [[e["card"] for e in Seat(b.session, name).events() if e["event"] == "CardDrawn"]
             for name in ("german", "allied", None)]  # fmt: skip
    assert drawn == [["wings"], [], []]
    assert "result" not in json.dumps(b.state.frames[0].to_plain()) and not b.session.can_undo


def test_laying_out_can_be_undone_and_confirming_cannot() -> None:
    b = board({"G5": "infantry", "G6": "infantry"}, {"C5": "infantry"}, at="card")
    b.do("choose", card="push-centre").do("order", unit="G5").do("order", unit="G6").do("release", unit="G5")
    assert b.session.can_undo and b.session.undo() == 3 and len(b.state.frames[-1]["units"]) == 2
    b.do("confirm")
    assert not b.session.can_undo


@pytest.mark.clause("CMD-card-05")
def test_a_card_that_can_order_nobody_orders_any_one_unit_and_does_nothing_else() -> None:
    b = board({"G12": "infantry", "G11": "infantry"}, {"C5": "infantry"}, at="card", hands=hand("outposts-left"))
    b.do("choose", card="outposts-left").do("order", unit="G12")
    assert b.rules("order", unit="G11") == ["CMD-card-05"]
    b.nature.draws = ["wings"]
    b.do("confirm").do("done").do("done")
    assert b.state.seat == "allied" and b.heard("CardPlayed")[0]["stand_in"] is True  # no exchange was asked for


@pytest.mark.clause("CMD-card-05")
def test_tactic_cards_without_effect_order_any_one_unit_too() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card", hands=hand("stragglers", "tank-raid", "entrench"),
              obstacles={"G5": "roadblock"})  # fmt: skip
    for card in ("stragglers", "tank-raid", "entrench"):
        b.do("choose", card=card)
        assert b.offers("order", "unit") == ["G5"] and b.offers("restore", "unit") == []
    b.do("order", unit="G5").do("confirm")
    assert b.asked == "moving" and b.state.obstacles == {"G5": "roadblock"}


def test_outposts_let_their_player_throw_a_card_away_and_draw_one_more() -> None:
    b = board({"G2": "infantry"}, {"C5": "infantry"}, at="card", hands=hand("outposts-left", "wings", "bayonets"))
    b.do("choose", card="outposts-left").do("confirm")
    assert b.asked == "exchange" and b.offers("throw", "card") == ["bayonets", "wings"]
    assert b.rules("throw", card="outposts-left") == ["CMD-card-02"] and Seat(b.session, "allied").decision is None
    b.nature.draws = ["push-left", "thin-line"]
    b.do("throw", card="bayonets")
    assert b.state.hands["german"] == ("push-left", "thin-line", "wings")
    assert b.state.discards == ("outposts-left", "bayonets")


def struck(card: str, *targets: str, allied: dict[str, object] | None = None) -> Board:
    units = allied or {"C5": "infantry", "C6": "armor", "C9": "infantry"}
    b = board({"G5": "infantry"}, units, at="card", hands=hand(card, "wings"),  # type: ignore[arg-type]
              terrain={"C5": "town", "C6": "woods"}, obstacles={"C5": "sandbags"})  # fmt: skip
    b.do("choose", card=card)
    for target in targets:
        b.do("aim", unit=target)
    return b


def test_fighter_bombers_strike_two_units_at_most_two_hexes_apart() -> None:
    b = struck("fighter-bombers", "C5")
    assert b.rules("aim", unit="C9") == ["CMD-card-03"] and b.rules("aim", unit="G5") != []
    assert b.rules("order", unit="G5") == ["CMD-order-01"]
    b.do("aim", unit="C6")
    assert b.rules("aim", unit="C9") == ["CMD-card-03", "CMD-card-03"]
    b.do("confirm", "infantry", "star", "armor", "star", "armor", "grenade")
    assert b.figures("C5") == 2 and b.at("C6") is None and b.medals("german") == 1
    assert b.asked == "ordering" and b.offers("order", "unit") == ["G5"]
    b.do("order", unit="G5")
    assert b.asked == "moving"


def test_a_strike_needs_a_target_and_can_spare_one() -> None:
    b = struck("corps-guns")
    assert b.rules("confirm") == ["CMD-card-03"]
    b.do("aim", unit="C6").do("spare", unit="C6").do("aim", unit="C9")
    b.do("confirm", "star", "star", "grenade", "infantry")
    assert b.at("C9") is None and b.rolled("strike") == 4
    b.do("done")
    assert b.state.seat == "allied"


@pytest.mark.clause("CMD-retreat-08", "CMD-dice-05")
def test_flags_of_a_strike_force_retreats_which_sandbags_may_ignore() -> None:
    b = struck("corps-guns", "C5").do("confirm", "flag", "flag", "armor", "armor")
    assert b.asked == "flag" and b.session.decision.seat == "allied"  # type: ignore[union-attr]
    b.do("ignore").do("retreat", to="B4")
    assert b.at("B4") is not None and b.figures("B4") == 4 and b.asked == "ordering"


def test_stragglers_bring_figures_back_to_a_unit_out_of_contact() -> None:
    units = {"G5": ("infantry", 2), "D5": ("infantry", 1), "H5": "armor"}
    b = board(units, {"C5": "infantry"}, at="card", hands=hand("stragglers"))
    b.do("choose", card="stragglers")
    assert b.offers("restore", "unit") == ["G5"] and b.rules("confirm") == ["CMD-card-03"]
    assert b.rules("restore", unit="D5") == ["CMD-card-03"] == b.rules("restore", unit="H5")
    b.do("restore", unit="G5").do("confirm", "star", "infantry", "infantry", "grenade")
    assert b.figures("G5") == 4 and b.heard("FiguresRestored")[0]["back"] == 2
    assert b.offers("order", "unit") == ["G5"] and b.rules("order", unit="H5") == ["CMD-order-02"]


def test_artillery_gets_figures_back_by_grenades_and_stars() -> None:
    b = board({"G5": ("artillery", 1)}, {"C5": "infantry"}, at="card", hands=hand("stragglers"))
    b.do("choose", card="stragglers").do("restore", unit="G5").do("confirm", "infantry", "armor", "flag", "grenade")
    assert b.figures("G5") == 2


def test_entrenching_units_neither_move_nor_battle() -> None:
    units = {"D5": "infantry", "G5": "artillery", "G7": "infantry"}
    b = board(units, {"C5": "infantry"}, at="card", hands=hand("entrench"), obstacles={"G7": "wire"})
    b.do("choose", card="entrench")
    assert b.offers("order", "unit") == ["D5", "G5"] and b.rules("order", unit="G7") == ["CMD-order-02"]
    b.do("order", unit="D5").do("order", unit="G5").do("confirm")
    assert b.state.obstacles == {"D5": "sandbags", "G5": "sandbags", "G7": "wire"} and b.state.seat == "allied"


def test_tank_raid_moves_armor_four_hexes_and_lets_it_battle() -> None:
    b = board({"H5": "armor"}, {"D8": "infantry"}, at="move", card="tank-raid")
    for here, to in pairwise(("H5", "H6", "H7", "G8", "F8")):
        b.do("move", unit=here, to=to)
    assert b.rules("move", unit="F8", to="E8") == ["CMD-move-10"]
    b.do("done").do("battle", "star", "star", "star", unit="F8", target="D8")


def test_registered_fire_adds_a_die_and_forbids_moves() -> None:
    b = board({"G5": "artillery", "H5": "artillery"}, {"E5": "infantry"}, at="move", card="registered-fire")
    assert b.asked == "battling" and b.query("odds", unit="G5", target="E5")["dice"] == 4
    assert b.query("odds", unit="H5", target="E5")["dice"] == 3  # at distance 3 two dice and one


def test_registered_fire_orders_all_artillery_and_nothing_else() -> None:
    guns = {"G5": "artillery", "H5": "artillery", "I5": "artillery", "I9": "artillery", "I1": "artillery"}
    b = board({**guns, "G7": "armor"}, {"C5": "infantry"}, at="card", hands=hand("registered-fire"))
    b.do("choose", card="registered-fire")
    for gun in guns:
        b.do("order", unit=gun)
    assert b.rules("order", unit="G7") == ["CMD-order-02"]


def test_bayonets_add_a_die_to_close_assault_but_not_to_the_overrun() -> None:
    b = board({"E5": "armor", "G9": "infantry"}, {"D5": ("infantry", 1), "C5": "infantry"}, at="move", card="bayonets")
    assert b.query("odds", unit="E5", target="D5")["dice"] == 4
    b.do("battle", "grenade", "star", "star", "star", unit="E5", target="D5").do("take_ground")
    told = b.query("odds", unit="D5", target="C5")
    assert told["dice"] == 3 and told["reasons"] == [] and len(told["hits"]) == 4
    b.do("overrun", "star", "star", "star", target="C5")
    assert [told["dice"] for told in b.heard("BattleDeclared")] == [4, 3]


def test_bayonets_order_units_next_to_an_enemy_and_steady_fire_the_others() -> None:
    b = board({"D5": "infantry", "G5": "infantry"}, {"C5": "infantry"}, at="card",
              hands=hand("bayonets", "steady-fire"))  # fmt: skip
    b.do("choose", card="bayonets")
    assert b.offers("order", "unit") == ["D5"]
    told = b.why("order", unit="G5")[0]
    assert told[0] == "CMD-order-02" and "isn't next to an enemy" in told[1]
    b.do("choose", card="steady-fire")
    assert b.offers("order", "unit") == ["G5"]


def test_lie_in_wait_lies_open_until_the_own_next_turn() -> None:
    b = board({"D5": "infantry"}, {"C5": "infantry"}, at="card", hands=hand("lie-in-wait", "wings"))
    b.do("choose", card="lie-in-wait").do("confirm")
    assert b.state.lying == {"german": "lie-in-wait"} and b.state.seat == "allied"
    assert Seat(b.session, "allied").view().sides["german"].lying == "lie-in-wait"
    b.do("choose", card="advance-centre").do("confirm")
    assert b.state.lying == {} and Counter(b.state.discards) == Counter(["lie-in-wait", "advance-centre"])


def ambushed(*faces: str, allied: object = "infantry", **more: object) -> Board:
    b = board({"D5": "infantry"}, {"C5": allied}, at="card", hands=hand("lie-in-wait", "wings"), **more)  # type: ignore
    b.do("choose", card="lie-in-wait").do("confirm")
    b.do("choose", card="advance-centre").do("order", unit="C5").do("confirm").do("done")
    b.do("battle", unit="C5", target="D5")
    assert b.asked == "ambush" and b.session.decision.seat == "german"  # type: ignore[union-attr]
    return b.do("spring", *faces)


def test_a_unit_in_wait_battles_first_and_once() -> None:
    b = ambushed("infantry", "star", "star", "grenade", "star", "star")
    assert b.figures("C5") == 3 and b.figures("D5") == 3 and b.state.lying == {} and b.rolled() == 6
    assert "lie-in-wait" in b.state.discards and b.state.hands["german"][-1] == "wings"


@pytest.mark.clause("CMD-ground-10", "CMD-hit-06")
def test_a_reaction_takes_no_ground_and_wins_its_player_the_medal() -> None:
    b = ambushed("infantry", "star", "star", allied=("infantry", 1), reinforcements=[], units={
        "german": {"D5": "infantry"}, "allied": {"C5": "infantry", "A9": "infantry"}})  # fmt: skip
    assert b.at("C5") is None and b.medals("german") == 1 and b.medals("allied") == 0
    assert b.rolled() == 3 and b.at("D5") is not None and b.asked != "ground"


def test_an_attacker_made_to_retreat_does_not_battle() -> None:
    b = ambushed("flag", "star", "star")
    b.do("retreat", to="B4")
    assert b.rolled() == 3 and b.at("B4") is not None and b.asked == "battling"
    assert "CMD-battle-02" in b.rules("battle", unit="B4", target="D5")


def test_the_card_may_be_left_lying() -> None:
    b = board({"D5": "infantry"}, {"C5": "infantry"}, at="card", hands=hand("lie-in-wait", "wings"))
    b.do("choose", card="lie-in-wait").do("confirm")
    b.do("choose", card="advance-centre").do("order", unit="C5").do("confirm").do("done")
    b.do("battle", unit="C5", target="D5").do("hold", "star", "star", "star")
    assert b.state.lying == {"german": "lie-in-wait"} and b.rolled() == 3


def test_a_refused_command_changes_nothing() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    before = b.session.digest()
    with pytest.raises(IllegalCommand):
        b.do("confirm")
    assert b.session.digest() == before
