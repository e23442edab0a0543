"""Settings and files of this machine: paths, config, credentials, logs."""
