"""The board: ground, counters, markers, overlays, and the hands that move them."""
