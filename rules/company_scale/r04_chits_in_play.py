"""What a chit in play does: division, formation and direct command chits, and how each ends (4.0, 5.1)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.r05_activation import make_active
from rules.company_scale.r05_command import has_division_hq, set_division, units_of_chit
from rules.company_scale.r08_3_6_concentrated_fire import lift_concentrations
from rules.company_scale.r08_8_fires import burn
from rules.company_scale.r09_2_placing import ask_markers
from rules.company_scale.r09_assault import carry_out_assaults
from rules.company_scale.r12_support_weapons import ask_attachment, ask_detachment, make_available
from rules.company_scale.r13_1_relocation import ask_leaders
from rules.company_scale.r16_2_2_air_strikes import offer_strikes
from rules.company_scale.r22_2_evacuation import leave_map
from rules.company_scale.r24_kampfgruppen import disband
from rules.company_scale.state import Battle
from rules.engine.frames import Procedure


def _air_strikes(game: Battle) -> None:
    offer_strikes(game, game.frame["seat"], drawn=game.state.frames[game.index - 1]["drawn"])


def _leaders(game: Battle) -> None:
    ask_leaders(game, game.frame["seat"])


def _attach(game: Battle) -> None:
    ask_attachment(game, game.frame["seat"])


def _make_available(game: Battle) -> None:
    make_available(game)


def _detach(game: Battle) -> None:
    ask_detachment(game, game.frame["seat"])


def _make_active(game: Battle) -> None:
    for unit in units_of_chit(game, game.state.chit):
        make_active(game, unit)


def _assault(game: Battle) -> None:
    carry_out_assaults(game, game.frame["seat"])


def _prepare_assaults(game: Battle) -> None:
    ask_markers(game, game.frame["seat"])


def _act(game: Battle) -> None:
    game.push("activation", seat=game.frame["seat"])


def _burn(game: Battle) -> None:
    burn(game)


def _stacking(game: Battle) -> None:
    state = game.state
    disband(game)
    leave_map(game)  # 22.3: units that returned there from the routed box
    lift_concentrations(game)  # 8.3.6
    state.activity, state.fired, state.rallied, state.built = {}, {}, (), ()
    game.push("stacking")


FORMATION_ACTIVATION: Final = Procedure(
    "formation_activation",
    {
        "2.C.iii.a": _air_strikes,
        "2.C.iii.b": _leaders,
        "2.C.iii.c": _attach,
        "2.C.iii.d": _make_available,
        "2.C.iii.e": _detach,
        "2.C.iii.f": _make_active,
        "2.C.iii.g": _assault,
        "2.C.iii.h": _prepare_assaults,
        "2.C.iii.j": _act,
        "8.8.1": _burn,
        "2.C.iii.l": _stacking,
    },
)


def _queue(game: Battle) -> None:
    seat = game.frame["seat"]
    game.update(queue=tuple(d for d, division in game.scenario.divisions.items()
                            if division.side == seat and has_division_hq(game, d)))  # fmt: skip


def _roll_commands(game: Battle) -> str | None:
    queue = game.frame["queue"]
    if not queue:
        return "2.C.iv.d"
    game.roll("direct_commands", division=queue[0])
    return None


def _gain_commands(game: Battle) -> str | None:
    division = game.frame["queue"][0]
    gain = game.frame["result"] // 2 + game.scenario.divisions[division].command_rating  # 4.0
    set_division(game, division, commands=game.state.divisions[division].commands + gain)
    total = game.state.divisions[division].commands
    game.emit("CommandsGained", division=division, die=game.frame["result"], gain=gain, value=total)
    game.update(queue=game.frame["queue"][1:])
    return "2.C.iv.a.roll"


def _evacuate(game: Battle) -> None:
    if game.frame["seat"] == "german":
        game.push("evacuation_moves")


DIRECT_COMMAND: Final = Procedure(
    "direct_command",
    {
        "22.2": _evacuate,
        "2.C.iv.a": _queue,
        "2.C.iv.a.roll": _roll_commands,
        "2.C.iv.a.gain": _gain_commands,
        "2.C.iv.d": _act,
        "8.8.1": _burn,
        "2.C.iv.stacking": _stacking,
    },
)
