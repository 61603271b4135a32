"""The board: the map of areas, its geometry and what lies on it."""
