"""Cards in detail: what is done with one, and what hangs on it and on nothing else."""
