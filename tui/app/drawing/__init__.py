"""Drawing of text: wrapped to the cells it has, and dimmed."""
