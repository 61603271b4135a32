"""Bourbon and Cognac: each side may have one die a day rolled again (28.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.company_scale.pieces import side_of
from rules.company_scale.records.answers import NewDie, NewFace
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.frames import BareAction, Choice, Die, Frame, Procedure
from rules.engine.game import Game
from rules.engine.options import Decision, Options
from rules.engine.plain import digest
from rules.hexes.grid import hex_id

# --- What another die could bring where a re-roll is offered, face by face (28.0) ----------------------------------

HELPS_WHO_ROLLS: Final[Mapping[str, str]] = {
    "fire": "low", "indirect_fire": "low", "air_attack": "low", "air_combat": "low", "illumination": "low",
    "ambush": "low", "trenches": "low", "rout_check": "low", "surrender": "low", "dispatch": "low",
    "direct_commands": "high", "assault_attacker": "high", "assault_defender": "high", "hero": "high",
}  # fmt: skip
"""Which faces help the side that rolls, by purpose; the others help nobody in particular."""


class Outcome(NamedTuple):
    """What follows a face, up to the next die, draw or decision: the events without the die, and where it leads."""

    events: tuple[Mapping[str, Any], ...]
    position: str


def new_die(game: Battle) -> NewDie | None:
    """Return what each face would bring instead of the die on offer, or None where none is.

    Better faces bring something else, in the direction that helps the side that is asked.
    """
    frames = game.state.frames
    if not frames or frames[-1].kind != "reroll_offer":
        return None
    offer, outcomes = frames[-1], [_outcome(game, face) for face in TEN_SIDED]
    helpful = _helpful(game, str(offer["seat"]), int(offer["die"]), str(offer["purpose"]), offer["about"])
    return NewDie(
        tuple([NewFace(face, outcome.events) for face, outcome in enumerate(outcomes)]),
        tuple([face for face in helpful if outcomes[face] != outcomes[offer["die"]]]),
    )


def _helpful(game: Battle, seat: str, die: int, purpose: str, about: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the faces that could serve a side better than a die: all others where none helps anybody in particular."""
    way, roller = HELPS_WHO_ROLLS.get(purpose, ""), _roller(game, about)
    if not way or not roller:
        return tuple(face for face in TEN_SIDED if face != die)
    low = (way == "low") == (roller == seat)
    return tuple(face for face in TEN_SIDED if (face < die if low else face > die))


def _roller(game: Battle, about: Mapping[str, Any]) -> str:
    """Return the side a die is rolled for, or ""."""
    scenario, below = game.scenario, game.state.frames[-3]  # the frame that rolled lies below both of the re-roll
    if side := about.get("seat") or about.get("side"):
        return str(side)
    if division := about.get("division"):
        return scenario.divisions[str(division)].side
    if hero := about.get("hero"):
        return scenario.leaders[str(hero)].side
    if unit := about.get("unit"):
        return side_of(game, str(unit))
    if below.kind == "surrender":
        return next((side_of(game, unit) for unit in game.state.stack(hex_id(str(about["hex"])))), "")
    return str(below.get("seat") or "")


def _outcome(game: Battle, face: int) -> Outcome:
    """Return what follows if the die shows a face and nobody has it rolled again."""
    branch = game.branch()
    branch.state.rerolls = ()
    branch.index = len(branch.state.frames) - 1
    branch.finish()
    branch.update(die=face, queue=())
    branch.run()
    events = [{key: value for key, value in event.items() if key != "die"} for event in branch.events]
    return Outcome(tuple(events), digest(branch.state.to_plain()))


# --- Bourbon and Cognac: each side may have one die a day re-rolled, its own or the enemy's (28.0) -----------------

ORDER: Final = ("allied", "german")  # 28.0: the American decides first
TEN_SIDED: Final = tuple(range(10))


def markers_of(scenario: Scenario) -> tuple[str, ...]:
    """Return the sides that get a re-roll marker each day: both, if the scenario says so (28.0; RULINGS 150)."""
    is_in_force = "28" in scenario.charts.series.chapters
    return SIDES if is_in_force and scenario.rules.get("bourbon_and_cognac") == "both" else ()


def renew(game: Battle) -> None:
    """Hand out the markers again on the 0700 turn; unused ones do not add up (4.0, step C)."""
    fresh = markers_of(game.scenario)
    if fresh != game.state.rerolls:
        game.state.rerolls = fresh
        game.emit("RerollsRenewed", sides=list(fresh))


def may_reroll(game: Battle, seat: str) -> bool:
    """Tell whether a side has its marker and wants to be asked."""
    return seat in game.state.rerolls and seat not in game.state.hushed


class TenSidedDie(Die):
    """The die of the game; it stands only when those who may re-roll it have decided (28.0)."""

    def __init__(self) -> None:
        super().__init__("die", TEN_SIDED)

    def after(self, game: Game[Any, Any], frame: Frame) -> None:
        """Ask about a re-roll between the die and its use; a re-rolled die is not asked about again."""
        if not game.state.rerolls or game.frame.kind == "reroll":
            return
        queue = tuple(seat for seat in ORDER if may_reroll(game, seat))
        if queue:
            game.push(
                "reroll",
                queue=queue,
                die=game.frame["result"],
                purpose=frame["purpose"],
                again=False,
                about=frame.get("subject", {}),
            )


def _ask(game: Battle) -> str | None:
    frame = game.frame
    if not frame["queue"]:
        return "28.over"
    seat = frame["queue"][0]
    game.update(queue=frame["queue"][1:], again=False, seat=seat)
    game.push("reroll_offer", seat=seat, die=frame["die"], purpose=frame["purpose"], about=frame["about"])
    return None


def _roll_again(game: Battle) -> str | None:
    frame = game.frame
    if not frame["again"]:
        return "28.ask"
    seat = frame["seat"]
    game.state.rerolls = tuple(side for side in game.state.rerolls if side != seat)
    game.emit("Rerolled", side=seat, die=frame["die"], purpose=frame["purpose"])
    game.roll(frame["purpose"], **dict(frame["about"]))
    return None


def _take(game: Battle) -> str | None:
    game.update(die=game.frame["result"])
    return "28.ask"


def _over(game: Battle) -> None:
    game.finish(result=game.frame["die"])


REROLL: Final = Procedure("reroll", {"28.ask": _ask, "28.roll": _roll_again, "28.take": _take, "28.over": _over})


class Reroll(BareAction):
    """Use the marker: re-roll the die."""

    verb = "reroll"

    def apply(self, game: Battle, command: Command) -> None:
        """Roll again."""
        game.finish(again=True)


class Keep(BareAction):
    """Let the die stand."""

    verb = "keep"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class KeepForTurn(BareAction):
    """Let the die stand and do not ask again this turn (RULINGS 151)."""

    verb = "keep_for_turn"

    def apply(self, game: Battle, command: Command) -> None:
        """Close this question and later ones."""
        game.state.hushed = (*game.state.hushed, game.frame["seat"])
        game.finish()


class RerollOffer(Choice):
    """Asks a side whether it wants a die re-rolled."""

    kind = "reroll_offer"
    actions = (Reroll(), Keep(), KeepForTurn())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question; only a side that has its marker is asked."""
        frame = game.frame
        marker = game.scenario.charts.series.sides[frame["seat"]].reroll
        purpose = str(frame["purpose"]).replace("_", " ")
        subject = {
            "die": frame["die"],
            "purpose": frame["purpose"],
            "marker": marker.lower(),
            "about": dict(frame["about"]),
        }
        return Decision(
            frame["seat"],
            "reroll",
            f"{purpose.capitalize()}: {frame['die']}. Reroll it with {marker}?",
            "28.0",
            Options(game, self.actions),
            subject,
        )
