"""Lessons: games that are taught step by step. They know what was done and what a player sees, and no rules."""
