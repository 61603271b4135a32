"""Striking the Anvil: areas and alternating impulses, from the beaches of Provence to Grenoble.

The rules are those of the game designed by Luc Olivier, published by Battles Magazine and Nuts! Publishing.
"""
