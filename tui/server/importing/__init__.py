"""Import of records into the directory: from files, as a bulk load, or replacing the whole directory."""
