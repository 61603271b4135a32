"""What the script does, in words: deeds, plans, battles as a player would tell them."""

from __future__ import annotations

from typing import Final

from rules.command_cards.charts import cards
from rules.command_cards.judgement.deeds import Deed
from rules.command_cards.judgement.hand import Plan
from rules.command_cards.pieces import capital, counted, listed, the
from rules.command_cards.state import Table
from rules.engine.judgement import Part

EFFECTS: Final = {
    "strike": "the strike",
    "restore": "figures restored",
    "lies": "the ambush",
    "exchange": "the extra draw",
}


def medals(worth: float) -> str:
    """Return a worth in words: 1.2 medals."""
    return f"{worth:.1f} medals" if abs(worth - 1) >= 0.05 else "one medal"


def told(game: Table, deed: Deed) -> str:
    """Return a deed within a sentence: the infantry in E5 goes to D5 and battles the armor in C5."""
    who = the(game, deed.unit)
    goes = f"goes to {deed.place}" if deed.path else ""
    fights = f"battles {the(game, deed.fight.target)}" if deed.fight else ""
    does = " and ".join(part for part in (goes, fights) if part)
    return f"{who} {does or 'digs in'}"


def short(plan: Plan, game: Table) -> str:
    """Return a plan in one line that tells it from others: its card, and who goes where against whom."""
    units, title = game.state.units, cards()[plan.card].title
    deeds = []
    for deed, _ in plan.tasks:
        way = f" to {deed.place}" if deed.path else ""
        against = f" against {units[deed.fight.target].hex}" if deed.fight else ""
        deeds.append(f"{units[deed.unit].hex}{way}{against}")
    deeds += [f"strikes {units[target].hex}" for target in plan.targets]
    deeds += [f"figures for {units[plan.restored].hex}"] if plan.restored else []
    return f"{title}: {', '.join(deeds)}" if deeds else title


def sentence(plan: Plan, second: Plan | None) -> str:
    """Return why a card is played, in one line."""
    card, fights = cards()[plan.card], sum(deed.fight is not None for deed, _ in plan.tasks)
    moves = sum(bool(deed.path) for deed, _ in plan.tasks)
    does = [f"{counted(fights, 'unit')} can battle"] if fights else []
    does += [f"{counted(moves, 'unit')} can move"] if moves else []
    does += ["it strikes"] if plan.targets else ["it restores figures"] if plan.restored else []
    text = f"{card.title}: {listed(does) or 'nothing better to do'}, worth {medals(plan.worth)}"
    if second is not None:
        text += f"; next best is {cards()[second.card].title} at {second.worth:.1f}"
    return text + "."


def parts_of(plan: Plan, game: Table) -> tuple[Part, ...]:
    """Return what a plan's worth adds up from."""
    parts = [Part(told(game, task.deed), task.worth) for task in plan.tasks]
    card = cards()[plan.card]
    named = [text for name, text in EFFECTS.items() if getattr(card, name)]
    parts += [Part(named[0] if named else "the card itself", plan.effect)] if plan.effect else []
    parts += [Part("not having the card later", -plan.missed)] if plan.missed else []
    return tuple(parts)


def upper(text: str) -> str:
    """Return a sentence of a text."""
    return capital(text) + "."
