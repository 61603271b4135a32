"""Hex ids, neighbours, paths and the geometry of lines of sight. Knows no game."""
