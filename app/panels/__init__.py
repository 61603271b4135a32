"""Docks and bars around the board."""
