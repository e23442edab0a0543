"""The parts of a workspace, each an attribute of it."""
