"""Widgets of the pages that show cards in other ways than as lists."""
