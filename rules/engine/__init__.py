"""How a game is run: frames, choices, nature, sessions, records. Knows no game."""
