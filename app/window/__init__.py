"""The window: menus, docks, dialogs, and the table in the middle."""
