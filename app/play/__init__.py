"""The game on the table without its widgets: orders given, what a seat sees of it, files, passing, who plays."""
