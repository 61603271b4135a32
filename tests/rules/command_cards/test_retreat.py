"""Retreats."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import Board, board


def driven(
    flags: int,
    *,
    unit: str = "E5",
    kind: object = "infantry",
    attacker: str = "E4",
    friends: tuple[str, ...] = (),
    **more: object,
) -> Board:
    """Roll flags against a unit of the top side, which retreats toward row A."""
    allied = {unit: kind, "A13": "infantry", **dict.fromkeys(friends, "infantry")}
    b = board({attacker: "armor"}, allied, **more)  # type: ignore[arg-type]
    dice = b.query("odds", unit=attacker, target=unit)["dice"]
    return b.do("battle", *["flag"] * flags, *["star"] * (dice - flags), unit=attacker, target=unit)


@pytest.mark.clause("CMD-retreat-01")
def test_a_row_for_each_flag_wherever_the_attack_came_from() -> None:
    for attacker in ("E4", "F5"):
        b = driven(2, attacker=attacker).do("retreat", to="D4").do("retreat", to="C5")
        assert b.at("C5") is not None
    b = driven(2, attacker="D5").do("retreat", to="C4")  # past the attacker, by the one way left
    assert b.at("C4") is not None


@pytest.mark.clause("CMD-retreat-01")
def test_the_owner_chooses_and_never_sideways() -> None:
    b = driven(1)
    assert b.session.decision.seat == "allied" and b.offers("retreat", "to") == ["D4", "D5"]  # type: ignore[union-attr]
    assert b.rules("retreat", to="E6") == ["CMD-retreat-01"] == b.rules("retreat", to="F5")
    assert b.rules("halt") == ["CMD-retreat-09"]


def test_a_unit_attacked_from_its_own_side_retreats_past_the_attacker() -> None:
    b = driven(1, attacker="D5")
    assert b.at("D4") is not None and b.asked == "ground"  # the one way left is taken without a question


@pytest.mark.clause("CMD-retreat-02")
def test_terrain_does_not_hinder_a_retreat() -> None:
    woods = {"D4": "woods", "D5": "town"}
    b = driven(2, kind="armor", terrain=woods).do("retreat", to="D4").do("retreat", to="C5")
    assert b.at("C5") is not None


@pytest.mark.clause("CMD-retreat-03", "CMD-terrain-04")
def test_impassable_ground_stops_it() -> None:
    b = driven(1, terrain={"D4": "crag", "D5": "river"})
    assert b.figures("E5") == 3 and b.heard("RetreatBlocked") != []
    b = driven(1, terrain={"D4": "crag"})
    assert b.at("D5") is not None


@pytest.mark.clause("CMD-retreat-04")
def test_occupied_hexes_stop_it() -> None:
    b = driven(1, friends=("D4", "D5"))
    assert b.figures("E5") == 3


@pytest.mark.clause("CMD-retreat-05")
def test_each_hex_not_made_costs_a_figure() -> None:
    b = driven(3, friends=("D4", "C5", "C6"))
    assert b.figures("D5") == 2 and b.heard("FiguresLost") != []  # one hex made, two figures lost


@pytest.mark.clause("CMD-retreat-06")
def test_off_the_board_costs_a_figure() -> None:
    b = driven(1, unit="A5", attacker="A4")
    assert b.figures("A5") == 3


@pytest.mark.clause("CMD-retreat-07", "CMD-terrain-04")
def test_into_the_sea_costs_a_figure() -> None:
    b = driven(2, terrain={"D4": "sea", "D5": "sea", "E5": "beach"})
    assert b.figures("E5") == 2


@pytest.mark.clause("CMD-retreat-08")
def test_sandbags_let_the_first_flag_be_ignored() -> None:
    b = driven(2, obstacles={"E5": "sandbags"}).do("ignore").do("retreat", to="D4")
    assert b.at("D4") is not None and b.heard("FlagIgnored") != [] and b.asked == "ground"
    b = driven(1, obstacles={"E5": "sandbags"}).do("ignore")
    assert b.at("E5") is not None and b.asked == "battling"
    b = driven(1, obstacles={"E5": "sandbags"}).do("obey").do("retreat", to="D4")
    assert b.at("D4") is not None and b.state.obstacles == {}


@pytest.mark.clause("CMD-retreat-08")
@pytest.mark.parametrize(
    ("what", "kind", "asked"),
    [
        ("sandbags", "armor", False), ("sandbags", "artillery", True), ("tank_trap", "infantry", True),
        ("roadblock", "infantry", True), ("wire", "infantry", False),
        ({"kind": "bunker", "for": "allied"}, "infantry", True),
        ({"kind": "bunker", "for": "german"}, "infantry", False),
    ],
)  # fmt: skip
def test_who_may_ignore_a_flag_where(what: object, kind: str, asked: bool) -> None:
    assert (driven(1, kind=kind, obstacles={"E5": what}).asked == "flag") is asked


@pytest.mark.clause("CMD-retreat-09")
def test_a_retreat_is_no_move() -> None:
    b = driven(1).do("retreat", to="D4").do("stay").do("done")
    b.do("choose", card="push-centre").do("order", unit="D4").do("confirm")
    b.do("move", unit="D4", to="D3").do("done")
    assert b.offers("battle", "target") == ["E4"]


@pytest.mark.clause("CMD-retreat-10")
def test_each_hex_is_chosen_by_itself_and_a_dead_end_costs_a_figure() -> None:
    b = driven(2, friends=("C4", "C5"))
    assert b.session.decision.subject["onward"] == {"D4": 0, "D5": 1}  # type: ignore[union-attr]
    b.do("retreat", to="D4")
    assert b.figures("D4") == 3
    b = driven(2, friends=("C4", "C5")).do("retreat", to="D5")
    assert b.figures("C6") == 4
    b = driven(2, friends=("D4", "C6"))  # the closed way forces the other, and that leads on to one hex
    assert b.figures("C5") == 4 and b.asked == "ground"


@pytest.mark.clause("CMD-retreat-11")
def test_what_is_closed_to_a_unit_is_closed_in_retreat() -> None:
    marsh = {"D4": "marsh", "D5": "marsh"}
    assert driven(1, kind="armor", terrain=marsh).figures("E5") == 2
    b = driven(1, terrain=marsh).do("retreat", to="D4")
    assert b.at("D4") is not None
    b = driven(1, kind="armor", obstacles={"D4": "tank_trap"})
    assert b.at("D5") is not None
    b = driven(1, terrain={"D4": "marsh"}, kind="armor")
    assert b.at("D5") is not None


def test_a_closed_way_is_told_with_the_open_one() -> None:
    b = driven(1, kind="resistance", terrain={"D4": "crag"}).do("retreat", to="C5")  # D5 was the only way
    assert b.at("C5") is not None and b.asked == "way_back"
    assert b.rules("retreat", to="D5") == ["CMD-retreat-01"]
    b.do("halt")
    assert b.asked == "ground"


def test_artillery_in_a_bunker_neither_moves_nor_retreats() -> None:
    bunker = {"E5": {"kind": "bunker", "for": "allied"}}
    b = driven(1, kind="artillery", obstacles=bunker).do("obey")
    assert b.figures("E5") == 1
    b.do("done").do("choose", card="push-centre").do("order", unit="E5").do("confirm")
    assert b.rules("move", unit="E5", to="E6") == ["CMD-obst-03"]
