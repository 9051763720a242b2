"""How files are read: YAML, schemas, dice and numbers, problems with their lines."""
