"""How directories of older versions are brought up to this one, by Alembic."""
