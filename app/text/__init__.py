"""Wording: what players read about events, commands and positions."""
