"""Commands of pages with many commands, such as the conflicts and the rules."""
