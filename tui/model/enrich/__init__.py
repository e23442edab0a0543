"""The nouns of looking people up: searches, spending, who opted out, runs over many cards."""
