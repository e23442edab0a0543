"""People: members, workspaces, memberships, notifications, and each member's own settings."""
