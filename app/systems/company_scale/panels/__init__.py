"""The docks of the Company Scale System and its pages of orders."""
