"""What has happened, shown on the board: things glide, fire is drawn, dice fall, results stand, chits turn over."""
