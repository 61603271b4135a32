"""Striking the Anvil as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.engine.command import Command, MalformedCommand, Reason
from rules.engine.evaluator import Evaluator
from rules.engine.frames import Choice, refuse
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.house_rules import ScenarioRow
from rules.engine.options import Decision
from rules.engine.system import Migration
from rules.files.documents import listed
from rules.striking_anvil.integrity import KINDS, check, odd_values
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.loading.scenarios import list_scenarios, load_scenario
from rules.striking_anvil.queries import QUERIES
from rules.striking_anvil.r_victory import outcome
from rules.striking_anvil.scenario import HOUSE_RULES, SIDES, Scenario
from rules.striking_anvil.state import Anvil, State, decode, match, start, with_bound
from rules.striking_anvil.view import View, view

# --- When each command is possible: told to a player who gives it at another moment --------------------------------

_COMPOSING: Final = Reason("Choose units while you prepare an activation, a group or a reaction.", "3")
_ACTION: Final = Reason("Choose an action after activating an area and choosing units.", "3")
_PAYING: Final = Reason("The side that takes hits pays them right after combat.", "5.8")
_WINDOW: Final = Reason("Reactions come when enemy units leave an area, or arrive for mobile combat.", "5.6")
_STRIKE: Final = Reason("Fight or cancel mobile combat once its units have arrived.", "5.3")
_PLANNING: Final = Reason("Groups are formed at the start of a turn, and only in the planning variant.", "10")
_IMPULSE: Final = Reason("Areas are activated in impulses of the operations phase. The sides alternate.", "3")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "activate": _IMPULSE, "pass": _IMPULSE,
    "take": _COMPOSING, "take_all": _COMPOSING, "drop": _COMPOSING,
    "load": Reason("Load units in the area where they start, before they move.", "1.3.3"),
    "unload": Reason("Units unload before they move, or automatically at the end of the action.", "1.3.3"),
    "dig_out": Reason("Entrenched units leave their trenches when activated to move.", "4"),
    "attack": _ACTION, "move": _ACTION, "mobile": _ACTION, "demolish": _ACTION, "repair": _ACTION,
    "step": Reason("Units move area by area once a move has started.", "4"),
    "stop": Reason("A group can only stop while it is moving.", "4"),
    "cancel": Reason("You can cancel an activation until its units move.", "3"),
    "done": Reason("There is no phase or move to end right now.", "2"),
    "confirm": _WINDOW, "decline": _WINDOW,
    "carry_out": _STRIKE, "call_off": _STRIKE,
    "disorganize": _PAYING, "reduce": _PAYING, "eliminate": _PAYING, "level": _PAYING,
    "attempt": Reason("FFI attempts come at the start of every turn except the first.", "1.3.4"),
    "ship": Reason("Units are shipped to an open port in the FFI phase.", "7"),
    "place": Reason("Bombing markers are placed before the operations phase.", "6"),
    "demand": Reason("Surrender is demanded after the operations phase.", "1.5"),
    "join": _PLANNING, "leave": _PLANNING,
}  # fmt: skip


# --- Striking the Anvil as the engine sees it ----------------------------------------------------------------------


class StrikingAnvil:
    """The registered system."""

    id = "striking_anvil"
    title = "Striking the Anvil"
    subject = "Operation Dragoon"
    credits = "Designed by Luc Olivier, developed by Olivier Revenu; published by Battles Magazine and Nuts! Publishing"
    schema = 2
    rules_version = 2
    seats = SIDES
    kinds = KINDS
    queries = QUERIES
    house_rules = HOUSE_RULES
    migrations: Mapping[int, Migration] = {1: Migration(state=with_bound)}
    hides = False

    @property
    def evaluator(self) -> Evaluator:
        """Return what the computer opponent plays by; imported here, so that games without it start quickly."""
        from rules.striking_anvil.bot.value import EVALUATOR

        return EVALUATOR

    def check_files(self, paths: Sequence[str]) -> int:
        """Print every problem of files and what was read; return 0 when all is right."""
        from rules.striking_anvil.loading.check_command import CHECKER

        return CHECKER.run(paths)

    def scenarios(self) -> list[ScenarioRow]:
        """Return the shipped scenarios for a chooser."""
        return listed(self.id, [home(), home() / "examples"], list_scenarios)

    def load(self, source: Any) -> Scenario:
        """Return a scenario from an id, a path or an inline document."""
        return load_scenario(source)

    def as_read_by(self, rules_version: int, source: Any) -> Any:
        """Return the source: no version of these rules has read a scenario in another way."""
        return source

    def start(self, scenario: Scenario) -> State:
        """Return the position at the start."""
        return start(scenario)

    def decode(self, scenario: Scenario, raw: dict[str, Any]) -> State:
        """Return a position from plain data; raise ValueError if it is damaged or about other counters."""
        state = decode(raw)
        match(state, scenario)
        refuse(odd_values(scenario, state))
        return state

    def view(self, game: Anvil, seat: str | None) -> View:
        """Return what a seat may see: everything."""
        return view(game)

    def redeal_hidden(self, scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
        """Return the state: everything lies open."""
        return state

    def check(self, scenario: Scenario, state: State) -> list[str]:
        """Return every violated invariant."""
        return list(odd_values(scenario, state)) or check(Game(self.kinds, scenario, state))

    def explain(self, game: Anvil, command: Command) -> list[Reason]:
        """Return why a command the present decision does not know is refused: what is decided now, when it can come."""
        if command.verb not in WHEN_POSSIBLE:
            raise MalformedCommand(f'This game has no command "{command.verb}".')
        for kind in self.kinds.values():
            action = kind.action(command.verb) if isinstance(kind, Choice) else None
            if action is not None:
                action.validate(command)
                break
        work: Anvil = game.branch()
        pending = work.run()
        now = [Reason(f"First answer: {pending.prompt}", pending.rule)] if isinstance(pending, Decision) else []
        return [*now, WHEN_POSSIBLE[command.verb]]

    def result(self, scenario: Scenario, state: State) -> dict[str, Any] | None:
        """Return the outcome of a finished game, None before its end."""
        return None if state.frames else to_plain(outcome(Game(self.kinds, scenario, state)))


SYSTEM: Final = StrikingAnvil()
