"""What is seen from where: what blocks, the table of all a map's lines, and explanations in words (7.1)."""
