"""Dialogs, each of which asks or tells one thing."""
