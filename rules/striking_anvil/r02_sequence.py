"""The sequence of play: phases of a turn, turns of a game (2)."""

from __future__ import annotations

from typing import Final

from rules.engine.frames import Conclusion, Procedure
from rules.striking_anvil.r01_1_map import cut_off, is_exit
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r07_landings import arrive
from rules.striking_anvil.r10_planning import form, is_planned, join_new
from rules.striking_anvil.scenario import ALLIED, GERMAN, SIDES
from rules.striking_anvil.state import NOWHERE, Anvil


def _phase(game: Anvil, name: str) -> None:
    game.state.phase = name
    game.checkpoint()
    game.emit("PhaseBegan", phase=name, turn=game.state.turn)


def _begin(game: Anvil) -> str | None:
    """Begin a turn: reinforcements stand in their boxes, supply is looked at anew (7, 1.8)."""
    game.emit("TurnBegan", turn=game.state.turn)
    arrive(game)
    return None


def _planning(game: Anvil) -> str | None:
    if is_planned(game):
        _phase(game, "planning")
        form(game)
        game.push("planning", seat=GERMAN)
        game.push("planning", seat=ALLIED)  # on top: the Allies first
    return None


def _ffi(game: Anvil) -> str | None:
    if game.state.turn > 1:  # 1.3.4, 2
        _phase(game, "ffi")
        game.push("ffi", attempts=0)
    return None


def _bombing(game: Anvil) -> str | None:
    _phase(game, "bombing")
    game.push("bombing_phase", placed=())
    return None


def _drops(game: Anvil) -> str | None:
    _phase(game, "operations")
    game.push("drops", number=0)
    return None


def _impulses(game: Anvil) -> str | None:
    """The Allies act first (2)."""
    join_new(game)
    game.state.active, game.state.passes = ALLIED, 0
    return None


def _operations(game: Anvil) -> str | None:
    if game.state.passes >= len(SIDES):  # 3: both have passed one after the other
        return None
    begin = game.scenario.begin
    if (
        begin is not None and not begin.is_turn
    ):  # 1.3.2: it may begin with hits to be paid, and no combat looks after them
        for place in tuple(game.state.stacks):
            abandon(game, place)
    game.push("impulse", seat=game.state.active)
    return "operations"


def _surrender(game: Anvil) -> str | None:
    _phase(game, "surrender")
    game.push("surrender", tried=())
    return None


def _end(game: Anvil) -> str | None:
    """Turn everybody to Good Order, take bombing markers off; after the last turn the score counts (2)."""
    _phase(game, "end")
    state = game.state
    for unit, piece in state.units.items():
        if piece.disorganized and piece.at not in NOWHERE and not is_exit(game, piece.at):
            state.turned(unit, disorganized=False)
    state.bombing.clear()
    state.groups.clear()
    game.emit("TurnEnded", turn=state.turn, cut_off={side: tuple(cut_off(game, side)) for side in SIDES})
    if state.turn >= game.scenario.turns:
        return "end_of_game"
    state.turn += 1
    return "begin"


def _end_of_game(game: Anvil) -> str | None:
    game.emit("GameEnded", turn=game.state.turn)
    return None


TURN: Final = Procedure(
    "turn",
    {
        "begin": _begin,
        "planning": _planning,
        "ffi": _ffi,
        "bombing": _bombing,
        "drops": _drops,
        "impulses": _impulses,
        "operations": _operations,
        "surrender": _surrender,
        "closing": _end,
        "end_of_game": _end_of_game,
    },
)
CONCLUSION: Final = Conclusion("conclusion", {"told": _end_of_game})
