"""The Company Scale System as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.company_scale.bounds import odd_values
from rules.company_scale.folders import scenario_folder
from rules.company_scale.integrity import check
from rules.company_scale.kinds import KINDS
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.prompts import without_words
from rules.company_scale.queries import QUERIES
from rules.company_scale.r05_activation import ActivationChoice
from rules.company_scale.r05_command import no_assault_reasons
from rules.company_scale.r27_victory import points, score_lines
from rules.company_scale.readings import OLDER
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.setting_up import start
from rules.company_scale.state import Battle, State, decode, match
from rules.company_scale.view import over_view, view
from rules.company_scale.when_possible import ASSAULT_VERBS, WHEN_POSSIBLE
from rules.engine.bounds import refuse
from rules.engine.command import Command, MalformedCommand, Plain, Reason
from rules.engine.frames import Frame
from rules.engine.game import Game
from rules.engine.judgement import Judgement
from rules.engine.options import Decision
from rules.engine.system import Migration
from rules.files.kept import listed


class CompanyScale:
    """The registered system."""

    id = "company_scale"
    title = "Company Scale System"
    schema = 2
    rules_version = 3
    seats = SIDES
    kinds = KINDS
    queries = QUERIES
    migrations: Mapping[int, Migration] = {1: Migration(state=without_words)}
    hides = False

    @property
    def judgement(self) -> Judgement:
        """Return what the computer opponent plays by; imported here, so that games without it start quickly."""
        from rules.company_scale.judgement.judgement import JUDGEMENT

        return JUDGEMENT

    def check_files(self, paths: Sequence[str]) -> int:
        """Print every problem in files and what was read; return 0 if all is right."""
        from rules.company_scale.loading.check_command import run

        return run(list(paths))

    def scenarios(self) -> list[dict[str, Plain]]:
        """Return the shipped scenarios to choose from."""
        home = scenario_folder()
        return listed(self.id, [home, home / "examples"], _told)

    def load(self, source: Any) -> Scenario:
        """Return a scenario from an id, a path or an inline document."""
        return load_scenario(source)

    def as_read_by(self, rules_version: int, source: Any) -> Any:
        """Return the source with the readings of older rules (`OLDER`); a scenario that names its own keeps them."""
        if rules_version >= self.rules_version or (isinstance(source, Mapping) and "rules_version" in source):
            return source
        whole = source if isinstance(source, Mapping) else {"scenario": str(source)}
        return {**whole, "rules_version": max(rules_version, min(OLDER))}

    def start(self, scenario: Scenario) -> State:
        """Return the position at the start."""
        return start(scenario)

    def decode(self, scenario: Scenario, raw: dict[str, Any]) -> State:
        """Return a position from plain data; raise ValueError if it is damaged or has other pieces."""
        state = decode(raw)
        match(state, scenario)
        refuse(odd_values(scenario, state))
        return state

    def view(self, game: Battle, seat: str | None) -> dict[str, Any]:
        """Return what a seat may see."""
        return view(game, seat)

    def disguise(self, scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
        """Return the state: nothing is hidden."""
        return state

    def check(self, scenario: Scenario, state: State) -> list[str]:
        """Return every violated invariant."""
        return list(odd_values(scenario, state)) or check(state.adapted(scenario), state)

    def explain(self, game: Battle, command: Command) -> list[Reason]:
        """Return why a command not in the present decision is refused: first the moment, then the unit."""
        work: Battle = game.branch()
        pending = work.run()
        reasons: list[Reason] = []
        if isinstance(pending, Decision):
            reasons.append(Reason(f"First answer: {pending.prompt}", pending.rule))
        if command.verb in WHEN_POSSIBLE:
            reasons += no_assault_reasons(work) if command.verb in ASSAULT_VERBS else ()
            reasons.append(WHEN_POSSIBLE[command.verb])
        action = ActivationChoice().action(command.verb)
        if action is None and command.verb in WHEN_POSSIBLE:
            return reasons
        if action is None:
            raise MalformedCommand(f'This game has no command "{command.verb}".')
        action.validate(command)
        unit = next(iter(command.texts("units")), command.text("unit"))
        side = game.scenario.units[unit].side if unit in game.scenario.units else ""
        work.state.frames.append(Frame("activation", "", {"seat": side}))
        work.index = len(work.state.frames) - 1
        return reasons + list(action.reasons(work, command))

    def result(self, scenario: Scenario, state: State) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        game: Battle = Game(self.kinds, scenario, state)
        over = over_view(game)
        return None if over is None else {**over, "points": points(game), "lines": score_lines(game)}


def _told() -> list[dict[str, Plain]]:
    """Return the shipped scenarios as a list in plain data."""
    return [
        {
            "id": s.id, "title": s.title, "date": str(s.date), "turns": s.turns, "playing_time": s.playing_time,
            "note": s.note, "kind": s.kind,
        }
        for s in list_scenarios()
    ]  # fmt: skip


SYSTEM: Final = CompanyScale()
