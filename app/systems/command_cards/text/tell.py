"""Events as lines of the log."""

from __future__ import annotations

from app.systems.command_cards.text.names import CommandCardsNames
from app.text.names import NAMES, NOUNS, by_side
from app.text.parts import Line, TextPart, die, hexref, listing, strong, unitref, words
from rules.command_cards.events import (
    BattleDeclared,
    CardExpired,
    CardLies,
    CardPlayed,
    CardSprung,
    CardThrown,
    DeckRenewed,
    DiceCounted,
    FiguresLost,
    FiguresRestored,
    FlagIgnored,
    GameOver,
    GroundChanged,
    GroundTaken,
    HandDealt,
    HandGrew,
    MedalReturned,
    MedalWon,
    ObstaclePlaced,
    ObstacleRemoved,
    RetreatBlocked,
    StepBegan,
    TurnBegan,
    UnitArrived,
    UnitEliminated,
    UnitLeft,
    UnitMoved,
    UnitRetreated,
    UnitsOrdered,
    UnitStruck,
)
from rules.engine.english import counted

MINUS = "−"
STEPS = {"card": "Play a card", "order": "Order units", "move": "Move", "battle": "Battle", "draw": "Draw a card"}
ENDINGS = {
    "medals": "all the medals they need",
    "nobody left": "the enemy has no units left",
    "limit": "time has run out",
}


def who(unit: str, names: CommandCardsNames) -> TextPart:
    """Return a unit as a part that can be clicked."""
    return unitref(unit, names.force(unit))


def turn_began(event: TurnBegan, names: CommandCardsNames) -> Line:
    """Tell whose turn begins."""
    return Line("turn", words(f"Round {event.round}: {NAMES.get(event.seat, event.seat)} turn"))


def step_began(event: StepBegan, names: CommandCardsNames) -> Line | None:
    """Tell the steps in which much happens; the others go without saying."""
    step = event.step
    shown = step in ("move", "battle") and not event.idle
    return Line("phase", words(STEPS[step])) if shown else None


def card_played(event: CardPlayed, names: CommandCardsNames) -> Line:
    """Tell which card was played, and whether it orders any one unit instead."""
    instead = ", which can order no one: any one unit instead" if event.stand_in else ""
    return Line("line", words(f"{by_side(event.seat)} play ", strong(names.title(event.card)), instead))


def units_ordered(event: UnitsOrdered, names: CommandCardsNames) -> Line:
    """Tell who is ordered, and where each of them stood then."""
    told = [
        unitref(unit, " ".join(filter(None, (names.kind(unit), event.hexes.get(unit, ""))))) for unit in event.units
    ]
    return Line("detail", (*words("Orders: "), *(listing(told) if told else words("none"))))


def unit_moved(event: UnitMoved, names: CommandCardsNames) -> Line:
    """Tell a move; further steps of a unit join its line."""
    unit, to = event.unit, hexref(event.to)
    start = hexref(event.start)
    return Line("line", words(who(event.unit, names), " ", start, " – ", to), ("move", unit), words(" – ", to))


def unit_left(event: UnitLeft, names: CommandCardsNames) -> Line:
    """Tell a unit that leaves by an exit."""
    return Line("result", words(who(event.unit, names), " leaves the board by ", hexref(event.hex)))


def unit_arrived(event: UnitArrived, names: CommandCardsNames) -> Line:
    """Tell a reinforcement."""
    return Line("line", words(who(event.unit, names), " arrives in ", hexref(event.hex)))


def battle_declared(event: BattleDeclared, names: CommandCardsNames) -> Line:
    """Tell who battles whom with how many dice."""
    how = " assaults " if event.mode == "close_assault" else " fires at "
    first = "Lying in wait: " if event.reaction else "Overrun: " if event.overrun else ""
    start, to = hexref(event.start), hexref(event.to)
    dice = f": {counted(event.dice, 'die')}"
    parts = words(first, who(event.unit, names), " in ", start, how, who(event.target, names), " in ", to, dice)
    return Line("line", parts)


def dice_counted(event: DiceCounted, names: CommandCardsNames) -> Line:
    """Tell what was rolled and what it comes to."""
    rolled = [die(face) for face in event.rolled]
    hits, flags = event.hits, event.flags
    come = [counted(n, noun) for n, noun in ((hits, "hit"), (flags, "flag")) if n]
    spaced = [part for face in rolled for part in words(face, " ")]
    return Line("detail", (*spaced, *words(strong(" and ".join(come) or "nothing"))))


def figures_lost(event: FiguresLost, names: CommandCardsNames) -> Line:
    """Tell figures lost, and to what."""
    why = " (can't retreat)" if event.why == "retreat" else ""
    lost = counted(event.lost, "figure")
    return Line("result", words(who(event.unit, names), f" loses {lost}{why}, {event.left} left"))


def unit_eliminated(event: UnitEliminated, names: CommandCardsNames) -> Line:
    """Tell a unit that is gone."""
    return Line("result", words(who(event.unit, names), " in ", hexref(event.hex), " is ", strong("eliminated")))


def figures_restored(event: FiguresRestored, names: CommandCardsNames) -> Line:
    """Tell figures that came back."""
    back = counted(event.back, "figure") if event.back else "no figures"
    return Line("result", words(who(event.unit, names), f" gets {back} back, {event.left} now"))


def unit_struck(event: UnitStruck, names: CommandCardsNames) -> Line:
    """Tell a target of a card."""
    dice = counted(event.dice, "die")
    return Line("line", words("Strike at ", who(event.unit, names), " in ", hexref(event.hex), f": {dice}"))


def retreat_blocked(event: RetreatBlocked, names: CommandCardsNames) -> Line:
    """Tell a retreat for which there is no hex."""
    return Line("detail", words(who(event.unit, names), " can't retreat from ", hexref(event.hex)))


def unit_retreated(event: UnitRetreated, names: CommandCardsNames) -> Line:
    """Tell a retreat; further hexes join its line."""
    unit, to = event.unit, hexref(event.to)
    parts = words(who(event.unit, names), " retreats ", hexref(event.start), " – ", to)
    return Line("result", parts, ("retreat", unit), words(" – ", to))


def flag_ignored(event: FlagIgnored, names: CommandCardsNames) -> Line:
    """Tell a flag that is disregarded."""
    return Line("detail", words(who(event.unit, names), " ignores the first flag"))


def ground_taken(event: GroundTaken, names: CommandCardsNames) -> Line:
    """Tell a hex that was taken."""
    return Line("result", words(who(event.unit, names), " takes ", hexref(event.to)))


def obstacle_placed(event: ObstaclePlaced, names: CommandCardsNames) -> Line:
    """Tell an obstacle that was built."""
    return Line("line", words(f"{names.called(event.obstacle).capitalize()} in ", hexref(event.hex)))


def obstacle_removed(event: ObstacleRemoved, names: CommandCardsNames) -> Line:
    """Tell an obstacle that is gone."""
    obstacle = names.called(event.obstacle).capitalize()
    return Line("detail", words(f"{obstacle} in ", hexref(event.hex), " removed"))


def ground_changed(event: GroundChanged, names: CommandCardsNames) -> Line:
    """Tell ground that becomes another."""
    told = [hexref(place) for place in event.hexes]
    what = names.called(next(iter(event.hexes.values()), ""))
    return Line("result", (*words("Terrain changes: "), *listing(told), *words(f" ({what})")))


def medal_won(event: MedalWon, names: CommandCardsNames) -> Line:
    """Tell a medal and what it is for."""
    source, name = event.source, event.name
    why = {"unit": f"for the {names.called(name)}", "exit": f"for the {names.called(name)} that left"}
    told = why.get(source, f"for {name}" if name else "for an objective")
    return Line("result", words(f"{by_side(event.seat)} win a ", strong("medal"), f" {told}: {event.medals}"))


def medal_returned(event: MedalReturned, names: CommandCardsNames) -> Line:
    """Tell a medal that is handed back."""
    return Line("result", words(f"{by_side(event.seat)} lose the medal for {event.name}"))


def hand_dealt(event: HandDealt, names: CommandCardsNames) -> Line:
    """Tell how many cards a side is dealt."""
    return Line("detail", words(f"{by_side(event.seat)} are dealt {counted(event.cards, 'card')}"))


def hand_grew(event: HandGrew, names: CommandCardsNames) -> Line:
    """Tell how many cards a hand holds now."""
    return Line("detail", words(f"{by_side(event.seat)} draw a card ({event.cards} in hand)"))


def deck_renewed(event: DeckRenewed, names: CommandCardsNames) -> Line:
    """Tell that the discards are the deck again."""
    return Line("detail", words(f"{event.cards} discards reshuffled into the deck"))


def card_lies(event: CardLies, names: CommandCardsNames) -> Line:
    """Tell a card that lies in wait."""
    return Line("detail", words(strong(names.title(event.card)), f" lies face up for {NOUNS[event.seat]}"))


def card_expired(event: CardExpired, names: CommandCardsNames) -> Line:
    """Tell a card that lay in wait for nothing."""
    return Line("detail", words(strong(names.title(event.card)), " is discarded unused"))


def card_thrown(event: CardThrown, names: CommandCardsNames) -> Line:
    """Tell a card thrown away."""
    return Line("detail", words(f"{by_side(event.seat)} discard ", strong(names.title(event.card))))


def card_sprung(event: CardSprung, names: CommandCardsNames) -> Line:
    """Tell a card that is turned over."""
    return Line("line", words(strong(names.title(event.card)), ": ", who(event.unit, names), " battles first"))


def game_over(event: GameOver, names: CommandCardsNames) -> Line:
    """Tell who has won, and why."""
    why = ENDINGS.get(event.why, event.why)
    return Line("turn", words(f"{by_side(event.winner)} win: {why}"))
