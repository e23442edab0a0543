"""What stands behind the one door: the parts of a workspace, each with a name of its own."""
