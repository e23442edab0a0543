"""What belongs to this machine: paths, config, credentials, logs."""
