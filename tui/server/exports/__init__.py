"""Import and export of boards in the hosted service's format: parsing, conversion to rows, rendering."""
