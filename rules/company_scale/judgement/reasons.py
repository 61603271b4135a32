"""Why the script does something: in a sentence, in named parts that add up to its worth, beside what was next best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.company_scale.judgement.ground import March
from rules.company_scale.judgement.offers import Offer
from rules.company_scale.judgement.weights import POINT
from rules.company_scale.r08_3_modifiers import Shot, fire_value
from rules.company_scale.r08_4_resolution import result_of, table_row
from rules.company_scale.state import Battle
from rules.engine.judgement import Offer as Considered
from rules.engine.judgement import Part
from rules.hexes.grid import distance
from rules.hexes.ids import hex_name

SHOWN: Final = 3  # of what was considered and not taken


class Why(NamedTuple):
    """A reason: the sentence, the parts in victory points, and the best of what was not done."""

    text: str = ""
    parts: tuple[Part, ...] = ()
    others: tuple[Considered, ...] = ()


NO_REASON: Final = Why()
GAINS: Final = {  # what an action brings, by verb
    "rally": "disorganization removed", "return_unit": "a unit back on the map",
    "build": "cover of the fortification",
    "change_formation": "options on its other side", "load": "a gun moved to where it can fire",
    "unload": "passenger arrived", "indirect_fire": "average result of the fire",
    "fire": "average result of the fire", "move": "better position, less the risk on the way",
}  # fmt: skip
TEXTS: Final = {  # what an action is for, by verb
    "rally": "Rallies the hex.", "return_unit": "Brings the unit back onto the map.",
    "build": "Digs in near the enemy.", "change_formation": "Can do more here on its other side.",
    "load": "Moves a gun to where it can fire.", "unload": "The passenger has arrived.",
    "indirect_fire": "Best target available now.",
}  # fmt: skip


def why(game: Battle, offer: Offer, price: float, others: Sequence[Offer]) -> Why:
    """Return the reason for an offer: its worth is what it brings less `price`; `others` were worth less."""
    gain = Part(GAINS.get(offer.command.verb, "what it gains"), (offer.worth + price) / POINT)
    parts = (gain, Part("cost of the direct command", -price / POINT)) if price else (gain,)
    rest = tuple(Considered(other.command, other.worth / POINT, _text(game, other)) for other in others[:SHOWN])
    return Why(_text(game, offer), parts, rest)


def nothing_left(least: float) -> Why:
    """Return the reason for ending an activation."""
    if least <= 0:
        return Why("It has nothing useful left to do.")
    return Why(f"Nothing it can still do is worth {least / POINT:.2f} points.")


def kept(best: float, least: float) -> Why:
    """Return the reason for holding fire: what the best fire brings, and what it must bring."""
    if best <= 0:
        return Why("No fire would have any effect now.")
    return Why(f"The best fire gains {best / POINT:.1f} points; holding fire is worth {least / POINT:.1f}.")


def fired(game: Battle, shot: Shot, worth: float, least: float) -> Why:
    """Return the reason for a fire that could have been kept, or of one in an assault, which nobody keeps."""
    keeping = f"worth more now than the {least / POINT:.1f} points of holding fire"
    text = f"{chance(game, shot)}; {keeping if least > 0 else 'there is nothing to hold it for'}."
    return Why(text, (Part("average result of the fire", worth / POINT),))


def chance(game: Battle, shot: Shot) -> str:
    """Return the chance that a fire has any result, by the table and before checks (8.4)."""
    value, _ = fire_value(game, shot)
    row = table_row(game, shot)
    percent = sum(bool(result_of(row, value, die)) for die in range(10)) * 10
    return f"Fire at {hex_name(shot.hex)}: {percent}% chance of a result"


def _text(game: Battle, offer: Offer) -> str:
    if isinstance(offer.intent, Shot):
        return f"{chance(game, offer.intent)}."
    if isinstance(offer.intent, March) and offer.intent.steps:
        return _way(game, offer.intent)
    return TEXTS.get(offer.command.verb, "")


def _way(game: Battle, march: March) -> str:
    """Return where a move leads: into a victory hex, nearer to one, or to a better place."""
    here, to = game.state.units[march.unit].hex, march.steps[-1][0]
    goals = game.scenario.victory.hexes
    into = next((goal for goal in goals if goal.hex == to), None)
    if into is not None:
        return f"Moves into {into.name} ({hex_name(to)})."
    nearer = [goal for goal in goals if distance(goal.hex, to) < distance(goal.hex, here)]
    best = min(nearer, key=lambda goal: distance(goal.hex, to), default=None)
    if best is None:
        return f"Moves to a better position in {hex_name(to)}."
    left = distance(best.hex, to)
    return f"Moves to {hex_name(to)}, {left} hex{'es' if left != 1 else ''} from {best.name}."
