"""What people laugh at in a computer player of Battle Cards, counted from outside the bot."""
