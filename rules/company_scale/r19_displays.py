"""Division displays: the records track and the boxes of each division, open to both players (19.0 to 19.2)."""

from __future__ import annotations

from rules.company_scale.r23_1_ffi import payer_of
from rules.company_scale.r26_attachments import attached_to
from rules.company_scale.records.view import AttachedView, BoxesView, DisplayView, TrackView
from rules.company_scale.state import AVAILABLE, ELIMINATED, EXITED, REALLOCATING, ROUTED, Battle
from rules.company_scale.state import POOL as TRANSPORT_POOL


def displays_view(game: Battle) -> tuple[DisplayView, ...]:
    """Return the display of every division that has one (19.0)."""
    divisions = game.scenario.divisions.items()
    return tuple([display_view(game, name) for name, division in divisions if division.has_display])


def display_view(game: Battle, division: str) -> DisplayView:
    """Return a division display: ratings, the four values on the track, the contents of its boxes."""
    printed, status = game.scenario.divisions[division], game.state.divisions[division]
    return DisplayView(
        division,
        printed.name,
        printed.side,
        is_gone(game, division),
        printed.command_rating,
        printed.dispatch_rating,
        printed.max_troop_quality,
        TrackView(status.dispatch, status.commands, status.fatigue, status.troop_quality),
        _boxes(game, division),
    )


def _boxes(game: Battle, division: str) -> BoxesView:
    formations = game.scenario.formations
    return BoxesView(
        weapons_available=_weapons(game, division, AVAILABLE),
        weapons_reallocating=_weapons(game, division, REALLOCATING),
        routed=(*_units(game, division, ROUTED), *_guests(game, division)),
        transport_pool=_units(game, division, TRANSPORT_POOL),
        air_support=game.state.air_support.get(division, 0),
        heroes=_heroes(game, division),
        attached=tuple([AttachedView(name, formations[name].name) for name in attached_to(game, division)]),
    )


def is_gone(game: Battle, division: str) -> bool:
    """Tell whether a division has been absorbed by another or has left the game (29.0)."""
    printed = game.scenario.divisions[division]
    return division in game.state.absorbed or (
        printed.ends is not None and not printed.joins and _has_left(game, division)
    )


def _has_left(game: Battle, division: str) -> bool:
    units = game.scenario.roster.divisions.get(division, ())
    return all(game.state.units[unit].place in (EXITED, ELIMINATED) for unit in units)


def _weapons(game: Battle, division: str, place: str) -> tuple[str, ...]:
    weapons, tokens = game.scenario.weapons, game.state.weapons
    return tuple([name for name in weapons if weapons[name].division == division and tokens[name].place == place])


def _units(game: Battle, division: str, place: str) -> tuple[str, ...]:
    members = game.scenario.roster.divisions.get(division, ())
    return tuple([unit for unit in members if game.state.units[unit].place == place])


def _guests(game: Battle, division: str) -> tuple[str, ...]:
    """Return the routed units of divisions this one pays for: the FFI have no display (23.1)."""
    return tuple(
        [
            unit
            for name, other in game.scenario.divisions.items()
            if other.paid_by and payer_of(game, name) == division
            for unit in _units(game, name, ROUTED)
        ]
    )


def _heroes(game: Battle, division: str) -> tuple[str, ...]:
    leaders, tokens = game.scenario.leaders, game.state.leaders
    return tuple(
        [
            name
            for name in leaders
            if leaders[name].hero and leaders[name].division == division and tokens[name].place == AVAILABLE
        ]
    )
