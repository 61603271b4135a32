"""The Company Scale System on the table."""
