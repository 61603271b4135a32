"""The roster of the 11th Panzer Division of the worked examples of 5.3: 97 counters, by number and kind only."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from rules.company_scale.counters import Formation, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.scenario import DivisionStart, Scenario
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, ge, scenario_of, tank, us, weapon

# formation: units, support weapons, trucks, halftracks; each has a leader and a headquarters too
FORMATIONS = {
    "pz15": (8, 0, 0, 0), "regiment2": (11, 4, 4, 5), "regiment3": (11, 4, 4, 5), "battalion4": (4, 0, 0, 3),
    "battalion5": (4, 1, 2, 1), "battalion6": (3, 0, 0, 2),
}  # fmt: skip
TRUCK: dict[str, Any] = {"fire": ("red", 1, 1), "deployed": False, "move": ("wheeled", 18)}
GROUND = board("\n".join(["." * 20] * 8), first="40.40")


def roster() -> Scenario:
    """Return a scenario with the whole division on the map, three units to a hex, and one American company."""
    pieces: dict[str, Piece] = {}
    spot = (f"{40 + n // 3 % 15:02d}.{40 + n // 45:02d}" for n in count())
    for name, (units, _, trucks, halftracks) in FORMATIONS.items():
        own: dict[str, Any] = {"formation": name, "division": "pz11"}
        company = tank if name == "pz15" else ge
        pieces |= {f"{name}_co{n}": company(next(spot), **own) for n in range(1, units + 1)}
        pieces[f"{name}_hq"] = ge(next(spot), hq="formation", command_range=5, **own)
        pieces |= {f"{name}_truck{n}": ge(next(spot), **TRUCK, **own) for n in range(trucks)}
        pieces |= {f"{name}_halftrack{n}": ge(next(spot), **TRUCK, **own) for n in range(halftracks)}
    white: dict[str, Any] = {"formation": "", "division": "pz11"}
    pieces |= {f"art{n}": ge(next(spot), fire=("black", 4, 21), **white) for n in range(3)}
    pieces |= {f"truck{n}": ge(next(spot), **TRUCK, **white) for n in range(3)}
    pieces["hq"] = ge(next(spot), hq="division", command_range=8, **white)
    pieces["us"] = us("59.47")
    return _named(pieces)


def _named(pieces: dict[str, Piece]) -> Scenario:
    rich = DivisionStart(dispatch=9, commands=9, troop_quality=5)
    scenario = scenario_of(GROUND, pieces, divisions={"pz11": rich, "d36": DivisionStart(troop_quality=2)})
    weapons = {w.id: w for name, (_, n, _, _) in FORMATIONS.items() for w in _weapons(name, n)}
    leaders = {leader.id: leader for leader in _leaders()}
    beside = {name: hex_id(pieces[f"{name.split('_')[0]}_hq"].hex) for name in (*weapons, *leaders) if "_" in name}
    return replace(
        scenario,
        formations={f: Formation(f, f, "pz11", f"#{n}0{n}0{n}0") for n, f in enumerate(FORMATIONS, 1)}
        | {f: known for f, known in scenario.formations.items() if known.division == "d36"},
        weapons=weapons,
        leaders=leaders,
        weapon_setup={name: beside[name] for name in weapons},
        leader_setup={name: beside.get(name, hex_id(pieces["hq"].hex)) for name in leaders},
    )


def _weapons(formation: str, number: int) -> list[WeaponCounter]:
    plain = weapon("w", ("red", 1, 1), formation="pz15")
    names = [f"{formation}_sw{n}" for n in range(number)]
    return [replace(plain, id=name, name=name, formation=formation) for name in names]


def _leaders() -> list[LeaderCounter]:
    found = [
        LeaderCounter(f"{name}_leader", name, "german", "pz11", name, Stripe.COLOURED, 1, 2) for name in FORMATIONS
    ]
    staff = LeaderCounter("staff", "Staff", "german", "pz11", "", Stripe.NONE, 1, 3)
    return [*found, staff, replace(staff, id="commander", name="Commander", hero=True)]
