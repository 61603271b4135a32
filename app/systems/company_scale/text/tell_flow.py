"""Log lines for the course of a game, and for transports, guns left behind and infantry on tanks."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import roll_of
from app.systems.company_scale.text.tell import units
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words
from rules.company_scale.records.combat_events import FormationChanged, GunsAbandoned, UnitActivated, UnitMoved
from rules.company_scale.records.course_events import (
    ChitBought,
    ChitDrawn,
    CommandsGained,
    CommandSpent,
    DayBegan,
    DieRolled,
    DispatchGained,
    FatigueChanged,
    GameOver,
    PhaseBegan,
    TroopQualityChanged,
    TurnBegan,
    VictoryHexTaken,
    WeatherSet,
)
from rules.company_scale.records.piece_events import (
    HeroArrived,
    HeroChecked,
    HeroPlaced,
    HeroUsed,
    PassengerLost,
    PassengerRouted,
    RiderDismounted,
    SurrenderChecked,
    TransportArrived,
    TransportCame,
    TransportLeft,
    UnitLoaded,
    UnitMounted,
    UnitUnloaded,
)

# --- Log lines for the course of a game: turns, phases, chits, points, moves and the end ---------------------------


def turn_began(event: TurnBegan, names: Names) -> Line:
    """Head a turn."""
    return Line("turn", words(f"Turn {event.turn}: {wording.turn(event.name)}"))


def day_began(event: DayBegan, names: Names) -> Line:
    """Head a day."""
    return Line("phase", words(f"Day {event.day + 1}"))


def phase_began(event: PhaseBegan, names: Names) -> Line:
    """Head a phase."""
    phase = event.phase
    return Line("phase", words(wording.PHASES.get(phase, humanize(phase))))


def weather_set(event: WeatherSet, names: Names) -> Line:
    """Tell the weather of the day."""
    return Line("line", words("Weather: ", strong(humanize(event.weather))))


def chit_drawn(event: ChitDrawn, names: Names) -> Line:
    """Head an activation with its chit."""
    left = event.left
    rest = f"  ({left} left in the Cup)" if left else ""
    return Line("chit", words("Drawn: ", names.of(event.chit), rest))


def chit_bought(event: ChitBought, names: Names) -> Line:
    """Tell a purchase; one for immediate play heads its activation."""
    price, name = event.price, names.of(event.chit)
    paid = " for free" if price == 0 else f" for {price} DP"
    if event.now:
        return Line("chit", words("Bought and played: ", name, paid))
    return Line("line", words("Bought: ", strong(name), paid))


def unit_activated(event: UnitActivated, names: Names) -> Line:
    """Head what a unit does under a Direct Command."""
    return Line("line", (*units(event, names), *words(" is activated")))


def unit_moved(event: UnitMoved, names: Names) -> Line:
    """Tell a step; steps of the same units run together."""
    given = tuple(event.units or [event.unit])
    tail = words(" → ", hexref(event.to))
    return Line("line", (*units(event, names), *words(" moves ", hexref(event.start)), *tail), ("moved", *given), tail)


def formation_changed(event: FormationChanged, names: Names) -> Line:
    """Tell a change between Column and Deployed."""
    return Line("line", (*units(event, names), *words(" deploys" if event.deployed else " goes into column")))


def die_rolled(event: DieRolled, names: Names) -> Line | None:
    """Tell a die and its purpose, unless the next event shows it."""
    told = roll_of(event.purpose).told
    return Line("detail", words(die(event.die), f" {told}")) if told else None


def points_gained(event: CommandsGained | DispatchGained, names: Names) -> Line:
    """Tell Direct Commands or Dispatch Points gained, with the die."""
    kind = "direct commands" if isinstance(event, CommandsGained) else "dispatch points"
    shown = die(event.die) if event.die is not None else ""
    says = f" +{event.gain} {kind}, now {event.value}"
    return Line("line", words(names.of(event.division), ": " if shown else "", shown, says))


def fatigue_changed(event: FatigueChanged, names: Names) -> Line:
    """Tell a new fatigue."""
    return Line("detail", words(f"{names.of(event.division)}: fatigue {event.value}"))


def troop_quality_changed(event: TroopQualityChanged, names: Names) -> Line:
    """Tell a new troop quality."""
    return Line("line", words(f"{names.of(event.division)}: troop quality {event.value}"))


def command_spent(event: CommandSpent, names: Names) -> Line:
    """Tell a Direct Command spent."""
    left = f" ({event.left} left)" if event.left is not None else ""
    paid = "1 direct command" if event.price == 1 else f"{event.price} direct commands"
    says = f"{names.of(event.division)} pays {paid}{left}"
    unit = words(" for ", names.unit(event.unit)) if event.unit else ()
    return Line("detail", (*words(says), *unit))


def victory_hex_taken(event: VictoryHexTaken, names: Names) -> Line:
    """Tell that a victory hex changed hands."""
    side = event.side
    who = f" falls to {names.players(side)}" if side else " is now held by nobody"
    name = str(event.name or "Victory hex")
    return Line("result", words(strong(name), " ", hexref(event.hex), who))


def game_over(event: GameOver, names: Names) -> Line:
    """Tell the end."""
    winner = event.winner or ""
    points = event.points or {}
    score = " to ".join(str(points[side]) for side in sorted(points, key=lambda side: side != winner))
    ended = f"{names.side_name(winner)} victory" if winner else "A draw"
    return Line("turn", words(ended, f", {score}" if score else ""))


# --- Log lines for heroes ------------------------------------------------------------------------------------------

DEEDS = {
    "surrender": "demands a surrender in",
    "markers": "rallies every unit in",
    "mortar": "turns the mortar's roll into a 0 at",
    "assault": "leads an immediate assault on",
}


def hero_arrived(event: HeroArrived, names: Names) -> Line:
    """Tell that a hero arrives in his box."""
    return Line("line", words(strong(event.name), " arrives"))


def hero_placed(event: HeroPlaced, names: Names) -> Line:
    """Tell which unit a hero joins."""
    unit, here = names.unit(event.unit), hexref(event.hex)
    return Line("line", words(strong(event.name), " joins ", unit, " in ", here))


def hero_used(event: HeroUsed, names: Names) -> Line:
    """Tell what a hero does."""
    deed = DEEDS.get(event.what, "acts in")
    return Line("line", words(strong(event.name), f" {deed} ", hexref(event.hex)))


def hero_checked(event: HeroChecked, names: Names) -> Line:
    """Tell whether a hero stays after use."""
    says = " stays" if event.stays else " is gone"
    return Line("detail", words(die(event.die), " ", strong(event.name), says))


def surrender_checked(event: SurrenderChecked, names: Names) -> Line:
    """Tell whether a hex surrenders."""
    says = "nobody surrenders" if event.passed else "all surrender"
    quality = f" against troop quality {event.quality}: "
    return Line("result", words(die(event.die), quality, strong(says), " in ", hexref(event.hex)))


# --- Log lines for guns left behind, for transports and for infantry on tanks --------------------------------------

WHY = {"enemy": ": the enemy is near", "attack": " under attack", "lost": ", which is gone"}


def guns_abandoned(event: GunsAbandoned, names: Names) -> Line:
    """Tell that a unit will never be deployed again."""
    return Line("result", (*units(event, names), *words(" has abandoned its guns")))


def transport_arrived(event: TransportArrived, names: Names) -> Line:
    """Tell that a transport arrives in the pool."""
    return Line("line", (*units(event, names), *words(" arrives in its division's transport pool")))


def transport_came(event: TransportCame, names: Names) -> Line:
    """Tell that a transport comes for a unit."""
    who = names.unit(event.passenger)
    return Line("line", (*units(event, names), *words(" comes for ", who, " in ", hexref(event.hex))))


def unit_loaded(event: UnitLoaded, names: Names) -> Line:
    """Tell that a unit boards a transport."""
    on = names.unit(event.transport)
    return Line("line", (*units(event, names), *words(" is loaded on ", on, " in ", hexref(event.hex))))


def unit_unloaded(event: UnitUnloaded, names: Names) -> Line:
    """Tell that a unit gets off its transport."""
    on = names.unit(event.transport)
    return Line("line", (*units(event, names), *words(" is unloaded from ", on, " in ", hexref(event.hex))))


def transport_left(event: TransportLeft, names: Names) -> Line:
    """Tell that an empty transport goes back to its pool."""
    return Line("line", (*units(event, names), *words(" returns to the transport pool")))


def passenger_lost(event: PassengerLost, names: Names) -> Line:
    """Tell that a unit is lost with its transport."""
    return Line("result", (*units(event, names), *words(" is eliminated with ", names.unit(event.carrier))))


def passenger_routed(event: PassengerRouted, names: Names) -> Line:
    """Tell that a unit routs with its transport."""
    return Line("result", (*units(event, names), *words(" routs with ", names.unit(event.carrier))))


def unit_mounted(event: UnitMounted, names: Names) -> Line:
    """Tell that a unit mounts a tank."""
    on = names.unit(event.carrier)
    return Line("line", (*units(event, names), *words(" climbs on ", on, " in ", hexref(event.hex))))


def rider_dismounted(event: RiderDismounted, names: Names) -> Line:
    """Tell that a unit dismounts from a tank, and why if it must."""
    why = WHY.get(event.why or "", "")
    at = words(" gets off ", names.unit(event.carrier), " in ", hexref(event.hex), why)
    return Line("line", (*units(event, names), *at))
