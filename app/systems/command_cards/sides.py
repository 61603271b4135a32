"""The two sides of Battle Cards, with their colours by day and by lamplight."""

from app.sides import coloured

SIDES = coloured(allied=("#4c6b2c", "#b3c98a"), german=("#465160", "#a9b6c6"))
