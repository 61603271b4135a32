"""Read, check and build scenarios from their files."""
