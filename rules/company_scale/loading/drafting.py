"""A scenario that is being made: what lies on its table although it has faults, and what each gesture makes of it.

The gestures are functions from the data of a scenario to the data after them; nothing is changed in place. They know
what a piece is and where it may stand in the file, and leave it to the checks to say whether that can be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from rules.company_scale.kinds import KINDS
from rules.company_scale.loading.advice import advice_on
from rules.company_scale.loading.known import KnownIds, known_of
from rules.company_scale.loading.scenario_building import Bundle, build_scenario
from rules.company_scale.loading.scenarios import load_scenario, read_bundle
from rules.company_scale.records.view import View
from rules.company_scale.scenario import Scenario, scenario_folder
from rules.company_scale.setting_up import start
from rules.company_scale.state import AVAILABLE
from rules.company_scale.view import view
from rules.engine.game import Game
from rules.files.documents import Document
from rules.files.problems import Problem, ScenarioError
from rules.files.values import Data

Raw = Mapping[str, Data]

UNITS, WEAPONS, LEADERS, HEROES = "units", "support_weapons", "leaders", "heroes"
KINDS_OF_PIECES: Final = (UNITS, WEAPONS, LEADERS, HEROES)
_EMPTY: Final[Raw] = {"setup": {}}
_ON_THE_MAP: Final = frozenset(
    {WEAPONS, LEADERS, HEROES, "markers", "reinforcements", "victory", "attached", "transports", "begin"}
)
ONE_OF_A_KIND: Final = frozenset({"foxhole", "trench", "pillbox", "bunker"})
"""Works of which a hex holds one (11)."""


class CannotPlace(ValueError):
    """A piece cannot be put there; the text is a sentence with the rule."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A draft as it lies on the table: its scenario and view without what cannot be shown, and all it may name."""

    scenario: Scenario
    view: View
    known: KnownIds


class Drafting:
    """Lay out one scenario of a draft again and again; map, forces and charts are read anew only when they change."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the folder of the draft and the name of the scenario's document, such as "company_scale/mill.yaml"."""
        self.path, self.name = folder / name, name
        self._read: tuple[list[Data], Bundle] | None = None

    def laid(self, documents: Mapping[str, Data]) -> Laid:
        """Return what lies on the table; raise ScenarioError where the files cannot be understood at all."""
        data = whole(documents, self.name)
        bundle = self._bundle(data)
        known = known_of(bundle.scenario, bundle.map, bundle.forces, bundle.charts)
        shown = {**data, **_fitting(data, known)}
        try:
            return self._set_up(shown, bundle, known)
        except (LookupError, ValueError):  # it begins in the middle of a game (4.0), with what is not in its forces
            return self._set_up({key: value for key, value in shown.items() if key != "begin"}, bundle, known)

    def _set_up(self, data: Raw, bundle: Bundle, known: KnownIds) -> Laid:
        shown = Document(data, self.name, self.path)
        scenario = build_scenario(Bundle(shown, bundle.map, bundle.forces, bundle.charts))
        return Laid(scenario, view(Game(KINDS, scenario, start(scenario))), known)

    def load(self, documents: Mapping[str, Data]) -> Scenario:
        """Return the scenario to be played; raise ScenarioError with every fault."""
        return load_scenario(self.source(documents))

    def source(self, documents: Mapping[str, Data]) -> dict[str, Data]:
        """Return the scenario as one document, from which a game of it can be loaded wherever its files are."""
        return whole(documents, self.name)

    def problems(self, documents: Mapping[str, Data]) -> list[Problem]:
        """Return every fault of the scenario, or advice if it has none."""
        try:
            scenario = self.load(documents)
        except ScenarioError as error:
            return error.problems
        return advice_on(Document(self.source(documents), self.name), scenario)

    def _bundle(self, data: Raw) -> Bundle:
        parts = [data.get("map"), data.get("forces"), data.get("charts")]
        document = Document(data, self.name, self.path)
        if self._read is None or self._read[0] != parts:
            self._read = parts, read_bundle(document, scenario_folder())
        kept = self._read[1]
        return Bundle(document, kept.map, kept.forces, kept.charts)


def whole(documents: Mapping[str, Data], name: str) -> dict[str, Data]:
    """Return a scenario with the draft's own map, forces and charts in place of their names."""
    data, home = dict(documents[name]), PurePosixPath(name).parent

    def own(folder: str, value: Data) -> Data:
        if not isinstance(value, str):
            return value
        file = home / value if value.endswith((".yaml", ".yml")) else home / folder / f"{value}.yaml"
        return documents.get(file.as_posix(), value)

    for key in ("map", "charts"):
        if key in data:
            data[key] = own(f"{key.rstrip('s')}s", data[key])
    if isinstance(data.get("forces"), list):
        data["forces"] = [own("forces", value) for value in data["forces"]]
    return data


def _fitting(data: Raw, known: KnownIds) -> dict[str, Data]:
    """Return the parts of a scenario with what cannot be shown left out: strangers, and hexes off the map."""

    def stands(text: object) -> bool:
        return isinstance(text, str) and bool(known.playable(text)[0])

    def those(names: Iterable[str], among: Mapping[str, object]) -> list[str]:
        return [name for name in names if name in among]

    setup: dict[str, Data] = {}
    for name, begin in data["setup"].items():
        if name in known.units and stands(begin["hex"]):
            carries = begin.get("carries", "") in known.units
            setup[name] = {key: value for key, value in begin.items() if key != "carries" or carries}
    due = [
        {**arrival, **{key: those(arrival.get(key, ()), known.counters(key)) for key in KINDS_OF_PIECES}}
        for arrival in data.get("reinforcements", ())
        if stands(arrival["hex"])
    ]
    fitting: dict[str, Data] = {
        "setup": setup,
        WEAPONS: {
            name: at
            for name, at in data.get(WEAPONS, {}).items()
            if name in known.weapons and (at == AVAILABLE or stands(at))
        },
        LEADERS: {name: at for name, at in data.get(LEADERS, {}).items() if name in known.leaders and stands(at)},
        HEROES: those(data.get(HEROES, ()), known.heroes),
        "markers": [marker for marker in data.get("markers", ()) if stands(marker["hex"])],
        "reinforcements": [arrival for arrival in due if arrival[UNITS]],
        "divisions": {name: begin for name, begin in data.get("divisions", {}).items() if name in known.divisions},
    }
    victory = data.get("victory", {})
    fitting["victory"] = {**victory, "hexes": [goal for goal in victory.get("hexes", ()) if stands(goal["hex"])]}
    if isinstance(data.get("transports"), list):
        fitting["transports"] = those(data["transports"], known.units)
    if "attached" in data:
        fitting["attached"] = {
            name: to for name, to in data["attached"].items() if name in known.formations and to in known.divisions
        }
    return {key: value for key, value in fitting.items() if key in data}


# --- Gestures ------------------------------------------------------------------------------------------------------


def kind_of_piece(piece: str, known: KnownIds) -> str:
    """Return whether a piece is among the units (and transports), support weapons, leaders or heroes."""
    return next(kind for kind in KINDS_OF_PIECES if piece in known.counters(kind))


def with_piece(data: Raw, known: KnownIds, piece: str, at: str) -> dict[str, Data]:
    """Return the scenario with a piece in a hex from the start, wherever it was; raise CannotPlace."""
    here, fault = known.playable(at)
    if not here:
        raise CannotPlace(fault)
    kind = kind_of_piece(piece, known)
    if kind == HEROES:
        raise CannotPlace("Heroes begin in the box of their division, not on the map (14.0).")
    if kind == UNITS and _is_transport(piece, known):
        return _with_transport(data, known, piece, at)
    before = data["setup"].get(piece, {})
    if kind == UNITS and before:
        return _set(data, "setup", piece, {**before, "hex": at})
    if kind != UNITS and piece in data.get(kind, {}):
        return _set(data, kind, piece, at)
    free = without_piece(data, piece)
    if kind == UNITS:
        return _set(free, "setup", piece, {"hex": at, "side": sides_of(piece, known)[0]})
    return _set(free, kind, piece, at)


def without_piece(data: Raw, piece: str) -> dict[str, Data]:
    """Return the scenario without a piece: not set up, not carried, not due."""
    after = dict(data)
    setup = {name: _uncarried(start, piece) for name, start in data["setup"].items() if name != piece}
    if setup != data["setup"]:
        after["setup"] = setup
    for key in (WEAPONS, LEADERS):
        if piece in data.get(key, {}):
            after[key] = {name: at for name, at in data[key].items() if name != piece}
    if piece in data.get(HEROES, ()):
        after[HEROES] = [name for name in data[HEROES] if name != piece]
    if any(piece in due.get(key, ()) for due in data.get("reinforcements", ()) for key in _DUE):
        after["reinforcements"] = [left for due in data["reinforcements"] if (left := _without(due, piece))]
    for key in (WEAPONS, LEADERS, HEROES, "reinforcements"):
        if key in after and key in data and not after[key] and data[key]:
            del after[key]
    return after


_DUE: Final = (*KINDS_OF_PIECES, "transports")


def _without(due: Raw, piece: str) -> dict[str, Data]:
    """Return an arrival without a piece; one without units is none any more."""
    left = {key: [name for name in due[key] if name != piece] for key in _DUE if key in due}
    kept = {key: left.get(key, value) for key, value in due.items() if left.get(key, value)}
    return kept if kept.get(UNITS) else {}


def _uncarried(start: Raw, piece: str) -> Raw:
    return {key: value for key, value in start.items() if key != "carries"} if start.get("carries") == piece else start


def with_arrival(data: Raw, known: KnownIds, piece: str, turn: int, at: str) -> dict[str, Data]:
    """Return the scenario with a piece that arrives in a turn at a hex (18.0), with others of its side if any do.

    Raises CannotPlace for what cannot come alone.
    """
    kind = kind_of_piece(piece, known)
    free = without_piece(data, piece)
    key = "transports" if kind == UNITS and _is_transport(piece, known) else kind
    side = known.side(known.counters(kind)[piece])
    arrivals = list(free.get("reinforcements", ()))
    for number, due in enumerate(arrivals):
        with_it = known.units.get(due[UNITS][0])
        if (due["turn"], due["hex"]) == (turn, at) and with_it is not None and known.side(with_it) == side:
            arrivals[number] = {**due, key: [*due.get(key, ()), piece]}
            return {**free, "reinforcements": arrivals}
    if key != UNITS:
        raise CannotPlace("It arrives with units: let one arrive first at this hex in this turn (18.0).")
    arrivals.append({"turn": turn, "hex": at, UNITS: [piece]})
    return {**free, "reinforcements": arrivals}


def turned_over(data: Raw, known: KnownIds, piece: str) -> dict[str, Data]:
    """Return the scenario with the other side of a unit up; raise CannotPlace if it has but one (3.2)."""
    before = data["setup"][piece]
    if len(sides_of(piece, known)) == 1:
        raise CannotPlace("This counter has one side only (3.2).")
    return _set(data, "setup", piece, {**before, "side": "column" if before["side"] == "deployed" else "deployed"})


def riders(data: Raw, known: KnownIds, carrier: str) -> list[str]:
    """Return the units in the hex of a transport (15.0) or tank (30.0) that is set up and might carry one of them."""
    kind = known.charts["unit_types"][known.units[carrier]["type"]]
    if not kind.get("transport") and kind.get("armor") != "tank":
        return []
    side, at = known.side(known.units[carrier]), data["setup"][carrier]["hex"]
    here = [name for name, begin in data["setup"].items() if begin["hex"] == at and name in known.units]
    own = [name for name in here if name != carrier and known.side(known.units[name]) == side]
    return [name for name in own if known.move_class(known.units[name]) in ("", "leg")]


def carrying(data: Raw, carrier: str, passenger: str) -> dict[str, Data]:
    """Return the scenario with a passenger aboard a transport (15.0) or on a tank (30.0) that is set up."""
    free = without_piece(data, passenger)
    return _set(free, "setup", carrier, {**free["setup"][carrier], "carries": passenger})


def unloaded(data: Raw, known: KnownIds, carrier: str) -> dict[str, Data]:
    """Return the scenario with the passenger of a carrier set down in its hex; a transport goes to the pool."""
    begin = data["setup"][carrier]
    passenger = begin["carries"]
    after = without_piece(data, passenger)
    if _is_transport(carrier, known):
        after = without_piece(after, carrier)
    return _set(after, "setup", passenger, {"hex": begin["hex"], "side": sides_of(passenger, known)[0]})


def with_marker(data: Raw, at: str, kind: str, value: Data = None) -> dict[str, Data]:
    """Return the scenario with a marker in a hex, in place of one that cannot lie there beside it."""
    rivals = ONE_OF_A_KIND if kind in ONE_OF_A_KIND else {kind}
    others = [mark for mark in data.get("markers", ()) if mark["hex"] != at or mark["kind"] not in rivals]
    new = {"hex": at, "kind": kind} | ({} if value is None else {"value": value})
    return {**data, "markers": [*others, new]}


def without_marker(data: Raw, at: str, kind: str) -> dict[str, Data]:
    """Return the scenario without a marker in a hex."""
    markers = [mark for mark in data.get("markers", ()) if mark["hex"] != at or mark["kind"] != kind]
    rest = {key: value for key, value in data.items() if key != "markers"}
    return {**rest, "markers": markers} if markers else rest


def with_victory_hex(data: Raw, at: str, goal: Raw | None) -> dict[str, Data]:
    """Return the scenario with what a hex is worth (27.2), or with a hex that is worth nothing if `goal` is None."""
    victory = data.get("victory", {})
    goals = list(victory.get("hexes", ()))
    place = next((number for number, old in enumerate(goals) if old["hex"] == at), len(goals))
    goals[place : place + 1] = [] if goal is None else [{"hex": at, **goal}]
    after = {key: value for key, value in victory.items() if key != "hexes"} | ({"hexes": goals} if goals else {})
    return {**data, "victory": after}


def emptied(data: Raw) -> dict[str, Data]:
    """Return a scenario with its map and forces and nobody on the map: where another one begins."""
    return {key: value for key, value in data.items() if key not in (*_ON_THE_MAP, "note")} | dict(_EMPTY)


def sides_of(unit: str, known: KnownIds) -> list[str]:
    """Return the sides of a unit's counter, deployed before column (3.2)."""
    kind = known.charts["unit_types"][known.units[unit]["type"]]
    return [side for side in ("deployed", "column") if side in kind]


def _is_transport(unit: str, known: KnownIds) -> bool:
    return bool(known.charts["unit_types"][known.units[unit]["type"]].get("transport"))


def _with_transport(data: Raw, known: KnownIds, transport: str, at: str) -> dict[str, Data]:
    """Move a transport with what it carries, or let it take up the unit that stands alone in a hex (15.0)."""
    begin = data["setup"].get(transport, {})
    if begin.get("carries"):
        return _set(data, "setup", transport, {**begin, "hex": at})
    side = known.side(known.units[transport])
    there = [
        unit
        for unit, place in data["setup"].items()
        if place["hex"] == at and unit in known.units and known.side(known.units[unit]) == side
        if not _is_transport(unit, known) and "deployed" in sides_of(unit, known)
    ]
    if not there:
        raise CannotPlace("A transport on the map carries a unit (15.0): put it on a unit of its side.")
    free = without_piece(without_piece(data, transport), there[-1])
    return _set(free, "setup", transport, {"hex": at, "side": sides_of(transport, known)[-1], "carries": there[-1]})


def _set(data: Raw, key: str, name: str, value: Any) -> dict[str, Data]:
    return {**data, key: {**data.get(key, {}), name: value}}
