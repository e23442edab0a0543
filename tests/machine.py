"""What a test may ask of the machine it runs on."""

import os


def allowed(seconds: float) -> float:
    """The time limit ``seconds``, longer by the load of the machine."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
