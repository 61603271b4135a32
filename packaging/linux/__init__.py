"""What only the Linux package needs."""
