"""What is asked in between: ground to take, ways back, flags, ambushes, overruns, cards to throw away."""

from __future__ import annotations

from collections.abc import Mapping

from rules.command_cards.charts import cards
from rules.command_cards.judgement.battles import battle_choice, offers
from rules.command_cards.judgement.deeds import fight_of, fight_worth
from rules.command_cards.judgement.hand import Hand
from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.stakes import standing
from rules.command_cards.judgement.words import medals
from rules.command_cards.pieces import capital, the
from rules.command_cards.retreat import ways_back
from rules.command_cards.state import Table
from rules.engine.command import Command, cmd
from rules.engine.judgement import Choice, Offer, Part
from rules.engine.options import Decision


def overrun(outlook: Outlook, game: Table, decision: Decision) -> Choice:
    """Return the best second battle."""
    unit, found = game.frame["unit"], []
    for command in decision.options.of("overrun"):
        fight = fight_of(outlook, game, unit, command.text("target"))
        worth = fight_worth(outlook, fight, standing(game.state.units[fight.target].figures))
        found.append((worth, battle_choice(outlook, game, command, unit, fight)))
    found.sort(key=lambda rated: -rated[0])
    return found[0][1]


def ground(outlook: Outlook, game: Table, decision: Decision) -> Choice:
    """Take a hex that is worth more than the one left, with the overrun it allows."""
    unit, to = game.frame["unit"], game.frame["to"]
    here = game.state.units[unit]
    parts = list(outlook.difference(unit, here.hex, to))
    if here.type.overrun:
        parts.append(Part("a second battle", outlook.weights.overrun))
    gain = sum(part.points for part in parts)
    who = capital(the(game, unit))
    if gain > 0:
        return Choice(cmd("take_ground"), "ground", f"{who} takes {to}, worth {medals(gain)}.", tuple(parts))
    stays = tuple(Part(part.text, -part.points) for part in parts)
    return Choice(cmd("stay"), "ground", f"{who} stays: {to} is worth {medals(-gain)} less.", stays)


def way_back(outlook: Outlook, game: Table, decision: Decision) -> Choice:
    """Fall back where a unit is safest and of most use."""
    frame, onward = game.frame, decision.subject["onward"]
    assert isinstance(onward, Mapping)
    unit, flags = frame["unit"], frame["flags"]
    here = game.state.units[unit]
    figure = outlook.stakes.unit(here.cls, here.figures) - outlook.stakes.unit(here.cls, here.figures - 1)
    rated: list[tuple[float, Command, tuple[Part, ...]]] = []
    for to, ways in onward.items():
        parts = outlook.difference(unit, here.hex, to)
        parts += (Part("figure lost with nowhere to retreat", -figure),) if flags and not ways else ()
        rated.append((sum(part.points for part in parts), cmd("retreat", to=to), parts))
    rated += [(0.0, cmd("halt"), ())] if frame["more"] else []
    rated.sort(key=lambda found: -found[0])
    _, command, parts = rated[0]
    who = capital(the(game, unit))
    text = f"{who} falls back to {command.text('to')}." if command.verb == "retreat" else f"{who} stops here."
    return Choice(command, "way_back", text, parts, tuple(Offer(other, points) for points, other, _ in rated[1:3]))


def flag(outlook: Outlook, game: Table, decision: Decision) -> Choice:
    """Ignore the flag, unless the hex behind is the better one."""
    unit = game.frame["unit"]
    here = game.state.units[unit].hex
    back = [outlook.difference(unit, here, to) for to in ways_back(game, unit)]
    best = max(back, key=lambda parts: sum(part.points for part in parts), default=())
    gain, who = sum(part.points for part in best), capital(the(game, unit))
    if gain > outlook.weights.obey and game.frame["flags"] == 1:
        return Choice(cmd("obey"), "flag", f"{who} retreats: the hex behind is worth {medals(gain)} more.", best)
    stays = tuple(Part(part.text, -part.points) for part in best)
    text = f"{who} stands: {here} is worth at least as much as retreating."
    if gain > 0:
        text = f"{who} ignores the flag: retreating gains too little."
    return Choice(cmd("ignore"), "flag", text, stays)


def ambush(outlook: Outlook, game: Table, decision: Decision) -> Choice:
    """Spring the ambush if it is worth it; another assault may come this turn."""
    unit, spring = game.frame["unit"], cmd("spring")
    if spring not in decision.options:
        return Choice(cmd("hold"), "ambush", f"{capital(the(game, unit))} has no dice against the attacker.")
    fight = fight_of(outlook, game, unit, game.frame["target"], extra=False)
    choice = battle_choice(outlook, game, spring, unit, fight)
    if fight_worth(outlook, fight, standing(game.state.units[fight.target].figures)) > outlook.weights.spring:
        return choice
    return Choice(cmd("hold"), "ambush", f"The card stays: {choice.text}", others=offers([choice]))


def exchange(hand: Hand, game: Table, decision: Decision) -> Choice:
    """Throw the card away that promises least, if a card of the deck promises more."""
    rated = sorted((hand.promise(card), card) for card in sorted(set(game.state.hands[decision.seat])))
    worth, worst = rated[0]
    gain, title = hand.average - worth, cards()[worst].title
    parts = (Part("an average card from the deck", hand.average), Part(title, -worth))
    if gain > hand.weights.throw:
        return Choice(
            cmd("throw", card=worst), "exchange", f"{title} is worth less than an average card from the deck.", parts
        )
    return Choice(cmd("keep"), "exchange", f"No card is worth discarding. {title} is the weakest.")
