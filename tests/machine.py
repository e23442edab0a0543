"""What a test may ask of the machine it runs on."""

import os


def allowed(seconds: float) -> float:
    """``seconds`` on a machine of one's own; more where others keep it busy."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
