"""The bots that know this system: one that plays sensibly, and a guide that leads another to rare cases."""
