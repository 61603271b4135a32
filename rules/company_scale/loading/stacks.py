"""What the stacks of a scenario that begins in the middle of a game are penalized for, after its set-up was changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress

from rules.company_scale.loading.gestures import start_of
from rules.company_scale.r06_1_stacking import excess_of, is_mixed
from rules.company_scale.state import Battle
from rules.files.values import Data
from rules.hexes.grid import hex_id, hex_name

Raw = Mapping[str, Data]


def with_stacking(before: Raw, after: Raw, game: Battle) -> Raw:
    """Return a scenario after a change of its set-up, with what is noted of each stack that it changed (6.1).

    A stack that somebody has joined counts as penalized as it is, as in any set-up (RULINGS 34). One that somebody has
    left keeps what still holds (RULINGS 7), and no stack that changed is one that a Kampfgruppe brought together
    (24.0). `game` is one of the scenario after the change.
    """
    noted = dict(after["begin"].get("stacking", {}))
    old, new = _stacks(before), _stacks(after)
    for here in old.keys() | new.keys():
        if old[here] == new[here]:
            continue
        entry = noted.pop(hex_name(here), {})
        excess, mixed = excess_of(game, here), is_mixed(game, here)
        if new[here] <= old[here]:
            excess, mixed = min(excess, entry.get("excess", 0)), mixed and entry.get("mixed", False)
        parts: dict[str, Data] = {"excess": excess, "mixed": mixed}
        if told := {key: value for key, value in parts.items() if value}:
            noted[hex_name(here)] = told
    begin = {key: value for key, value in after["begin"].items() if key != "stacking"}
    return {**after, "begin": begin | ({"stacking": noted} if noted else {})}


def _stacks(data: Raw) -> defaultdict[int, set[str]]:
    """Return the units in each hex; what a file written by hand says of no hex is passed over."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for name in data["setup"]:
        if (begin := start_of(data, name)) is not None:
            with suppress(ValueError):
                found[hex_id(begin.hex)].add(name)
    return found
