"""What chapters 8.3.6, 8.7 and 9.1 forbid guns: other targets, deploying beside the enemy, guns abandoned."""

from __future__ import annotations

from tests.rules.company_scale.helpers.guns import HQ, field, gun
from tests.rules.company_scale.helpers.preparing import HERE, go, prepared
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import TableTop, ge, us
from tests.rules.company_scale.test_08_7_indirect_fire import marked
from tests.rules.company_scale.test_21_guns import flak, guns


def abandoned() -> TableTop:
    """Have guns that their crew has left by going into column."""
    found = guns()
    found.do("change_formation", unit="flak")
    return found


def pressed() -> TableTop:
    """Have mortars in column with an enemy next to them."""
    mortars = gun("12.32", deployed=False, move=("leg", 4))
    return field({"m": mortars, "hq": us("12.30", **HQ), "x": ge("12.33", fire=None)})


def assaulted_with_guns() -> TableTop:
    """Let guns assault: step C turns them to column."""
    pieces = {"flak": flak("14.32"), "x": us(HERE), "b": ge("21.33")}
    found = prepared(pieces, chit="formation:pg110", side="german")
    found.do("confirm")
    found.dice(9, 0)
    go(found, "activation")
    return found


CASES: list[Refusal] = [
    refusal(
        "8.3.6-08",
        marked,
        "indirect_fire",
        {"unit": "a", "hex": "20.33"},
        "8.3.6",
        "concentrating can't fire elsewhere",
    ),
    refusal("8.7-05", abandoned, "change_formation", {"unit": "flak"}, "21.2", "guns"),
    refusal("8.7.5-02", pressed, "change_formation", {"unit": "m"}, "8.7.5", "enemy"),
    refusal("9.1-12", assaulted_with_guns, "change_formation", {"unit": "flak"}, "21.2", "guns"),
]
