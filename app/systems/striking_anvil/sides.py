"""The two sides of Striking the Anvil, with their colours by day and by lamplight."""

from app.sides import coloured

SIDES = coloured(allied=("#3f6a34", "#a6cb8d"), german=("#434a52", "#b4bdc8"))
