"""What leaves and what arrives."""
