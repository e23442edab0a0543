"""What the enrich panel, the people page and the bulk page say, as values and lines. Pure."""
