"""The palettes for other eyes hold grounds of counters that are shipped, and no others."""

from __future__ import annotations

import pytest

from app import colour
from app.systems.striking_anvil.art.counters import ARMIES, GROUNDS
from tests.app.systems.company_scale.helpers.grounds import grounds

EYES = [eye for eye in colour.CHOICES_OF_EYES if eye != colour.NORMAL]


@pytest.mark.parametrize("eye", EYES)
def test_a_palette_replaces_grounds_of_counters_only(eye: str) -> None:
    company = {ground.colour for ground in grounds()}
    anvil = {*GROUNDS.values(), *(army.ground for army in ARMIES.values())}
    assert colour.palette(eye) and set(colour.palette(eye)) <= company | anvil
