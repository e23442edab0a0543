"""Boxes over a page that wait for an answer: a question, a choice, a line."""
