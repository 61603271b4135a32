"""Who plays which seat: people at this table, the computer, and how, or people elsewhere; the computer is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from rules.engine.command import Plain
from rules.engine.evaluator import Evaluator, Manner
from rules.engine.frozen import frozen
from rules.engine.house_rules import Value, with_rules
from rules.engine.nature import ManualNature, NatureDriver, Origin, SeededNature, fresh_nature
from rules.engine.system import System
from rules.opponent.levels import LEVELS

KEY = "players"
"""Under which a game keeps who plays which seat; a game without it is played by people."""


@frozen
class Players:
    """The seats that the computer plays, each with its manner, and those played at other computers (`far`).

    People at this table play all others.
    """

    computers: Mapping[str, Manner] = field(default_factory=dict)
    far: frozenset[str] = frozenset()

    @property
    def any(self) -> bool:
        """Tell whether a seat is not played by people at this table."""
        return bool(self.computers or self.far)

    def here(self, seats: Sequence[str]) -> list[str]:
        """Return the seats that people at this table play, in order."""
        return [seat for seat in seats if seat not in self.computers and seat not in self.far]

    def to_plain(self) -> dict[str, Plain]:
        """Return the players as they are kept with a game."""
        return {seat: {"level": manner.level, "temper": manner.temper} for seat, manner in self.computers.items()}

    @staticmethod
    def of(raw: Any, seats: Sequence[str], evaluator: Evaluator | None) -> tuple[Players, str]:
        """Return the players kept with a game, and what of it cannot be, as a sentence or ""."""
        if raw is None or raw == {}:
            return Players(), ""
        if not isinstance(raw, Mapping):
            return Players(), "This game does not say who plays which side, so players here play every side."
        made: dict[str, Manner] = {}
        for seat, told in raw.items():
            manner = _manner(told)
            known = manner is not None and evaluator is not None and manner.level in evaluator.levels
            if seat not in seats or manner is None or evaluator is None or not known:
                who = seat if seat in seats else "some"
                return (
                    Players(),
                    f"This version's computer opponent can't play the {who} side as this game needs. "
                    "Players here play every side; Game > Players changes that.",
                )
            made[str(seat)] = manner if manner.temper in evaluator.tempers else Manner(manner.level, usual(evaluator))
        return Players(made), ""


def usual(evaluator: Evaluator) -> str:
    """Return the usual temper of a system."""
    return next(iter(evaluator.tempers), Manner().temper)


def _manner(told: Any) -> Manner | None:
    if not isinstance(told, Mapping) or not all(isinstance(told.get(key), str) for key in ("level", "temper")):
        return None
    return Manner(told["level"], told["temper"]) if told["level"] in LEVELS else None


def titled(manner: Manner) -> str:
    """Return a manner as players read it: "Regular", "General, bold"."""
    level = LEVELS[manner.level].title if manner.level in LEVELS else manner.level
    return level if manner.temper == Manner().temper else f"{level}, {manner.temper}"


# --- What a player chose to play -----------------------------------------------------------------------------------


@frozen
class NewGame:
    """What a player chose: system, scenario, seed (None for a fresh one), whether players roll the dice, who plays.

    `rules` are the house rules: those that the scenario would not play by itself.
    """

    system: str
    scenario: str
    seed: int | None = None
    own_dice: bool = False
    players: Players = field(default_factory=Players)
    rules: Mapping[str, Value] = field(default_factory=dict)

    @property
    def source(self) -> Any:
        """What the scenario is loaded from."""
        return with_rules(self.scenario, self.rules)

    @property
    def module(self) -> Plain | None:
        """What tells the module of the scenario from any other; None for a shipped scenario or a loose file."""
        if not Path(self.scenario).suffix:
            return None
        from rules.workshop.library import module_of

        module = module_of(Path(self.scenario))
        return None if module is None else {"id": module.id, "key": module.key, "version": module.version}


def nature_of(game_system: System, origin: Origin, seed: int | None, *, by_hand: bool) -> NatureDriver:
    """Return what answers for chance in a new game: by the seed that was chosen, or by one that nobody knows."""
    if by_hand and not game_system.hides:
        return ManualNature()
    if seed is None:
        return fresh_nature(game_system, origin, by_hand=by_hand)
    return ManualNature(seed) if by_hand else SeededNature(seed)
