"""The workshop: a window in which players make scenarios of their own."""
