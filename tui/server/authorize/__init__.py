"""The pages where a member gives an application permission, and the three calls of OAuth 1.0a around them."""
