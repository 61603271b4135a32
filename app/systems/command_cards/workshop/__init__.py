"""The workshop of Battle Cards: the board of a draft, and what gestures on it mean."""
