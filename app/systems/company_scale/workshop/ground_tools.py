"""The tools of the brush: what each draws, its key, and the stroke it makes of a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise

from app.systems.company_scale.text.names import TERRAIN
from rules.company_scale.loading import ground, ground_lines
from rules.company_scale.loading.ground_rows import levels
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters
from rules.engine.english import counted
from rules.engine.frozen import frozen
from rules.files.values import Data
from rules.hexes.grid import Side, hex_name, hexside, hexsides

Map = Mapping[str, Data]
FILL = 0
"""The size of a brush that fills what hangs together."""
OFF = "#"
PLAIN = "."


class Kind(Enum):
    """What a tool draws."""

    TERRAIN = "Terrain"
    LEVEL = "Levels"
    HEXSIDE = "Hexsides"
    ROAD = "Roads"
    NAME = "Names"
    ENTRY = "Entries"


BY_HEX = (Kind.TERRAIN, Kind.LEVEL)
"""Tools that cover hexes with the size of the brush."""


@frozen
class Tool:
    """A tool: what it draws, its words, its key. A level of "+" or "-" is one more or less."""

    kind: Kind
    what: str
    words: str
    key: str


TOOLS: Sequence[Tool] = (
    *(
        Tool(Kind.TERRAIN, letter, TERRAIN[terrain.value], key)
        for (letter, terrain), key in zip(LETTERS.items(), "1234567", strict=True)
    ),
    Tool(Kind.TERRAIN, WATER, "Water", "8"),
    Tool(Kind.TERRAIN, OFF, "Off the map", "9"),
    Tool(Kind.LEVEL, "+", "Higher", "H"),
    Tool(Kind.LEVEL, "-", "Lower", "L"),
    Tool(Kind.LEVEL, "1", "Level 1", "I"),
    Tool(Kind.LEVEL, "2", "Level 2", "O"),
    Tool(Kind.LEVEL, "3", "Level 3", "P"),
    Tool(Kind.HEXSIDE, "stream", "Stream", "Q"),
    Tool(Kind.HEXSIDE, "river", "River", "W"),
    Tool(Kind.HEXSIDE, "slope", "Slope", "E"),
    Tool(Kind.HEXSIDE, "steep_slope", "Steep slope", "R"),
    Tool(Kind.HEXSIDE, "ridge", "Ridge", "T"),
    Tool(Kind.HEXSIDE, "gray", "Gray", "Y"),
    Tool(Kind.ROAD, "evacuation", "Evacuation Road", "S"),
    Tool(Kind.ROAD, "paved", "Paved road", "A"),
    Tool(Kind.ROAD, "trail", "Trail", "D"),
    Tool(Kind.ROAD, "railroad", "Railroad", "F"),
    *(
        Tool(Kind.NAME, kind, kind.capitalize(), "")
        for kind in ("city", "town", "village", "hamlet", "hill", "river", "region")
    ),
    Tool(Kind.ENTRY, "", "Way in or out", "U"),
)


@frozen
class Stroke:
    """What a tool went over: hexes in order, or hexsides; `erases` takes away what the tool draws, `text` a name."""

    tool: Tool
    hexes: Sequence[int] = ()
    sides: Sequence[Side] = ()
    erases: bool = False
    text: str = ""

    @property
    def words(self) -> str:
        """Return what the stroke is called when it is undone."""
        what = f"no {self.tool.words.lower()}" if self.erases else self.tool.words.lower()
        if self.tool.kind is Kind.HEXSIDE:
            return f"{what} along {counted(len(self.sides), 'hexside')}"
        if self.tool.kind is Kind.ROAD and len(self.hexes) > 1:
            return f"{what} from {hex_name(self.hexes[0])} to {hex_name(self.hexes[-1])}"
        where = hex_name(self.hexes[0]) if len(self.hexes) == 1 else counted(len(self.hexes), "hex")
        return f"{self.text.strip() or what} in {where}"

    def on(self, data: Map) -> Mapping[str, Data]:
        """Return a map after the stroke; raise CannotPlace."""
        tool, what = self.tool, self.tool.what
        if tool.kind is Kind.TERRAIN:
            return ground.painted(data, self.hexes, PLAIN if self.erases else what)
        if tool.kind is Kind.LEVEL:
            if what in "+-" and not self.erases:
                return ground.lifted(data, self.hexes, 1 if what == "+" else -1)
            return ground.leveled(data, self.hexes, ground.LOWEST if self.erases else int(what))
        if tool.kind is Kind.HEXSIDE:
            draw = ground_lines.without_hexsides if self.erases else ground_lines.with_hexsides
            return draw(data, what, self.sides)
        if tool.kind is Kind.ROAD:
            return self._road(data)
        if self.erases:
            return ground.without(data, "names" if tool.kind is Kind.NAME else "entries", self.hexes)
        if tool.kind is Kind.NAME:
            return ground.with_name(data, self.hexes[0], self.text, what)
        return ground.with_entry(data, self.hexes[0], self.text)

    def _road(self, data: Map) -> Mapping[str, Data]:
        if not self.erases:
            return ground_lines.with_road(data, self.tool.what, self.hexes)
        sides = [hexside(a, b) for a, b in pairwise(self.hexes)]
        if not sides:
            sides = ground_lines.roads_from(data, self.tool.what, self.hexes[0])
        return ground_lines.without_road(data, self.tool.what, sides)


def covered(data: Map, tool: Tool, at: int, size: int) -> list[int]:
    """Return the hexes that a brush covers; FILL takes what hangs together."""
    if tool.kind not in BY_HEX:
        return [at]
    return ground.brush(data, at, size) if size else ground.alike(data, at, level=tool.kind is Kind.LEVEL)


def found(data: Map, tool: Tool, at: int, side: Side | None) -> Tool | None:
    """Return the tool that draws what is under the pointer: a hexside near it, else what is of the kind in use."""
    kinds = ground_lines.kinds_at(data, side) if side is not None else []
    roads = [kind for each in hexsides(at) for kind in ground_lines.roads_at(data, each)]
    here: Mapping[Kind, Sequence[str]] = {
        Kind.HEXSIDE: kinds,
        Kind.ROAD: roads,
        Kind.LEVEL: [str(levels(data).get(at, ""))],
        Kind.NAME: ground.kinds_of_name(data, at),
        Kind.ENTRY: [""] if ground.entry_at(data, at) else [],
        Kind.TERRAIN: [letters(data).get(at, "")],
    }
    order = (Kind.HEXSIDE, tool.kind, Kind.TERRAIN)
    wanted = ((kind, what) for kind in order for what in here[kind])
    known = {(each.kind, each.what): each for each in TOOLS}
    return next((known[pair] for pair in wanted if pair in known), None)
