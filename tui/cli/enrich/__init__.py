"""People and companies from the command line: one, a search, many cards, their price, and who opted out."""
