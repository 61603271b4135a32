"""Taking ground and overrun."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import Board, board

KILL = ("grenade", "star", "star")


def won(kind: str = "infantry", *, rest: dict[str, object] | None = None, **more: object) -> Board:
    """Eliminate a unit in D5 from E5."""
    allied = {"D5": ("infantry", 1), "A13": "infantry", **(rest or {})}
    b = board({"E5": kind, "F9": "infantry"}, allied, **more)  # type: ignore[arg-type]
    dice = b.query("odds", unit="E5", target="D5")["dice"]
    return b.do("battle", *KILL[:dice], unit="E5", target="D5")


@pytest.mark.clause("CMD-ground-01")
def test_infantry_takes_the_hex_it_has_emptied() -> None:
    b = won()
    assert b.asked == "ground"
    b.do("take_ground")
    assert (
        b.at("D5") is not None
        and b.asked == "battling"
        and "CMD-battle-02" in b.rules("battle", unit="D5", target="A13")
    )
    b = board({"E5": "infantry"}, {"D5": "infantry"}).do("battle", "flag", "star", "star", unit="E5", target="D5")
    b.do("retreat", to="C5").do("take_ground")
    assert b.at("D5") is not None
    for kind in ("special_forces", "resistance"):
        assert won(kind).asked == "ground"


@pytest.mark.clause("CMD-ground-01")
def test_who_fires_takes_no_ground() -> None:
    b = board({"E5": "armor"}, {"C5": ("infantry", 1), "A13": "infantry"})
    b.do("battle", *KILL, unit="E5", target="C5")
    assert b.asked == "battling" and b.at("C5") is None


@pytest.mark.clause("CMD-ground-02")
def test_artillery_takes_no_ground() -> None:
    b = won("artillery")
    assert b.asked == "battling" and b.rules("take_ground") == ["CMD-ground-02"]


@pytest.mark.clause("CMD-ground-03")
def test_armor_takes_ground_and_battles_once_more() -> None:
    b = won("armor", rest={"C5": "infantry"})
    b.do("take_ground")
    assert b.asked == "overrun" and b.offers("overrun", "target") == ["C5"]
    b.do("overrun", "star", "star", "star", target="C5")
    assert b.rolled() == 6 and b.asked == "battling"
    assert won("armor", rest={"C5": "infantry"}).do("stay").asked == "battling"  # no overrun without advancing
    assert won("infantry", rest={"C5": "infantry"}).do("take_ground").asked == "battling"


@pytest.mark.clause("CMD-ground-03")
@pytest.mark.parametrize(
    ("terrain", "overrun"), [("woods", False), ("orchard", False), ("ford", True), ("beach", True)]
)
def test_only_ground_that_forbids_battle_prevents_the_overrun(terrain: str, overrun: bool) -> None:
    b = won("armor", rest={"C5": "infantry"}, terrain={"D5": terrain}).do("take_ground")
    assert (b.asked == "overrun") is overrun


@pytest.mark.clause("CMD-ground-04")
def test_an_overrun_must_assault_a_neighbour_and_may_fire_without_one() -> None:
    b = won("armor", rest={"C5": "infantry", "D8": "infantry"}).do("take_ground")
    assert b.rules("overrun", target="D8") == ["CMD-battle-07"]
    b = won("armor", rest={"D8": "infantry"}).do("take_ground").do("overrun", "star", "star", "star", target="D8")
    assert b.heard("BattleDeclared")[1]["mode"] == "firing"


@pytest.mark.clause("CMD-ground-05")
def test_there_is_no_third_battle() -> None:
    b = won("armor", rest={"C5": ("infantry", 1), "B5": "infantry"}).do("take_ground")
    b.do("overrun", *KILL, target="C5").do("take_ground")
    assert b.asked == "battling" and b.medals("german") == 2
    assert b.rules("battle", unit="C5", target="B5") == ["CMD-battle-02"]


@pytest.mark.clause("CMD-ground-06")
def test_ground_is_taken_again_after_an_overrun_in_close_assault() -> None:
    b = won("armor", rest={"C5": ("infantry", 1)}).do("take_ground").do("overrun", *KILL, target="C5")
    assert b.asked == "ground"
    b.do("take_ground")
    assert b.at("C5") is not None and b.asked == "battling"
    b = won("armor", rest={"D7": ("infantry", 1)}).do("take_ground").do("overrun", *KILL, target="D7")
    assert b.asked == "battling"  # a hex emptied by fire is not taken


@pytest.mark.clause("CMD-ground-07")
def test_an_overrun_let_go_is_lost() -> None:
    b = won("armor", rest={"C5": "infantry", "F10": "infantry"}).do("take_ground")
    assert b.rules("battle", unit="F9", target="F10")[0] == "CMD-ground-03"
    b.do("forgo").do("battle", "star", "star", "star", unit="F9", target="F10")
    assert b.rules("overrun", target="C5")[-1] == "CMD-ground-07"
    assert b.rules("battle", unit="D5", target="C5") == ["CMD-battle-02"]


@pytest.mark.clause("CMD-ground-08")
def test_ground_is_free_when_the_target_is_gone_in_whatever_way() -> None:
    b = board({"B5": "infantry"}, {"A5": ("infantry", 1), "A13": "infantry"})
    b.do("battle", "flag", "star", "star", unit="B5", target="A5")
    assert b.asked == "ground"
    b = board({"B5": "infantry"}, {"A5": ("infantry", 2), "A13": "infantry"})
    b.do("battle", "flag", "star", "star", unit="B5", target="A5")
    assert b.figures("A5") == 1 and b.asked == "battling"


@pytest.mark.clause("CMD-ground-09")
def test_ground_closed_to_the_unit_is_not_taken() -> None:
    b = won("armor", rest={"C5": "infantry"}, terrain={"D5": "marsh"})
    assert b.at("D5") is None and b.asked == "battling"
    assert won("infantry", terrain={"D5": "marsh"}).asked == "ground"
    trap = won("armor", rest={"C5": "infantry"}, obstacles={"D5": "tank_trap"})
    assert trap.asked == "battling"


@pytest.mark.clause("CMD-ground-09")
def test_taking_ground_needs_no_movement_left_and_ignores_stops() -> None:
    b = board({"F5": "infantry"}, {"D5": ("infantry", 1), "A13": "infantry"}, at="move", terrain={"E5": "vineyard"})
    b.do("move", unit="F5", to="E5").do("done").do("battle", *KILL, unit="E5", target="D5").do("take_ground")
    assert b.at("D5") is not None


@pytest.mark.clause("CMD-ground-10")
def test_only_ordered_units_take_ground() -> None:
    from rules.command_cards.ground import ground_reasons

    b = board({"E5": "infantry", "F9": "infantry"}, {"A13": "infantry"}, ordered=["F9"])
    told = [reason.rule for reason in ground_reasons(b.game, b.id("E5"), "D5")]
    assert told == ["CMD-ground-10"]


def test_armor_that_takes_a_wired_hex_rolls_the_wire_flat() -> None:
    b = won("armor", obstacles={"D5": "wire"}).do("take_ground")
    assert b.state.obstacles == {}
