"""The command `check` for the files of this system, and the scenarios by whose charts a forces file is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rules.company_scale.loading.advice import advice_on
from rules.company_scale.loading.beginning import position_problems
from rules.company_scale.loading.files import house_charts, kind_of
from rules.company_scale.loading.forces_checks import LISTS, forces_problems
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters
from rules.company_scale.loading.opening import all_forces, charts_of, checked, look, with_needs
from rules.company_scale.loading.scenario_building import build_scenario
from rules.company_scale.mapmaking.sources import SOURCE_FORMAT, source_problems
from rules.company_scale.scenario import scenario_folder
from rules.engine.english import counted
from rules.engine.system import named_in
from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Data, Problem, ScenarioError

# --- The scenarios beside a forces file that use it: it is right if it is right by their charts --------------------


def charts_of_users(forces: Document, root: Path) -> list[Mapping[str, Data]]:
    """Return the charts of the scenarios beside a forces file that use it, each once; the house charts if none does.

    Charts that are wrong themselves are left out.
    """
    users = list(_users(forces, root))
    if all(scenario.mapping.get("charts", "house") == "house" for scenario in users):
        return [house_charts(root).mapping]
    found: list[Mapping[str, Data]] = []
    for scenario in users:
        charts = charts_of(scenario, root)
        if charts is not None and charts not in found:
            found.append(charts)
    return found


def _users(forces: Document, root: Path) -> Iterator[Document]:
    """Yield the scenarios of the right form that use a forces file, from its folder and the one above it."""
    path = forces.path
    for folder in (path.parent, path.parent.parent) if path else ():
        for name in forces.shelf.names(folder):
            try:
                scenario = forces.shelf.read(folder / f"{name}.yaml")
            except ScenarioError:
                continue
            if kind_of(scenario) == "scenario" and not checked(scenario, "scenario"):
                named = all_forces(scenario, root, [])
                if any(each.path == path and not each.base for each in named):
                    yield scenario


# --- The command `check` for the files of this system --------------------------------------------------------------

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: chitpull-scenario/1" (or map, forces, charts).'
)
_WORDS: Final = {"support_weapons": "support weapon", "heroes": "hero"}
"""Lists of forces whose singular is not their name without its s."""


def _problems(document: Document) -> Sequence[Problem]:
    kind, home = kind_of(document), scenario_folder()
    if kind == "scenario":
        problems, bundle = look(document, home)
        if bundle is not None:
            problems = position_problems(document, build_scenario(bundle))
        return problems + id_problems(document)
    if document.mapping.get("format") == SOURCE_FORMAT:
        return source_problems(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    problems = checked(document, kind) + id_problems(document)
    if kind == "forces" and not problems:
        forces = with_needs(document, home, problems)
        if not problems:
            problems = [each for charts in charts_of_users(document, home) for each in forces_problems(forces, charts)]
    return problems


def problems_in(document: Document) -> list[Problem]:
    """Return every fault of a document and of what it names, or, if it is a scenario without any, advice."""
    if kind_of(document) != "scenario":
        return list(_problems(document))
    problems, bundle = look(document, scenario_folder())
    if bundle is None:
        return problems + id_problems(document)
    scenario = build_scenario(bundle)
    return [*position_problems(document, scenario), *id_problems(document)] or advice_on(document, scenario)


def _about(document: Document) -> str:
    """Count what is on a map."""
    if kind_of(document) != "map":
        return ""
    data = document.mapping
    tally = Counter(letters(data).values())
    land = sum(tally[letter] for letter in LETTERS)
    sides = {kind: len(part) for kind, part in data.get("hexsides", {}).items() if part}
    parts = [counted(land + tally[WATER], "hex") + f" ({tally[WATER]:,} of them water)"]
    parts += [f"{count:,} {kind.replace('_', ' ')}" for kind, count in sides.items()]
    nouns = {"roads": "road", "bridges": "bridge", "names": "name", "entries": "entry"}
    parts += [counted(len(data[key]), noun) for key, noun in nouns.items() if data.get(key)]
    return f"Map {data.get('id', '')}: {', '.join(parts)}."


def _counts(document: Document) -> Counter[str]:
    data, kind = document.mapping, kind_of(document)
    counts: Counter[str] = Counter()
    if kind == "scenario":
        counts["example" if data.get("kind") == "example" else "scenario"] += 1
    elif kind == "map":
        counts["map"] += 1
        counts["hex"] += sum(letter in LETTERS for letter in letters(data).values())
        counts["hexside with a feature"] += sum(len(sides) for sides in data.get("hexsides", {}).values())
    elif kind == "forces":
        counts.update({_WORDS.get(key, key.removesuffix("s")): len(data.get(key, ())) for key in LISTS})
    return counts


def _is_own(path: Path) -> bool:
    """Tell whether a file is one of this system: the folders of the others lie below its own."""
    return named_in(path) in (None, "company_scale")


CHECKER: Final = Checker(lambda: [scenario_folder()], _problems, _counts, _about, _is_own)
