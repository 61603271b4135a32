"""Labelled drawings: how to read a counter and the map."""
