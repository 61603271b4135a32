"""Paper: set-up sheets, player aids, counter sheets, the map as a poster, and reports, as vectors."""
