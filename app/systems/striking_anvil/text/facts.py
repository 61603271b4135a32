"""Units, stacks and areas in short words; the order of battle and the places, as they are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.systems.striking_anvil.text.tell import KIND_NAMES, NATIONS
from app.text.entries import Entry, EntryKind, UnitStanding, grouped
from app.text.names import NAMES, Names
from rules.engine.english import counted, signed
from rules.striking_anvil.scenario import Charts
from rules.striking_anvil.view import AreaView, Arrival, BoxView, UnitView, View

# --- The order of battle and the places, as they are listed and looked for -----------------------------------------

OTHERS = "Support and transport"


def army(view: View, names: Names) -> list[Entry]:
    """Return the sides with their units by division."""
    due = {unit: row for row in view.arrivals for unit in row.units}
    exits = {box.id for box in view.boxes if box.kind == "exit"}
    sides: dict[str, dict[str, list[Entry]]] = {side: {} for side in NAMES}
    for unit, told in sorted(view.units.items(), key=lambda pair: rank(pair[1])):
        if told.at == "due" and unit not in due:
            continue  # no part of this scenario
        group = told.division or OTHERS
        sides[told.side].setdefault(group, []).append(_unit(unit, told, due.get(unit), exits, names))
    found = []
    for side, groups in sides.items():
        parts = sorted(groups.items(), key=lambda pair: (pair[0] == OTHERS, pair[0]))
        found.append(grouped(NAMES[side], side, (grouped(name, side, units) for name, units in parts)))
    return found


def _unit(unit: str, told: UnitView, due: Arrival | None, exits: set[str], names: Names) -> Entry:
    place, standing = names.of(told.at), UnitStanding.HERE
    if told.at == "eliminated":
        place, standing = "Eliminated", UnitStanding.LOST
    elif due is not None:
        place, standing = f"Turn {due.turn}, {names.of(due.to)}", UnitStanding.DUE
    elif told.at in exits:
        standing = UnitStanding.AWAY
    state = ", ".join(filter(None, [values(told), state_words(told)]))
    return Entry(
        f"unit:{unit}", told.label, EntryKind.UNIT, state, place, f"{unit} {unit_words(told)}", told.side, standing
    )


def places(view: View) -> Sequence[Entry]:
    """Return the areas and boxes."""
    areas = [
        Entry(f"area:{area.id}", area.name, EntryKind.PLACE, f"{area.terrain}, {NAMES[area.side]}", area.id, area.id)
        for area in view.areas
    ]
    boxes = [
        Entry(f"area:{box.id}", box.name, EntryKind.PLACE, f"{NAMES[box.side]} box", box.id, box.id)
        for box in view.boxes
    ]
    return [*areas, *boxes]


# --- Units, stacks and areas in short words, as panels and the status line show them -------------------------------

ORDER = ("combat", "support", "cd", "train", "transport")


def values(unit: UnitView) -> str:
    """Return what is printed on the side a unit shows: strength and movement, or the bonus."""
    if unit.kind == "combat":
        return f"{unit.strength}–{'E' if unit.entrenched else unit.movement}"
    bonus = f"{signed(unit.bonus)}" if unit.bonus else ""
    moves = f"–{unit.movement}" if unit.movement and unit.kind != "cd" else ""
    return f"{bonus}{moves}" if bonus else f"–{unit.movement}"


def state_words(unit: UnitView) -> str:
    """Return what is not plain about a unit: reduced, Disorganized, entrenched."""
    told = [
        word
        for word, on in (
            ("reduced", unit.reduced),
            ("Disorganized", unit.disorganized),
            ("entrenched", unit.entrenched),
        )
        if on
    ]
    return ", ".join(told)


def unit_words(unit: UnitView) -> str:
    """Return a unit in full: nation, kind, values, state."""
    kind = (unit.branch or "") if unit.kind == "combat" else KIND_NAMES[unit.kind]
    told = [f"{unit.label}, {NATIONS[unit.nation]} {kind}", values(unit)]
    return ", ".join([*told, *filter(None, [state_words(unit)])])


def rank(unit: UnitView) -> tuple[object, ...]:
    """Return the place of a unit in its stack: Good Order first, combat by division, support, the rest."""
    return unit.disorganized, ORDER.index(unit.kind), unit.division or "", -unit.strength, unit.label


def stack_words(view: View, units: Iterable[str]) -> str:
    """Return the sums of a stack: strength, that in Good Order which pursuit compares, bonus, steps."""
    told = [view.units[unit] for unit in units]
    strength = sum(unit.strength for unit in told)
    good = sum(unit.strength for unit in told if not unit.disorganized)
    bonus = sum(unit.bonus for unit in told if not unit.disorganized)
    steps = sum(unit.steps for unit in told)
    parts = [f"strength {strength}", f"Good Order {good}", counted(steps, "step")]
    return ", ".join([*parts, *([f"support {signed(bonus)}"] if bonus else [])])


def other(side: str) -> str:
    """Return the other side."""
    return next(one for one in NAMES if one != side)


def area_of(view: View, place: str) -> AreaView | None:
    """Return an area of a view, or None."""
    return next((area for area in view.areas if area.id == place), None)


def box_of(view: View, place: str) -> BoxView | None:
    """Return a box of a view, or None."""
    return next((box for box in view.boxes if box.id == place), None)


def area_facts(view: View, place: str) -> list[str]:
    """Return what is true of a place, line by line."""
    area, box = area_of(view, place), box_of(view, place)
    if box is not None:
        leads = ", ".join(box.areas)
        kinds = {
            "exit": "leaves the map from",
            "landing": "lands in",
            "port": "lands in",
            "entry": "enters",
            "ashore": "forms in",
        }
        return [f"{NAMES[box.side]} box: {kinds[box.kind]} {leads}"]
    if area is None:
        return []
    lines = [f"{area.terrain.capitalize()}, {NAMES[area.side]}"]
    if area.ffi:
        lines[0] += ", FFI fighters (+1)" if area.ffi == "fighters" else ", cross of Lorraine"
    if area.fort is not None and area.fort.level:
        lines.append(f"Fortress level {area.fort.level}: {signed(area.fort.die)} to Allied attacks")
    lines += [f"{NAMES[side]} units are out of supply here" for side in area.out_of_supply]
    if area.port_open:
        lines.append("The port is open")
    lines += [f"{'Air' if marker == 'air' else 'Naval'} support: +1 to Allied attacks" for marker in area.bombing]
    return [*lines, *bridge_facts(view, place)]


def bridge_facts(view: View, place: str) -> list[str]:
    """Return the bridge sites of an area with their state."""
    told = []
    for site in view.bridges:
        if place in site.border.split("-"):
            built = f"in {counted(site.waits, 'activation')}" if site.waits else "down"
            state = "stands" if site.stands else built
            told.append(f"Bridge {site.border} ({site.river}): {state}")
    return told


def coming(view: View, place: str) -> list[tuple[int, list[str]]]:
    """Return the turns of arrivals in a place with the units of each."""
    return [(row.turn, list(row.units)) for row in view.arrivals if row.to == place]


def described(view: View, place: str, unit: str = "") -> str:
    """Return a place in one line, for the status line: name, terrain, owner, strengths, the unit pointed at."""
    area, box = area_of(view, place), box_of(view, place)
    if area is not None:
        parts = [f"{area.id} {area.name}", area.terrain, NAMES[area.side]]
        parts += [
            f"{NAMES[side]} {stack.good} of {stack.strength} in Good Order"
            for side, stack in area.stacks.items()
            if stack.strength
        ]
    elif box is not None:
        parts = [box.name, counted(len(box.units), "unit")]
    else:
        return ""
    return ", ".join([*parts, *([unit_words(view.units[unit])] if unit in view.units else [])])


# --- The charts of the game as rows of words: combat results, ground, rivers, bombing, fortifications --------------

Rows = Sequence[Sequence[str]]


def combat_rows(charts: Charts) -> Rows:
    """Return the combat results with their heads."""
    columns = [*charts.columns, 0]
    heads = [str(a) if b == a + 1 else f"{a}–{b - 1}" if b else f"{a}+" for a, b in pairwise(columns)]
    rows = [[_minus(die), *(f"{a}/{d}" for a, d in charts.rows[die])] for die in sorted(charts.rows)]
    return [["die", *heads], *rows]


def ground_rows(charts: Charts) -> Rows:
    """Return what terrain costs and does to the die."""
    rows = [
        [
            name.capitalize(),
            str(one.foot),
            "no" if one.motorized is None else str(one.motorized),
            str(one.by_road),
            _minus(one.die),
        ]
        for name, one in charts.terrain.items()
    ]
    return [["", "on foot", "motorized", "by road", "die"], *rows]


def river_rows(charts: Charts) -> Rows:
    """Return what rivers cost and do to mobile combat, without and with a bridge."""
    rows = [
        [f"{name.capitalize()} river", *map(str, one.cost), *map(_minus, one.die)]
        for name, one in charts.rivers.items()
    ]
    return [["", "no bridge", "bridge", "die, no bridge", "die, bridge"], *rows]


def bombing_rows(charts: Charts) -> Rows:
    """Return the bombing table; a cell with "stays" leaves the marker in support."""
    rows = [
        [name.capitalize(), *(f"{levels}{' stays' if stays else ''}" for levels, stays in faces)]
        for name, faces in charts.bombing.items()
    ]
    return [["Die", *map(str, range(1, 7))], *rows]


def fortress_rows(charts: Charts) -> Rows:
    """Return what each fortification level does to the die of an Allied attack, by area."""
    most = max(map(len, charts.fortifications.values()))
    rows = [[area, *map(_minus, dice), *[""] * (most - len(dice))] for area, dice in charts.fortifications.items()]
    return [["Level", *map(str, range(most))], *rows]


def _minus(value: int) -> str:
    return str(value).replace("-", "−")
