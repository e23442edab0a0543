"""Windows that have a store open, and their drafts."""
