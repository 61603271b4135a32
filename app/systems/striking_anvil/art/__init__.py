"""What is drawn: colours, letters, counters, signs of the map."""
