"""The questions of the Company Scale System, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.play.seat import answered
from app.text import words
from app.text.words import AutoAnswer, Event, Passing, Rest
from rules.company_scale.records.answers import NewDie
from rules.company_scale.records.course_events import (
    ChitBought,
    ChitDrawn,
    CommandsGained,
    DieRolled,
    RandomEvent,
    TrackChanged,
)
from rules.company_scale.records.events import event_of
from rules.company_scale.records.piece_events import WeaponAttached
from rules.company_scale.records.view import PieceView, UnitView, View
from rules.company_scale.series import Series
from rules.engine.command import Command, cmd
from rules.engine.english import retold
from rules.engine.frozen import frozen
from rules.engine.options import Decision


@frozen
class Question(words.Question):
    """How a kind of decision of this system is put.

    `points`: how the map points at its hex: "ring", "sight" (a ring and the line of sight to it), "arrow" (by the
    arrows of an assault), or "" (not at all: then no click on a hex answers it either).
    `own`: whether a click on one's own counters answers it; otherwise a click inspects them.
    `acting`: units act in any order, so the question is about none in particular.
    `joined`, `dragged`: the keys of its subject that list who has joined so far, and who may be dragged to an answer.
    `arrows`: where arrows on the map start: at the "units" of its subject, or at those of each of its "markers".
    `menu`: the title of the menu that a click on a hex opens if it has several answers, none of which can be undone.
    `points_at_hand`: the points that the prompt shows.
    """

    points: str = "ring"
    own: bool = True
    acting: bool = False
    joined: tuple[str, ...] = ()
    dragged: str = ""
    arrows: str = ""
    menu: str = ""
    points_at_hand: str = "commands"


QUESTIONS: Mapping[str, Question] = {
    "purchase": Question(
        heading="",
        note="You may pay to play a chit now, before the next one is drawn.",
        page="purchase",
        hint="Press a chit to play it now, or pass to draw one.",
        points="",
        points_at_hand="dispatch",
        passed=Passing("pass", "Playing a chit at once", "before each draw"),
        rest=Rest("pass", "Skip for this turn", ("purchase",)),
    ),
    "leaders": Question(
        "Relocate leaders",
        "Pick a leader and click one of the marked hexes, or drag him there.",
        page="placing",
        labels={"done": "Leaders stay"},
        passed=Passing("done", "Relocating leaders", "at the start of an activation"),
    ),
    "attach": Question(
        "Attach support weapons",
        "Pick a weapon and click one of the marked hexes, or drag it from its box.",
        page="placing",
        labels={"done": "Done attaching"},
        passed=Passing("done", "Attaching support weapons", "at the start of an activation"),
    ),
    "detach": Question(
        "Detach support weapons",
        "Pick it here or on the map, then press Done. It can join another hex next activation (12.1).",
        labels={"done": "Done detaching"},
        passed=Passing("done", "Detaching support weapons", "at the start of an activation"),
    ),
    "assault_markers": Question(
        "Prepare assaults",
        "Click a hex next to your units, or pick it here. Press Done when finished.",
        page="assault",
        button="Place a marker",
        own=False,
        points_at_hand="dispatch",
        passed=Passing("done", "Preparing assaults", "in an activation, before the actions"),
    ),
    "evacuation_moves": Question(
        "Evacuation",
        "Drag the markers along their roads, one at a time. Press Space when finished.",
        labels={"done": "Done moving markers"},
        passed=Passing("done", "Moving evacuation markers", "at a {german} Direct Command chit", seats=("german",)),
    ),
    "air_strikes": Question(
        "Air strikes",
        "Click an enemy hex, drop an aircraft on it, or pick it here (1 direct command each). Then press Done.",
        labels={"done": "Done with strikes"},
        menu="Air strikes in {hex}",
        passed=Passing("done", "Air strikes", "at the start of an activation"),
    ),
    "opportunity_fire": Question(
        "Opportunity fire",
        "Hexes fire one at a time, in any order.",
        button="Fire  ·  F",
        hint="Opportunity fire: choose who fires, or hold.",
        passed=Passing("hold", "Opportunity fire", "whenever an enemy moves in sight"),
    ),
    "defensive_fire": Question(
        "Step E: fire at the attackers",
        "Choose who fires at which hex, or hold.",
        page="assault",
        button="Fire  ·  F",
        points="arrow",
        passed=Passing("hold", "Defensive fire", "in an assault on your units"),
    ),
    "assault_indirect": Question(
        "Step B: indirect fire in support",
        "It adds to the assault whatever the roll. Pass to continue.",
        page="assault",
        button="Fire  ·  G",
        points="arrow",
        passed=Passing("pass", "Indirect fire before an assault", "in an assault of yours"),
    ),
    "interdiction": Question(
        "Interdiction",
        "Aircraft can attack the column on the road.",
        labels={"hold": "Let it pass"},
        menu="Interdiction in {hex}",
        passed=Passing("hold", "Interdiction by aircraft", "when a column is seen on a road"),
    ),
    "ambush": Question(
        "Ambush",
        "Click a marked hex and roll: 5 or less places the ambush. Or let them pass.",
        page="placing",
        labels={"decline": "Let it pass"},
        passed=Passing("decline", "FFI ambushes", "when a lone {german} unit passes", seats=("allied",), proper=True),
    ),
    "ridge_claim": Question(
        "The ridge",
        "Whoever claims it gets its protection.",
        passed=Passing("decline", "Claiming ridges", "when your units stand on one"),
    ),
    "reroll": Question(
        page="reroll",
        passed=Passing(
            "keep",
            "Bourbon and Cognac",
            "after any die a reroll could improve, while you have the marker",
            proper=True,
            unasked="Bourbon and Cognac can be used (28.0): {ask_rerolls} asks you whenever a reroll might help",
        ),
    ),
    "hero": Question(
        "A hero",
        "He helps with this one die. He rolls afterward and may leave.",
        passed=Passing("no_hero", "A hero's help", "when a hero could help with a die"),
    ),
    "air_barrage": Question(
        "Barrage from the air",
        "Leave a barrage marker on the hex or not.",
        passed=Passing("no_barrage", "Barrages from the air", "after an air attack"),
    ),
    "take_up": Question(
        "Evacuation",
        "Click a marker on the map or pick it here to place it again. Or leave all three.",
        passed=Passing(
            "leave_markers", "Replacing evacuation markers", "when all three are in play", seats=("allied",)
        ),
    ),
    "target_unit": Question(
        "Which unit takes the hit?", "It takes any loss or rout check; its defense is used against direct fire."
    ),
    "defence_weapon": Question("Support weapon on defense", "Its modifier counts for the whole hex."),
    "rout_unit": Question("Who checks for rout?", "The unit you choose makes the rout check."),
    "lose_unit": Question("Eliminate a unit", "Each point of disorganization beyond 4 eliminates one unit in the hex."),
    "lose_weapon": Question("Lose a support weapon", "There are more support weapons than units."),
    "rider_aim": Question("The riders have dismounted", "Fire at the whole hex, or at one hard target in it."),
    "hero_event": Question("A hero emerges", "Pick his unit in the list or on the map. He stays with it."),
    "hero_lights": Question(
        "Rolin's lights",
        "Click the hexes to illuminate, or pick them here. Press Space when finished.",
        labels={"done": "Done illuminating"},
    ),
    "lose_leader": Question("A leader is lost", "Choose which leader."),
    "movement": Question(
        "Next hex",
        "Drag the counter along its path, or step with this list.",
        button="Step there",
        hint="Drag the counter on, or pick the next hex in Orders. Esc takes back a step.",
        points="",
        joined=("carried",),
    ),
    "assaults": Question(
        "Assaults",
        "Press an assault to cancel it. Units next to several targets can be reassigned.",
        page="assault",
        button="Cancel or reinstate",
        arrows="markers",
    ),
    "assault_order": Question("Which assault first?", "Assaults are carried out one at a time.", page="assault"),
    "retreat": Question(
        "Step D: retreat?",
        "All units leave together and are suppressed. Click the hex, or stand.",
        page="assault",
        button="Retreat there",
        points="arrow",
        dragged="units",
    ),
    "assault_modifiers": Question(
        "Leaders and Panzerfausts",
        "Choose who helps, then confirm.",
        page="assault",
        button="Use or leave out",
        points="arrow",
        joined=("leader", "hero", "weapon"),
    ),
    "defence_unit": Question(
        "Whose quality counts?", "The unit you choose counts for the whole hex.", page="assault", points="arrow"
    ),
    "distribute_dg": Question(
        "The assault is lost",
        "Give the points to your assaulting hexes one at a time.",
        page="assault",
        button="This hex takes the point",
        points="arrow",
    ),
    "advance": Question(
        "Step J: advance",
        "At least one unit must advance. Click counters, then confirm.",
        page="assault",
        button="Advance or stay",
        points="arrow",
        joined=("chosen",),
        arrows="units",
    ),
    "event": Question("A random event", "Current values of each division:", page="division"),
    "air_placement": Question(
        "Aircraft", "The marker stays on this division's display until it strikes or night falls.", page="division"
    ),
    "attachment": Question("An attached formation", "From now on it counts as part of this division.", page="division"),
    "preparation": Question(
        heading="",
        note="Chits bought now go into this turn's Cup. Each division pays for its own.",
        page="purchase",
        hint="Press a chit to buy it; press it again to return it.",
        points="",
        points_at_hand="dispatch",
        rest=Rest("done", "Buy nothing more this turn", ("purchase",)),
        sure="Buy no more?",
    ),
    "activation": Question(
        page="activation",
        hint="Drag a counter, or pick a unit in the Orders panel and press a key.",
        points="",
        acting=True,
    ),
    "fire": Question(
        page="fire",
        hint="Nothing is spent before you confirm.",
        points="sight",
        joined=("unit", "support", "weapon", "leader", "leaders"),
    ),
    "indirect_fire": Question(
        page="fire",
        hint="Nothing is spent before you confirm. A barrage follows unless a 9 is rolled.",
        points="sight",
        joined=("unit", "support"),
    ),
    "kampfgruppe": Question(page="kampfgruppe"),
}
"""Questions by kind of decision. Those that may be passed over come first, in the order of the preferences."""


def question(kind: str) -> Question:
    """Return how a kind of decision is put."""
    return QUESTIONS.get(kind) or Question()


CHAPTERS = {"ambush": "23", "evacuation_moves": "22", "take_up": "22", "reroll": "28"}
"""The chapters to which questions belong that not every game has."""


def in_series(kind: str, series: Series, terms: Mapping[str, str]) -> Question:
    """Return how a kind of decision is put in a game of the series; what it never asks is not passed over there."""
    row = QUESTIONS[kind]
    passed = row.passed
    if passed is not None and CHAPTERS.get(kind, "") not in ("", *series.chapters):
        passed = None
    elif passed is not None:
        passed = replace(passed, name=retold(passed.name, terms), unasked=retold(passed.unasked, terms))
    return replace(row, heading=retold(row.heading, terms), passed=passed)


# --- Questions that decide nothing, with their answers -------------------------------------------------------------

WORTH_ASKING = 4
"""From so many better faces on, of ten, a re-roll is asked about."""
IDLE = (DieRolled, RandomEvent, TrackChanged, CommandsGained)
"""What follows a draw without anybody's doing."""


def auto_answer(
    decision: Decision, view: View, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
) -> AutoAnswer | None:
    """Return the answer to a question that decides nothing, or None."""
    if decision.kind == "reroll":
        brings = answered(NewDie, query("new_die"))
        return AutoAnswer(cmd("keep")) if brings is not None and len(brings.better) < WORTH_ASKING else None
    if decision.kind == "detach":
        fresh = attached_now(history())
        idle = all(command.text("weapon") in fresh for command in decision.options.by_verb().get("detach", ()))
        if idle:
            return AutoAnswer(cmd("done"), "all were attached just now")
        unwanted = "useful" in decision.subject and not decision.texts("useful")
        return AutoAnswer(cmd("done"), "no other hex could use them") if unwanted else None
    if decision.kind == "purchase" and is_as_it_was(history()):
        return AutoAnswer(cmd("pass"), "nothing has happened since you were asked")
    choices = list(decision.options)
    if len(choices) > 1 and all(command.verb == "choose" for command in choices) and are_alike(choices, view):
        return AutoAnswer(choices[0], "they are identical")
    return None


def is_as_it_was(history: Iterable[Event]) -> bool:
    """Tell whether nobody has done anything since the last chit was drawn, before which both sides were asked."""
    for event in map(event_of, reversed(list(history))):
        if not isinstance(event, IDLE):
            return isinstance(event, ChitDrawn)
    return False


def attached_now(history: Iterable[Event]) -> set[str]:
    """Return the support weapons attached since the chit in play came."""
    fresh: set[str] = set()
    for event in map(event_of, history):
        if isinstance(event, ChitDrawn) or (isinstance(event, ChitBought) and event.now):
            fresh.clear()
        elif isinstance(event, WeaponAttached):
            fresh.add(event.weapon)
    return fresh


def are_alike(choices: Sequence[Command], view: View) -> bool:
    """Tell whether commands name pieces that differ in nothing but their names."""
    pieces = {piece.id: piece for piece in view.pieces}
    named = [pieces.get(str(value)) for command in choices for _, value in command.args]
    if len(named) != len(choices) or None in named:
        return False
    return len({_unnamed(piece) for piece in named if piece is not None}) <= 1


def _unnamed(piece: PieceView) -> PieceView:
    return replace(piece, id="", name="", label="") if isinstance(piece, UnitView) else replace(piece, id="", name="")
