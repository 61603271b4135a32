"""The docks and pages of Battle Cards."""
