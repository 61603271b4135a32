"""What the table sees of a game, as frozen records: views, answers to questions, events, subjects of decisions."""
