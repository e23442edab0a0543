"""The writes a user can ask for, a module a noun; ``tui.model.op`` has them all."""
