"""Drawings shared by board, panels and paper: figures, dice, medals, cards, terrain."""
