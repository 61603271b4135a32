"""The systems that have a table of their own, one line each."""

from __future__ import annotations

from collections.abc import Callable

from app.systems.presentation import Presentation


def _company_scale() -> Presentation:
    from app.systems.company_scale.presentation import COMPANY_SCALE

    return COMPANY_SCALE


def _command_cards() -> Presentation:
    from app.systems.command_cards.presentation import COMMAND_CARDS

    return COMMAND_CARDS


def _striking_anvil() -> Presentation:
    from app.systems.striking_anvil.presentation import STRIKING_ANVIL

    return STRIKING_ANVIL


SHIPPED: dict[str, Callable[[], Presentation]] = {
    "company_scale": _company_scale, "command_cards": _command_cards, "striking_anvil": _striking_anvil,
}  # fmt: skip
"""Presentations by the id of the rules system, imported when a game of it is opened."""


def presentation_of(system: str) -> Presentation:
    """Return the presentation of a system, or a plain one if it has none."""
    make = SHIPPED.get(system)
    if make is not None:
        return make()
    from app.systems.plain import Plain

    return Plain(system)
