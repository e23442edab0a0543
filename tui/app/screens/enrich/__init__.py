"""The screens on which people and companies are looked up."""
