"""What people laugh at in a computer player of the Company Scale System, counted from outside the bot."""
