"""Labelled drawings of counters and map."""
