"""What Striking the Anvil prints."""
