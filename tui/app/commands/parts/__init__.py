"""Commands of the parts of a screen: their keys count while the part has the focus."""
