"""What is in memory when a process of ``tests/forked.py`` begins: the program, as far as its commands may need it."""

import gc

import tui.cli.account.account_manager
import tui.cli.main
import tui.server.service.worker
import tui.sync.session  # noqa: F401

gc.freeze()
