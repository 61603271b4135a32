"""What is seen from where: what blocks, the table of all lines of a map, and notes in words (7.1)."""
