"""The table: windows, board and panels. Shows views, offers options, submits commands."""
