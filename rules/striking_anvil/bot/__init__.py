"""How bots play Striking the Anvil."""
