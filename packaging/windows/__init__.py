"""What only the Windows package needs."""
