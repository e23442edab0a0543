"""The account page is met by the same browser as the permission page."""

from tests.server.authorize.conftest import browser, cheap_passwords, origin, team, workers

__all__ = ("browser", "cheap_passwords", "origin", "team", "workers")
