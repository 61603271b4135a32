"""Make maps of real ground: lines and areas in longitude and latitude become hexes and hexsides (3.1, 6.2)."""
