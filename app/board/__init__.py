"""The board: the map, its geometry and what lies on it."""
