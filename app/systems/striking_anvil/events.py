"""What each kind of event of Striking the Anvil is on the table: how it is told, shown and heard, and its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.systems.striking_anvil.text import tell
from app.text.event_rows import DieRoll, EventRow, EventTable, Glide, Motion, Result
from app.text.names import Names, by_side
from rules.striking_anvil import events

# --- How events are shown on the map: which move counters, or tell a result ----------------------------------------


class Facts:
    """What events say of each other: who goes together, where combat is, which die was rolled."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.groups: dict[str, tuple[str, ...]] = {}
        self.area = ""
        self._faces: tuple[int, ...] = ()

    def rolled(self, face: int) -> None:
        """Keep a die for the result that follows it."""
        self._faces = (face,)

    def faces(self) -> tuple[int, ...]:
        """Return the die just rolled, once."""
        faces, self._faces = self._faces, ()
        return faces


def _moved(event: events.Moved, facts: Facts) -> Iterator[Motion]:
    facts.groups[event.units[0]] = event.units
    yield Glide(event.units[0], (event.area, event.to))


def _began(event: events.CombatBegan, facts: Facts) -> Iterable[Motion]:
    facts.area = event.area
    return ()


def _rolled(event: events.DieRolled, facts: Facts) -> Iterable[Motion]:
    facts.rolled(event.die)
    facts.area = event.subject.area or facts.area
    return ()


def _fought(event: events.CombatResult, facts: Facts) -> Iterator[Motion]:
    words = f"hits: attacker {event.attacker}, defender {event.defender}"
    tone = "bad" if event.attacker or event.defender else "plain"
    yield Result(facts.area, words, facts.faces() or (event.die,), tone)


def _gone(event: events.Eliminated, facts: Facts) -> Iterator[Motion]:
    yield Result(event.area, f"{facts.names.of(event.unit)} {tell.WHY[event.why].partition(':')[0]}", (), "bad")


def _dropped(event: events.Dropped, facts: Facts) -> Iterator[Motion]:
    words = "lands in Good Order" if event.good else "lands disorganized"
    yield Result(event.area, words, facts.faces(), "good" if event.good else "bad")


def _bombed(event: events.Bombed, facts: Facts) -> Iterator[Motion]:
    words = f"{tell.MARKERS[event.marker].removeprefix('the ')}: {f'−{event.levels}' if event.levels else 'no effect'}"
    yield Result(event.area, words, facts.faces(), "bad" if event.levels else "plain")


def _surrender(event: events.SurrenderSought, facts: Facts) -> Iterator[Motion]:
    words, tone = ("surrenders", "bad") if event.surrendered else ("holds out", "good")
    yield Result(event.area, words, facts.faces(), tone)


def _taken(event: events.ControlChanged, facts: Facts) -> Iterator[Motion]:
    yield Result(event.area, f"{by_side(event.side)} take the area", (), "good")


# --- The dice, and the table ---------------------------------------------------------------------------------------


def _rolls(event: events.DieRolled, dice: list[DieRoll]) -> None:
    dice.append(DieRoll(event.die, tell.roll_of(event.purpose).name))


ROWS = (
    EventRow(events.TurnBegan, tell.turn_began),
    EventRow(events.PhaseBegan, tell.phase_began),
    EventRow(events.TurnEnded, tell.turn_ended),
    EventRow(events.GameEnded, tell.game_ended),
    EventRow(events.SuddenVictory, tell.sudden),
    EventRow(events.Arrived, tell.arrived, sound="step"),
    EventRow(events.Activated, tell.activated),
    EventRow(events.Passed, tell.passed, sound="marker"),
    EventRow(events.Moved, tell.moved, _moved, "step"),
    EventRow(events.MustStop, tell.must_stop),
    EventRow(events.Exited, tell.exited),
    EventRow(events.Shipped, tell.shipped, sound="step"),
    EventRow(
        events.Dropped, tell.dropped, _dropped, "step", result=lambda e: "Good Order" if e.good else "Disorganized"
    ),
    EventRow(events.ControlChanged, tell.control_changed, _taken, "marker"),
    EventRow(events.FfiAttempted, tell.ffi_attempted, result=lambda e: e.marker or "nothing"),
    EventRow(events.FfiRemoved, tell.ffi_removed),
    EventRow(events.MarkerPlaced, tell.marker_placed, sound="marker"),
    EventRow(events.Bombed, tell.bombed, _bombed, "shot", result=lambda e: f"−{e.levels}" if e.levels else "no effect"),
    EventRow(events.FortLevel, tell.fort_level, sound="marker"),
    EventRow(
        events.SurrenderSought,
        tell.surrender_sought,
        _surrender,
        result=lambda e: "surrender" if e.surrendered else "holds out",
    ),
    EventRow(events.BridgeBlown, tell.bridge_blown, sound="shot", result=lambda e: "blown"),
    EventRow(events.BridgeFinished, tell.bridge_finished),
    EventRow(events.BridgingBegan, tell.bridging_began, result=lambda e: f"{e.waits} to wait"),
    EventRow(events.BridgeWorkFailed, tell.work_failed, result=lambda e: "fails"),
    EventRow(events.CombatBegan, tell.combat_began, _began),
    EventRow(
        events.CombatResult, tell.combat_result, _fought, "shot", result=lambda e: f"{e.attacker}/{e.defender} hits"
    ),
    EventRow(events.HitsPaid, tell.hits_paid),
    EventRow(events.Disorganized, tell.disorganized, sound="marker"),
    EventRow(events.Reduced, tell.reduced, sound="marker"),
    EventRow(events.Eliminated, tell.eliminated, _gone, "shot"),
    EventRow(events.DieRolled, tell.die_rolled, _rolled, "die", dice=_rolls),
)
EVENTS = EventTable(ROWS)
