"""Heroes for the tests of chapter 14: the named ones in their boxes, an unnamed one, and who stands around."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.company_scale.counters import LeaderCounter, Replacement, Stripe
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, us

OPEN = board("\n".join(["............"] * 8))
US, OTHER, BOTH = "formation:r141", "formation:r142", "division:d36"
GE, PANZER = "formation:pg110", "division:pz11"
HERE = "12.32"
FAR: dict[str, Piece] = {
    "far": us("21.37", formation="r142", fire=None), "away": ge("20.30", formation="pg111", fire=None),
}  # fmt: skip
Leaders = dict[str, tuple[str, LeaderCounter]]


def hero(kind: str, *, fire: int = 0, quality: int = 0, leaves_on: int = -1, **changes: Any) -> LeaderCounter:
    """Return a named hero of the 141st; in these tests it stands for the regiment he really belongs to."""
    return leader(kind, fire, quality, hero=True, type=kind, leaves_on=leaves_on, **changes)


def marker(name: str = "brave", side: str = "allied", **changes: Any) -> LeaderCounter:
    """Return an unnamed hero: fire +2, troop quality +1, defense -2."""
    plain = leader(name, 2, 1, hero=True, type="marker", leaves_on=4, defense=-2, stripe=Stripe.NONE)
    return replace(plain, side=side, division="", formation="", **changes)


GREGG = {"gregg": ("available", hero("gregg", leaves_on=5))}
MURPHY = {"murphy": ("available", hero("murphy", fire=1, quality=2, leaves_on=1))}
DEPUTY = Replacement("Deputy", 1, 2)
CHIEF = leader("chief", 1, 3, formation="pg110", division="pz11", stripe=Stripe.NONE, replacement=DEPUTY)
CHIEF = replace(CHIEF, formation="")
VON = replace(hero("wietersheim", fire=2, formation="pg110", stripe=Stripe.NONE), formation="")
ROLIN = {"rolin": ("available", replace(hero("rolin", formation="pg110", stripe=Stripe.NONE), formation=""))}


def active(pieces: dict[str, Piece], leaders: Leaders, chit: str = US, **facts: Any) -> TableTop:
    """Start an activation with heroes in their boxes or on the map."""
    return activation(facts.pop("ground", OPEN), {**pieces, **FAR}, chit, leaders=leaders, **facts)


def places(table: TableTop) -> dict[str, str]:
    """Return where the leaders and heroes are."""
    return {n: t.place if t.place != "map" else f"{t.hex // 100}.{t.hex % 100}" for n, t in table.state.leaders.items()}


def beside(table: TableTop, name: str, unit: str) -> TableTop:
    """Let a hero on the map accompany a unit from the start."""
    state = table.session.state
    state.leaders[name] = replace(state.leaders[name], unit=unit)
    table.session.resume()
    return table


def panzers(pieces: dict[str, Piece], place: str = "available", *, chit: str = PANZER, chief: str = "14.34",
            **facts: Any) -> TableTop:  # fmt: skip
    """Start an activation of the 11th Panzer at step b; its leader stands in 14.34 with its headquarters."""
    hq = ge("14.34", formation="", division="pz11", stripe="none", hq="division", command_range=4)
    leaders = {"chief": (chief, CHIEF), "wietersheim": (place, VON)}
    return active({"dhq": hq, **pieces}, leaders, chit, step="2.C.iii.b", **facts)
