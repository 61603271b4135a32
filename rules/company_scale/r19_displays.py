"""Division displays: the records track and the boxes of each division, open to both players (19.0 to 19.2)."""

from __future__ import annotations

from typing import Any

from rules.company_scale.r23_1_ffi import payer_of
from rules.company_scale.r26_attachments import attached_to
from rules.company_scale.state import AVAILABLE, ELIMINATED, EXITED, REALLOCATING, ROUTED, Battle
from rules.company_scale.state import POOL as TRANSPORT_POOL


def displays_view(game: Battle) -> list[dict[str, Any]]:
    """Return the display of every division that has one (19.0)."""
    return [display_view(game, name) for name, division in game.scenario.divisions.items() if division.has_display]


def display_view(game: Battle, division: str) -> dict[str, Any]:
    """Return a division display: ratings, the four values on the track, the contents of its boxes."""
    printed, status = game.scenario.divisions[division], game.state.divisions[division]
    return {
        "id": division, "name": printed.name, "side": printed.side, "disbanded": is_gone(game, division),
        "command_rating": printed.command_rating, "dispatch_rating": printed.dispatch_rating,
        "max_troop_quality": printed.max_troop_quality,
        "track": {
            "dispatch": status.dispatch, "commands": status.commands, "fatigue": status.fatigue,
            "troop_quality": status.troop_quality,
        },
        "boxes": {
            "weapons_available": _weapons(game, division, AVAILABLE),
            "weapons_reallocating": _weapons(game, division, REALLOCATING),
            "routed": [*_units(game, division, ROUTED), *_guests(game, division)],
            "transport_pool": _units(game, division, TRANSPORT_POOL),
            "air_support": game.state.air_support.get(division, 0),
            "heroes": _heroes(game, division),
            "attached": [{"id": name, "name": game.scenario.formations[name].name}
                         for name in attached_to(game, division)],
        },
    }  # fmt: skip


def is_gone(game: Battle, division: str) -> bool:
    """Tell whether a division has been absorbed by another or has left the game (29.0)."""
    printed = game.scenario.divisions[division]
    return division in game.state.absorbed or (
        printed.ends is not None and not printed.joins and _has_left(game, division)
    )


def _has_left(game: Battle, division: str) -> bool:
    units = game.scenario.roster.divisions.get(division, ())
    return all(game.state.units[unit].place in (EXITED, ELIMINATED) for unit in units)


def _weapons(game: Battle, division: str, place: str) -> list[str]:
    weapons, tokens = game.scenario.weapons, game.state.weapons
    return [weapon for weapon in weapons if weapons[weapon].division == division and tokens[weapon].place == place]


def _units(game: Battle, division: str, place: str) -> list[str]:
    members = game.scenario.roster.divisions.get(division, ())
    return [unit for unit in members if game.state.units[unit].place == place]


def _guests(game: Battle, division: str) -> list[str]:
    """Return the routed units of divisions this one pays for: the FFI have no display (23.1)."""
    return [
        unit for name, other in game.scenario.divisions.items()
        if other.paid_by and payer_of(game, name) == division for unit in _units(game, name, ROUTED)
    ]  # fmt: skip


def _heroes(game: Battle, division: str) -> list[str]:
    leaders, tokens = game.scenario.leaders, game.state.leaders
    return [
        name for name in leaders
        if leaders[name].hero and leaders[name].division == division and tokens[name].place == AVAILABLE
    ]  # fmt: skip
