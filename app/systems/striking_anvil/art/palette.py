"""Every colour of the board of Striking the Anvil, by day and by lamplight; those of the counters stand in `armies`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app import theme

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """Hold the colours as #rrggbb or #aarrggbb; those of the relief as numbers."""

    name: str
    table: str
    paper: str
    ink: str
    muted: str
    halo: str
    rust: str
    tint: Mapping[str, Rgb]
    beyond: Rgb
    height: Rgb
    snow: Rgb
    wood: Rgb
    deep: Rgb
    shallow: Rgb
    dark: float
    light: float
    hachure: Rgb
    crowns: tuple[str, ...]
    sea_line: Rgb
    shore: str
    bank: str
    water: str
    water_light: str
    water_name: str
    border: str
    border_halo: str
    road: str
    road_edge: str
    highway: str
    roof: str
    roof_dark: str
    disc: Mapping[str, str]
    disc_ink: Mapping[str, str]
    box: Mapping[str, str]
    box_paper: str
    box_ink: str
    allied: str
    german: str
    good: str
    warn: str
    bad: str
    gold: str
    glow: str
    veil: str
    town_halo: str
    region: str


DAY = Palette(
    name="day", table="#e6dbc4", paper="#f6ecd8", ink="#2e2012", muted="#6b5636", halo="#d8faf1d8", rust="#702e0e",
    tint={"clear": (240, 232, 198), "rough": (222, 198, 140), "mountain": (206, 178, 140)},
    beyond=(226, 216, 192), height=(158, 112, 70), snow=(240, 236, 228), wood=(104, 128, 70),
    deep=(128, 166, 188), shallow=(192, 216, 216), dark=0.74, light=0.62, hachure=(84, 52, 24),
    crowns=("#567a38", "#607f3e", "#4a6c32", "#6a8e48"), sea_line=(62, 104, 134), shore="#28425a",
    bank="#3c688c", water="#86b6d4", water_light="#b2d4e6", water_name="#1e4a74",
    border="#4a2c16", border_halo="#78fcf4dc", road="#faf3e0", road_edge="#462c18", highway="#ce3a2c",
    roof="#ba6246", roof_dark="#964630",
    disc={"clear": "#fbf7e8", "rough": "#facf38", "mountain": "#7a5234"},
    disc_ink={"clear": "#2e2012", "rough": "#2e2012", "mountain": "#fdf6e4"},
    box={"allied": "#48622f", "german": "#3a3e46"}, box_paper="#f0f8f0dc", box_ink="#fcf6e6",
    allied="#3f6e2c", german="#30353e", good="#1f7040", warn="#9a6200", bad="#c02a20", gold="#f2c12e", glow="#fff2a8",
    veil="#5a2a2416", town_halo="#d2f6eed6", region="#68361a",
)  # fmt: skip
LAMPLIGHT = Palette(
    name="lamplight", table="#191613", paper="#2b2620", ink="#efe4cc", muted="#b6a684", halo="#c81e1912",
    rust="#e39a70",
    tint={"clear": (104, 98, 74), "rough": (98, 82, 50), "mountain": (82, 66, 50)},
    beyond=(66, 60, 50), height=(110, 78, 50), snow=(176, 170, 158), wood=(52, 66, 36),
    deep=(32, 52, 66), shallow=(52, 76, 84), dark=0.72, light=0.42, hachure=(26, 16, 8),
    crowns=("#3e5a2e", "#466634", "#354e28", "#4e6c3c"), sea_line=(110, 150, 172), shore="#8fb6d0",
    bank="#16283a", water="#4b7f9e", water_light="#6a9cb8", water_name="#b4d6ea",
    border="#17100a", border_halo="#30e8d8b0", road="#d8c8a4", road_edge="#1c140c", highway="#c8543e",
    roof="#a85a44", roof_dark="#7e4230",
    disc={"clear": "#e9e0c6", "rough": "#d9ac28", "mountain": "#54361f"},
    disc_ink={"clear": "#241a0e", "rough": "#241a0e", "mountain": "#f4e8cc"},
    box={"allied": "#4f6b36", "german": "#4a505a"}, box_paper="#f0322c24", box_ink="#fbf4e0",
    allied="#8fbf6a", german="#c3ccd8", good="#7fd29a", warn="#e8b95c", bad="#f0806e", gold="#f2c12e", glow="#6a5a20",
    veil="#80100c06", town_halo="#c01c1710", region="#dcb48c",
)  # fmt: skip


def current() -> Palette:
    """Return the colours of the present theme."""
    return LAMPLIGHT if theme.current().is_dark else DAY
