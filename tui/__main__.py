"""``python -m tui`` is ``cardscout``."""

from tui.cli.main import main

if __name__ == "__main__":
    main()
