"""The questions of the Company Scale System, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text import words
from app.text.words import Passing, Rest


@dataclass(frozen=True, slots=True)
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
        note="You may pay to play a chit at once, before the next one is drawn.",
        page="purchase",
        hint="Press a chit to play it now, or pass and let one be drawn.",
        points="",
        points_at_hand="dispatch",
        passed=Passing("pass", "Buying a chit at once", "before each draw"),
        rest=Rest("pass", "Not this turn", ("purchase",)),
    ),
    "leaders": Question(
        "Relocate leaders",
        "Pick a leader and click one of the hexes shown, or drag him there on the map.",
        page="placing",
        labels={"done": "Leaders stay"},
        passed=Passing("done", "Relocating leaders", "at the start of an activation"),
    ),
    "attach": Question(
        "Attach support weapons",
        "Pick a weapon and click one of the hexes shown, or drag it from its box in the displays.",
        page="placing",
        labels={"done": "No more to attach"},
        passed=Passing("done", "Attaching support weapons", "at the start of an activation"),
    ),
    "detach": Question(
        "Detach support weapons",
        "Pick one here or on the map. It can join another hex from its next activation on (12.1). Then press Done.",
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
        "Drag a marker along its road, one after the other. Then done.",
        labels={"done": "No more markers"},
        passed=Passing("done", "Moving evacuation markers", "at a German Direct Command chit", seats=("german",)),
    ),
    "air_strikes": Question(
        "Air strikes",
        "Click an enemy hex on the map, drop an aircraft of the display on it, or choose here. Each costs one Direct "
        "Command. Then done.",
        labels={"done": "No more strikes"},
        menu="Air strikes in {hex}",
        passed=Passing("done", "Air strikes", "at the start of an activation"),
    ),
    "opportunity_fire": Question(
        "Opportunity fire",
        "One hex after the other may fire, in the order you like.",
        button="Fire  ·  F",
        hint="The other player is interrupted: choose who fires, or hold.",
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
        "It adds to the assault, hit or miss. Pass to go on.",
        page="assault",
        button="Fire  ·  G",
        points="arrow",
        passed=Passing("pass", "Indirect fire before an assault", "in an assault of yours"),
    ),
    "interdiction": Question(
        "Interdiction",
        "Aircraft may attack the column on the road.",
        labels={"hold": "Let them pass"},
        menu="Interdiction in {hex}",
        passed=Passing("hold", "Interdiction by aircraft", "when a column is seen on a road"),
    ),
    "ambush": Question(
        "Ambush",
        "Click one of the hexes shown: on a 5 or less the French are there. Or let them pass.",
        page="placing",
        labels={"decline": "Let it pass"},
        passed=Passing("decline", "FFI ambushes", "when a lone German unit passes", seats=("allied",)),
    ),
    "ridge_claim": Question(
        "The ridge",
        "Whoever holds it has its protection.",
        passed=Passing("decline", "Claiming ridges", "when your units stand on one"),
    ),
    "reroll": Question(
        page="reroll",
        passed=Passing(
            "keep",
            "Bourbon and Cognac",
            "after a die that another could better, while the marker is there",
            proper=True,
            unasked="Bourbon and Cognac are at hand (28.0): {ask_rerolls} has you asked where a new die may help",
        ),
    ),
    "hero": Question(
        "A hero",
        "He helps with this one die; by his own die he may be gone afterwards.",
        passed=Passing("no_hero", "A hero's help", "when a hero could help with a die"),
    ),
    "air_barrage": Question(
        "A barrage by aircraft",
        "Say whether a marker is left on the hex.",
        passed=Passing("no_barrage", "Barrages by aircraft", "after an air attack"),
    ),
    "take_up": Question(
        "Evacuation",
        "Click a marker on the map or choose it here: it is placed anew. Or leave all three.",
        passed=Passing(
            "leave_markers", "Taking up evacuation markers", "when all three are in play", seats=("allied",)
        ),
    ),
    "target_unit": Question(
        "Which unit is the target?", "Losses and rout checks are its own; in direct fire its defense counts."
    ),
    "defence_weapon": Question("A support weapon for the defense", "Its addition counts for the whole hex."),
    "rout_unit": Question("Who checks for rout?", "The unit chosen makes the rout check."),
    "lose_unit": Question("A unit is lost", "Disorganization beyond 4 costs one unit of the hex."),
    "lose_weapon": Question("A support weapon is lost", "There are more support weapons than units left."),
    "rider_aim": Question("The riders have got off", "Attack the whole hex, or one hard target in it."),
    "hero_event": Question("A hero emerges", "Choose his unit in the list, or click it on the map; he stays with it."),
    "hero_lights": Question(
        "Rolin's lights",
        "Click the hexes to be lit up, or choose them here. Then done.",
        labels={"done": "No more lights"},
    ),
    "lose_leader": Question("A leader is lost", "Choose which one."),
    "movement": Question(
        "Next hex",
        "Drag the counter on along its path, or step with this list.",
        button="Step there",
        hint="Drag the counter on, or choose the next hex in the Orders panel. Esc takes a step back.",
        points="",
        joined=("carried",),
    ),
    "assaults": Question(
        "Assaults",
        "Click an assault to call it off. Units next to several targets can be reassigned.",
        page="assault",
        button="Call off, or assault after all",
        arrows="markers",
    ),
    "assault_order": Question("Which assault first?", "One assault is carried out after the other.", page="assault"),
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
        button="Use, or leave out",
        points="arrow",
        joined=("leader", "hero", "weapon"),
    ),
    "defence_unit": Question(
        "Whose quality counts?", "The unit chosen here stands for the whole hex.", page="assault", points="arrow"
    ),
    "distribute_dg": Question(
        "The assault is lost",
        "Give the points one by one to the assaulting hexes.",
        page="assault",
        button="This hex takes the point",
        points="arrow",
    ),
    "advance": Question(
        "Step J: advance",
        "One unit at least goes in. Click counters, then confirm.",
        page="assault",
        button="Goes in, or stays",
        points="arrow",
        joined=("chosen",),
        arrows="units",
    ),
    "event": Question("A random event", "The values of each division as they are now:", page="division"),
    "air_placement": Question(
        "Aircraft", "The marker lies on this division's display until it strikes or night falls.", page="division"
    ),
    "attachment": Question("An attached formation", "It counts as this division's own from now on.", page="division"),
    "preparation": Question(
        heading="",
        note="What you buy now goes into the Cup of this turn. Each Division pays for its own chits.",
        page="purchase",
        hint="Press a chit to buy it; press it again to put it back.",
        points="",
        points_at_hand="dispatch",
        rest=Rest("done", "Done for the turn", ("purchase",)),
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
