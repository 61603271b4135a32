"""Battle Cards: a hex game of figures and hands of cards, after a family of such games; nothing published is copied."""
