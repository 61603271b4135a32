"""Scenario files of this system: reading, checking, building."""
