"""Fitting the value of a Company Scale position to games of the script against itself; not needed to play."""
