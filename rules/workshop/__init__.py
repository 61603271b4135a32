"""Scenarios, maps and forces that players make: how they are checked, packed, shared and installed."""
