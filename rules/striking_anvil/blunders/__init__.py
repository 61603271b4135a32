"""What people laugh at in a computer player of Striking the Anvil, counted from outside the bot."""
