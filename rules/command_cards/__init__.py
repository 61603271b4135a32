"""Battle Cards: a command-card hex game of figures and hands, one of a family of such games. No published card or map is used."""
