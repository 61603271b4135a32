"""The bots that know this system: one that plays sensibly, and what leads another to rare cases."""
