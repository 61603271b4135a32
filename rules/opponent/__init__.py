"""The computer opponent: it gets a position and never a session, and plays by the judgement of the game's system."""
