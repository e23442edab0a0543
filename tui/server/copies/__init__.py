"""Copies: of cards, checklists, lists and boards, each with what belongs to it."""
