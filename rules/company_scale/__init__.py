"""The Company Scale System, one module per chapter of its rulebook."""
