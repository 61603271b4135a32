"""The workshop: a window in which players make scenarios of their own."""

DRAFTED = ("company_scale",)
"""The systems with a board for drafts."""
