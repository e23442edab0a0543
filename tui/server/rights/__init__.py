"""What a caller may do with what they name, and where a thing stands among its siblings."""
