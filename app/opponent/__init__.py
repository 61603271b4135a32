"""The computer at the table: who plays which seat, the process that thinks, and what it thought."""
