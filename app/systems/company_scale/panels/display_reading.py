"""The pieces in the boxes of a division display, read from a view, with pictures and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtGui import QPixmap

from app.systems.company_scale.panels.chits import air_pixmap, formation_pixmap, token_pixmap
from app.systems.company_scale.panels.display_orders import Held
from app.systems.company_scale.panels.pieces import unit_pixmap
from app.vision import shown
from rules.company_scale.records.view import AttachedView, DisplayView, View
from rules.engine.english import signed
from rules.engine.frozen import frozen

BOXES = (
    ("weapons_available", "Weapons available", "weapon"),
    ("weapons_reallocating", "Reallocating", "weapon"),
    ("routed", "Routed units", "routed"),
    ("transport_pool", "Transport pool", "transport"),
    ("air_support", "Air strikes", "air"),
    ("heroes", "Heroes", "hero"),
    ("attached", "Attached formations", "formation"),
)
"""The boxes in their order on the display, with the kind of piece each holds."""
GROUND = ("#cfc5a5", "#1b1b16")


@frozen
class Piece:
    """One piece in a box, or several alike: what it is, its name, what its counter shows."""

    held: Held
    name: str
    detail: str
    raw: Mapping[str, Any]
    ground: tuple[str, str] = GROUND

    @property
    def count(self) -> int:
        """Return how many pieces alike this stands for."""
        return int(self.raw.get("count", 1)) if self.held.kind == "air" else max(1, len(self.held.things))

    def pixmap(self, size: int, ratio: float) -> QPixmap:
        """Return the picture of the piece, drawn by the board's own painters."""
        kind = self.held.kind
        if kind in ("routed", "transport"):
            return unit_pixmap(self.raw, size, ratio, states=False)
        if kind == "air":
            return air_pixmap(*self.ground, size, ratio)
        if kind == "formation":
            return formation_pixmap(self.short, *self.ground, str(self.raw.get("stripe", "")), size, ratio)
        return token_pixmap(self.raw, "weapon" if kind == "weapon" else "leader", self.ground, size, ratio)

    @property
    def short(self) -> str:
        """Return the number or first word of a formation's name."""
        words = self.name.split()
        return next((w for w in words if any(c.isdigit() for c in w)), words[0] if words else "")


class DisplayReader:
    """Read the boxes of the displays of one view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.units = {str(u["id"]): u for u in view.units}
        self.tokens = {str(t["id"]): t for t in (*view.weapons, *view.leaders)}
        self.grounds = {d.id: (shown(d.colour or GROUND[0]), d.ink or GROUND[1]) for d in view.divisions}

    def boxes(self, display: DisplayView) -> dict[str, list[Piece]]:
        """Return the pieces in each box of a display, by its key in `BOXES`."""
        boxes, division = display.boxes, display.id
        single = {
            "weapons_available": ("weapon", boxes.weapons_available),
            "weapons_reallocating": ("weapon", boxes.weapons_reallocating),
            "routed": ("routed", boxes.routed),
            "heroes": ("hero", boxes.heroes),
        }
        return {
            **{box: [self._single(division, box, kind, name) for name in held] for box, (kind, held) in single.items()},
            "transport_pool": self._alike(division, "transport_pool", boxes.transport_pool),
            "air_support": self._aircraft(division, boxes.air_support),
            "attached": [self._formation(division, entry) for entry in boxes.attached],
        }

    def _aircraft(self, division: str, count: int) -> list[Piece]:
        if not count:
            return []
        held = Held("air", (f"air:{division}",), division, "air_support")
        words = "Each attack costs 1 direct command. Drop it on an enemy when you are asked for air strikes."
        return [Piece(held, "Aircraft", words, {"count": count}, self._ground(division))]

    def _formation(self, division: str, entry: AttachedView) -> Piece:
        name = entry.id
        own = [u for u in self.units.values() if u.get("formation") == name]
        ground = (shown(str(own[0]["colour"])), str(own[0]["ink"])) if own else self._ground(division)
        raw = {"id": name, "name": entry.name, "stripe": own[0]["stripe"] if own else ""}
        units = "1 unit" if len(own) == 1 else f"{len(own)} units"
        held = Held("formation", (name,), division, "attached")
        return Piece(held, entry.name, f"{units}; attaching to another division costs 2 dispatch points", raw, ground)

    def _alike(self, division: str, box: str, content: Sequence[str]) -> list[Piece]:
        groups: dict[tuple[object, ...], list[str]] = {}
        for name in content:
            unit = self.units[str(name)]
            key = (unit["name"], unit["label"], unit["colour"], unit["stripe"])
            groups.setdefault(key, []).append(str(name))
        return [self._single(division, box, "transport", *names) for names in groups.values()]

    def _single(self, division: str, box: str, kind: str, *names: str) -> Piece:
        raw = self.units.get(names[0]) or self.tokens.get(names[0]) or {"id": names[0], "name": names[0]}
        held = Held(kind, names, division, box)
        name = str(raw.get("long_name") or raw["name"]) if kind == "routed" else str(raw["name"])
        return Piece(held, name, self._detail(kind, raw), raw, self._ground(division))

    def _ground(self, division: str) -> tuple[str, str]:
        return self.grounds.get(division, GROUND)

    @staticmethod
    def _detail(kind: str, raw: Mapping[str, Any]) -> str:
        if kind == "routed":
            return "Returns next to its headquarters with a Return action"
        if kind == "transport":
            return "Carries one deployed leg unit or gun"
        if kind == "hero":
            return (
                f"Fire {signed(int(raw.get('fire') or 0))}, troop quality {signed(int(raw.get('troop_quality') or 0))}"
            )
        fire = raw.get("fire")
        words = f"Fire {signed(int(fire['value']))}" if isinstance(fire, Mapping) else ""
        kept = "sustained fire" if raw.get("sustained_fire") else ""
        once = "used once" if raw.get("one_use") else ""
        return ", ".join(part for part in (words, kept, once) if part)
