"""What is in memory when a process of ``tests/forked.py`` begins: the program, as far as its commands may need it."""

import gc

import tui.cli.account.account_manager
import tui.cli.main
import tui.cli.screens
import tui.server.service.worker
import tui.sync.session  # noqa: F401
from tui.app.pages import import_ahead

import_ahead()
gc.freeze()
