"""Lookups of people and companies: single ones, names, searches, and bulk runs over many cards."""
