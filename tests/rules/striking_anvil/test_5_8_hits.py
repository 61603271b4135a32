"""5.8 and example 2: taking hits."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position


def struck(hits: int, *germans: str, **more: object) -> Table:
    """Return a table where the Germans in 06 have hits to pay."""
    begin = {"turn": 3, "side": "german", "hits": {"area": "06", "number": hits}}
    return Table({"06": [*germans]}, allied="07", begin=begin, **more)  # type: ignore[arg-type]


def pay(table: Table, *items: str) -> Table:
    for item in items:
        verb, unit = item.split()
        table.do(verb, unit=unit)
    return table


@pytest.mark.clause("STA-EX2-01", "STA-EX2-02", "STA-EX2-03", "STA-EX2-04", "STA-EX2-05", "STA-5.8-07")
@pytest.mark.parametrize(
    "items",
    [
        ("eliminate de-pzr33",),
        ("eliminate de-gr326", "eliminate de-pzj50"),
        ("disorganize de-pzr33", "disorganize de-gr326", "reduce de-gr326", "eliminate de-pzj50"),
    ],
)
def test_example_2(items: tuple[str, ...]) -> None:
    table = pay(position("anvil-example-2"), *items)
    assert table.asked == ("german", "order")
    if len(items) == 4:
        assert table.turned("de-gr326") and table.piece("de-gr326").reduced
    if len(items) == 1:
        assert table.at("de-gr326") == table.at("de-pzj50") == "06" and table.good("de-gr326")


@pytest.mark.clause("STA-1.3.2-10", "STA-5.8-07")
def test_support_left_alone_by_the_hits_a_scenario_begins_with_is_lost() -> None:
    table = pay(position("anvil-example-2"), "eliminate de-gr326", "eliminate de-pzr33")
    assert table.asked == ("german", "order") and table.at("de-pzj50") == "eliminated"
    assert table.told("Eliminated")["why"] == "abandoned" and table.session.check() == []


@pytest.mark.clause("STA-EX2-05")
def test_one_unit_counts_twice() -> None:
    table = pay(struck(3, "de-gr326", "de-gr308"), "disorganize de-gr326", "reduce de-gr326")
    assert (
        table.asked == ("german", "order") and table.piece("de-gr326").disorganized and table.piece("de-gr326").reduced
    )


@pytest.mark.clause("STA-5.8-02")
def test_the_owner_pays_and_may_choose_any_unit_of_the_area() -> None:
    table = Table({"06": ["us-7ir", "de-gr308", "de-gr326"]}, allied="01 06", dice=[5]).act("06", "us-7ir").do("attack")
    assert table.asked == ("german", "payment") and table.offers("disorganize") == ["de-gr308", "de-gr326"]


@pytest.mark.clause("STA-5.8-03")
def test_only_combat_units_pay_by_disorganization() -> None:
    table = struck(2, "de-gr308", "de-pzj50", "de-cd05")
    for unit in ("de-pzj50", "de-cd05"):
        assert "Only combat units in Good Order can" in table.refused("disorganize", unit=unit)
    pay(table, "disorganize de-gr308")
    assert table.decision.subject["paid"] == 1
    assert "Only combat units in Good Order can" in table.refused("disorganize", unit="de-gr308")


@pytest.mark.clause("STA-5.8-03")
@pytest.mark.parametrize("free", [False, True])
def test_attackers_do_not_pay_by_disorganization_but_for_the_switch(free: bool) -> None:
    table = Table({"06": ["us-7ir", "de-gr308"]}, allied="01 06", dice=[1], rules={"attackers_may_disorganize": free})
    table.act("06").do("attack")
    assert table.asked == ("allied", "payment") and table.turned("us-7ir") is not free
    assert ("us-7ir" in table.offers("disorganize")) is free
    if not free:
        assert "Attackers are Disorganized before" in table.refused("disorganize", unit="us-7ir")


@pytest.mark.clause("STA-5.8-06")
def test_levels_pay_when_the_allies_attack() -> None:
    table = Table({"10": ["fr-3rta", "fr-7rta", "fr-1bde"]}, fortifications={"10": 6}, allied="01 02 06", dice=[6])
    table.act("10").do("attack").do("reduce", unit="fr-3rta")
    table.do("level", area="10")
    assert table.state.forts["10"] == 5
    assert "The combat is in 10" in table.refused("level", area="09")


@pytest.mark.clause("STA-5.8-06", "STA-1.5-05")
def test_levels_do_not_pay_in_reactions() -> None:
    table = Table({"10": ["fr-3rta", "de-gr933"]}, fortifications={"10": 6}, allied="01 02 06", side="german", dice=[6])
    table.act("10", "de-gr933").do("move").go("11").do("take_all").do("confirm")
    assert table.asked == ("german", "payment") and table.offers("level") == []
    assert "when the Allies attack" in table.refused("level", area="10")


@pytest.mark.clause("STA-5.8-08", "STA-5.8-10")
def test_a_regiment_of_eight_points_pays_two_hits_with_four() -> None:
    table = Table({"06": ["us-7ir", "de-pzr33"]}, allied="06", side="german", dice=[6], disorganized=["us-7ir"])
    table.act("06").do("attack")
    assert table.decision.subject["hits"] == 2
    table.do("reduce", unit="us-7ir")
    assert table.told("HitsPaid")["hits"] == 4 and table.asked == ("allied", "order")
    assert table.query("odds", units=["us-7ir"])["parts"][0]["printed"] == 4


@pytest.mark.clause("STA-5.8-09", "STA-5.8-13")
def test_payment_goes_on_until_the_number_is_reached() -> None:
    table = pay(struck(3, "de-gr308", "de-gr326", "de-pzj50"), "eliminate de-pzj50", "disorganize de-gr308")
    assert table.asked == ("german", "payment") and table.decision.prompt.startswith("Take 1 hit in 06")


@pytest.mark.clause("STA-5.8-11")
def test_only_the_last_item_may_overshoot() -> None:
    table = pay(struck(2, "de-pzr33", "de-gr326"), "disorganize de-pzr33", "reduce de-gr326")
    assert table.asked == ("german", "order") and "pays them right after combat" in table.refused(
        "reduce", unit="de-pzr33"
    )


@pytest.mark.clause("STA-5.8-12")
def test_what_each_way_of_paying_is_worth() -> None:
    table = struck(9, "de-pzr33", "de-gr326", "de-pzj50", "de-cd09", reduced=["de-gr326"])
    ways = {row["unit"]: row["ways"] for row in table.query("payment")["units"]}
    assert ways == {
        "de-pzr33": {"disorganize": 1, "reduce": 2, "eliminate": 5}, "de-gr326": {"disorganize": 1, "eliminate": 2},
        "de-pzj50": {"eliminate": 1}, "de-cd09": {"reduce": 1, "eliminate": 2},
    }  # fmt: skip
    pay(table, "reduce de-pzr33", "eliminate de-pzr33")
    assert table.decision.subject["paid"] == 5


@pytest.mark.clause("STA-5.8-13")
def test_hits_nobody_can_pay_are_lost() -> None:
    table = pay(struck(3, "de-gr757", reduced=["de-gr757"], disorganized=["de-gr757"]), "eliminate de-gr757")
    assert table.at("de-gr757") == "eliminated" and table.asked == ("german", "order")
