"""The colours of the ground in the light and the dark theme."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from PySide6.QtGui import QColor

from rules.company_scale.battle_map import Terrain
from rules.engine.frozen import frozen


class Named(Protocol):
    """What the ground needs of a theme: its name, "light" or "dark"."""

    @property
    def name(self) -> str:
        """Return "light" or "dark"."""
        ...


@frozen
class Palette:
    """Hold every colour of the ground as #rrggbb or #aarrggbb."""

    name: str
    table: str
    levels: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]
    """Tints of the lowest and the highest ground of levels 1, 2 and 3."""
    lit: str
    shaded: str
    relief: float
    contour: str
    contour_lit: str
    veil: str
    field_lines: str
    fields: tuple[str, ...]
    woods: str
    woods_edge: str
    crowns: tuple[str, ...]
    crown_light: str
    crown_dark: str
    crown_shadow: str
    vines: tuple[str, ...]
    vine_rows: str
    vine_edge: str
    marsh: str
    reeds: str
    marsh_water: str
    streets: str
    gardens: str
    roofs: tuple[str, ...]
    slate: str
    roof_light: str
    roof_dark: str
    house_shadow: str
    water: str
    water_line: str
    bank: str
    sand: str
    road_casing: str
    evacuation: str
    evacuation_core: str
    paved: str
    trail: str
    trail_halo: str
    rail: str
    rail_gap: str
    bridge: str
    bridge_edge: str
    slope: str
    slope_edge: str
    steep: str
    ridge: str
    ridge_light: str
    gray_side: str
    grid: str
    number: str
    number_halo: str
    ink: str
    halo: str
    hill_ink: str
    river_ink: str
    region_ink: str
    frame: str
    frame_fill: str
    frame_ink: str
    dots: float
    """Brightness of the centre dots."""


LIGHT = Palette(
    name="light",
    table="#e6dcc6",
    levels=(("#eeebcb", "#f3e8c6"), ("#e9d29b", "#dfc184"), ("#cda568", "#a97c48")),
    lit="#fffbe9",
    shaded="#5a4434",
    relief=1.0,
    contour="#8a5c2e",
    contour_lit="#fff6da",
    veil="#a8f6eeda",
    field_lines="#2a8a7a45",
    fields=("#18b8a850", "#16fffbe0", "#1a8fae5a", "#14c08a48", "#10b0b860"),
    woods="#b07d9a52",
    woods_edge="#90405f2c",
    crowns=("#6f9447", "#618a40", "#7b9c4c", "#587f3e", "#86a055"),
    crown_light="#a9bf6c",
    crown_dark="#3c6130",
    crown_shadow="#78243818",
    vines=("#cfd68d", "#c4d080", "#d6d596", "#bccb7c"),
    vine_rows="#6c8c36",
    vine_edge="#8a9a56",
    marsh="#a8b4d2c4",
    reeds="#47785f",
    marsh_water="#5b9dc0",
    streets="#e9dcc0",
    gardens="#b8c08a",
    roofs=("#bd5b3f", "#c66a49", "#ad4f3a", "#b86a50", "#a65a44"),
    slate="#6f7a86",
    roof_light="#40ffe6c8",
    roof_dark="#50401008",
    house_shadow="#70382418",
    water="#86b8d4",
    water_line="#d8f4fbff",
    bank="#2f6c97",
    sand="#efe3bd",
    road_casing="#43352a",
    evacuation="#cf2f27",
    evacuation_core="#f0786a",
    paved="#fdf6e1",
    trail="#6e3f1a",
    trail_halo="#70fbf3d8",
    rail="#1d1a18",
    rail_gap="#fdfaf0",
    bridge="#e9e0cc",
    bridge_edge="#2d241c",
    slope="#fffef8",
    slope_edge="#78563c22",
    steep="#4a2a12",
    ridge="#5f3412",
    ridge_light="#c58a4c",
    gray_side="#7c7a76",
    grid="#7a5a4028",
    number="#d2503a26",
    number_halo="#a0fbf4df",
    ink="#22160c",
    halo="#fbf4df",
    hill_ink="#6b2f0a",
    river_ink="#17527f",
    region_ink="#4a3722",
    frame="#2e2216",
    frame_fill="#f6eeda",
    frame_ink="#2e2216",
    dots=1.0,
)

DARK = Palette(
    name="dark",
    table="#171512",
    levels=(("#2d2a20", "#332f23"), ("#463b29", "#4f422c"), ("#68512f", "#785d37")),
    lit="#d9c08a",
    shaded="#080604",
    relief=0.85,
    contour="#15110b",
    contour_lit="#8f7748",
    veil="#b824211c",
    field_lines="#28c8b880",
    fields=("#10d8c860", "#0cffffe0", "#0e8fae5a", "#0cc08a48", "#0ab0b860"),
    woods="#b8283f22",
    woods_edge="#a0101c0c",
    crowns=("#38532a", "#324b26", "#3e592e", "#2c4423", "#425d32"),
    crown_light="#586f3c",
    crown_dark="#1c3318",
    crown_shadow="#90060c04",
    vines=("#4c542c", "#464e29", "#535630", "#414a27"),
    vine_rows="#788a48",
    vine_edge="#3c4424",
    marsh="#a03a5a50",
    reeds="#6c9478",
    marsh_water="#5f9cc0",
    streets="#4c4436",
    gardens="#4a5234",
    roofs=("#854633", "#8b503b", "#793c2f", "#814e3e", "#734236"),
    slate="#707a84",
    roof_light="#38ffd8b0",
    roof_dark="#70200804",
    house_shadow="#98080402",
    water="#274c63",
    water_line="#7098c8e0",
    bank="#5a88a3",
    sand="#4a4534",
    road_casing="#0f0c08",
    evacuation="#b53f32",
    evacuation_core="#d27d68",
    paved="#a99a76",
    trail="#a97c4c",
    trail_halo="#80181410",
    rail="#0b0908",
    rail_gap="#9d9580",
    bridge="#6e6857",
    bridge_edge="#0c0a08",
    slope="#b8aa86",
    slope_edge="#b0100c06",
    steep="#b5763d",
    ridge="#b17440",
    ridge_light="#4a2a10",
    gray_side="#a5a29b",
    grid="#5cd8bf8c",
    number="#b8cdbd96",
    number_halo="#90181510",
    ink="#ecdcb8",
    halo="#1b1813",
    hill_ink="#f0bd80",
    river_ink="#94c2de",
    region_ink="#c8ab80",
    frame="#8d7f5f",
    frame_fill="#24211c",
    frame_ink="#e4d8bb",
    dots=0.82,
)

DOTS: dict[Terrain, tuple[str, str]] = {  # 6.2.1
    Terrain.CLEAR: ("#ffffff", "#4a4038"),
    Terrain.WOODS: ("#1f5c2a", "#000000"),
    Terrain.VINEYARD: ("#8fce4a", "#ffffff"),
    Terrain.MARSH: ("#2f6fd0", "#000000"),
    Terrain.VILLAGE: ("#c9975c", "#000000"),
    Terrain.TOWN: ("#6b3d17", "#000000"),
    Terrain.CITY: ("#000000", "#ffffff"),
}
"""Fill and outline of the centre dot of each terrain, the same in both themes (6.2.1)."""


def palette(theme: Named) -> Palette:
    """Return the colours of the ground that go with a theme."""
    return DARK if theme.name == "dark" else LIGHT


def by_night(colours: Palette) -> Palette:
    """Return colours with the names pale on dark, which the wash of night leaves legible."""
    names = {key: getattr(DARK, key) for key in ("hill_ink", "river_ink", "region_ink")}
    return replace(colours, ink="#fff6dd", halo="#10152b", number_halo="#9010152b", **names)


def rgb(colour: str) -> tuple[float, float, float]:
    """Split a colour into red, green and blue, 0 to 255."""
    parsed = QColor(colour)
    return float(parsed.red()), float(parsed.green()), float(parsed.blue())


def dimmed(colour: str, share: float) -> QColor:
    """Return a colour with its brightness multiplied by `share`."""
    parsed = QColor(colour)
    return QColor.fromRgbF(parsed.redF() * share, parsed.greenF() * share, parsed.blueF() * share, parsed.alphaF())


def faded(colour: str, share: float) -> QColor:
    """Return a colour with its opacity multiplied by `share`."""
    parsed = QColor(colour)
    parsed.setAlphaF(parsed.alphaF() * min(1.0, max(0.0, share)))
    return parsed
