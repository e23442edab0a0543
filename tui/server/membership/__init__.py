"""Who is on a board or in a workspace, and as what."""
