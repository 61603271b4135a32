"""How games are tested: the contract of every game, bots that play it, what is counted there."""
