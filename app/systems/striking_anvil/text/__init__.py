"""The words of Striking the Anvil."""
