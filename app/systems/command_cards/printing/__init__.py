"""Battle Cards on paper."""
