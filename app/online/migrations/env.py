"""Carries the migrations out over the connection that the host has opened, in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
