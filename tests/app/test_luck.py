"""Dice against expectation: the chances are exact, and each die is its roller's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from app.systems.command_cards.words import WORDS as CARDS
from app.systems.company_scale.words import WORDS as COMPANY
from app.text.luck import Luck, Roll, faces_of, percent, rolls, total_chances
from app.text.words import Words
from rules.command_cards.dice import FACES
from rules.command_cards.integrity import KINDS
from rules.engine.command import cmd
from rules.engine.history import NATURE, Entry
from tests.app.systems.company_scale.helpers.positions import position, unit

TEN = tuple(range(10))
UNEVEN = (1, 1, 2, 6)


def counted(faces: Sequence[int], number: int, total: int) -> tuple[Fraction, Fraction]:
    """Return the chance of at most and of at least a total by writing out every roll."""
    sums = [sum(roll) for roll in product(faces, repeat=number)]
    low, high = (sum(1 for s in sums if s <= total), sum(1 for s in sums if s >= total))
    return Fraction(low, len(sums)), Fraction(high, len(sums))


@pytest.mark.parametrize("faces", [TEN, UNEVEN])
@pytest.mark.parametrize("rolled", [0, 1, 2, 3])
def test_the_chance_of_a_total_is_that_of_every_roll_written_out(faces: tuple[int, ...], rolled: int) -> None:
    dice = [faces[(3 * n + rolled) % len(faces)] for n in range(4)]
    low, high = counted(faces, 4, sum(dice))
    chance = Luck.of(faces, dice).of_total()
    assert chance.high is (sum(dice) / 4 > sum(faces) / len(faces))
    assert chance.share == pytest.approx(float(high if chance.high else low), rel=1e-12)


def test_one_die_has_the_chance_of_its_face() -> None:
    assert Luck.of(TEN, [9]).of_total() == pytest.approx((0.1, True))
    assert Luck.of(TEN, [0]).of_total() == pytest.approx((0.1, False))


def test_far_tails_of_many_dice_are_not_lost() -> None:
    chances = total_chances(TEN, 300)
    assert len(chances) == 2701 and chances.sum() == pytest.approx(1.0)
    assert chances[0] == pytest.approx(10.0**-300, rel=1e-9)
    assert Luck.of(TEN, [0] * 40).of_total().share == pytest.approx(1e-40, rel=1e-9)


def test_the_chance_of_a_symbol_is_exact() -> None:
    luck = Luck.of(FACES, ["grenade"] * 3 + ["infantry"] * 2)
    ways = [roll for roll in product(FACES, repeat=5) if roll.count("grenade") >= 3]
    assert luck.of_face("grenade") == pytest.approx((len(ways) / len(FACES) ** 5, True))
    assert luck.expected("infantry") == pytest.approx(5 * 2 / 6) and luck.counts["star"] == 0
    assert not luck.is_numbered and Luck.of(TEN, []).is_numbered


def test_an_average_is_told_beside_that_of_a_fair_die() -> None:
    luck = Luck.of(TEN, [9, 9, 3])
    assert (luck.number, luck.total, luck.mean, luck.expected_mean) == (3, 21, 7.0, 4.5)


def test_a_die_is_its_units_else_its_orderers_and_weather_is_nobodys() -> None:
    names = COMPANY.names(position(units=(unit("r1", "R", "german", None),)))
    log = [Entry("allied", cmd("pass")), Entry(NATURE, {"die": 1}), Entry("german", cmd("fire"))]
    events = [
        (1, {"event": "DieRolled", "die": 1, "purpose": "weather", "subject": {}}),
        (1, {"event": "DieRolled", "die": 2, "purpose": "surrender", "subject": {"hex": "10.10"}}),
        (2, {"event": "DieRolled", "die": 3, "purpose": "rout_check", "subject": {"unit": "r1"}}),
        (3, {"event": "UnitMoved"}),
        (3, {"event": "DieRolled", "die": 4, "purpose": "surrender", "subject": {"hex": "10.10"}}),
        (3, {"event": "DieRolled", "die": 5, "purpose": "air_combat", "subject": {"side": "allied"}}),
    ]
    assert rolls(events, log, COMPANY, names) == [
        Roll("", "weather", 1),
        Roll("allied", "surrender", 2),
        Roll("german", "rout check", 3, -1),
        Roll("german", "surrender", 4),
        Roll("allied", "air combat", 5, -1),
    ]


def test_faces_come_from_the_systems_die() -> None:
    assert faces_of(KINDS) == FACES and faces_of({}) == ()
    assert Words().roller({"event": "DieRolled", "die": 5, "subject": {"seat": "blue"}}, Words().names()) == "blue"
    assert CARDS.roller({"subject": {}}, CARDS.names()) is None


def test_small_shares_are_told_as_one_in_so_many() -> None:
    assert [percent(p) for p in (0.5, 0.0432, 0.0004, 0.0)] == ["50 %", "4.3 %", "1 in 2,500", "almost never"]
