"""All of ``cardscout rules …`` together."""

from tui.cli.triggers.new_rule import delete, new
from tui.cli.triggers.rules import rules

for _command in (new, delete):
    rules.add_command(_command)
