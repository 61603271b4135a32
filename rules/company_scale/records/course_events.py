"""The course of a game: turns, chits, points, dice (4.0, 20.0, 27 to 28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rules.company_scale.records.event import NO_TEXT, About, Event, OfDivision, PointsGained
from rules.engine.frozen import frozen


@frozen
class TurnBegan(Event):
    """A turn began."""

    turn: int
    name: str = ""


@frozen
class DayBegan(Event):
    """A day began; the first is 0."""

    day: int = 0


@frozen
class PhaseBegan(Event):
    """A phase began."""

    phase: str


@frozen
class WeatherSet(Event):
    """The weather of the day was rolled."""

    weather: str


@frozen
class DieRolled(Event):
    """A die was rolled."""

    die: int
    purpose: str = ""
    subject: About = About()


@frozen
class ChitDrawn(Event):
    """A chit was drawn; `left` are those still in the Cup."""

    chit: str
    left: int | None = None


@frozen
class ChitBought(Event):
    """A chit was bought for the Cup or, `now`, to be played at once."""

    chit: str
    price: int | None = None
    now: bool = False


@frozen
class ChitsRemoved(Event):
    """A supply shortage took chits out of the Cup (20.0)."""

    chits: tuple[str, ...] = ()


@frozen
class CommandsGained(PointsGained):
    """A division gained direct commands."""


@frozen
class DispatchGained(PointsGained):
    """A division gained dispatch points."""


@frozen
class FatigueChanged(OfDivision):
    """The fatigue of a division is another."""


@frozen
class TroopQualityChanged(OfDivision):
    """The troop quality of a division is another."""


@frozen
class CommandSpent(Event):
    """A division paid direct commands, for a unit or an air strike."""

    division: str
    price: int = 1
    left: int | None = None
    unit: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class DispatchSpent(Event):
    """A division paid dispatch points."""

    division: str
    points: int
    left: int


@frozen
class RandomEvent(Event):
    """A random event was rolled, None if none applies (20.0); `title` is that of a printed one in another game."""

    name: str | None = field(default=None, metadata=NO_TEXT)
    die: int | None = None
    title: str = ""


@frozen
class TrackChanged(OfDivision):
    """A random event changed a value of a division."""

    track: str = ""
    change: int = 0


@frozen
class Rerolled(Event):
    """A side had a die rolled again (28.0)."""

    side: str
    die: int
    purpose: str = ""


@frozen
class RerollsRenewed(Event):
    """The day's re-roll markers of these sides are available (28.0)."""

    sides: tuple[str, ...] = ()


@frozen
class VictoryPoints(Event):
    """A side gained victory points, for `what` (27.1)."""

    side: str
    points: int
    what: str
    value: int


@frozen
class VictoryHexTaken(Event):
    """A victory hex fell to a side, or to nobody (27.2)."""

    hex: str
    name: str | None = field(default=None, metadata=NO_TEXT)
    side: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class GameOver(Event):
    """The game ended; nobody wins where nothing could be won (27.4)."""

    winner: str | None = field(default=None, metadata=NO_TEXT)
    points: Mapping[str, int] | None = None
