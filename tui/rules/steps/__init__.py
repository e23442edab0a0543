"""Steps: the things that a rule can do, a class each."""
