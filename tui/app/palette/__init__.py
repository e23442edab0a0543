"""The command palette: commands, boards, lists, cards and people, found by typing."""
