"""What a position is worth to a side in medals: those won, what units and cards left are worth, where they stand."""

from __future__ import annotations

from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.stakes import Stakes
from rules.command_cards.judgement.weights import Weights, usual
from rules.command_cards.scenario import other
from rules.command_cards.state import Table
from rules.engine.judgement import Part


def value_of(game: Table, seat: str, weights: Weights, stakes: Stakes) -> tuple[Part, ...]:
    """Return a side's lead in named parts; of a finished game its true lead, and the game itself."""
    state, enemy = game.state, other(seat)
    medals = Part("medals", float(len(state.medals[seat]) - len(state.medals[enemy])))
    if state.winner:
        return medals, Part("the game", weights.game if state.winner == seat else -weights.game)
    units = dict.fromkeys((seat, enemy), 0.0)
    for unit in state.units.values():
        units[unit.seat] += stakes.unit(unit.cls, unit.figures) - 1.0
    ways = {side: _ways(Outlook(game, side, weights, stakes)) for side in (seat, enemy)}
    hand = weights.cards_left * sum(usual()[card] for card in state.hands[seat])
    return (
        medals, Part("units", units[seat] - units[enemy]), Part("places", ways[seat] - ways[enemy]),
        Part("cards left", hand),
    )  # fmt: skip


def _ways(outlook: Outlook) -> float:
    units = outlook.game.state.units
    return sum(outlook.place(name, units[name].hex) for name in outlook.own)
