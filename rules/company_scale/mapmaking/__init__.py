"""Make maps of real ground: turn lines and areas in longitude and latitude into hexes and hexsides (3.1, 6.2)."""
