"""The rules of Chitpull: engine, hexes and the game systems, free of Qt."""
