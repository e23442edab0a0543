"""Commands of the parts of a screen; their keys are active while the part has the focus."""
