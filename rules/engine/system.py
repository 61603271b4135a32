"""What a game system offers the engine, and the registry of systems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from rules.engine.bounded import read_ordinary
from rules.engine.command import Command, Reason
from rules.engine.evaluator import Evaluator
from rules.engine.frames import Kind
from rules.engine.frozen import frozen
from rules.engine.game import Game
from rules.engine.house_rules import HouseRules, ScenarioRow

_NAMED: Final = re.compile(r"""^system: *["']?([\w-]+)""", re.MULTILINE)

Raw: TypeAlias = dict[str, Any]


def _as_it_is(raw: Raw) -> Raw:
    return raw


@frozen
class Migration:
    """Brings what an older version of a system wrote forward by one version, part by part, as plain data.

    `command` gets {"do": verb, …}, `outcome` an answer of nature such as {"draw": item}, `event` {"event": name, …}.
    An entry remains one entry; parts without a function remain as they are.
    """

    state: Callable[[Raw], Raw] = _as_it_is
    command: Callable[[Raw], Raw] = _as_it_is
    outcome: Callable[[Raw], Raw] = _as_it_is
    event: Callable[[Raw], Raw] = _as_it_is


class System(Protocol):
    """One game: how to load, start, show, check and decode it. Systems share how a game is run, not its rules."""

    @property
    def id(self) -> str:
        """The name in records and commands, never changed."""
        ...

    @property
    def title(self) -> str:
        """The name players read."""
        ...

    @property
    def schema(self) -> int:
        """The version of what is written into records: the form of state, commands, draws and events."""
        ...

    @property
    def rules_version(self) -> int:
        """The version of the rules' behaviour."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        ...

    @property
    def kinds(self) -> dict[str, Kind]:
        """The frame kinds, as `frames.registry` makes them."""
        ...

    @property
    def queries(self) -> Mapping[str, Callable[..., Any]]:
        """Questions about a position: functions of the game and named arguments that return frozen records."""
        ...

    @property
    def house_rules(self) -> HouseRules:
        """The rules that players may play otherwise than printed."""
        ...

    @property
    def migrations(self) -> Mapping[int, Migration]:
        """Migrations of older records, by the version they come from."""
        ...

    @property
    def hides(self) -> bool:
        """Whether seats know what others do not; a spectator then sees only what is open."""
        ...

    @property
    def evaluator(self) -> Evaluator | None:
        """What the computer opponent plays by, or None; its modules are imported when it is asked for."""
        ...

    def check_files(self, paths: Sequence[str]) -> int:
        """Print what is wrong in files, or in the shipped ones if none are named; return 0 if all are right."""
        ...

    def scenarios(self) -> list[ScenarioRow]:
        """Return the shipped scenarios."""
        ...

    def load(self, source: Any) -> Any:
        """Return a scenario from an id, a path or an inline document.

        It has `id`, `title` and `hash`, its `units` by id, also those still to come, and the `places` of its board.
        """
        ...

    def as_read_by(self, rules_version: int, source: Any) -> Any:
        """Return the source of the scenario as older rules read it, so that a game begun by them goes on by them."""
        ...

    def start(self, scenario: Any) -> Any:
        """Return the state at the start, with its first frame."""
        ...

    def decode(self, scenario: Any, raw: dict[str, Any]) -> Any:
        """Return a state from plain data, strictly."""
        ...

    def view(self, game: Game[Any, Any], seat: str | None) -> object:
        """Return what a seat may see: a frozen record, which `frozen.to_plain` makes the protocol's JSON of."""
        ...

    def redeal_hidden(self, scenario: Any, state: Any, seat: str | None, seed: int) -> Any:
        """Return the state with all that a seat cannot see dealt anew from the seed; if nothing is hidden, the state.

        The deal must not depend on what is hidden: the contract compares it with the redeal of a redeal.
        """
        ...

    def check(self, scenario: Any, state: Any) -> list[str]:
        """Return every violated invariant of the state."""
        ...

    def explain(self, game: Game[Any, Any], command: Command) -> list[Reason]:
        """Return why a command that is not among the present decision's verbs is refused."""
        ...

    def result(self, scenario: Any, state: Any) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        ...


_SYSTEMS: Final[dict[str, Callable[[], System]]] = {}


def register(system: System) -> None:
    """Register a system under its id."""
    register_later(system.id, lambda: system)


def register_later(name: str, system: Callable[[], System]) -> None:
    """Register a system that is imported when it is first asked for."""
    _SYSTEMS[name] = system


def names() -> tuple[str, ...]:
    """Return the ids of all registered systems, without importing any."""
    return tuple(_SYSTEMS)


def systems() -> dict[str, System]:
    """Return all registered systems by id."""
    return {name: system() for name, system in _SYSTEMS.items()}


class CannotLoad(LookupError):
    """A scenario cannot be loaded; the text is one sentence."""


def load(system: System, source: Any) -> Any:
    """Load a scenario; raise CannotLoad where the loader met a value that it does not take.

    What a loader says itself (an error with `problems`, a LookupError, an OSError) is passed on as it is.
    """
    try:
        return system.load(source)
    except ValueError as error:
        if hasattr(error, "problems"):
            raise
        named = f"The scenario {source}" if isinstance(source, str) else "The scenario"
        raise CannotLoad(f"{named} cannot be loaded: {str(error).rstrip('.')}.") from error


def named_in(source: Any) -> str | None:
    """Return the system named in the field `system` of a scenario (a document or a file), or None."""
    if isinstance(source, Mapping):
        return str(source["system"]) if "system" in source else None
    try:
        text = read_ordinary(Path(source)).decode("utf-8")
    except (OSError, ValueError, TypeError):  # an id, or a file that the loading system will report
        return None
    match = _NAMED.search(text)
    return match[1] if match else None


def system(name: str) -> System:
    """Return one system; raise KeyError with a sentence as its argument if it is unknown."""
    if name not in _SYSTEMS:
        ids = ", ".join(sorted(_SYSTEMS)) or "none"
        raise KeyError(f'There is no game system "{name}"; known are {ids}.')
    return _SYSTEMS[name]()
