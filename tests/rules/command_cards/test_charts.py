"""The charts: sixty cards, six kinds of units, fourteen terrains, five obstacles."""

from __future__ import annotations

import pytest

from rules.command_cards.charts import CLASSES, house_charts, stricter


def test_the_deck_has_sixty_cards_of_which_eighteen_are_tactic() -> None:
    counts = {
        kind: sum(c.copies for c in house_charts().cards.values() if c.kind == kind) for kind in ("section", "tactic")
    }
    assert counts == {"section": 42, "tactic": 18}


def test_left_and_right_are_alike() -> None:
    mirrored = {"left": "right", "center": "center", "right": "left", "any": "any"}
    plain = sorted((c.copies, sorted((o.section, o.units) for o in c.orders)) for c in house_charts().cards.values())
    turned = sorted(
        (c.copies, sorted((mirrored[o.section], o.units) for o in c.orders)) for c in house_charts().cards.values()
    )
    assert plain == turned


def test_section_cards_order_sections_and_every_card_says_what_it_does() -> None:
    for card in house_charts().cards.values():
        assert card.text.endswith(".") and card.title and card.orders
        assert (card.kind == "tactic") == all(one.section == "any" for one in card.orders)
        assert all(one.units > 0 and set(one.classes) <= set(CLASSES) for one in card.orders)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("push-left", "Order up to three units on the left."), ("wings", "two units on the left and two on the right"),
        ("tank-raid", "three armor units"), ("entrench", "infantry or artillery"), ("corps-guns", "four dice"),
    ],
)  # fmt: skip
def test_texts_tell_the_numbers_of_the_effects(card: str, words: str) -> None:
    assert words in house_charts().cards[card].text


def test_units_and_ground_name_only_classes_that_there_are() -> None:
    assert {unit.cls for unit in house_charts().units.values()} == set(CLASSES) and len(house_charts().units) == 6
    for ground in (*house_charts().terrains.values(), *house_charts().obstacles.values()):
        for table in (ground.enter, ground.defence, ground.attack_from):
            assert set(table) <= set(CLASSES)
    codes = [terrain.code for terrain in house_charts().terrains.values()]
    assert len(set(codes)) == 14 and all(len(code) == 1 for code in codes)


def test_the_stricter_rule_counts() -> None:
    assert stricter("free", "stop") == "stop" and stricter("forbidden", "free") == "forbidden"
