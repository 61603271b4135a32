"""Searching entries and counting units: no window."""

from __future__ import annotations

from app.text.entries import Entry, EntryKind, Index, UnitStanding, leaves, plain, tally, units_by_side

TROOP = Entry("unit:a", "Troop A, 117th Cavalry", words="A/117 Cav", place="23.45")
TANKS = Entry("unit:t", "Company F (light tanks), 117th Cavalry", place="23.43 Hill 294")
TOWN = Entry("hex:10.52", "Montélimar", EntryKind.PLACE, "city", "10.52")
HEX = Entry("hex:23.45", "23.45", EntryKind.HEX, "Clear", words="2345")
RULE = Entry("rule:8.6", "Opportunity fire", EntryKind.RULE, place="§ 8.6", words="8.6 Units fire at 117 moving units")
INDEX = Index([RULE, HEX, TOWN, TANKS, TROOP])


def names(query: str) -> list[str]:
    return [entry.name for entry in INDEX.search(query)]


def test_small_letters_without_accents_find_a_place() -> None:
    assert names("montelimar") == names("MONTÉLIMAR") == ["Montélimar"]
    assert plain("Serre Rond À") == "serre rond a"


def test_the_very_name_comes_first_and_a_name_before_other_words() -> None:
    assert names("23.45") == ["23.45", "Troop A, 117th Cavalry"]
    assert names("2345") == ["23.45"]
    assert names("117")[-1] == "Opportunity fire" and len(names("117")) == 3


def test_every_word_has_to_occur() -> None:
    assert names("cavalry tanks") == ["Company F (light tanks), 117th Cavalry"]
    assert names("cavalry montelimar") == names("") == names("  ") == []


def test_a_rule_is_found_by_its_number_and_comes_after_the_table_by_its_words() -> None:
    assert names("8.6") == ["Opportunity fire"]
    rule, unit = Entry("rule:1", "Light tanks", EntryKind.RULE), Entry("unit:l", "Company F (light tanks)")
    assert Index([rule, unit]).search("light t") == [unit, rule]


def test_a_group_counts_where_its_units_stand() -> None:
    lost = Entry("unit:x", "X", standing=UnitStanding.LOST)
    due = Entry("unit:y", "Y", standing=UnitStanding.DUE)
    inner = Entry("", "Battalion", EntryKind.GROUP, entries=(lost, due))
    group = Entry("", "Division", EntryKind.GROUP, entries=(TROOP, inner))
    assert tally(group) == "1 on the map, 1 to arrive, 1 lost"
    assert [leaf.name for leaf in leaves([group])] == [TROOP.name, "X", "Y"]


def test_units_of_an_unknown_system_stand_under_side_and_division() -> None:
    view = {
        "units": {
            "a": {"side": "red", "division": "1st", "label": "A/1", "at": "07", "reduced": True},
            "b": {"side": "red", "at": "due"},
        }
    }
    (red,) = units_by_side(view)
    assert (red.name, [entry.name for entry in red.entries]) == ("Red", ["1st", "B"])
    (first,) = red.entries[0].entries
    assert (first.name, first.place, first.state) == ("A/1", "07", "reduced")
    assert red.entries[1].standing is UnitStanding.DUE
    assert units_by_side({"units": [{"id": "c", "seat": "blue"}]})[0].entries[0].thing == "unit:c"
    assert units_by_side({"stones": 3}) == []
