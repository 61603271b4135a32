"""The board of Battle Cards: ground, units, marks, and what pointer and keys do."""
