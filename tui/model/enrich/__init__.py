"""Model classes of enrichment: people searches, spending, suppression, bulk runs."""
