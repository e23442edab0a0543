"""``python -m tui`` is ``cardscout``."""

from tui.cli.start import main

if __name__ == "__main__":
    main()
