"""Who belongs to whom at this point of the game: attached formations and disbanded divisions (26, 29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from rules.company_scale.counters import Counter, HeroCounter, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.scenario import Scenario

Piece = TypeVar("Piece", Counter, WeaponCounter, LeaderCounter, HeroCounter)
_KNOWN: Final[
    dict[tuple[int, tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]], tuple[Scenario, Scenario]]
] = {}
_MOST: Final = 64


def scenario_as_of(scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Scenario:
    """Return the scenario with every piece under its present formation and division.

    `attached` names the division of attached formations where it differs from the scenario's (26);
    `absorbed` names the formation that took over all pieces of a division (29).
    """
    if not attached and not absorbed:
        return scenario
    key = (id(scenario), tuple(sorted(attached.items())), tuple(sorted(absorbed.items())))
    entry = _KNOWN.get(key)
    if entry is None or entry[0] is not scenario:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        entry = _KNOWN[key] = (scenario, _changed(scenario, attached, absorbed))
    return entry[1]


def _changed(scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Scenario:
    formations = {
        name: replace(formation, division=attached[name]) if name in attached else formation
        for name, formation in scenario.formations.items()
    }

    def now(pieces: Mapping[str, Piece]) -> dict[str, Piece]:
        return {name: _moved(piece, scenario, attached, absorbed) for name, piece in pieces.items()}

    return replace(
        scenario, formations=formations, units=now(scenario.units), weapons=now(scenario.weapons),
        leaders=now(scenario.leaders), transports=now(scenario.transports), heroes=now(scenario.heroes),
    )  # fmt: skip


def _moved(piece: Piece, scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Piece:
    if piece.division in absorbed:  # 29: for every purpose, so the stripe becomes the formation's
        formation = scenario.formations[absorbed[piece.division]]
        piece = replace(piece, division=formation.division, formation=formation.id, stripe=Stripe.COLOURED)
        if isinstance(piece, Counter) and piece.hq:
            return replace(piece, hq="formation")
        return piece
    if piece.formation in attached:
        return replace(piece, division=attached[piece.formation])
    return piece
