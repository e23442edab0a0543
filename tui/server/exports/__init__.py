"""Board exports as the hosted service writes them: read, checked, turned into rows, and written back."""
