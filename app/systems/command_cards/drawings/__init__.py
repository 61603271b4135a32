"""Labelled drawings of counters and board."""
