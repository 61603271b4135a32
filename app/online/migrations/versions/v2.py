"""Records and pictures may lie in the database."""

import sqlalchemy as sa
from alembic import op

revision = "v2"
down_revision = "v1"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "lines",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pictures",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
    )
