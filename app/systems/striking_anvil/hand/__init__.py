"""Mouse and keys on the map of Striking the Anvil."""
