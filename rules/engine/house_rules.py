"""What a scenario says of itself before it is loaded: its row in a list, and the house rules it may be played by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from rules.engine.english import retold
from rules.engine.frozen import frozen

# --- House rules: what a system lets players decide otherwise than its print, as data ------------------------------

Value: TypeAlias = str | bool


class Setting(NamedTuple):
    """A value of a switch, and what the game then does as one plain sentence."""

    value: Value
    words: str


def _always(scenario: Any) -> bool:
    return True


@frozen
class Switch:
    """One rule that may be played in more than one way: the first of its settings is the printed one.

    `ruling` is its number among the system's rulings, 0 for none. `applies` tells whether a scenario has what it is
    about, so that the switch can change anything there.
    """

    name: str
    title: str
    rule: str
    settings: tuple[Setting, ...]
    ruling: int = 0
    applies: Callable[[Any], bool] = _always

    @property
    def printed(self) -> Setting:
        """The setting that follows the print."""
        return self.settings[0]

    def setting(self, value: object) -> Setting | None:
        """Return the setting with a value, or None if the switch has no such value."""
        return next((each for each in self.settings if type(each.value) is type(value) and each.value == value), None)

    def retold(self, terms: Mapping[str, str]) -> Switch:
        """Return it with other words in place of some."""
        settings = tuple([each._replace(words=retold(each.words, terms)) for each in self.settings])
        return replace(self, title=retold(self.title, terms), settings=settings)


class Played(NamedTuple):
    """A switch that a game plays otherwise than printed, or that its players chose; `origin` tells who set it."""

    switch: Switch
    setting: Setting
    origin: str

    def __str__(self) -> str:
        """Return what the game does, with rule number and origin."""
        return f"{self.setting.words.rstrip('.')} ({self.switch.rule}; {self.origin})."


CHOSEN: Final = "house rule"
BACK: Final = "as printed, by choice"
GIVEN: Final = "set by this scenario"
OLDER: Final = "as when this game was begun"


class UnknownRule(LookupError):
    """A house rule or its value is unknown; the text is one sentence."""


@frozen
class HouseRules:
    """The switches of a system. `played` returns the value of each in a scenario that is loaded.

    `terms` returns what stands in its game for words of the switches.
    """

    switches: Sequence[Switch] = ()
    played: Callable[[Any], Mapping[str, Value]] = lambda scenario: {}
    terms: Callable[[Any], Mapping[str, str]] = lambda scenario: {}

    def of(self, scenario: Any) -> Sequence[Switch]:
        """Return the switches in the words of the game of a scenario that is loaded."""
        terms = self.terms(scenario)
        return [switch.retold(terms) for switch in self.switches] if terms else self.switches

    def told(self) -> dict[str, list[Value]]:
        """Return the values of each switch by name, the printed one first."""
        return {switch.name: [each.value for each in switch.settings] for switch in self.switches}

    def find(self, name: str) -> Switch:
        """Return a switch; raise UnknownRule."""
        found = next((switch for switch in self.switches if switch.name == name), None)
        if found is None:
            known = [switch.name for switch in self.switches]
            from difflib import get_close_matches  # here: few names are misspelled

            near = get_close_matches(name, known, n=1)
            hint = f'Did you mean "{near[0]}"?' if near else f"Known: {', '.join(known) or 'none'}."
            raise UnknownRule(f'There is no house rule called "{name}". {hint}')
        return found

    def check(self, asked: Mapping[str, object]) -> Iterator[str]:
        """Yield one sentence for each rule asked for that is unknown or cannot have its value."""
        for name, value in asked.items():
            try:
                switch = self.find(name)
            except UnknownRule as error:
                yield str(error)
                continue
            if switch.setting(value) is None:
                yield _no_such_value(switch, written(value))

    def read(self, words: Sequence[str]) -> dict[str, Value]:
        """Return the rules written as NAME=VALUE; raise UnknownRule."""
        found = dict[str, Value]()
        for each in words:
            name, sign, value = each.partition("=")
            switch = self.find(name.strip())
            fits = [one.value for one in switch.settings if written(one.value) == value.strip().lower()]
            if not sign or not fits:
                raise UnknownRule(_no_such_value(switch, value.strip()))
            found[switch.name] = fits[0]
        return found

    def in_force(self, scenario: Any, source: Any = None) -> list[Played]:
        """Return what a game plays otherwise than printed, and what its players chose, in the order of the switches."""
        asked, values = chosen(source), self.played(scenario)
        older = isinstance(source, Mapping) and "rules_version" in source
        found = []
        for switch in self.of(scenario):
            setting = switch.setting(values.get(switch.name, switch.printed.value)) or switch.printed
            is_printed = setting is switch.printed
            if switch.name in asked:
                found.append(Played(switch, setting, BACK if is_printed else CHOSEN))
            elif not is_printed:
                found.append(Played(switch, setting, OLDER if older else GIVEN))
        return found


def _no_such_value(switch: Switch, value: str) -> str:
    printed, *others = (f"{switch.name}={written(each.value)}" for each in switch.settings)
    told = f'cannot be "{value}"' if value else "needs a value"
    return f"The house rule {switch.name} {told}. Use {printed} (as printed) or {' or '.join(others)}."


def written(value: object) -> str:
    """Return a value as it is written on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def with_rules(scenario: str, rules: Mapping[str, Value]) -> Any:
    """Return the source of a scenario, named by id or path, to be played with these rules."""
    return {"scenario": scenario, "rules": dict(rules)} if rules else scenario


def chosen(source: Any) -> Mapping[str, Value]:
    """Return the rules that a source asks for beside those of the scenario it names."""
    rules = source.get("rules") if isinstance(source, Mapping) and "scenario" in source else None
    return rules if isinstance(rules, Mapping) else {}


def base_of(source: Any) -> Any:
    """Return what is played with other rules: the scenario that a source names, or the source itself."""
    return source["scenario"] if isinstance(source, Mapping) and "scenario" in source else source


# --- What a list of scenarios tells of each, in all systems --------------------------------------------------------


class SideRow(NamedTuple):
    """A side that a scenario names itself: what its players are called, and its colors as #rrggbb."""

    seat: str
    name: str
    players: str
    color: str
    lamplight: str


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
    sides: tuple[SideRow, ...] = ()
