"""Unit counters drawn as vectors in the layout of the rulebook's chapter 3.2."""
