"""Commands of pages that have a whole module of them: the conflicts and the rules."""
