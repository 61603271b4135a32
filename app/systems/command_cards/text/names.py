"""Names of units, cards, places and sides."""

from __future__ import annotations

from collections.abc import Mapping

from app.systems.command_cards.seen import as_view
from app.text import names
from app.text.names import NAMES
from rules.command_cards.charts import cards, obstacles, terrains, unit_types


def kind_name(kind: str) -> str:
    """Return what a kind of unit, terrain or obstacle is called."""
    for table in (unit_types(), terrains(), obstacles()):
        if kind in table:
            return str(table[kind].name)
    return kind.replace("_", " ")


def title(card: str) -> str:
    """Return the title of a card."""
    return cards()[card].title if card in cards() else names.humanize(card)


class Names(names.Names):
    """Names units by kind and hex; their hexes are those of the last view."""

    def __init__(self, view: object = None) -> None:
        self._kinds: dict[str, str] = {}
        self._hexes: dict[str, str] = {}
        super().__init__(view)

    def learn(self, view: object) -> None:
        """Learn kind, side and hex of every unit of a view."""
        for name, unit in as_view(view).units.items():
            self._kinds[name], self._sides[name], self._hexes[name] = unit.kind, unit.seat, unit.hex

    def study(self, scenario: object) -> None:
        """Learn the units of a scenario, for those that are not on the board."""
        table = getattr(scenario, "units", None)
        for name, unit in table.items() if isinstance(table, Mapping) else ():
            self._kinds.setdefault(name, unit.kind)
            self._sides.setdefault(name, unit.seat)

    def kind(self, unit: str) -> str:
        """Return what kind of unit something is, in words."""
        return kind_name(self._kinds.get(unit, unit))

    def force(self, unit: str) -> str:
        """Return side and kind: German infantry."""
        side = NAMES.get(self.side(unit), "")
        return f"{side} {self.kind(unit)}".strip()

    def has(self, thing: str) -> bool:
        """Tell whether a thing has a name of its own."""
        return thing in self._kinds or thing in cards()

    def of(self, thing: str) -> str:
        """Return the name of a unit with its hex, of a card, or of anything else in words."""
        if thing in self._kinds:
            place = self._hexes.get(thing)
            return f"{self.kind(thing)} in {place}" if place else self.kind(thing)
        return title(thing) if thing in cards() else thing if thing[:1].isupper() else names.humanize(thing)

    def label(self, thing: str) -> str:
        """Return the name: units carry no other."""
        return self.of(thing)
