"""The armies: every division of the rulebook to company level, counted, and whole in every respect (2.0, 3.2, 5.3)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

from rules.company_scale.counters import Division, Stripe
from rules.company_scale.loading.check_command import CHECKER
from rules.company_scale.loading.forces_checks import LISTS
from rules.company_scale.scenario import SIDES, scenario_folder
from rules.files.documents import read_file
from tests.scenarios.armies import ARMIES, PARTS, Armies, read

FORCES = scenario_folder() / "forces"
SIZES = {  # units, support weapons, leaders, transports, heroes
    "us_3": (58, 20, 4, 6, 2),
    "us_36": (53, 18, 4, 6, 1),
    "us_45": (58, 20, 4, 6, 0),
    "tf_butler": (19, 3, 3, 5, 0),
    "cc_sudre": (19, 3, 4, 6, 0),
    "ffi": (11, 0, 1, 0, 0),
    "ge_11pz": (51, 9, 7, 29, 1),
    "ge_198": (48, 9, 5, 6, 0),
    "ge_338": (40, 7, 5, 4, 1),
    "ge_189": (21, 2, 3, 1, 0),
}
BATTALIONS = {"par119", "fab", "afab", "ar235", "ar338", "rar28", "ra68"}


@pytest.fixture(scope="module")
def armies() -> Armies:
    return read(*ARMIES)


def counters(armies: Armies) -> Iterator[tuple[str, object]]:
    """Yield every counter with the kind of list it is in."""
    for part in PARTS:
        yield from ((part, counter) for counter in getattr(armies, part).values())


def of(armies: Armies, division: str) -> list[tuple[str, object]]:
    """Return the counters of a division, without formations that are merely attached to it."""
    attached = {f.id for f in armies.formations.values() if f.attachable}
    found = [(part, c) for part, c in counters(armies) if c.division == division]  # type: ignore[attr-defined]
    return [
        (part, c) for part, c in found
        if c.formation not in attached and not c.id.startswith("feb61")  # type: ignore[attr-defined]
    ]  # fmt: skip


def test_all_armies_load_together_so_every_id_is_used_once(armies: Armies) -> None:
    names = [name for part in PARTS for name in getattr(armies, part)]
    assert len(names) == len(set(names))
    assert not set(names) & (set(armies.divisions) | set(armies.formations))


@pytest.mark.clause("CSS-3.2-12")
def test_the_divisions_and_attachable_formations_of_the_rulebook(armies: Armies) -> None:
    sides = Tally(division.side for division in armies.divisions.values())
    assert sides == {"allied": 6, "german": 4}
    grounds = [division.colour for division in armies.divisions.values()]
    grounds += [f.colour for f in armies.formations.values() if f.attachable]
    assert len(grounds) == len(set(grounds)) == 14


@pytest.mark.clause("CSS-26.0-01")
def test_exactly_four_formations_can_be_attached(armies: Armies) -> None:
    attachable = {f.id for f in armies.formations.values() if f.attachable}
    assert attachable == {"flak_18", "pio_669", "fr_71", "fr_63"}


def test_no_division_begins_with_more_than_two_attached(armies: Armies) -> None:
    parents = Tally(f.division for f in armies.formations.values() if f.attachable)
    assert parents == {"ge_11pz": 2, "ge_198": 2}


def test_an_attached_formation_belongs_to_the_division_the_scenario_names() -> None:
    scenario = read("ge_338", "ge_fr_63", attached={"fr_63": "ge_338"})
    assert scenario.formations["fr_63"].division == "ge_338"
    assert {u.division for u in scenario.units.values() if u.formation == "fr_63"} == {"ge_338"}
    assert {t.division for t in scenario.transports.values() if t.formation == "fr_63"} == {"ge_338"}
    assert scenario.leaders["leader_fr63"].division == "ge_338"


@pytest.mark.clause("CSS-5.3-02")
def test_eight_divisions_in_a_standard_game(armies: Armies) -> None:
    standard = {name for name, division in armies.divisions.items() if division.chits} - {"cc_sudre"}
    assert len(standard) == 8


@pytest.mark.parametrize(("division", "counts"), SIZES.items(), ids=list(SIZES))
def test_the_counts_of_each_division(armies: Armies, division: str, counts: tuple[int, ...]) -> None:
    found = Tally(part for part, _ in of(armies, division))
    assert tuple(found[part] for part in PARTS) == counts


@pytest.mark.clause("CSS-5.3-03")
def test_the_11th_panzer_division_is_the_97_counters_of_the_rulebook(armies: Armies) -> None:
    parts = of(armies, "ge_11pz")
    assert len(parts) == 97
    whole = Tally(c.formation for _, c in parts if c.stripe is Stripe.COLOURED)  # type: ignore[attr-defined]
    assert whole == {"pzr_15": 10, "pgr_110": 26, "pgr_111": 26, "pzaa_11": 9, "flak_277": 10, "pi_209": 7}
    assert Tally(c.stripe for _, c in parts)[Stripe.WHITE] == 7  # type: ignore[attr-defined]
    none = [part for part, c in parts if c.stripe is Stripe.NONE]  # type: ignore[attr-defined]
    assert none == ["leaders", "heroes"]


MIX = {  # units without the headquarters, support weapons, trucks, half-tracks
    "pzr_15": (8, 0, 0, 0),
    "pgr_110": (11, 4, 4, 5),
    "pgr_111": (11, 4, 4, 5),
    "pzaa_11": (4, 0, 0, 3),
    "flak_277": (4, 1, 2, 1),
    "pi_209": (3, 0, 0, 2),
}


@pytest.mark.clause("CSS-5.3-03")
@pytest.mark.parametrize(("formation", "mix"), MIX.items(), ids=list(MIX))
def test_the_mix_of_each_formation_of_the_11th_panzer(
    armies: Armies, formation: str, mix: tuple[int, int, int, int]
) -> None:
    units = [u for u in armies.units.values() if u.formation == formation and not u.hq]
    weapons = [w for w in armies.weapons.values() if w.formation == formation]
    types = Tally(t.type for t in armies.transports.values() if t.formation == formation)
    assert (len(units), len(weapons), types["ge_truck"], types["ge_halftrack"]) == mix


def test_the_15th_panzer_regiment_has_four_panther_and_four_panzer_iv_companies(armies: Armies) -> None:
    types = Tally(u.type for u in armies.units.values() if u.formation == "pzr_15")
    assert types == {"ge_panther": 4, "ge_panzer_iv": 4, "ge_regiment_hq": 1}


@pytest.mark.clause("CSS-5.3-03")
def test_what_is_white_in_the_11th_panzer(armies: Armies) -> None:
    white = [u for u in armies.units.values() if u.division == "ge_11pz" and u.stripe is Stripe.WHITE]
    own = [u for u in white if not u.id.startswith("feb61")]
    assert Tally(u.hq or u.symbol for u in own) == {"division": 1, "artillery_sp": 1, "artillery": 2}
    trucks = [t for t in armies.transports.values() if t.division == "ge_11pz" and t.stripe is Stripe.WHITE]
    assert [t.type for t in trucks] == ["ge_truck"] * 3


def test_every_formation_has_one_headquarters_and_a_leader(armies: Armies) -> None:
    staffs = Tally(u.formation for u in armies.units.values() if u.hq == "formation")
    chiefs = Tally(leader.formation for leader in armies.leaders.values() if leader.formation)
    assert staffs == chiefs == dict.fromkeys(armies.formations, 1)


def test_every_division_has_one_headquarters_and_a_leader_without_stripe(armies: Armies) -> None:
    with_display = {name for name, division in armies.divisions.items() if division.chits}
    assert set(armies.divisions) - with_display == {"ffi"}
    assert Tally(u.division for u in armies.units.values() if u.hq == "division") == dict.fromkeys(with_display, 1)
    chiefs = [leader for leader in armies.leaders.values() if not leader.formation]
    assert all(leader.stripe is Stripe.NONE for leader in chiefs)
    assert Tally(leader.division for leader in chiefs) == dict.fromkeys(with_display, 1)


def test_every_leader_has_a_replacement_who_is_no_better(armies: Armies) -> None:
    for leader in armies.leaders.values():
        assert leader.replacement is not None, leader.id
        assert leader.replacement.name != leader.name
        assert leader.replacement.fire <= leader.fire
        assert leader.replacement.troop_quality < leader.troop_quality


def test_sizes_follow_from_what_a_unit_is(armies: Armies) -> None:
    for unit in armies.units.values():
        assert (unit.size == "division_hq") == (unit.hq == "division"), unit.id
        assert (unit.size in ("regiment_hq", "battalion_hq")) == (unit.hq == "formation"), unit.id
        assert (unit.size == "battalion") == (unit.id.partition("_")[0] in BATTALIONS), unit.id


def test_transports_stay_out_of_play_and_carry(armies: Armies) -> None:
    assert not set(armies.transports) & set(armies.units)
    assert all(t.transport and t.deployed is None for t in armies.transports.values())


@pytest.mark.clause("CSS-2.0-33", "CSS-24.0-01")
def test_three_divisions_have_a_kampfgruppen_chit(armies: Armies) -> None:
    assert {d.id for d in armies.divisions.values() if "kampfgruppe" in d.chits} == {"ge_11pz", "ge_198", "ge_338"}


@pytest.mark.clause("CSS-23.1-01")
def test_the_ffi_have_six_units_five_ambushes_and_no_chit(armies: Armies) -> None:
    units = [u for u in armies.units.values() if u.division == "ffi"]
    assert Tally(u.type for u in units) == {"ffi_company": 5, "ffi_hq": 1, "ffi_ambush": 5}
    assert all(u.troop_quality == 5 for u in units)
    assert all(u.column is None for u in units if u.type == "ffi_ambush")
    assert armies.divisions["ffi"].chits == ()
    assert armies.divisions["ffi"].paid_by == ("tf_butler", "cc_sudre", "us_36")


def test_every_formation_with_a_chit_has_units_to_activate(armies: Armies) -> None:
    for formation in armies.formations.values():
        assert sum(u.formation == formation.id for u in armies.units.values()) >= 4, formation.id


def _displays(armies: Armies, side: str) -> list[Division]:
    return [d for d in armies.divisions.values() if d.side == side and d.chits]


@pytest.mark.clause("CSS-5.3-11")
def test_germans_command_better_and_allies_dispatch_better(armies: Armies) -> None:
    german, allied = (_displays(armies, side) for side in SIDES)
    assert mean(d.command_rating for d in german) > mean(d.command_rating for d in allied)
    assert mean(d.dispatch_rating for d in german) < mean(d.dispatch_rating for d in allied)


@pytest.mark.clause("CSS-25.0-01")
def test_the_rail_guns_belong_to_the_pioneer_battalion(armies: Armies) -> None:
    guns = [u for u in armies.units.values() if u.type == "ge_rail_gun"]
    assert {u.label for u in guns} == {"Caesar", "Gneisenau", "Scharnhorst"}
    assert {u.formation for u in guns} == {"pio_669"}


@pytest.mark.clause("CSS-14.1-24")
def test_the_five_named_heroes(armies: Armies) -> None:
    heroes = {h.type: (h.formation or h.division, h.fire, h.troop_quality, h.leaves_on) for h in armies.heroes.values()}
    assert heroes == {
        "gregg": ("ir_143", 0, 0, 5),
        "adams": ("ir_7", 0, 0, 9),
        "murphy": ("ir_15", 1, 2, 1),
        "wietersheim": ("ge_11pz", 2, 1, -1),
        "rolin": ("ge_338", 0, 0, -1),
    }


def test_slices_of_first_light_keep_the_ids_and_formations_of_the_whole(armies: Armies) -> None:
    slices = read("tf_butler_savasse", "ge_flak")
    for part in ("units", "leaders"):
        whole = getattr(armies, part)
        for name, counter in getattr(slices, part).items():
            assert name in whole, name
            assert (whole[name].formation, whole[name].label) == (counter.formation, counter.label)
    assert set(slices.formations) <= set(armies.formations)


def test_every_forces_file_is_an_army_or_a_slice() -> None:
    slices = {"example_fire", "ge_11pz_recon", "ge_flak", "tf_butler_savasse"}
    assert {path.stem for path in FORCES.glob("*.yaml")} == set(ARMIES) | slices | {"ge_evacuation"}


def test_the_check_counts_them() -> None:
    paths: list[str | Path] = [FORCES / f"{name}.yaml" for name in ARMIES]
    report = CHECKER.check(paths)
    assert report.problems == []
    assert report.counts["unit"] == sum(len(read_file(Path(path)).mapping.get("units", ())) for path in paths)
    assert len(report.counts) == 1 + len(LISTS) and all(report.counts.values())
