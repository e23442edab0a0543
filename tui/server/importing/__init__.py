"""How records get into the directory: invented, imported, all at once or bit by bit."""
