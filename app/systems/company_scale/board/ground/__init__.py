"""The ground: the map drawn from its data alone."""
