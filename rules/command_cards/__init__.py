"""Room kept for the command-card hex game."""
