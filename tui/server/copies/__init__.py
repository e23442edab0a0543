"""Copies of cards, checklists, lists and boards, each with its parts."""
