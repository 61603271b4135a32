"""Unit counters drawn as vectors in the layout of 3.2."""
