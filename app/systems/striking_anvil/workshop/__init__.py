"""The workshop of Striking the Anvil: the board of a draft, and what gestures on it mean."""
