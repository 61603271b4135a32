"""Looking back at a game without undoing it."""
