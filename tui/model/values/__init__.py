"""What every noun is made of: fields, records, ids, moments and JSON."""
