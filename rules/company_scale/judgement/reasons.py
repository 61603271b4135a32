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
    "rally": "what rallying the hex takes off it", "return_unit": "a unit back on the map",
    "build": "the cover of the work",
    "change_formation": "what it can do on its other side", "load": "a gun brought to where it can fire",
    "unload": "a passenger who has arrived", "indirect_fire": "what the fire does on average",
    "fire": "what the fire does on average", "move": "the better place, less the dangers on the way",
}  # fmt: skip
TEXTS: Final = {  # what an action is for, by verb
    "rally": "It takes disorganization off the hex.", "return_unit": "It brings the unit back onto the map.",
    "build": "It digs in near the enemy.", "change_formation": "It can do more here on its other side.",
    "load": "It brings a gun to where it can fire.", "unload": "The passenger has arrived.",
    "indirect_fire": "The best target that it has now.",
}  # fmt: skip


def why(game: Battle, offer: Offer, price: float, others: Sequence[Offer]) -> Why:
    """Return the reason for an offer: its worth is what it brings less `price`; `others` were worth less."""
    gain = Part(GAINS.get(offer.command.verb, "what it brings"), (offer.worth + price) / POINT)
    parts = (gain, Part("the direct command", -price / POINT)) if price else (gain,)
    rest = tuple(Considered(other.command, other.worth / POINT, _text(game, other)) for other in others[:SHOWN])
    return Why(_text(game, offer), parts, rest)


def nothing_left(least: float) -> Why:
    """Return the reason for ending an activation."""
    if least <= 0:
        return Why("Nothing that it can still do is worth anything.")
    return Why(f"Nothing that it can still do is worth {least / POINT:.2f} points.")


def kept(best: float, least: float) -> Why:
    """Return the reason for holding fire: what the best fire brings, and what it must bring."""
    if best <= 0:
        return Why("No fire would do anything now.")
    return Why(f"The best fire brings {best / POINT:.1f} points; kept for later it is worth {least / POINT:.1f}.")


def fired(game: Battle, shot: Shot, worth: float, least: float) -> Why:
    """Return the reason for a fire that could have been kept, or of one in an assault, which nobody keeps."""
    keeping = f"worth more now than the {least / POINT:.1f} points of keeping it"
    text = f"{chance(game, shot)}; {keeping if least > 0 else 'there is nothing to keep it for'}."
    return Why(text, (Part("what the fire does on average", worth / POINT),))


def chance(game: Battle, shot: Shot) -> str:
    """Return the chance that a fire has any result, by the table and before checks (8.4)."""
    value, _ = fire_value(game, shot)
    row = table_row(game, shot)
    return f"A chance of {sum(bool(result_of(row, value, die)) for die in range(10)) * 10} % for a result"


def _text(game: Battle, offer: Offer) -> str:
    if isinstance(offer.intent, Shot):
        return f"{chance(game, offer.intent)} in {hex_name(offer.intent.hex)}."
    if isinstance(offer.intent, March) and offer.intent.steps:
        return _way(game, offer.intent)
    return TEXTS.get(offer.command.verb, "")


def _way(game: Battle, march: March) -> str:
    """Return where a move leads: into a victory hex, nearer to one, or to a better place."""
    here, to = game.state.units[march.unit].hex, march.steps[-1][0]
    goals = game.scenario.victory.hexes
    into = next((goal for goal in goals if goal.hex == to), None)
    if into is not None:
        return f"Into {into.name} ({hex_name(to)})."
    nearer = [goal for goal in goals if distance(goal.hex, to) < distance(goal.hex, here)]
    best = min(nearer, key=lambda goal: distance(goal.hex, to), default=None)
    if best is None:
        return f"To a better place in {hex_name(to)}."
    left = distance(best.hex, to)
    return f"To {hex_name(to)}, {left} hex{'es' if left != 1 else ''} from {best.name}."
