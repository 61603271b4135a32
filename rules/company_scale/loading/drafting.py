"""A scenario that is being made: what lies on its table although it has faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rules.company_scale.kinds import KINDS
from rules.company_scale.loading.advice import advice_on
from rules.company_scale.loading.gestures import HEROES, KINDS_OF_PIECES, LEADERS, UNITS, WEAPONS
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
