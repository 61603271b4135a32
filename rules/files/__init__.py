"""YAML files with line numbers, checks by schema, problems in words. Knows no game."""
