"""The directory as it was at first: games, chairs, nonces, standing orders and facts."""

import sqlalchemy as sa
from alembic import op

revision = "v1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(256), nullable=False),
        sa.Column("secret", sa.LargeBinary(64), nullable=False),
    )
    op.create_table(
        "chairs",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64)),
        sa.Column("invited", sa.Boolean, nullable=False),
    )
    op.create_table(
        "nonces",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("nonce", sa.String(64), nullable=False),
    )
    op.create_table(
        "standing",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(64), primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_table(
        "facts",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(96), primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
    )
