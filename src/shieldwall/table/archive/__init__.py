"""Archive of fights: replay, share, review, campaigns."""
