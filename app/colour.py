"""Colour arithmetic: how different two colours look, also to those who see colours alike or in a grey print.

sRGB: IEC 61966-2-1. CIELAB: CIE 15, white point D65. Difference: CIEDE2000 (Sharma, Wu and Dalal 2005). Colour vision:
the matrices of Machado, Oliveira and Fernandes (2009) for a severity of 1, applied to linear light.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

from rules.engine.folders import DataMissing, assets_dir
from rules.files.contrast import LUMINANCE, READABLE, Triple, contrast, linear

__all__ = ["EYES", "READABLE", "ciede2000", "contrast", "distance", "lightness", "linear"]

Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (LUMINANCE, LUMINANCE, LUMINANCE),
}
"""Ways to see: linear sRGB to the linear sRGB that looks the same to a normal eye."""
_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def lightness(colour: str) -> float:
    """Return how light a colour looks, 0 to 100 (L* of CIELAB)."""
    return lab(linear(colour))[0]


def distance(first: str, second: str, eye: str = "normal") -> float:
    """Return how different two colours look to an eye of EYES (CIEDE2000); about 1 can just be told apart."""
    return ciede2000(lab(seen(first, eye)), lab(seen(second, eye)))


def seen(colour: str, eye: str) -> Triple:
    """Return the linear light that a normal eye sees as `eye` sees a colour."""
    light = linear(colour)
    red, green, blue = (min(1.0, max(0.0, _dot(row, light))) for row in EYES[eye])
    return red, green, blue


def lab(light: Triple) -> Triple:
    """Return L*, a*, b* of linear light."""
    x, y, z = (_root(_dot(row, light) / white) for row, white in zip(_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _dot(row: Triple, light: Triple) -> float:
    return sum(a * b for a, b in zip(row, light, strict=True))


def _root(share: float) -> float:
    return math.cbrt(share) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the CIEDE2000 difference of two CIELAB colours; names and steps follow Sharma, Wu and Dalal."""
    (l1, _, _), (l2, _, _) = first, second
    (c1, h1), (c2, h2) = _chroma_and_hue(first, second)
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if grey else _mean_hue(h1, h2)
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    away = (lightness - 50) ** 2
    dl = (l2 - l1) / (1 + 0.015 * away / math.sqrt(20 + away))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    tilt = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -math.sin(math.radians(2 * tilt)) * 2 * _saturation(chroma)
    return math.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def _chroma_and_hue(*colours: Triple) -> list[tuple[float, float]]:
    """Return chroma and hue in degrees, with a* stretched near the greys."""
    stretch = 1 + 0.5 * (1 - _saturation(sum(math.hypot(a, b) for _, a, b in colours) / 2))
    return [(math.hypot(a * stretch, b), math.degrees(math.atan2(b, a * stretch)) % 360) for _, a, b in colours]


def _saturation(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _mean_hue(h1: float, h2: float) -> float:
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


# --- Colours of counters for players who see some colours alike: a palette in place of those of the scenarios ------

NORMAL = "normal"
CHOICES_OF_EYES = {
    NORMAL: "As printed",
    "protanopia": "Protanopia (no red)",
    "deuteranopia": "Deuteranopia (no green)",
    "tritanopia": "Tritanopia (no blue)",
}
"""Ways to see a player can choose from, with their names."""
_chosen = [NORMAL]


def choose(eye: str) -> None:
    """Show the colours that one way of seeing tells apart; an unknown one shows them as printed."""
    _chosen[0] = eye if eye in CHOICES_OF_EYES else NORMAL


def chosen() -> str:
    """Return the way of seeing chosen last."""
    return _chosen[0]


def shown(colour: str) -> str:
    """Return the colour to show in place of one of a scenario."""
    return colour if _chosen[0] == NORMAL else palette(_chosen[0]).get(colour.lower(), colour)


@cache
def palette(eye: str) -> Mapping[str, str]:
    """Return the colours that replace others for one way of seeing; none if the program's data are missing."""
    import yaml

    try:
        text = (assets_dir() / "palettes.yaml").read_text(encoding="utf-8")
    except (DataMissing, OSError):
        return {}
    return dict(yaml.safe_load(text).get(eye, {}))
