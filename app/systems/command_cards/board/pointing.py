"""What is told of the thing under the pointer: a hex, a stand, the line of sight to a target."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath

from app.board.washes import Wash
from app.play.answers import answered
from app.play.seat import GameLike
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.board.geometry import FOOT, center, region
from app.systems.command_cards.board.plans import unit_at
from app.systems.command_cards.seen import NOTHING, view_of
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES
from rules.command_cards.charts import unit_types
from rules.command_cards.hexes import distance
from rules.command_cards.queries import Sight
from rules.command_cards.state import BattleMap
from rules.command_cards.view import View


def sight(game: GameLike, attacker: str, target: str) -> list[tuple[QPainterPath, Wash]]:
    """Return the line from a unit that may battle to an enemy further off, and what blocks it."""
    decision, units = game.decision, view_of(game).units
    if decision is None or decision.kind not in ("battling", "overrun") or not {attacker, target} <= units.keys():
        return []
    start, to = units[attacker].hex, units[target].hex
    if units[attacker].seat == units[target].seat or distance(start, to) < 2:
        return []
    found, palette = answered(Sight, game.query("los", origin=start, target=to)), palettes.current()
    if found is None:
        return []
    clear = found.clear or not unit_types()[units[attacker].kind].needs_los
    line = QPainterPath(center(start) + FOOT)
    line.lineTo(center(to) + FOOT)
    style = Qt.PenStyle.SolidLine if clear else Qt.PenStyle.DashLine
    colour = QColor(palette.good if clear else palette.bad)
    shown = [(line, Wash(edge=colour, edge_width=3.0, style=style, halo=QColor(palette.halo)))]
    if not clear:
        blocked = Wash(hatch=QColor(palette.bad), kind="rising", gap=7, edge=QColor(palette.bad), edge_width=2.4)
        shown.append((region(by.hex for by in found.by), blocked))
    return shown


def on_stand(view: View, seat: str) -> str:
    """Return what the medals of a side are for; "" for no side."""
    side = view.sides.get(seat)
    if side is None:
        return ""
    told = [kind_name(medal.name) if medal.source != "objective" else medal.name for medal in side.medals]
    return f"{NAMES[seat]} medals, {len(told)} of {side.needed}: {', '.join(told) or 'none yet'}"


def described(view: View, battle_map: BattleMap | None, place: str) -> str:
    """Return what is in a hex, for the status line and screen readers."""
    if battle_map is None or view is NOTHING:
        return place
    terrain = kind_name(view.terrain.get(place) or battle_map.terrain[place])
    parts = [place, *([battle_map.names[place]] if place in battle_map.names else []), terrain]
    if any(place in road for road in battle_map.courses):
        parts.append("road")
    if place in view.obstacles:
        parts.append(kind_name(view.obstacles[place]))
    if unit := view.units.get(unit_at(view, place)):
        told = f"{NAMES[unit.seat]} {kind_name(unit.kind)}, {unit.figures} of {unit.full}"
        parts.append(told)
    return ", ".join(parts)
