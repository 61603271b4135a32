"""Build divisions, formations and counters from checked forces and charts (2.0, 3.2, 13.3, 26)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.company_scale.counters import (
    AMERICAN,
    CHITS,
    UNLIMITED,
    Armor,
    Box,
    Counter,
    Division,
    Face,
    FirePower,
    Formation,
    HeroCounter,
    LeaderCounter,
    MoveClass,
    Replacement,
    Stripe,
    WeaponCounter,
)
from rules.company_scale.loading.forces_checks import entries
from rules.company_scale.pieces import HERO_MARKER
from rules.company_scale.r26_attachments import MOST
from rules.company_scale.scenario import AircraftValues, BarrageValues, Charts, CoverValues, WeatherTable
from rules.company_scale.series import hours_of, series_of
from rules.files.checking import unknown_name
from rules.files.documents import Document
from rules.files.problems import Data, Problem

# --- Check and read the formations a scenario attaches at its start: German ones, two per division (26) ------------


def parents(scenario: Mapping[str, Data], forces: Sequence[Document]) -> dict[str, str]:
    """Return each formation's division: its own, or the one the scenario attaches it to."""
    own = {entry.data["id"]: str(entry.data["division"]) for entry in entries(forces, "formations")}
    return own | {name: str(division) for name, division in scenario.get("attached", {}).items()}


def attached_problems(scenario: Document, forces: Sequence[Document]) -> list[Problem]:
    """Return every fault in the attachments of a scenario whose forces are right."""
    given: Mapping[str, str] = scenario.mapping.get("attached", {})
    attachable = {e.data["id"]: None for e in entries(forces, "formations") if e.data.get("attachable")}
    sides = {entry.data["id"]: entry.data["side"] for entry in entries(forces, "divisions")}
    problems: list[Problem] = []
    for name, division in given.items():
        if name not in attachable:
            what = "attachable formation in these forces"
            problems.append(unknown_name(scenario, ("attached", name), what, name, attachable))
        if division not in sides:
            problems.append(unknown_name(scenario, ("attached", name), "division in these forces", division, sides))
        elif sides[division] != "german":
            message = "Formations can be attached to German divisions only (26)."
            problems.append(scenario.problem(("attached", name), message))
    return problems or [*_too_many(scenario, parents(scenario.mapping, forces), attachable)]


def _too_many(scenario: Document, division_of: Mapping[str, str], attachable: Mapping[str, None]) -> Iterator[Problem]:
    formations: dict[str, list[str]] = defaultdict(list)
    for name in attachable:
        formations[division_of[name]].append(name)
    for division, names in formations.items():
        if len(names) > MOST:
            which = f"{division} has {len(names)} formations attached ({', '.join(names)})"
            message = f"{which}; the most is {MOST} (26). Attach one to another division."
            yield scenario.problem(("attached",), message)


# --- Build divisions, formations and counters from checked forces and charts (2.0, 3.2, 13.3, 14.1, 15, 24, 26) ----

Raw = Mapping[str, Data]
GROUNDS: Final = {"german": "#4c5862", "allied": "#b9c77d"}
INKS: Final = {"german": "#fff9e8", "allied": "#16150f"}
EDGES: Final = {"german": "square", "allied": "round"}
"""How the counters of a side look where its forces do not say: dark and square, or light and round."""


def build_divisions(forces: Sequence[Document], charts: Raw, starts: Raw) -> dict[str, Division]:
    """Return the divisions; ratings come from the charts unless the scenario sets its own."""
    return {entry.data["id"]: _division(entry.data, charts, starts) for entry in entries(forces, "divisions")}


def _division(data: Raw, charts: Raw, starts: Raw) -> Division:
    chart, own = charts["divisions"][data["chart"]], starts.get(data["id"], {})
    return Division(
        id=data["id"],
        name=data.get("name", data["id"]),
        side=data["side"],
        colour=data.get("colour", GROUNDS[data["side"]]),
        ink=data.get("ink", INKS[data["side"]]),
        command_rating=own.get("command_rating", chart["command"]),
        dispatch_rating=own.get("dispatch_rating", chart["dispatch"]),
        max_troop_quality=own.get("max_troop_quality", chart["max_troop_quality"]),
        free_chit=chart.get("free_chit", False),
        chits=tuple(data.get("chits", CHITS)),
        paid_by=tuple(data.get("paid_by", ())),
        ends=(data["ends"]["date"], data["ends"]["turn"]) if "ends" in data else None,
        joins=data.get("ends", {}).get("joins", ""),
        nation=data.get("nation") or _first_nation(charts["series"][data["side"]]["nations"]),
        short=data.get("short", ""),
        edge=data.get("edge", EDGES[data["side"]]),
    )


def _first_nation(nations: Raw) -> str:
    """Return the nation of divisions that name none; "" stands for it in the printed game."""
    return "" if AMERICAN in nations else next(iter(nations))


def build_formations(forces: Sequence[Document], parents: Mapping[str, str]) -> dict[str, Formation]:
    """Return the formations; `parents` names the division of each (26)."""
    raw = (entry.data for entry in entries(forces, "formations"))
    return {data["id"]: _formation(data, parents[data["id"]]) for data in raw}


def _formation(data: Raw, division: str) -> Formation:
    return Formation(
        id=data["id"],
        name=data.get("name", data["id"]),
        division=division,
        stripe=data.get("stripe", "#808080"),
        attachable=data.get("attachable", False),
        colour=data.get("colour", ""),
        ink=data.get("ink", ""),
    )


class Owners:
    """Finds the side, division, formation and stripe of raw counters."""

    def __init__(self, divisions: Mapping[str, Division], formations: Mapping[str, Formation]) -> None:
        """Keep the divisions and formations the counters may name."""
        self._divisions = divisions
        self._formations = formations

    def of(self, data: Raw) -> dict[str, Data]:
        """Return the four fields of a counter that tell its owner (2.0)."""
        formation = data.get("formation", "")
        division = self._formations[formation].division if formation else data["division"]
        stripe = Stripe.COLOURED if formation else Stripe(data["stripe"])
        side = self._divisions[division].side
        return {"side": side, "division": division, "formation": formation, "stripe": stripe}


def build_units(forces: Sequence[Document], charts: Raw, owners: Owners) -> dict[str, Counter]:
    """Return the unit counters with the values of their types."""
    return _of_unit_types(forces, "units", charts, owners)


def build_transports(forces: Sequence[Document], charts: Raw, owners: Owners) -> dict[str, Counter]:
    """Return the transports of the divisions' pools with the values of their types (15)."""
    return _of_unit_types(forces, "transports", charts, owners)


def _of_unit_types(forces: Sequence[Document], key: str, charts: Raw, owners: Owners) -> dict[str, Counter]:
    types: Raw = charts["unit_types"]
    if "21" not in charts["series"]["chapters"]:
        types = {name: {**kind, "dual_purpose": False, "abandons_guns": False} for name, kind in types.items()}
    raw = (entry.data for entry in entries(forces, key))
    return {data["id"]: _unit(data, types[data["type"]], owners) for data in raw}


def _unit(data: Raw, kind: Raw, owners: Owners) -> Counter:
    name = data.get("name", data["id"])
    return Counter(
        id=data["id"],
        name=name,
        label=data.get("label", name),
        type=data["type"],
        deployed=_face(kind.get("deployed")),
        column=_face(kind.get("column")),
        move_class=_move_class(kind),
        armor=Armor(kind.get("armor", "soft")),
        engineer=kind.get("engineer", False),
        sustained_fire=kind.get("sustained_fire", False),
        dual_purpose=kind.get("dual_purpose", False),
        flamethrower=kind.get("flamethrower", False),
        abandons_guns=kind.get("abandons_guns", False),
        rail_only=kind.get("rail_only", False),
        transport=kind.get("transport", False),
        marker=kind.get("marker", False),
        ambush=kind.get("ambush", False),
        hq=kind.get("hq", ""),
        command_range=kind.get("command_range", 0),
        troop_quality=kind.get("troop_quality"),
        symbol=data.get("symbol", kind.get("symbol", "infantry")),
        size=data.get("size", "company"),
        **owners.of(data),
    )


def _face(data: Raw | None) -> Face | None:
    if data is None:
        return None
    move = data.get("move")
    return Face(
        fire=_fire(data["fire"]) if "fire" in data else None,
        defense=data.get("defense", 0),
        move=move[1] if isinstance(move, list) else None,
        indirect=_fire(data["indirect"]) if "indirect" in data else None,
    )


def _fire(data: Sequence[Data]) -> FirePower:
    box, value, *reach = data
    return FirePower(Box(box), value, *(UNLIMITED if hexes == "unlimited" else hexes for hexes in reach))


def _move_class(kind: Raw) -> MoveClass:
    """Return the class of the first printed movement value; a unit that never moves counts as leg."""
    moves = [kind[face].get("move") for face in ("column", "deployed") if face in kind]
    return MoveClass(next((move[0] for move in moves if isinstance(move, list)), "leg"))


def build_weapons(forces: Sequence[Document], charts: Raw, owners: Owners) -> dict[str, WeaponCounter]:
    """Return the support weapons with the values of their types."""
    types = charts["support_weapon_types"]
    return {
        data["id"]: WeaponCounter(
            id=data["id"],
            name=data.get("name", data["id"]),
            type=data["type"],
            fire=_fire(types[data["type"]]["fire"]),
            defense=types[data["type"]].get("defense", 0),
            sustained_fire=types[data["type"]].get("sustained_fire", False),
            one_use=types[data["type"]].get("one_use", False),
            flamethrower=types[data["type"]].get("flamethrower", False),
            **owners.of(data),
        )
        for data in (entry.data for entry in entries(forces, "support_weapons"))
    }


def build_leaders(forces: Sequence[Document], charts: Raw, owners: Owners) -> dict[str, LeaderCounter]:
    """Return the leaders with the values of their type and their replacements (13.3)."""
    types = charts["leader_types"]
    return {
        data["id"]: LeaderCounter(
            id=data["id"],
            name=data.get("name", data["id"]),
            fire=types[data["type"]]["fire"],
            troop_quality=types[data["type"]]["troop_quality"],
            replacement=_replacement(data, types[data["type"]]),
            **owners.of(data),
        )
        for data in (entry.data for entry in entries(forces, "leaders"))
    }


def _replacement(data: Raw, kind: Raw) -> Replacement | None:
    back = kind.get("replacement")
    if back is None:
        return None
    name = data.get("replacement", f"Deputy of {data.get('name', data['id'])}")
    return Replacement(name, back["fire"], back["troop_quality"])


def build_heroes(forces: Sequence[Document], charts: Raw, owners: Owners) -> dict[str, HeroCounter]:
    """Return the named heroes with the values of their type (14.1)."""
    types = charts.get("hero_types", {})
    return {
        data["id"]: HeroCounter(
            id=data["id"],
            name=data.get("name", data["id"]),
            type=types[data["type"]].get("power", data["type"]),
            fire=types[data["type"]].get("fire", 0),
            troop_quality=types[data["type"]].get("troop_quality", 0),
            leaves_on=types[data["type"]].get("leaves_on", -1),
            **owners.of(data),
        )
        for data in (entry.data for entry in entries(forces, "heroes"))
    }


UNNAMED_LEAVES_ON: Final = 4  # 14.2


def build_hero_markers(charts: Raw) -> dict[str, LeaderCounter]:
    """Return the unnamed heroes of both sides, who appear in random events (14.2, 20.0)."""
    heroes = {}
    for side, data in charts.get("hero_marker", {}).items():
        for number in range(1, data["count"] + 1):
            name, title = f"hero_{side}_{number}", f"{charts['series'][side]['name']} hero"
            heroes[name] = LeaderCounter(
                name, title, side, "", "", Stripe.NONE, data["fire"], data["troop_quality"],
                hero=True, type=HERO_MARKER, leaves_on=UNNAMED_LEAVES_ON, defense=data["defense"],
            )  # fmt: skip
    return heroes


def build_charts(charts: Raw) -> Charts:
    """Return the charts the rules read."""
    results, weather = charts["combat_results"], charts["weather"]
    city: Raw = charts if "22" in charts["series"]["chapters"] else {}
    return Charts(
        combat_hex={row: tuple(cells) for row, cells in results["hex"].items()},
        combat_hard={row: tuple(cells) for row, cells in results["hard_target"].items()},
        barrage={size: BarrageValues(**row) for size, row in charts["barrage"].items()},
        fortification=_cover(charts["fortification"]),
        prepared_assault=_cover(charts["prepared_assault"]),
        weather=WeatherTable(weather["rain"][0], weather["after_rain_modifier"]),
        events=tuple(charts.get("random_events", ())),
        traffic_jam=city.get("traffic_jam", {}),
        evacuation=city.get("evacuation", {}),
        air_support={side: AircraftValues(**row) for side, row in charts.get("air_support", {}).items()},
        hours=hours_of(charts),
        series=series_of(charts),
    )


def _cover(rows: Raw) -> dict[str, CoverValues]:
    return {name: CoverValues(row["defense"], row["troop_quality"]) for name, row in rows.items()}
