"""What only the macOS package needs."""
