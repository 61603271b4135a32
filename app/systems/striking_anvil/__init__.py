"""Striking the Anvil on the table."""
