"""How games look on the table, one folder for each system."""
