"""Login to a board service: permission page, redirect from the browser, OAuth 1.0a, token check."""
