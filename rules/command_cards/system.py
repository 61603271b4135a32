"""Battle Cards as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.command_cards.bounds import odd_values
from rules.command_cards.folders import scenario_folder
from rules.command_cards.integrity import check
from rules.command_cards.kinds import KINDS
from rules.command_cards.loading.scenarios import list_scenarios, load_scenario
from rules.command_cards.medals import score_lines
from rules.command_cards.queries import QUERIES
from rules.command_cards.scenario import SEATS, Scenario
from rules.command_cards.setting_up import decode, start
from rules.command_cards.state import State, Table
from rules.command_cards.view import View, disguise, view
from rules.command_cards.when_possible import WHEN_POSSIBLE, forbidden
from rules.engine.bounds import refuse
from rules.engine.command import Command, MalformedCommand, Plain, Reason
from rules.engine.game import Game
from rules.engine.judgement import Judgement
from rules.engine.options import Decision
from rules.engine.system import Migration
from rules.files.kept import listed


class CommandCards:
    """The registered system."""

    id = "command_cards"
    title = "Battle Cards"
    schema = 2
    rules_version = 1
    seats = SEATS
    kinds = KINDS
    queries = QUERIES
    migrations: Mapping[int, Migration] = {1: Migration()}  # since 2 a battle step knows the last battle
    hides = True

    @property
    def judgement(self) -> Judgement:
        """Return what the computer opponent plays by; imported here, so that games without it start quickly."""
        from rules.command_cards.judgement.judgement import JUDGEMENT

        return JUDGEMENT

    def check_files(self, paths: Sequence[str]) -> int:
        """Print every problem of files and what was read; return 0 when all is right."""
        from rules.command_cards.loading.check_command import run

        return run(list(paths))

    def scenarios(self) -> list[dict[str, Plain]]:
        """Return the shipped scenarios for a chooser."""
        return listed(self.id, [scenario_folder()], list_scenarios)

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
        """Return a position from plain data; raise ValueError if it is damaged or about other pieces."""
        state = decode(raw)
        refuse(odd_values(scenario, state))
        return state

    def view(self, game: Table, seat: str | None) -> View:
        """Return what a seat may see."""
        return view(game, seat)

    def disguise(self, scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
        """Return the state with what a seat cannot see dealt anew."""
        return disguise(scenario, state, seat, seed)

    def check(self, scenario: Scenario, state: State) -> list[str]:
        """Return every violated invariant."""
        return list(odd_values(scenario, state)) or check(scenario, state)

    def explain(self, game: Table, command: Command) -> list[Reason]:
        """Return why a command the present decision does not know is refused: what forbids it, or else its moment."""
        if command.verb not in WHEN_POSSIBLE:
            raise MalformedCommand(f'This game has no command "{command.verb}".')
        if found := forbidden(game, command):
            return found
        pending = Game(self.kinds, game.scenario, game.state.copy()).run()
        found = [WHEN_POSSIBLE[command.verb]]
        if isinstance(pending, Decision):
            found.insert(0, Reason(f"First answer: {pending.prompt}", pending.rule))
        return found

    def result(self, scenario: Scenario, state: State) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        if not state.winner:
            return None
        medals = {seat: len(state.medals[seat]) for seat in SEATS}
        needed = {seat: scenario.sides[seat].medals for seat in SEATS}
        told = ", ".join(f"{seat.capitalize()} {medals[seat]} of {needed[seat]} medals" for seat in SEATS)
        return {
            "winner": state.winner, "why": state.ending, "medals": medals, "needed": needed, "round": state.round,
            "lines": [line for seat in SEATS for line in score_lines(seat, state.medals[seat])], "text": f"{told}.",
        }  # fmt: skip


SYSTEM: Final = CommandCards()
