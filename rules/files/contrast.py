"""The contrast of two colors (WCAG 2.2), from sRGB (IEC 61966-2-1)."""

from __future__ import annotations

from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]
LUMINANCE: Final[Triple] = (0.2126, 0.7152, 0.0722)
READABLE: Final = 4.5
"""The least contrast of lettering and ground."""


def linear(colour: str) -> Triple:
    """Return the linear light (0 to 1) of a colour "#rrggbb"."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    lights = (sum(share * part for share, part in zip(LUMINANCE, linear(c), strict=True)) for c in (first, second))
    darker, lighter = sorted(light + 0.05 for light in lights)
    return lighter / darker
