"""The panels of Striking the Anvil."""
