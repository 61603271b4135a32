"""How a bot plays Battle Cards."""
