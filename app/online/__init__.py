"""Two players on two computers: what a host and its guests say to each other, and the games that it holds."""
