"""The workshop: a window in which players make scenarios of their own."""

DRAFTED = ("company_scale", "striking_anvil", "command_cards")
"""The systems with a board for drafts."""
