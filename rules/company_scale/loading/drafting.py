"""A scenario that is being made: what lies on its table although it has faults, and its own documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeAlias

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.integrity import KINDS
from rules.company_scale.loading.files import Bundle, referred
from rules.company_scale.loading.gestures import HEROES, KINDS_OF_PIECES, LEADERS, UNITS, WEAPONS, start_of
from rules.company_scale.loading.known import KnownIds, ground_known, known_of
from rules.company_scale.loading.map_building import build_map, cut
from rules.company_scale.loading.opening import Remainder, all_forces, open_bundle
from rules.company_scale.loading.scenario_building import build_scenario
from rules.company_scale.loading.scenarios import whole
from rules.company_scale.r06_1_stacking import excess_of, is_mixed
from rules.company_scale.records.view import View
from rules.company_scale.scenario import Scenario, scenario_folder
from rules.company_scale.setting_up import start
from rules.company_scale.state import AVAILABLE, Battle
from rules.company_scale.view import take_looks, view
from rules.engine.bounded import inside
from rules.engine.game import Game
from rules.files.documents import Document, read_file
from rules.files.draft_shelf import DraftShelf
from rules.files.problems import Data, Problem, ScenarioError
from rules.files.still_shelf import Kept
from rules.hexes.grid import hex_id, hex_name

# --- The map, forces and charts of a scenario as a draft has them: what ships by name ------------------------------

Documents: TypeAlias = dict[str, dict[str, Data]]
HOME: Final = "company_scale"
_TOLD_ELSEWHERE: Final = ("format", "needs")


def named(scenario: Document, root: Path) -> tuple[dict[str, Data], Documents]:
    """Return what a draft of the scenario says for `map`, `forces` and `charts`, and the files it needs for that."""
    own: Documents = {}
    ground = _name(referred(scenario, "map", ("map",), root), "map", str(scenario.mapping["id"]), root, own)
    base, problems = str(scenario.mapping["id"]), list[Problem]()
    found = all_forces(scenario, root, problems)
    if problems:
        raise ScenarioError(problems)
    forces = [_name(document, "forces", f"{base}_{i}", root, own) for i, document in enumerate(found, 1)]
    told: dict[str, Data] = {"map": ground, "forces": forces if own.keys() else scenario.mapping["forces"]}
    if scenario.mapping.get("charts", "house") != "house":
        told["charts"] = _name(referred(scenario, "charts", ("charts",), root), "charts", base, root, own)
    return told, own


def _name(document: Document, kind: str, default: str, root: Path, own: Documents) -> str:
    """Return the name of a document; one that does not ship is put among the own ones."""
    folder = kind if kind.endswith("s") else f"{kind}s"
    if shipped := _shipped(document, root / folder):
        return shipped
    is_file = document.path is not None and not document.base
    name = str(document.mapping.get("id", document.path.stem if is_file and document.path else default))
    while f"{HOME}/{folder}/{name}.yaml" in own:
        name += "_2"
    rest = {key: value for key, value in document.mapping.items() if key not in (*_TOLD_ELSEWHERE, "id")}
    marks = {} if kind == "forces" else {"id": name}
    own[f"{HOME}/{folder}/{name}.yaml"] = {"format": f"chitpull-{kind}/1", **marks, **rest}
    return name


def _shipped(document: Document, folder: Path) -> str:
    """Return the name of the shipped file that a document is, or says the same as, or ''."""
    if document.path is not None and not document.base and inside(document.path, folder):
        return document.path.stem
    named = document.mapping.get("id")
    paths = [folder / f"{named}.yaml"] if named else sorted(folder.glob("*.yaml"))
    told = _substance(document.mapping)
    return next((path.stem for path in paths if path.is_file() and _substance(read_file(path).mapping) == told), "")


def _substance(data: Mapping[str, Data]) -> dict[str, Data]:
    return {key: value for key, value in data.items() if key not in _TOLD_ELSEWHERE}


# --- What the stacks of a scenario that begins in the middle of a game are penalized for ---------------------------

Raw = Mapping[str, Data]


def with_stacking(before: Raw, after: Raw, game: Battle) -> Raw:
    """Return a scenario after a change of its set-up, with what is noted of each stack that it changed (6.1).

    A stack that somebody has joined counts as penalized as it is, as in any set-up (RULINGS 34). One that somebody has
    left keeps what still holds (RULINGS 7), and no stack that changed is one that a Kampfgruppe brought together
    (24.0). `game` is one of the scenario after the change.
    """
    noted = dict(after["begin"].get("stacking", {}))
    old, new = _stacks(before), _stacks(after)
    for here in old.keys() | new.keys():
        if old[here] == new[here]:
            continue
        entry = noted.pop(hex_name(here), {})
        excess, mixed = excess_of(game, here), is_mixed(game, here)
        if new[here] <= old[here]:
            excess, mixed = min(excess, entry.get("excess", 0)), mixed and entry.get("mixed", False)
        parts: dict[str, Data] = {"excess": excess, "mixed": mixed}
        if told := {key: value for key, value in parts.items() if value}:
            noted[hex_name(here)] = told
    begin = {key: value for key, value in after["begin"].items() if key != "stacking"}
    return {**after, "begin": begin | ({"stacking": noted} if noted else {})}


def _stacks(data: Raw) -> defaultdict[int, set[str]]:
    """Return the units in each hex; what a file written by hand says of no hex is passed over."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for name in data["setup"]:
        if (begin := start_of(data, name)) is not None:
            with suppress(ValueError):
                found[hex_id(begin.hex)].add(name)
    return found


# --- A scenario that is being made: what lies on its table although it has faults ----------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A draft as it lies on the table: its scenario and view without what cannot be shown, and all it may name.

    `game` is at its start.
    """

    scenario: Scenario
    view: View
    known: KnownIds
    game: Battle = field(compare=False, repr=False)


class Drafting:
    """Lay out one scenario of a draft again and again; map, forces and charts are read anew only when they change."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the folder of the draft and the name of the scenario's document, such as "company_scale/mill.yaml"."""
        self.name, self._shelf = name, DraftShelf(folder)
        self._read: tuple[list[Data], Remainder] | None = None
        self._before: Scenario | None = None
        self._ground: tuple[Raw, BattleMap] | None = None
        self._kept = Kept()

    def laid(self, documents: Mapping[str, Data]) -> Laid:
        """Return what lies on the table; raise ScenarioError where the files cannot be understood at all."""
        bundle = self._bundle(documents)
        known = _known(bundle)
        shown = {**bundle.scenario.mapping, **_fitting(bundle.scenario.mapping, known, bundle.kept)}
        try:
            return self._set_up(shown, bundle, known)
        except (LookupError, ValueError):  # it begins in the middle of a game (4.0), with what is not in its forces
            return self._set_up({key: value for key, value in shown.items() if key != "begin"}, bundle, known)

    def _set_up(self, data: Raw, bundle: Bundle, known: KnownIds) -> Laid:
        scenario = build_scenario(replace(bundle, scenario=bundle.scenario.with_data(data)), is_hashed=False)
        if self._before is not None:
            take_looks(scenario, self._before)
        self._before = scenario
        game = Game(KINDS, scenario, start(scenario))
        return Laid(scenario, view(game), known, game)

    def with_ground(self, laid: Laid, data: Raw, scenario: Raw) -> Laid:
        """Return what lies on the table of a scenario with another map under it, whose data is sound."""
        ground, area = build_map(data, before=self._ground), scenario.get("area")
        self._ground = data, ground
        if area:
            ground = cut(ground, tuple(area["columns"]), tuple(area["rows"]))
        known = replace(laid.known, **ground_known(data, area, self._kept))
        shown = replace(laid.scenario, map=ground)
        return replace(laid, scenario=shown, known=known, game=Game(KINDS, shown, laid.game.state))

    def followed(self, documents: Mapping[str, Data], after: Raw) -> Raw:
        """Return the scenario after a gesture, with what else follows from it where it begins in the middle of a game.

        Raises ScenarioError as `laid` does.
        """
        before = documents[self.name]
        if "begin" not in after or before.get("setup") == after.get("setup"):
            return after
        return with_stacking(before, after, self.laid({**documents, self.name: after}).game)

    def source(self, documents: Mapping[str, Data]) -> Mapping[str, Data]:
        """Return the scenario as one document, from which a game of it can be loaded wherever its files are.

        Raises ScenarioError with every fault.
        """
        return whole(open_bundle(self._shelf.document(documents, self.name), scenario_folder()))

    def document(self, documents: Mapping[str, Data]) -> Document:
        """Return the scenario as it finds what it names."""
        return self._shelf.document(documents, self.name)

    def _bundle(self, documents: Mapping[str, Data]) -> Bundle:
        document = self.document(documents)
        others = [data for name, data in documents.items() if name != self.name]
        parts = [*(document.mapping.get(key) for key in ("map", "forces", "charts")), *others]
        if self._read is None or not _are_same(self._read[0], parts):
            self._read = parts, Remainder(document, scenario_folder())
        return self._read[1].bundle(document)


def _are_same(one: list[Data], other: list[Data]) -> bool:
    """Tell whether data is the same; what stands in a draft is shared until it changes."""
    return len(one) == len(other) and all(a is b or a == b for a, b in zip(one, other, strict=True))


def _is_plain(mark: Raw) -> bool:
    """Tell whether the value of a marker can be shown: disorganization is a number (8.5.4)."""
    return mark["kind"] != "dg" or isinstance(mark.get("value", 1), int)


def _is_whose(goal: Raw) -> bool:
    """Tell whether a victory hex says whose points it is worth (27.2)."""
    later = goal.get("from", {})
    worths = [goal["points"], *(later.values() if isinstance(later, Mapping) else ())]
    return all(isinstance(worth, Mapping) or "side" in goal for worth in worths)


def _known(bundle: Bundle) -> KnownIds:
    """Return what the scenario may refer to, which its set-up does not change."""
    data = bundle.scenario.mapping

    def gather() -> KnownIds:
        return known_of(bundle.scenario, bundle.map, bundle.forces, bundle.charts)

    return bundle.kept.once("known", (data.get("area"), "begin" in data), gather)


def _fitting(data: Raw, known: KnownIds, kept: Kept) -> dict[str, Data]:
    """Return the parts of a scenario with what cannot be shown left out: strangers, and hexes off the map."""

    def stands(text: object) -> bool:
        return isinstance(text, str) and bool(known.playable(text)[0])

    def those(names: Any, among: Mapping[str, object]) -> list[str]:
        return [name for name in names if name in among]

    setup: dict[str, Data] = {}
    for name, begin in data["setup"].items():
        if name in known.units and stands(begin["hex"]):
            carries = begin.get("carries", "") in known.units
            setup[name] = {key: value for key, value in begin.items() if key != "carries" or carries}

    def due() -> list[Data]:
        return [
            {**arrival, **{key: those(arrival.get(key, ()), known.counters(key)) for key in KINDS_OF_PIECES}}
            for arrival in data.get("reinforcements", ())
            if stands(arrival["hex"]) and any(name in known.units for name in arrival[UNITS])
        ]

    weapons, leaders, attached = data.get(WEAPONS, {}), data.get(LEADERS, {}), data.get("attached", {})
    victory, transports = data.get("victory", {}), data.get("transports")
    fitting: dict[str, Data] = {
        "setup": setup,
        WEAPONS: {n: at for n, at in weapons.items() if n in known.weapons and (at == AVAILABLE or stands(at))},
        LEADERS: {n: at for n, at in leaders.items() if n in known.leaders and stands(at)},
        HEROES: those(data.get(HEROES, ()), known.heroes),
        "markers": [mark for mark in data.get("markers", ()) if stands(mark["hex"]) and _is_plain(mark)],
        "reinforcements": kept.once("fitting", (known, data.get("reinforcements")), due),
        "divisions": {name: begin for name, begin in data.get("divisions", {}).items() if name in known.divisions},
        "victory": {
            **victory,
            "hexes": [goal for goal in victory.get("hexes", ()) if stands(goal["hex"]) and _is_whose(goal)],
        },
        "transports": those(transports, known.units) if isinstance(transports, list) else transports,
        "attached": {n: to for n, to in attached.items() if n in known.formations and to in known.divisions},
    }
    return {key: value for key, value in fitting.items() if key in data}


# --- Which document of a draft its scenario names ----------------------------------------------------------


def ground_of(documents: Mapping[str, Data], name: str) -> str:
    """Return the name of the draft's document that is the map of a scenario, "" if none is."""
    return own_document(documents, name, "map", "maps")


def own_document(documents: Mapping[str, Data], name: str, field: str, folder: str) -> str:
    """Return the name of the draft's document that a scenario names in a field, "" if it is none of the draft's."""
    told = _mapping(documents[name]).get(field)
    if not isinstance(told, str):
        return ""
    home = PurePosixPath(name).parent
    tries = [home / told] if told.endswith(".yaml") else [at / folder / f"{told}.yaml" for at in (home, home.parent)]
    return next((str(path) for path in tries if str(path) in documents), "")


def _mapping(data: Data) -> Raw:
    return data if isinstance(data, Mapping) else {}


def users_of(documents: Mapping[str, Data], ground: str) -> list[str]:
    """Return the names of the scenarios of a draft that are fought on one of its maps."""
    return [name for name in documents if ground_of(documents, name) == ground]


def with_own_ground(documents: Mapping[str, Data], document: Document, name: str) -> tuple[str, dict[str, Raw]]:
    """Return the name of the draft's document with the map of a scenario, and the documents that are to be put.

    They are none if the map is one of the draft already, else a copy of it, and the scenario that names the copy.
    `document` is the scenario as it finds its map; raises ScenarioError if it does not.
    """
    own = ground_of(documents, name)
    if own:
        return own, {}
    found, home = referred(document, "map", ("map",), scenario_folder()).mapping, PurePosixPath(name)
    base = number = PurePosixPath(name).stem
    copy: dict[str, Data] = {"format": "chitpull-map/1", **found, "id": base}
    path, count = home.parent / "maps" / f"{base}.yaml", 1
    while documents.get(str(path), copy) != copy:
        count += 1
        number = f"{base}_{count}"
        path, copy = path.with_name(f"{number}.yaml"), {**copy, "id": number}
    return str(path), {str(path): copy, name: {**_mapping(documents[name]), "map": number}}
