"""The command-card game on the table."""
