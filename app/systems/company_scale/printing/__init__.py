"""Everything the Company Scale System prints."""
