"""Log lines for the course of a game: turns, phases, chits, points, moves and the end."""

from __future__ import annotations

from app.text import names as wording
from app.text.events import Event, tells, units
from app.text.names import Names
from app.text.parts import Line, die, hexref, strong, words


@tells("TurnBegan")
def turn_began(event: Event, names: Names) -> Line:
    """Head a turn."""
    name = wording.turn(str(event.get("name") or event.get("turn") or ""))
    number = event.get("index") or event.get("number") or ""
    date = f"  {event['date']}" if event.get("date") else ""
    return Line("turn", words(f"Turn {number}: {name}" if number and name != str(number) else f"Turn {name}", date))


@tells("PhaseBegan")
def phase_began(event: Event, names: Names) -> Line:
    """Head a phase."""
    phase = str(event.get("phase", ""))
    return Line("phase", words(wording.PHASES.get(phase, wording.humanize(phase))))


@tells("ChitDrawn", "ChitPlayed")
def chit_drawn(event: Event, names: Names) -> Line:
    """Head an activation with its chit."""
    return Line("chit", words("Drawn: " if event["event"] == "ChitDrawn" else "Played: ", names.of(str(event["chit"]))))


@tells("ChitBought", "ChitAdded")
def chit_bought(event: Event, names: Names) -> Line:
    """Tell a purchase."""
    price = event.get("price", event.get("cost"))
    paid = f" for {price} DP" if price else " without cost" if price == 0 else ""
    now = " and plays it at once" if event.get("now") or event.get("immediate") else ""
    who = wording.side(str(event.get("side") or names.side(str(event["chit"]))))
    return Line("line", words(f"{who} player buys ", strong(names.of(str(event["chit"]))), paid, now))


@tells("UnitMoved")
def unit_moved(event: Event, names: Names) -> Line:
    """Tell a step; steps of the same units run together."""
    given = tuple(event.get("units") or [event["unit"]])
    tail = words(" → ", hexref(str(event["to"])))
    parts = (
        *units(event, names),
        *words(" moves " if len(given) == 1 else " move ", hexref(str(event["from"]))),
        *tail,
    )
    return Line("line", parts, ("moved", *given), tail)


@tells("FormationChanged")
def formation_changed(event: Event, names: Names) -> Line:
    """Tell a change between Column and Deployed."""
    return Line("line", (*units(event, names), *words(" deploys" if event.get("deployed") else " goes into column")))


@tells("DieRolled")
def die_rolled(event: Event, names: Names) -> Line:
    """Tell a die with what it was for."""
    purpose = wording.humanize(str(event.get("purpose", "")))
    return Line("detail", words(die(event["die"]), f" {purpose}"))


@tells("CommandsGained", "DispatchGained")
def points_gained(event: Event, names: Names) -> Line:
    """Tell Direct Commands or Dispatch Points gained."""
    kind = "Direct Commands" if event["event"] == "CommandsGained" else "Dispatch Points"
    gained = event.get("gained", event.get("points", event.get("amount", "")))
    total = event.get("total", event.get("commands", event.get("dispatch")))
    has = f", now {total}" if total is not None else ""
    return Line("line", words(f"{names.of(str(event['division']))}: +{gained} {kind}{has}"))


@tells("CommandSpent")
def command_spent(event: Event, names: Names) -> Line:
    """Tell a Direct Command paid."""
    left = f" ({event['left']} left)" if "left" in event else ""
    unit = (names.unit(str(event["unit"])),) if event.get("unit") else ()
    return Line(
        "detail",
        (*words(f"{names.of(str(event['division']))} pays 1 Direct Command{left}", " for " if unit else ""), *unit),
    )


@tells("GameOver")
def game_over(event: Event, names: Names) -> Line:
    """Tell the end."""
    winner = str(event.get("winner") or "")
    return Line(
        "turn", words(str(event.get("text") or (f"{wording.side(winner)} victory" if winner else "The game is over")))
    )
