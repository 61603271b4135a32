"""Questions about a position: reach, odds, supply, pursuit, what units led onto enemies can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules.engine.command import MalformedCommand, Reason, cmd
from rules.engine.options import Decision
from rules.striking_anvil.answers import (
    Actors,
    Arrivals,
    AttackOdds,
    ExpectedHits,
    HitsToPay,
    MeetingWay,
    Onto,
    Payer,
    Places,
    PursuitSums,
    Reach,
    ReachedPlace,
    RiverBorder,
    Rivers,
    SideActors,
    SideSupply,
    Supplies,
    Together,
    Unreachable,
    Values,
    VictoryWorth,
)
from rules.striking_anvil.r01_1_map import area_name, cut_off, fort_level, is_area, is_bridged, supply
from rules.striking_anvil.r01_3_4_ffi import ffi_targets
from rules.striking_anvil.r01_3_units import is_combat, is_good, label, names, side_of
from rules.striking_anvil.r03_activation import leader_reasons, standing_reasons
from rules.striking_anvil.r03_impulses import all_together, but_trains, is_activatable, movers, places
from rules.striking_anvil.r04_march import group_at
from rules.striking_anvil.r04_movement import Group, capacity, far_reasons, reach
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_6_pursuit import battle_of_reaction, compared, pursuit_right
from rules.striking_anvil.r05_8_hits import DISORGANIZE, ELIMINATE, LEVEL, REDUCE, bill_of, is_payable, payers, worth
from rules.striking_anvil.r05_battle import ATTACK, DIE, MOBILE, Battle, force, is_target, modifiers, outcomes, total
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.r_victory import level_of, score, score_lines
from rules.striking_anvil.scenario import ALLIED, GERMAN, border_id, other_side
from rules.striking_anvil.state import Anvil
from rules.striking_anvil.values_now import area_card, unit_card
from rules.striking_anvil.view import PAYMENT, arrivals

# --- Questions about a position ------------------------------------------------------------------------------------


def chosen_units(game: Anvil, units: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return where units stand together, and the units; raise MalformedCommand otherwise."""
    for unit in units:
        if unit not in game.state.units:
            raise MalformedCommand(f'Unknown unit "{unit}".')
    at = {game.state.units[unit].at for unit in units}
    if len(at) != 1 or len({side_of(game, unit) for unit in units}) != 1:
        raise MalformedCommand("Name units of one side in one place.")
    return at.pop(), tuple(dict.fromkeys(units))


class Walk(NamedTuple):
    """Who would go from where, with what is spent and passed already, and why they cannot move at all."""

    group: Group
    here: str
    spent: int
    trail: tuple[str, ...]
    reasons: tuple[Reason, ...]


def walk_of(game: Anvil, units: tuple[str, ...]) -> Walk:
    """Return the walk of units, or of the group under way or being put together where none is named."""
    if not units:
        return _walk_now(game)
    here, named = chosen_units(game, units)
    side = side_of(game, named[0])
    return Walk(Group(side, named, {}), here, 0, (), tuple(standing_reasons(game, side, here, named)))


def reach_query(game: Anvil, units: tuple[str, ...] = ()) -> Reach:
    """Return what units can reach together: points, the place before, forced stops, where pursuit would be asked.

    Without units it is the group under way, or the units of the activation being put together.
    """
    walk = walk_of(game, units)
    group, here = walk.group, walk.here
    enemy = other_side(group.side)
    found = {} if walk.reasons else reach(game, group, here, walk.spent, walk.trail)
    left = [here, *(place for place, way in found.items() if not way.stops)]
    asked = [place for place in left if is_area(game, place) and pursuit_right(game, enemy, place, group.units)]
    rows = tuple(ReachedPlace(to, way.spent, way.before, way.stops) for to, way in found.items())
    return Reach(here, capacity(game, group), walk.spent, rows, tuple(asked))


def way_query(game: Anvil, to: str, units: tuple[str, ...] = ()) -> Unreachable:
    """Return why units cannot reach a place together, none if they can; units as for "reach"."""
    if to not in game.scenario.map.areas and to not in game.scenario.map.boxes:
        raise MalformedCommand(f'Unknown area or box "{to}".')
    return Unreachable(to, tuple(way_reasons(game, walk_of(game, units), to)))


def way_reasons(game: Anvil, walk: Walk, to: str) -> list[Reason]:
    """Return why a walk does not lead to a place: the reasons against the last step, or that it is too far (4)."""
    return list(walk.reasons) or list(far_reasons(game, walk.group, walk.here, to, walk.spent, walk.trail))


def onto_query(game: Anvil, to: str, units: tuple[str, ...] = ()) -> Onto:
    """Return how units can meet the enemies in an area: attack, mobile combat, move in; units as for "reach"."""
    if to not in game.scenario.map.areas and to not in game.scenario.map.boxes:
        raise MalformedCommand(f'Unknown area or box "{to}".')
    walk = walk_of(game, units)
    return onto(game, walk.group, walk.here, to, walk.reasons)


def _walk_now(game: Anvil) -> Walk:
    for frame in reversed(game.state.frames):
        if frame.kind == "march":
            return Walk(group_at(game, frame), frame["at"], frame["spent"], frame["trail"], ())
        if frame.kind == "activation":
            seat, units, place = frame["seat"], frame["units"], frame["area"]
            reasons = tuple(standing_reasons(game, seat, place, units, frame["dug"]))
            return Walk(Group(seat, units, frame["loads"], frame["dug"]), place, 0, (), reasons)
    raise MalformedCommand("Name the units: no activation is under way.")


def battle_now(game: Anvil) -> Battle:
    """Return the attack that is being put together: activation, reaction or mobile combat."""
    for frame in reversed(game.state.frames):
        if frame.kind == "reaction":
            return battle_of_reaction(game)
        if frame.kind == "march" and frame["target"]:
            return mobile_battle(game, frame)
        if frame.kind == "activation":
            return Battle(ATTACK, frame["seat"], frame["area"], frame["units"])
        if frame.kind == "combat":
            return Battle(
                frame["kind"], frame["seat"], frame["area"], frame["units"], frame["border"], frame["landing"]
            )
    raise MalformedCommand("No attack is being prepared. Name the units, and a target for mobile combat.")


def odds(game: Anvil, units: tuple[str, ...] = (), target: str = "", by: str = "") -> AttackOdds:
    """Return the sums of an attack and what each face of the die would bring, by the code that resolves it.

    With units it is an attack in their area, with a target mobile combat there, `by` the place it is entered from.
    Without, the attack that is being put together.
    """
    if not units:
        battle = battle_now(game)
        if not is_area(game, battle.area):
            raise MalformedCommand("You can't attack inside a box. Name units and a target.")
        return told(game, battle)
    here, named = chosen_units(game, units)
    for place in (target, by):
        if place and place not in game.scenario.map.areas and place not in game.scenario.map.boxes:
            raise MalformedCommand(f'Unknown area "{place}".')
    if not is_area(game, target or here):
        raise MalformedCommand("Attacks take place in areas. Name the target.")
    if not target or target == here:
        return told(game, Battle(ATTACK, side_of(game, named[0]), here, named))
    last = by or here
    landing = lands(game, last) and is_hostile_beach(game, target)
    return told(game, Battle(MOBILE, side_of(game, named[0]), target, named, border_id(last, target), landing))


def told(game: Anvil, battle: Battle) -> AttackOdds:
    """Return an attack as the sums panel shows it."""
    sums, lines = force(game, battle), modifiers(game, battle)
    faces = outcomes(game.scenario.charts, sums.counts, total(lines)) if sums.counts else []
    expected = ExpectedHits(
        (sum(face.attacker for face in faces), len(DIE)), (sum(face.defender for face in faces), len(DIE))
    )
    return AttackOdds(
        battle.kind,
        battle.side,
        battle.area,
        battle.units,
        sums.parts,
        sums.total,
        sums.counts,
        tuple(lines),
        total(lines),
        faces[0].column if faces else None,
        tuple(faces),
        expected,
    )


def coming(game: Anvil) -> AttackOdds | None:
    """Return the sums of the mobile combat that a counter-attack would forestall, as it stands now (5.3, 5.4)."""
    for frame in reversed(game.state.frames):
        if frame.kind == "march" and frame["target"]:
            return told(game, mobile_battle(game, frame))
    return None


def supply_query(game: Anvil) -> Supplies:
    """Return for each side the areas in supply, the lines (area to the next) and what is cut off."""
    return Supplies(_supply(game, ALLIED), _supply(game, GERMAN))


def _supply(game: Anvil, side: str) -> SideSupply:
    found = supply(game, side)
    lines = {area: to or None for area, to in found.lines.items()}
    return SideSupply(tuple(sorted(found.areas)), lines, tuple(cut_off(game, side)))


def pursuit(game: Anvil, units: tuple[str, ...]) -> PursuitSums:
    """Return what a pursuit of units that leave their area would compare, and whether it is allowed."""
    here, named = chosen_units(game, units)
    if not is_area(game, here):
        return PursuitSums(here, 0, 0, False)
    enemy = other_side(side_of(game, named[0]))
    both = compared(game, enemy, here, named)
    return PursuitSums(here, both.pursuer, both.rearguard, pursuit_right(game, enemy, here, named))


def targets(game: Anvil) -> Places:
    """Return the areas in which the FFI may rise."""
    return Places(tuple(ffi_targets(game)))


def rivers(game: Anvil) -> Rivers:
    """Return for each river border what it costs to cross, and its modifier in mobile combat."""
    rows, waits = [], game.state.bridges
    for border in game.scenario.map.borders.values():
        if border.river:
            chart, bridged = game.scenario.charts.rivers[border.river], is_bridged(game, border)
            rows.append(
                RiverBorder(
                    border.id,
                    border.name,
                    border.river,
                    border.is_site,
                    bridged,
                    waits.get(border.id) or None,
                    chart.cost[bridged],
                    chart.die[bridged],
                )
            )
    return Rivers(tuple(rows))


def actors(game: Anvil) -> Actors:
    """Return for each side the places in which somebody can still be activated, and its Good Order units."""
    return Actors(_actors(game, ALLIED), _actors(game, GERMAN))


def _actors(game: Anvil, side: str) -> SideActors:
    able = tuple(place for place in places(game) if is_activatable(game, side, place))
    good = tuple(
        unit
        for place in places(game)
        for unit in game.state.stack(place)
        if side_of(game, unit) == side and is_good(game, unit)
    )
    return SideActors(able, good)


def payment(game: Anvil, plan: tuple[str, ...] = ()) -> HitsToPay:
    """Return what is to be paid, and what each way of paying is worth.

    A plan is what would be paid before that, item by item: a way and a unit ("reduce us-7ir"), or "level" and an area.
    `complete` tells that nothing is left to pay, or nobody to pay it.
    """
    if not game.state.frames or game.state.frames[-1].kind != PAYMENT:
        raise MalformedCommand("No hits to pay right now.")
    work = game.branch()
    for item in plan:
        pending, (how, _, what) = work.run(), item.partition(" ")
        if not isinstance(pending, Decision) or pending.kind != PAYMENT:
            raise MalformedCommand(f'Nothing left to pay before "{item}".')
        work.take(cmd(how, **{"area" if how == LEVEL else "unit": what}))
    work.index = len(work.state.frames) - 1
    bill = bill_of(work)
    ways = (DISORGANIZE, REDUCE, ELIMINATE) if bill.may_disorganize else (REDUCE, ELIMINATE)
    rows = [
        Payer(unit, label(game, unit), {how: points for how in ways if (points := worth(work, unit, how))})
        for unit in payers(work, bill)
    ]
    level = fort_level(work, bill.area) if bill.fort else 0
    return HitsToPay(bill.area, bill.left, tuple(rows), bill.fort, level, bill.left <= 0 or not is_payable(work, bill))


def together(game: Anvil, area: str, moving: bool = False) -> Together:
    """Return whom of the active side the command take_all would choose in a place; only who can move, if asked so."""
    if area not in game.scenario.map.areas and area not in game.scenario.map.boxes:
        raise MalformedCommand(f'Unknown area or box "{area}".')
    seat = game.state.active
    units = movers(game, seat, area) if moving else all_together(game, seat, area, (), but_trains(game, seat, area))
    return Together(seat, tuple(units) if any(is_combat(game, unit) for unit in units) else ())


def values(game: Anvil, place: str = "", unit: str = "") -> Values:
    """Return the values of a unit now, or what an area does, as the rows of a card that says why; [] for a box."""
    if unit:
        if unit not in game.state.units:
            raise MalformedCommand(f'Unknown unit "{unit}".')
        return Values(tuple(unit_card(game, unit)))
    if place not in game.scenario.map.areas and place not in game.scenario.map.boxes:
        raise MalformedCommand(f'Unknown area or box "{place}".')
    return Values(tuple(area_card(game, place)))


def victory(game: Anvil) -> VictoryWorth:
    """Return the running score, its lines, the level it would be and what each area is worth."""
    points = score(game)
    areas = dict(game.scenario.charts.victory.areas)
    return VictoryWorth(points, level_of(game, points), tuple(score_lines(game)), areas)


def arrivals_query(game: Anvil) -> Arrivals:
    """Return what is still to arrive."""
    return Arrivals(arrivals(game))


QUERIES: Final[Mapping[str, Callable[..., Any]]] = {
    "reach": reach_query, "way": way_query, "onto": onto_query, "together": together, "odds": odds,
    "supply": supply_query, "pursuit": pursuit, "ffi_targets": targets, "rivers": rivers, "actors": actors,
    "payment": payment, "victory": victory, "values": values, "arrivals": arrivals_query, "coming": coming,
}  # fmt: skip


# --- What units can do that are led onto enemies: attack, mobile combat, move in; each with what stands against it ---


def onto(game: Anvil, group: Group, here: str, to: str, against: tuple[Reason, ...]) -> Onto:
    """Return the three ways of meeting the enemies in an area, `against` being why the units cannot move at all."""
    there = [Reason(f"{names(game, group.units)} already stand in {area_name(game, to)}.", "4")] if here == to else []
    far = there or list(against) or list(far_reasons(game, group, here, to))
    ways = {
        "attack": list(_attack(game, group, here, to)),
        "mobile": [*far, *leader_reasons(game, group.units)],
        "move": far,
    }
    told = tuple(MeetingWay(verb, tuple(dict.fromkeys(reasons))) for verb, reasons in ways.items())
    return Onto(to, is_area(game, to) and is_target(game, group.side, to), told)


def _attack(game: Anvil, group: Group, here: str, to: str) -> Iterator[Reason]:
    if here != to:  # 5.2
        yield Reason("Units only attack in their own area. Use mobile combat, or move in and attack next turn.", "5.2")
    yield from leader_reasons(game, group.units)
