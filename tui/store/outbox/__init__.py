"""What becomes of a write inside the store: written down, shown, bound, confirmed, taken back."""
