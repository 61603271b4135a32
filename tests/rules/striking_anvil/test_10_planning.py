"""10: the planning variant."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table

VARIANT = {"planning_variant": True}
US = ["us-157ir", "us-179ir", "us-180ir", "us-7ir", "us-191tkb", "us-645tdb", "us-trp1"]


def planning(
    *, germans: tuple[str, ...] = ("de-gr308", "de-gr326"), dice: tuple[int, ...] = (), **more: object
) -> Table:
    """Return a table in the planning phase of turn 1."""
    setup = {"07": US, "06": list(germans), "11": ["de-pzr33"]}
    return Table(setup, turn=0, rules=VARIANT, allied="01 02 03 07 08", dice=dice, **more)  # type: ignore[arg-type]


def group(table: Table, leader: str, *units: str) -> Table:
    for unit in units:
        table.do("join", unit=unit, group=leader)
    return table


@pytest.mark.clause("STA-10-01", "STA-10-03", "STA-10-07")
def test_both_sides_plan_first_the_allies_before_the_germans() -> None:
    table = planning()
    assert table.asked == ("allied", "planning") and table.state.phase == "planning"
    assert table.do("done").asked == ("german", "planning")
    assert table.do("done").asked == ("allied", "bombing_phase")
    assert table.state.groups["us-7ir"] == "us-7ir"  # alone it is a group of one
    later = Table({"07": ["us-7ir"], "29": ["de-rgr7"]}, allied="07", rules=VARIANT).pass_both()
    assert later.asked == ("allied", "planning") and later.do("done").do("done").asked == ("allied", "ffi")


@pytest.mark.clause("STA-10-02")
def test_the_size_of_a_group() -> None:
    table = group(planning(), "us-157ir", "us-179ir", "us-180ir", "us-7ir", "us-191tkb")
    assert list(table.state.groups.values()).count("us-157ir") == 5
    assert "is already in this group" in table.refused("join", unit="us-7ir", group="us-157ir")
    assert "not one of your combat or support units" in table.refused("join", unit="us-trp1", group="us-157ir")
    assert "no group led by" in table.refused("join", unit="us-7ir", group="de-gr308")
    mixed = Table({"07": ["us-7ir", "us-180ir", "us-143ir", "fr-1bde"]}, turn=0, rules=VARIANT, allied="07")
    group(mixed, "us-7ir", "us-180ir", "us-143ir")
    assert "too large" in mixed.refused("join", unit="fr-1bde", group="us-7ir")


@pytest.mark.clause("STA-10-03")
def test_units_leave_groups() -> None:
    table = group(planning(), "us-157ir", "us-179ir", "us-191tkb").do("leave", unit="us-157ir")
    assert table.state.groups["us-179ir"] == table.state.groups["us-191tkb"] == "us-179ir"
    table.do("join", unit="us-7ir", group="us-179ir").do("leave", unit="us-7ir")
    assert table.state.groups["us-7ir"] == "us-7ir" and table.state.groups["us-191tkb"] == "us-179ir"
    table.do("leave", unit="us-191tkb")
    assert "us-191tkb" not in table.state.groups and "already a group of its own" in table.refused(
        "leave", unit="us-179ir"
    )


@pytest.mark.clause("STA-10-03", "STA-10-05")
def test_one_is_activated_with_all_and_support_outside_with_none() -> None:
    table = group(planning(), "us-157ir", "us-179ir", "us-180ir", "us-191tkb").do("done").do("done").do("done")
    table.do("activate", area="07").do("take", unit="us-179ir")
    assert set(table.decision.subject["units"]) == {"us-157ir", "us-179ir", "us-180ir", "us-191tkb"}  # type: ignore[arg-type]
    assert "is in no combat group" in table.refused("take", unit="us-645tdb")
    table.do("take", unit="us-trp1")  # transports are outside groups and go as always
    assert len(table.decision.subject["units"]) == 5  # type: ignore[arg-type]


@pytest.mark.clause("STA-10-04")
def test_a_group_is_not_split() -> None:
    table = group(planning(), "us-157ir", "us-179ir", "us-191tkb").do("done").do("done").do("done")
    table.act("07", "us-157ir", "us-7ir").do("move").do("drop", unit="us-157ir")
    assert table.decision.subject["group"] == ("us-7ir",)
    table.go("08")
    assert table.decision.subject["group"] == ("us-157ir", "us-179ir", "us-191tkb")


@pytest.mark.clause("STA-10-04")
def test_who_is_separated_drops_out() -> None:
    setup = {"02": ["us-157ir", "us-179ir", "us-191tkb", "de-gr308"], "07": ["us-7ir"]}
    table = Table(setup, turn=0, rules=VARIANT, allied="01 02 03 07", dice=[4])
    group(table, "us-157ir", "us-179ir", "us-191tkb").do("done").do("done").do("done")
    table.act("02", "us-157ir").do("move").go("03").do("take_all").do("confirm").do("disorganize", unit="us-157ir")
    assert table.at("us-157ir") == "02" and table.at("us-179ir") == "03"
    groups = table.state.groups
    assert groups["us-157ir"] == "us-157ir" and groups["us-179ir"] == groups["us-191tkb"] == "us-179ir"
    assert groups["us-7ir"] == "us-7ir" and groups["de-gr308"] == "de-gr308"  # the others are as they were


@pytest.mark.clause("STA-10-06")
def test_several_groups_within_the_limits() -> None:
    setup = {"02": ["us-7ir", "us-180ir", "us-143ir", "fr-1bde", "uk-2ipb"]}
    table = Table(setup, turn=0, rules=VARIANT, allied="01 02 03")
    group(table, "us-180ir", "us-143ir")
    group(table, "fr-1bde", "uk-2ipb").do("done").do("done").do("done")
    table.act("02", "us-7ir", "us-180ir")
    assert len(table.decision.subject["units"]) == 3  # type: ignore[arg-type]
    assert "two are from one division" in table.refused("take", unit="fr-1bde") or "At most four" in table.refused(
        "take", unit="fr-1bde"
    )


@pytest.mark.clause("STA-10-08")
def test_whole_groups_react_without_their_disorganized_members() -> None:
    table = planning(disorganized=["de-gr308"], dice=(4,))
    group(table, "us-7ir").do("done")
    group(table, "de-gr308", "de-gr326").do("done").do("done")
    table.act("07", "us-7ir").do("mobile", target="06").go("06").do("take", unit="de-gr326")
    assert table.decision.subject["units"] == ("de-gr326",)
    table.do("confirm")
    assert table.turned("de-gr326")
    whole = planning(dice=(4,))
    whole.do("done")
    group(whole, "de-gr308", "de-gr326").do("done").do("done")
    whole.act("07", "us-7ir").do("mobile", target="06").go("06").do("take", unit="de-gr326")
    assert set(whole.decision.subject["units"]) == {"de-gr308", "de-gr326"}  # type: ignore[arg-type]
