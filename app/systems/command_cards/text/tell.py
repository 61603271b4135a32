"""Events as lines of the log, one teller for each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.systems.command_cards.text.names import NOUNS, SIDES, Names, kind_name, title
from app.text.events import Event
from app.text.parts import Line, Part, die, hexref, listing, strong, unitref, words

Teller = Callable[[Event, Names], Line | None]
MINUS = "−"
STEPS = {
    "card": "Play a card", "order": "Order units", "move": "Move", "battle": "Battle", "draw": "Draw a card",
}  # fmt: skip
ENDINGS = {
    "medals": "all the medals they need",
    "nobody left": "the enemy has no units left",
    "limit": "time has run out",
}


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 hit, 2 hits."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}es" if noun.endswith("x") else f"{number} {noun}s"


def by_side(seat: object) -> str:
    """Return a side as the subject of a sentence: The Germans."""
    noun = NOUNS.get(str(seat), str(seat))
    return noun[:1].upper() + noun[1:]


def who(event: Event, names: Names, key: str = "unit") -> Part:
    """Return the unit of an event as a part that can be clicked."""
    name = str(event[key])
    return unitref(name, names.force(name))


def turn_began(event: Event, names: Names) -> Line:
    """Tell whose turn begins."""
    return Line("turn", words(f"Round {event['round']}: {SIDES.get(str(event['seat']), str(event['seat']))} turn"))


def step_began(event: Event, names: Names) -> Line | None:
    """Tell the steps in which much happens; the others go without saying."""
    step = str(event["step"])
    shown = step in ("move", "battle") and not event.get("idle")
    return Line("phase", words(STEPS[step])) if shown else None


def card_played(event: Event, names: Names) -> Line:
    """Tell which card was played, and whether it orders any one unit instead."""
    instead = ", which can order no one: any one unit instead" if event.get("stand_in") else ""
    return Line("line", words(f"{by_side(event['seat'])} play ", strong(title(str(event["card"]))), instead))


def units_ordered(event: Event, names: Names) -> Line:
    """Tell who is ordered, and where each of them stood then."""
    units: Sequence[str] = event["units"]
    hexes: Mapping[str, str] = event.get("hexes", {})
    told = [unitref(unit, " ".join(filter(None, (names.kind(unit), hexes.get(unit, ""))))) for unit in units]
    return Line("detail", (*words("Orders: "), *(listing(told) if units else words("none"))))


def unit_moved(event: Event, names: Names) -> Line:
    """Tell a move; further steps of a unit join its line."""
    unit, to = str(event["unit"]), hexref(str(event["to"]))
    start = hexref(str(event["start"]))
    return Line("line", words(who(event, names), " ", start, " – ", to), ("move", unit), words(" – ", to))


def unit_left(event: Event, names: Names) -> Line:
    """Tell a unit that leaves by an exit."""
    return Line("result", words(who(event, names), " leaves the board by ", hexref(str(event["hex"]))))


def unit_arrived(event: Event, names: Names) -> Line:
    """Tell a reinforcement."""
    return Line("line", words(who(event, names), " arrives in ", hexref(str(event["hex"]))))


def battle_declared(event: Event, names: Names) -> Line:
    """Tell who battles whom with how many dice."""
    how = " assaults " if event["mode"] == "close_assault" else " fires at "
    first = "Lying in wait: " if event["reaction"] else "Overrun: " if event["overrun"] else ""
    start, to = hexref(str(event["start"])), hexref(str(event["to"]))
    dice = f": {counted(int(event['dice']), 'die').replace('dies', 'dice')}"
    parts = words(first, who(event, names), " in ", start, how, who(event, names, "target"), " in ", to, dice)
    return Line("line", parts)


def dice_counted(event: Event, names: Names) -> Line:
    """Tell what was rolled and what it comes to."""
    rolled = [die(face) for face in event["rolled"]]
    hits, flags = int(event["hits"]), int(event["flags"])
    come = [counted(n, noun) for n, noun in ((hits, "hit"), (flags, "flag")) if n]
    spaced = [part for face in rolled for part in words(face, " ")]
    return Line("detail", (*spaced, *words(strong(" and ".join(come) or "nothing"))))


def figures_lost(event: Event, names: Names) -> Line:
    """Tell figures lost, and to what."""
    why = " (can't retreat)" if event["why"] == "retreat" else ""
    lost = counted(int(event["lost"]), "figure")
    return Line("result", words(who(event, names), f" loses {lost}{why}, {event['left']} left"))


def unit_eliminated(event: Event, names: Names) -> Line:
    """Tell a unit that is gone."""
    return Line("result", words(who(event, names), " in ", hexref(str(event["hex"])), " is ", strong("eliminated")))


def figures_restored(event: Event, names: Names) -> Line:
    """Tell figures that came back."""
    back = counted(int(event["back"]), "figure") if event["back"] else "no figures"
    return Line("result", words(who(event, names), f" gets {back} back, {event['left']} now"))


def unit_struck(event: Event, names: Names) -> Line:
    """Tell a target of a card."""
    dice = counted(int(event["dice"]), "die").replace("dies", "dice")
    return Line("line", words("Strike at ", who(event, names), " in ", hexref(str(event["hex"])), f": {dice}"))


def retreat_blocked(event: Event, names: Names) -> Line:
    """Tell a retreat for which there is no hex."""
    return Line("detail", words(who(event, names), " can't retreat from ", hexref(str(event["hex"]))))


def unit_retreated(event: Event, names: Names) -> Line:
    """Tell a retreat; further hexes join its line."""
    unit, to = str(event["unit"]), hexref(str(event["to"]))
    parts = words(who(event, names), " retreats ", hexref(str(event["start"])), " – ", to)
    return Line("result", parts, ("retreat", unit), words(" – ", to))


def flag_ignored(event: Event, names: Names) -> Line:
    """Tell a flag that is disregarded."""
    return Line("detail", words(who(event, names), " ignores the first flag"))


def ground_taken(event: Event, names: Names) -> Line:
    """Tell a hex that was taken."""
    return Line("result", words(who(event, names), " takes ", hexref(str(event["to"]))))


def obstacle_placed(event: Event, names: Names) -> Line:
    """Tell an obstacle that was built."""
    return Line("line", words(f"{kind_name(str(event['obstacle'])).capitalize()} in ", hexref(str(event["hex"]))))


def obstacle_removed(event: Event, names: Names) -> Line:
    """Tell an obstacle that is gone."""
    obstacle = kind_name(str(event["obstacle"])).capitalize()
    return Line("detail", words(f"{obstacle} in ", hexref(str(event["hex"])), " removed"))


def ground_changed(event: Event, names: Names) -> Line:
    """Tell ground that becomes another."""
    told = [hexref(str(place)) for place in event["hexes"]]
    what = kind_name(str(next(iter(event["hexes"].values()), "")))
    return Line("result", (*words("Terrain changes: "), *listing(told), *words(f" ({what})")))


def medal_won(event: Event, names: Names) -> Line:
    """Tell a medal and what it is for."""
    source, name = str(event["source"]), str(event["name"])
    why = {"unit": f"for the {kind_name(name)}", "exit": f"for the {kind_name(name)} that left"}
    told = why.get(source, f"for {name}" if name else "for an objective")
    return Line("result", words(f"{by_side(event['seat'])} win a ", strong("medal"), f" {told}: {event['medals']}"))


def medal_returned(event: Event, names: Names) -> Line:
    """Tell a medal that is handed back."""
    return Line("result", words(f"{by_side(event['seat'])} lose the medal for {event['name']}"))


def hand_dealt(event: Event, names: Names) -> Line:
    """Tell how many cards a side is dealt."""
    return Line("detail", words(f"{by_side(event['seat'])} are dealt {counted(int(event['cards']), 'card')}"))


def hand_grew(event: Event, names: Names) -> Line:
    """Tell how many cards a hand holds now."""
    return Line("detail", words(f"{by_side(event['seat'])} draw a card ({event['cards']} in hand)"))


def deck_renewed(event: Event, names: Names) -> Line:
    """Tell that the discards are the deck again."""
    return Line("detail", words(f"{event['cards']} discards reshuffled into the deck"))


def card_lies(event: Event, names: Names) -> Line:
    """Tell a card that lies in wait."""
    return Line("detail", words(strong(title(str(event["card"]))), f" lies face up for {NOUNS[str(event['seat'])]}"))


def card_expired(event: Event, names: Names) -> Line:
    """Tell a card that lay in wait for nothing."""
    return Line("detail", words(strong(title(str(event["card"]))), " is discarded unused"))


def card_thrown(event: Event, names: Names) -> Line:
    """Tell a card thrown away."""
    return Line("detail", words(f"{by_side(event['seat'])} discard ", strong(title(str(event["card"])))))


def card_sprung(event: Event, names: Names) -> Line:
    """Tell a card that is turned over."""
    return Line("line", words(strong(title(str(event["card"]))), ": ", who(event, names), " battles first"))


def game_over(event: Event, names: Names) -> Line:
    """Tell who has won, and why."""
    why = ENDINGS.get(str(event["why"]), str(event["why"]))
    return Line("turn", words(f"{by_side(event['winner'])} win: {why}"))


def nothing(event: Event, names: Names) -> Line | None:
    """Tell nothing: another event says it, or it is nobody's business who answers over the open board."""
    return None


TELLERS: dict[str, Teller] = {
    "TurnBegan": turn_began, "StepBegan": step_began, "CardPlayed": card_played, "UnitsOrdered": units_ordered,
    "UnitMoved": unit_moved, "UnitLeft": unit_left, "UnitArrived": unit_arrived, "BattleDeclared": battle_declared,
    "DiceCounted": dice_counted, "FiguresLost": figures_lost, "UnitEliminated": unit_eliminated,
    "FiguresRestored": figures_restored, "UnitStruck": unit_struck, "RetreatBlocked": retreat_blocked,
    "UnitRetreated": unit_retreated, "FlagIgnored": flag_ignored, "GroundTaken": ground_taken,
    "ObstaclePlaced": obstacle_placed, "ObstacleRemoved": obstacle_removed, "GroundChanged": ground_changed,
    "MedalWon": medal_won, "MedalReturned": medal_returned, "HandDealt": hand_dealt, "HandGrew": hand_grew,
    "DeckRenewed": deck_renewed, "CardLies": card_lies, "CardExpired": card_expired, "CardThrown": card_thrown,
    "CardSprung": card_sprung, "GameOver": game_over, "DieRolled": nothing, "CardDrawn": nothing,
}  # fmt: skip
