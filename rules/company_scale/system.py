"""The Company Scale System as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.integrity import KINDS, check, odd_values
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.prompts import without_words
from rules.company_scale.queries import QUERIES
from rules.company_scale.r05_activation import ActivationChoice
from rules.company_scale.r05_command import no_assault_reasons
from rules.company_scale.r27_victory import points, score_lines
from rules.company_scale.records.view import View
from rules.company_scale.scenario import OLDER, SIDES, Scenario, scenario_folder
from rules.company_scale.setting_up import start
from rules.company_scale.state import Battle, State, decode, match
from rules.company_scale.view import over_view, view
from rules.engine.command import Command, MalformedCommand, Reason
from rules.engine.evaluator import Evaluator
from rules.engine.frames import Frame, refuse
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.house_rules import ScenarioRow
from rules.engine.options import Decision
from rules.engine.system import Migration
from rules.files.documents import listed

# --- When each command is possible: shown to a player who gives it at another moment -------------------------------

_COMPOSING: Final = Reason("Use that while setting up a fire.", "8.2")
_CUP: Final = Reason("Chits go into the Cup in the Preparation Phase.", "4.0")
_STEP: Final = Reason("Units move hex by hex only after you start a movement action.", "6.0")

ASSAULT_VERBS: Final = frozenset({"place_assault", "assign", "call_off", "advance"})
"""Commands of an assault, of which there is none under a direct command chit (9.0)."""

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "buy_chit": _CUP,
    "add_chit": _CUP,
    "buy_now": Reason("Chits can be bought for immediate play only before a chit is drawn.", "4.0"),
    "end_activation": Reason(
        "An activation ends by itself once no unit can act; units that have assaulted are finished.", "9.0"
    ),
    "change_formation": Reason("A unit can change formation only right before an action.", "6.0"),
    "step": _STEP,
    "stop": _STEP,
    "claim": Reason("You can claim a ridge when an enemy moves next to it or gives it up.", "6.2.2"),
    "attach": Reason("Attach support weapons at the start of a Division or Formation activation.", "12.1"),
    "detach": Reason("Detach support weapons at the start of a Division or Formation activation.", "12.2"),
    "relocate": Reason("Relocate leaders at the start of a Division or Formation activation.", "13.1"),
    "take": Reason("Support weapons can go along with a unit only while it moves.", "12.3"),
    "take_leader": Reason("Leaders and heroes can go along with a unit only while it moves.", "13.1"),
    "aim": _COMPOSING,
    "fire_type": _COMPOSING,
    "support": _COMPOSING,
    "concentrate": _COMPOSING,
    "retreat": Reason("Defenders can retreat only from an assaulted hex, before they fire.", "9.1"),
    "call_off": Reason("Assaults can be cancelled only before units are committed to them.", "9.1"),
    "assign": Reason("Assign units to assaults before the first one is carried out.", "9.1"),
    "advance": Reason("Units can advance only into the hex they assaulted, once it is empty of enemies.", "9.1"),
    "place_assault": Reason("Place prepared assault markers after all assaults, before units act.", "9.2"),
    "air_strike": Reason("Air strikes come first, right after a Division chit is drawn.", "16.2.2"),
    "interdict": Reason("Aircraft can attack a column only when it has just entered a hex by road.", "16.2.1"),
    "reroll": Reason("A die can be rerolled only right after it is rolled.", "28.0"),
    "take_dg": Reason("Only a player who loses an assault he made distributes disorganization.", "9.4"),
}


# --- The Company Scale System as the engine sees it ----------------------------------------------------------------


class CompanyScale:
    """The registered system."""

    id = "company_scale"
    title = "Company Scale System"
    schema = 2
    rules_version = 3
    seats = SIDES
    kinds = KINDS
    queries = QUERIES
    house_rules = HOUSE_RULES
    migrations: Mapping[int, Migration] = {1: Migration(state=without_words)}
    hides = False

    @property
    def evaluator(self) -> Evaluator:
        """Return what the computer opponent plays by; imported here, so that games without it start quickly."""
        from rules.company_scale.bot.evaluator import EVALUATOR

        return EVALUATOR

    def check_files(self, paths: Sequence[str]) -> int:
        """Print every problem in files and what was read; return 0 if all is right."""
        from rules.company_scale.loading.check_command import CHECKER

        return CHECKER.run(paths)

    def scenarios(self) -> list[ScenarioRow]:
        """Return the shipped scenarios to choose from."""
        home = scenario_folder()
        return listed(self.id, [home, home / "examples"], list_scenarios)

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

    def view(self, game: Battle, seat: str | None) -> View:
        """Return what a seat may see: everything on the table is open to both players (2.0)."""
        return view(game)

    def redeal_hidden(self, scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
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
        return None if over is None else to_plain(replace(over, points=points(game), lines=score_lines(game)))


SYSTEM: Final = CompanyScale()
