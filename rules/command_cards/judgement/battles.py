"""Which battle comes first: the one that, with all that the others can do after it, is worth most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command_cards.judgement.deeds import Fight, fight_of, fight_worth
from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.stakes import Standing, after, standing
from rules.command_cards.judgement.words import medals
from rules.command_cards.pieces import capital, counted, the
from rules.command_cards.state import Table
from rules.engine.command import Command
from rules.engine.judgement import Choice, Offer, Part

Fights = Mapping[str, Sequence[tuple[Command, Fight]]]


def best_battles(outlook: Outlook, game: Table, options: Sequence[Command]) -> list[Choice]:
    """Return the battles on offer, the best to begin with first; those that are worth nothing are left out."""
    fights: dict[str, list[tuple[Command, Fight]]] = {}
    for command in options:
        fight = fight_of(outlook, game, command.text("unit"), command.text("target"))
        fights.setdefault(command.text("unit"), []).append((command, fight))
    rated = []
    for unit, own in fights.items():
        for command, fight in own:
            worth = fight_worth(outlook, fight, _now(game, fight))
            rated.append((worth + _rest(outlook, game, fights, unit, fight), worth, command, fight))
    rated = sorted((found for found in rated if found[1] > 0), key=lambda found: -found[0])
    return [battle_choice(outlook, game, command, command.text("unit"), fight) for _, _, command, fight in rated]


def _now(game: Table, fight: Fight) -> Standing:
    return standing(game.state.units[fight.target].figures)


def _rest(outlook: Outlook, game: Table, fights: Fights, first: str, fight: Fight) -> float:
    """Return what the other units' best battles are worth after a battle."""
    victim = game.state.units[fight.target]
    then = after(_now(game, fight), fight.dice, victim.cls, fight.spared, fight.shut)
    found = 0.0
    for unit, theirs in fights.items():
        if unit != first:
            found += max(
                fight_worth(outlook, other, then if other.target == fight.target else _now(game, other))
                for _, other in theirs
            )
    return found


def battle_choice(outlook: Outlook, game: Table, command: Command, unit: str, fight: Fight) -> Choice:
    """Return a battle with what it is worth, part by part."""
    victim = game.state.units[fight.target]
    harm, lost, goes = outlook.stakes.harm(fight.dice, victim.cls, victim.figures, fight.spared, fight.shut)
    parts = [Part("figures", harm), Part("what its loss also brings", lost * fight.lost)]
    parts.append(Part("value of its retreat", goes * fight.goes))
    worth = sum(part.points for part in parts)
    text = (
        f"{capital(the(game, unit))} battles {the(game, fight.target)} with {counted(fight.dice, 'die')}: "
        f"{lost:.0%} to destroy it, {goes:.0%} to drive it back, worth {medals(worth)}."
    ).replace("dies:", "dice:")
    return Choice(command, "battling", text, tuple(part for part in parts if part.points))


def offers(choices: Sequence[Choice]) -> tuple[Offer, ...]:
    """Return choices as offers."""
    return tuple(Offer(c.command, sum(part.points for part in c.parts), c.text) for c in choices)
