"""What a list of scenarios tells of each, in all systems."""

from __future__ import annotations

from rules.engine.frozen import frozen


@frozen
class ScenarioRow:
    """What a list tells of a scenario.

    `kind` is "scenario", "example" or, for a finished game that ships, "sample", whose record lies at `path`; `span` is
    what its `turns` are called. Lists of more than one system fill in `system` and `system_title`, the library (whose
    `id` is a path) the rest: `name` is "module/scenario", `origin` "own" or "installed".
    """

    id: str
    title: str
    kind: str = "scenario"
    date: str = ""
    turns: int = 0
    span: str = "turn"
    playing_time: str = ""
    note: str = ""
    system: str = ""
    system_title: str = ""
    name: str = ""
    origin: str = ""
    module_title: str = ""
    author: str = ""
    version: str = ""
    path: str = ""
