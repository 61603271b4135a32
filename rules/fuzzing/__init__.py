"""Hostile files and requests by the thousand: what is refused, what is told, and what should not have happened."""
