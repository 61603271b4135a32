"""Terrain and obstacles: entering, dice, what removes them."""

from __future__ import annotations

import pytest

from rules.command_cards.charts import house_charts
from tests.rules.command_cards.helpers.boards import Board, board


def dice(attacker: str, target: str = "infantry", *, far: int = 1, there: str = "open", here: str = "open",
         **more: object) -> int:  # fmt: skip
    place = f"E{5 + far}"
    obstacle = more.pop("obstacle", None)
    fixed = {place: obstacle} if obstacle else {}
    b = board({"E5": attacker}, {place: target, "A1": "infantry"}, terrain={place: there, "E5": here}, obstacles=fixed,
              **more)  # type: ignore[arg-type]  # fmt: skip
    return int(b.query("odds", unit="E5", target=place)["dice"])


@pytest.mark.clause("CMD-terrain-01")
def test_every_terrain_tells_of_movement_battle_and_sight() -> None:
    assert len(house_charts().terrains) == 14 and len(house_charts().obstacles) == 5
    for ground in (*house_charts().terrains.values(), *house_charts().obstacles.values()):
        assert ground.los in ("clear", "blocks", "hill") and set(ground.enter.values()) <= {"stop", "forbidden"}
        assert "artillery" not in ground.defence and all(change < 0 for change in ground.defence.values())


@pytest.mark.clause("CMD-terrain-02")
def test_terrain_takes_dice_by_the_kind_of_attacker() -> None:
    assert dice("infantry", there="woods") == 2 and dice("armor", far=2, there="woods") == 1
    assert dice("artillery", there="woods") == 3 and dice("artillery", there="town", here="town") == 3


@pytest.mark.clause("CMD-terrain-03")
def test_the_kind_of_target_does_not_matter() -> None:
    assert {dice("infantry", target, there="town") for target in ("infantry", "armor", "artillery")} == {2}
    assert dice("special_forces", there="town") == dice("resistance", there="town") == 2
    assert dice("elite_armor", there="town") == 1


@pytest.mark.clause("CMD-terrain-04")
@pytest.mark.parametrize(
    ("terrain", "closed"),
    [
        ("crag", "infantry armor artillery"), ("river", "infantry armor artillery"),
        ("sea", "infantry armor artillery"),
        ("marsh", "armor artillery"), ("stream", "armor artillery"), ("bridge", ""), ("ford", ""),
    ],
)  # fmt: skip
def test_ground_closed_to_units(terrain: str, closed: str) -> None:
    for kind in ("infantry", "armor", "artillery"):
        b = board({"F5": kind}, {"A1": "infantry"}, at="move", terrain={"E5": terrain})
        assert b.rules("move", unit="F5", to="E5") == (["CMD-terrain-04"] if kind in closed.split() else [])


@pytest.mark.clause("CMD-terrain-05")
def test_attacking_out_of_difficult_ground_costs_dice_too() -> None:
    assert dice("armor", here="town") == 2 and dice("armor", here="town", there="town") == 0
    assert dice("infantry", here="ford", there="hill") == 1 and dice("infantry", here="stream") == 2
    b = board({"E5": "infantry"}, {"E6": "infantry"}, terrain={"E5": "stream"}, obstacles={"E5": "wire"})
    assert b.query("odds", unit="E5", target="E6")["dice"] == 2  # within one hex only the larger counts


def test_a_hill_protects_against_the_plain_and_not_against_a_hill() -> None:
    assert dice("infantry", there="hill") == 2 and dice("infantry", there="hill", here="hill") == 3
    assert dice("infantry", there="hill", here="hill", obstacle="sandbags") == 2  # the bags stay
    assert dice("infantry", there="hill", obstacle="sandbags") == 2


@pytest.mark.clause("CMD-obst-01")
def test_only_the_better_of_terrain_and_obstacle_counts() -> None:
    bunker = {"kind": "bunker", "for": "allied"}
    assert dice("armor", far=2, there="hill", obstacle=bunker) == 1
    assert dice("infantry", there="hill", obstacle=bunker) == 2
    assert dice("infantry", there="town", obstacle="sandbags") == 2


def entered(kind: str, *, obstacle: object = None, terrain: str = "open") -> Board:
    fixed = {"F5": obstacle} if obstacle else {}
    b = board({"G5": kind}, {"D5": "infantry", "F6": "armor"}, at="move", terrain={"F5": terrain}, obstacles=fixed)
    return b.do("move", unit="G5", to="F5")


@pytest.mark.clause("CMD-obst-02")
def test_wire_roadblock_and_stream_stop_infantry_but_let_it_battle() -> None:
    for b, rule in (
        (entered("special_forces", obstacle="wire"), "CMD-obst-02"),
        (entered("special_forces", obstacle="roadblock"), "CMD-obst-02"),
        (entered("special_forces", terrain="stream"), "CMD-terrain-01"),
    ):
        assert b.rules("move", unit="F5", to="E5") == [rule]
        assert b.do("done").rules("battle", unit="F5", target="F6") == []
    assert entered("special_forces").rules("move", unit="F5", to="E5") == []


def test_woods_and_towns_stop_all_and_forbid_battle_orchards_only_armor() -> None:
    for kind in ("infantry", "armor", "artillery"):
        for terrain in ("woods", "town"):
            b = entered(kind, terrain=terrain)
            assert "CMD-terrain-01" in b.rules("move", unit="F5", to="E5")
            assert "CMD-terrain-01" in b.do("done").rules("battle", unit="F5", target="F6")
    assert entered("infantry", terrain="orchard").do("done").rules("battle", unit="F5", target="F6") == []
    assert entered("armor", terrain="orchard").do("done").rules("battle", unit="F5", target="F6") == ["CMD-terrain-01"]


@pytest.mark.clause("CMD-obst-03")
def test_an_obstacle_stands_on_terrain() -> None:
    bunker = {"E5": {"kind": "bunker", "for": "german"}}
    b = board({"E5": "infantry"}, {"A1": "infantry"}, terrain={"E5": "hill"}, obstacles=bunker)
    assert b.session.scenario.map.terrain["E5"] == "hill" and b.session.view(None).obstacles == {"E5": "bunker"}


@pytest.mark.clause("CMD-obst-04")
def test_obstacles_help_whoever_stands_there_bunkers_one_side() -> None:
    assert dice("infantry", obstacle="roadblock") == 2
    assert dice("infantry", obstacle={"kind": "bunker", "for": "allied"}) == 2
    assert dice("infantry", obstacle={"kind": "bunker", "for": "german"}) == 3


@pytest.mark.clause("CMD-obst-04")
def test_sandbags_go_with_their_unit() -> None:
    b = board({"G5": "infantry"}, {"A1": "infantry"}, at="move", obstacles={"G5": "sandbags"})
    b.do("move", unit="G5", to="F5")
    assert b.state.obstacles == {} and b.heard("ObstacleRemoved")[0]["hex"] == "G5"
    b = board({"E5": "infantry"}, {"D5": ("infantry", 1), "A1": "infantry"}, obstacles={"D5": "sandbags"})
    b.do("battle", "grenade", "star", unit="E5", target="D5")
    assert b.state.obstacles == {}


def test_armor_flattens_wire_and_is_not_stopped() -> None:
    b = entered("armor", obstacle="wire")
    assert b.state.obstacles == {} and b.rules("move", unit="F5", to="E5") == []
    b = board({"G5": "artillery"}, {"A1": "infantry"}, at="move", obstacles={"F5": "wire"})
    assert b.rules("move", unit="G5", to="F5") == ["CMD-obst-03"]
