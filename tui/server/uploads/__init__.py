"""Files that clients send: read, kept, recognised as pictures, and given back."""
