"""Battle Cards in words; no Qt."""
