"""The Textual app, and the only place that knows Textual."""
