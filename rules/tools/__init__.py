"""The commands of `python -m rules` that measure games and bots, and what they share."""
