"""Scenarios of the Company Scale System in the workshop."""
