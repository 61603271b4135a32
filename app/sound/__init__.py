"""Sounds of the table: made by recipes, played by the system, silenced by one key."""
