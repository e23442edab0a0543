"""The sync: the thread that sends waiting writes and pulls what is new."""
