"""What a position is worth to a side in medals: its chance to win, reckoned at the start of a turn."""

from __future__ import annotations

from math import exp

from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.stakes import Stakes
from rules.command_cards.judgement.weights import Odds, Weights, odds_of, usual
from rules.command_cards.scenario import other
from rules.command_cards.state import Table
from rules.engine.judgement import Part


def value_of(game: Table, seat: str, weights: Weights, stakes: Stakes) -> tuple[Part, ...]:
    """Return what a side's chance to win is worth; of a finished game the game itself."""
    state, told = game.state, odds_of()
    if state.winner:
        return (Part("the game", told.game if state.winner == seat else -told.game),)
    mover = Chance(game, weights, stakes, told).of_mover()
    chance = mover if state.seat == seat else 1.0 - mover
    return (Part("the chance to win", told.game * (2.0 * chance - 1.0)),)


class Chance:
    """Reckons how likely the side on turn wins, from what it and its enemy have."""

    def __init__(self, game: Table, weights: Weights, stakes: Stakes, told: Odds) -> None:
        self.game, self.weights, self.stakes, self.told = game, weights, stakes, told

    def of_mover(self) -> float:
        """Return the chance of the side whose turn it is."""
        return 1.0 / (1.0 + exp(-self.log_odds()))

    def log_odds(self) -> float:
        """Return the logarithm of the odds of the side whose turn it is."""
        game, told, seat = self.game, self.told, self.game.state.seat
        enemy = other(seat)
        mine, theirs = Outlook(game, seat, self.weights, self.stakes), Outlook(game, enemy, self.weights, self.stakes)
        left = game.scenario.rounds - game.state.round
        favoured = 1.0 if game.scenario.limit_winner == seat else -1.0
        hand = sum(usual()[card] for card in game.state.hands[seat])
        return (
            told.turn + told.hand * hand + favoured * told.limit * exp(-left / told.limit_rounds)
            + self._has(mine) - self._has(theirs) + told.danger_first * _danger(mine)
            + told.medal * (self._needs(enemy) - self._needs(seat))
            + told.last * (1.0 / self._needs(seat) - 1.0 / self._needs(enemy))
        )  # fmt: skip

    def _needs(self, seat: str) -> int:
        return self.game.scenario.sides[seat].medals - len(self.game.state.medals[seat])

    def _has(self, outlook: Outlook) -> float:
        """Return what a side has on the board and what is still to come."""
        game, told, units = self.game, self.told, self.game.state.units
        own = [units[name] for name in outlook.own]
        due = sum(game.scenario.units[name].seat == outlook.seat for name in game.state.due)
        found = told.unit * len(own) + told.due * due - told.danger * _danger(outlook)
        for unit in own:
            found += told.figures * (self.stakes.unit(unit.cls, unit.figures) - 1.0)
            found += told.goals * outlook.goals(unit, unit.hex) + told.way * outlook.way(unit, unit.hex)
        return found - told.passing * sum(
            medal.source == "objective" and not game.scenario.objectives[medal.place].keep
            for medal in game.state.medals[outlook.seat]
        )


def _danger(outlook: Outlook) -> float:
    units = outlook.game.state.units
    return sum(outlook.danger(name, units[name].hex) for name in outlook.own)
