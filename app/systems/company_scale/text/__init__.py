"""The words of the Company Scale System: verbs, names, and what each event tells."""
