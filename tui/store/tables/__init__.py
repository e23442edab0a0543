"""The tables, one module for each noun with its row layout and its reader."""
