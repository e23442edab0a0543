"""The building blocks of model values: fields, records, ids, moments and JSON."""
