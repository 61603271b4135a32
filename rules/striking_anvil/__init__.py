"""Room kept for Striking the Anvil (areas and alternating impulses)."""
