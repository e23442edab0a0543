"""Widgets of the pages that show cards in views other than lists."""
