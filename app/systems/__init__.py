"""How the games of each system look on the table: a folder for each system."""
