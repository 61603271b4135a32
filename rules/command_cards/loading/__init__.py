"""Scenario files of Battle Cards: reading, checking, building."""
