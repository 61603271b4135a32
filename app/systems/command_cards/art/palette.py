"""Every colour of Battle Cards' board, cards and counters, by day and by lamplight."""

from __future__ import annotations

from app import theme
from rules.engine.frozen import frozen


@frozen
class Palette:
    """Hold the colours as #rrggbb or #aarrggbb."""

    table: str
    paper: str
    frame: str
    ink: str
    muted: str
    halo: str
    rust: str
    grid: str
    ground: tuple[str, str]
    fields: tuple[str, ...]
    furrow: str
    woods: str
    crowns: tuple[str, ...]
    crown_shadow: str
    vines: str
    vine_row: str
    vine_light: str
    orchard: str
    town: str
    roof: str
    roof_dark: str
    wall: str
    hill: tuple[str, str]
    hachure: str
    marsh: str
    reed: str
    water: str
    water_light: str
    bank: str
    sand: str
    rock: str
    rock_dark: str
    road: str
    road_edge: str
    wood: str
    bag: str
    dim: str
    gold: str
    glow: str
    good: str
    warn: str
    bad: str
    wood_rail: tuple[str, str]


DAY = Palette(
    table="#e6dbc4", paper="#f7edd8", frame="#2e2012", ink="#2e2012", muted="#6b5636", halo="#e6fbf3dc",
    rust="#8a3218", grid="#8c5a4a30", ground=("#ece4bc", "#e2d9a6"),
    fields=("#3cc6be6e", "#3cb2ba6e", "#46decc8c"), furrow="#3c82783c",
    woods="#a054703a", crowns=("#567a38", "#60863e", "#4a6c32", "#6a8e48"), crown_shadow="#50243414",
    vines="#aac062", vine_row="#56742e", vine_light="#ced88c", orchard="#bccb80",
    town="#d6c496", roof="#ba6246", roof_dark="#964630", wall="#5c281a",
    hill=("#cea468", "#c4985c"), hachure="#603816", marsh="#b0d4c8", reed="#32603c",
    water="#86b6d4", water_light="#b0d4e6", bank="#3c688c", sand="#f0dca4", rock="#aca294", rock_dark="#786e62",
    road="#fdf6e4", road_edge="#6e583c", wood="#8a6034", bag="#d2b884", dim="#5a6a5a3c",
    gold="#f2c12e", glow="#fff2a8", good="#2f7a34", warn="#a06a00", bad="#b3261c", wood_rail=("#d2b27c", "#b08c54"),
)  # fmt: skip
LAMPLIGHT = Palette(
    table="#191613", paper="#2b2620", frame="#d8c69c", ink="#efe4cc", muted="#d2c4a0", halo="#d0201b14",
    rust="#e39a70", grid="#90d8c69c", ground=("#4a4634", "#423e2e"),
    fields=("#30605a30", "#30506034", "#385e5638"), furrow="#38a09a68",
    woods="#b02c3c22", crowns=("#3e5a2e", "#466634", "#354e28", "#4e6c3c"), crown_shadow="#80100c06",
    vines="#56662e", vine_row="#8ea656", vine_light="#3e4a22", orchard="#525c36",
    town="#5c5038", roof="#9a5440", roof_dark="#763c2c", wall="#2a120c",
    hill=("#7e6038", "#6e5430"), hachure="#3a2a12", marsh="#3c5a54", reed="#8ab490",
    water="#3a627c", water_light="#4e7c98", bank="#8fb6d0", sand="#786a44", rock="#78706a", rock_dark="#4e4842",
    road="#c8b894", road_edge="#2a2118", wood="#6e4c2a", bag="#a08a5e", dim="#460c0a06",
    gold="#f2c12e", glow="#6a5a20", good="#86c48f", warn="#e3b75f", bad="#ef8b77", wood_rail=("#4c3c26", "#3a2d1c"),
)  # fmt: skip


@frozen
class Livery:
    """How the counters of a side look: ground from light to dark, figures, frame and keyline, radius of the corners."""

    ground: tuple[str, str]
    figure: str
    frame: str
    keyline: str
    radius: float


UNITS = {
    "german": Livery(("#4a5563", "#2b323c"), "#f8f4e4", "#0f1113", "#fffaea", 1.5),
    "allied": Livery(("#c9d79a", "#aebf7c"), "#1f2a10", "#fffaea", "#0f1113", 9.0),
}
"""The same in both themes: counters are things, not paper. A side shows by lightness and edge, not by hue alone."""
FACES = {"infantry": "#34592c", "armor": "#28426e", "grenade": "#78321e", "star": "#b8860b", "flag": "#c4241e"}


def current() -> Palette:
    """Return the colours of the present theme."""
    return LAMPLIGHT if theme.current().is_dark else DAY
