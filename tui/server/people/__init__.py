"""People, served: members, workspaces, who belongs to what, and what each is told and keeps."""
