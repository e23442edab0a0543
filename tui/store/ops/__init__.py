"""What becomes of an op inside the store: written down, shown, bound, confirmed, taken back."""
