"""The two printed sides of every counter of a scenario, as the board's painters take them."""

from __future__ import annotations

from app.systems.company_scale.board.counters.face import Face, Fire
from app.systems.company_scale.board.token_art import Token
from app.vision import shown
from rules.company_scale.counters import Counter, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.scenario import Scenario

PLAIN = ("#c9c2ae", "#1b1b16")


def colours(scenario: Scenario, division: str, formation: str, grey: bool = False) -> tuple[str, str]:
    """Return the ground and ink of a counter: its formation's if it has any, else its division's.

    Without colour the Germans are dark and the Allies light, each division in a shade of its own.
    """
    if grey:
        return _shade(scenario, division), _owner(scenario, division)[1]
    own = scenario.formations.get(formation)
    if own is not None and own.colour:
        return shown(own.colour), own.ink or "#1b1b16"
    return _owner(scenario, division)


def _owner(scenario: Scenario, division: str) -> tuple[str, str]:
    owner = scenario.divisions.get(division)
    return (shown(owner.colour), owner.ink) if owner else PLAIN


def _shade(scenario: Scenario, division: str) -> str:
    side = scenario.divisions[division].side if division in scenario.divisions else ""
    others = [other.id for other in scenario.divisions.values() if other.side == side]
    darkest, lightest = (0x38, 0x68) if side == "german" else (0xB8, 0xF4)
    step = (lightest - darkest) // max(1, len(others))
    level = lightest - step * (others.index(division) if division in others else 0)
    return f"#{level:02x}{level:02x}{level:02x}"


def stripe(scenario: Scenario, kind: Stripe, formation: str) -> str:
    """Return the colour of a stripe, "white" or "none"."""
    own = scenario.formations.get(formation)
    return own.stripe if kind is Stripe.COLOURED and own is not None else str(kind)


def has_back(counter: Counter) -> bool:
    """Tell whether a unit has two printed sides."""
    return counter.deployed is not None and counter.column is not None


def face(scenario: Scenario, counter: Counter, deployed: bool, grey: bool = False) -> Face:
    """Return a side of a unit counter, or its only one."""
    if (counter.deployed if deployed else counter.column) is None:
        deployed = not deployed
    side = counter.face(deployed)
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    owner = scenario.divisions.get(counter.division)
    fire, far = (Fire(f.box.value, f.value, f.range) if f else None for f in (side.fire, side.indirect))
    return Face(
        label=counter.label or counter.name, symbol=counter.symbol, size=counter.size, colour=ground, ink=ink,
        stripe=stripe(scenario, counter.stripe, counter.formation), armor=counter.armor.value,
        defense=side.defense, fire=fire, move_class=counter.move_class.value if side.move is not None else "",
        move=side.move, deployed=deployed, engineer=counter.engineer, indirect=far,
        edge=owner.edge if owner else "round", short=owner.short if owner else "",
    )  # fmt: skip


def weapon(scenario: Scenario, counter: WeaponCounter, grey: bool = False) -> Token:
    """Return a support weapon."""
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    fire = Fire(counter.fire.box.value, counter.fire.value, counter.fire.range)
    return Token("weapon", ground, ink, fire, sustained=counter.sustained_fire)


def leader(scenario: Scenario, counter: LeaderCounter, replaced: bool = False, grey: bool = False) -> Token:
    """Return a leader, or his replacement."""
    ground, ink = colours(scenario, counter.division, counter.formation, grey)
    shown = counter.replacement if replaced and counter.replacement else counter
    return Token("leader", ground, ink, bonus=shown.fire, quality=shown.troop_quality)
