"""Writes, a module a noun: what each one is, does to what is shown, is taken back by, and is called."""
