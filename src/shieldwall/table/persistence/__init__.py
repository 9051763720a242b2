"""The store of the table: database, writer, records, tokens."""
