"""Battle Cards as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.command_cards.charts import HOUSE_RULES, scenario_folder
from rules.command_cards.ground import no_ground
from rules.command_cards.integrity import KINDS, check, odd_values
from rules.command_cards.loading.scenarios import list_scenarios, load_scenario
from rules.command_cards.moving import stays_put
from rules.command_cards.queries import QUERIES
from rules.command_cards.state import SEATS, Scenario, State, Table, card_in_play
from rules.command_cards.targets import own_reasons
from rules.command_cards.turn import decode, score_lines, start
from rules.command_cards.view import View, redeal_hidden, view
from rules.engine.command import Command, MalformedCommand, Reason
from rules.engine.evaluator import Evaluator
from rules.engine.frames import refuse
from rules.engine.game import Game
from rules.engine.house_rules import ScenarioRow
from rules.engine.options import Decision
from rules.engine.system import Migration
from rules.files.documents import listed

# --- Why a command is refused that the present decision does not know (CMD-turn-01) --------------------------------

_CARD: Final = Reason("Choose your card and orders at the start of your turn, then play them together.", "CMD-order-01")
_RETREAT: Final = Reason("Units retreat when flags are rolled against them.", "CMD-retreat-01")
_FLAG: Final = Reason("You can ignore a flag when it's rolled, behind some obstacles.", "CMD-retreat-08")
_GROUND: Final = Reason(
    "Take ground right after a close assault empties the hex, before the next battle.", "CMD-ground-07"
)
_OVERRUN: Final = Reason("Armor overruns right after it takes ground, before any other battle.", "CMD-ground-07")
_AMBUSH: Final = Reason("A card lying in wait answers an enemy close assault.", "CMD-order-04")
_THROW: Final = Reason("Outposts cards let you discard one card before you draw.", "CMD-card-02")
_MOVE: Final = Reason("Units move in the move step, before the first battle.", "CMD-turn-02")
_BATTLE: Final = Reason("Units battle in the battle step, after all moves.", "CMD-turn-02")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    **dict.fromkeys(("choose", "order", "release", "aim", "spare", "restore", "confirm"), _CARD),
    "move": _MOVE, "leave": _MOVE, "battle": _BATTLE, "clear_wire": _BATTLE,
    "done": Reason("There's no step to end right now.", "CMD-turn-01"),
    "retreat": _RETREAT, "halt": _RETREAT, "ignore": _FLAG, "obey": _FLAG,
    "take_ground": _GROUND, "stay": _GROUND, "overrun": _OVERRUN, "forgo": _OVERRUN,
    "spring": _AMBUSH, "hold": _AMBUSH, "throw": _THROW, "keep": _THROW,
}  # fmt: skip


def forbidden(game: Table, command: Command) -> list[Reason]:
    """Return what forbids a command for the whole turn, whatever is decided now; empty if only its moment is wrong."""
    if command.verb in ("move", "leave"):
        return list(_no_move(game, command.text("unit")))
    if command.verb == "take_ground":
        return list(dict.fromkeys(_no_advance(game)))
    return []


def _no_move(game: Table, unit: str) -> Iterator[Reason]:
    if game.state.played and next(own_reasons(game, unit, game.state.seat), None) is None:
        if (stays := stays_put(game)) is not None:
            yield stays
        elif game.state.orders and unit not in game.state.orders:
            yield Reason("Only units with orders can move.", "CMD-order-04")


def _no_advance(game: Table) -> Iterator[Reason]:
    """Yield why nobody takes ground after the last battle, or after a strike before the first one (CMD-ground-01)."""
    top = game.state.frames[-1]
    if top.kind not in ("ordering", "moving", "battling"):
        return
    if last := top.get("last"):
        yield from no_ground(game, last)
    elif game.state.played and card_in_play(game).strike is not None:
        yield Reason("Only a close assault takes ground. A strike never does.", "CMD-ground-01")


# --- Battle Cards as the engine sees it ----------------------------------------------------------------------------


class CommandCards:
    """The registered system."""

    id = "command_cards"
    title = "Battle Cards"
    schema = 2
    rules_version = 1
    seats = SEATS
    kinds = KINDS
    queries = QUERIES
    house_rules = HOUSE_RULES
    migrations: Mapping[int, Migration] = {1: Migration()}  # since 2 a battle step knows the last battle
    hides = True

    @property
    def evaluator(self) -> Evaluator:
        """Return what the computer opponent plays by; imported here, so that games without it start quickly."""
        from rules.command_cards.bot.evaluator import EVALUATOR

        return EVALUATOR

    def check_files(self, paths: Sequence[str]) -> int:
        """Print every problem of files and what was read; return 0 when all is right."""
        from rules.command_cards.loading.check_command import CHECKER

        return CHECKER.run(paths)

    def scenarios(self) -> list[ScenarioRow]:
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

    def redeal_hidden(self, scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
        """Return the state with what a seat cannot see dealt anew."""
        return redeal_hidden(scenario, state, seat, seed)

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
            "winner": state.winner,
            "why": state.ending,
            "medals": medals,
            "needed": needed,
            "round": state.round,
            "lines": [line for seat in SEATS for line in score_lines(seat, state.medals[seat])],
            "text": f"{told}.",
        }


SYSTEM: Final = CommandCards()
