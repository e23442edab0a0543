"""The pages where a member gives an application permission, and the endpoints of OAuth 1.0a."""
