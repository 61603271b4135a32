"""The first script, kept as it was: the level greedy-1, against which the others are measured."""
